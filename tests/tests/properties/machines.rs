//! Machines of different shapes. Every block of every state is logged with the id
//! of its machine, which is the path to it: 1 is the top, 12 its second sub-skill
//! (of all its states), 123 the third of that one.

use std::cell::RefCell;
use std::mem;

use self::panel::Note;
use skill_runtime::{Status, blackboard, interface, skill};

interface! {
    pub Panel {
        fields { a: bool, b: bool, n: u32 }
        messages (capacity = 2) { Note { n: u32 } }
    }
}

blackboard! { pub Bench { panel: Panel } }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    Init,
    Loop,
    Exit,
}

/// A block that ran: of which machine and which state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ran {
    pub id: u32,
    pub state: &'static str,
    pub block: Block,
}

thread_local! {
    static LOG: RefCell<Vec<Ran>> = const { RefCell::new(Vec::new()) };
}

/// Takes the log of the blocks that ran on this thread.
pub fn take_log() -> Vec<Ran> {
    LOG.with_borrow_mut(mem::take)
}

/// Returns the length of that log.
pub fn log_len() -> usize {
    LOG.with_borrow(Vec::len)
}

fn log(id: u32, state: &'static str, block: Block) {
    LOG.with_borrow_mut(|log| log.push(Ran { id, state, block }));
}

fn init(id: u32, state: &'static str) {
    log(id, state, Block::Init);
}

fn looped(id: u32, state: &'static str) {
    log(id, state, Block::Loop);
}

fn exit(id: u32, state: &'static str) {
    log(id, state, Block::Exit);
}

skill! {
    /// Preconditions that can form a cycle.
    pub skill Hop(id: u32 = 1) {
        depends_interfaces { panel: Panel }
        max_transitions = 4;
        start state A {
            precond -> B when panel.a;
            init { init(self.id, "A"); }
            loop { looped(self.id, "A"); }
            exit { exit(self.id, "A"); }
            -> B when panel.n == 1;
            -> FINAL when panel.n == 2;
        }
        state B {
            precond -> C when panel.b;
            init { init(self.id, "B"); }
            loop { looped(self.id, "B"); }
            exit { exit(self.id, "B"); }
            -> A when panel.n == 0;
            -> FAILED("n is {}", panel.n) when panel.n == 3;
            -> C after 3 ticks;
        }
        state C {
            precond -> A when panel.a && panel.b;
            init { init(self.id, "C"); }
            loop { looped(self.id, "C"); }
            exit { exit(self.id, "C"); }
            -> C when panel.n == 4;
            -> FINAL after 250ms;
        }
    }
}

skill! {
    /// Timeouts in time and in ticks, a transition to itself, variables.
    pub skill Timer(id: u32 = 1, wait_sec: f32 = 0.2 in 0.0..=10.0) {
        depends_interfaces { panel: Panel }
        vars { laps: u32 = 0, seen: u32 = panel_default() }
        start state Run {
            init {
                init(self.id, "Run");
                self.laps += 1;
            }
            loop {
                looped(self.id, "Run");
                self.seen = panel.n;
            }
            exit { exit(self.id, "Run"); }
            -> FAILED("{} laps, {} seen", self.laps, self.seen) when self.laps > 5;
            -> Rest after 4 ticks;
            -> Run after self.wait_sec;
        }
        state Rest {
            init { init(self.id, "Rest"); }
            loop { looped(self.id, "Rest"); }
            exit { exit(self.id, "Rest"); }
            -> FINAL when panel.a && self.laps > 1;
            -> Run after 150ms;
        }
    }
}

fn panel_default() -> u32 {
    Panel::default().n
}

skill! {
    /// Sub-skills one after the other, one skill in two states, an argument that
    /// can be out of range.
    pub skill Chain(id: u32 = 1) {
        depends_skills { Hop, Timer }
        depends_interfaces { panel: Panel }
        start state One = Hop { id: 10 * self.id + 1 } {
            init { init(self.id, "One"); }
            loop { looped(self.id, "One"); }
            exit { exit(self.id, "One"); }
            -> Two on FINAL;
            -> FAILED on FAILED;
            -> One when panel.n == 5;
        }
        state Two = Hop { id: 10 * self.id + 2 } {
            precond -> Three when panel.n == 7;
            init { init(self.id, "Two"); }
            loop { looped(self.id, "Two"); }
            exit { exit(self.id, "Two"); }
            -> Three on FINAL;
            -> FAILED("two, of its own") on FAILED;
            -> One after 5 ticks;
        }
        state Three = Timer { id: 10 * self.id + 3, wait_sec: 2.0 * f32::from(panel.n as u8) } {
            init { init(self.id, "Three"); }
            loop { looped(self.id, "Three"); }
            exit { exit(self.id, "Three"); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

skill! {
    /// Parallel sub-skills, two deep, under a transition that leaves every state.
    pub skill Crew(id: u32 = 1) {
        depends_skills { Chain, Hop, Timer }
        depends_interfaces { panel: Panel }
        max_transitions = 2;
        always { -> Alarm when panel.n == 6; }
        start state Work = (
            Chain { id: 10 * self.id + 1 },
            Timer { id: 10 * self.id + 2 },
            Hop { id: 10 * self.id + 3 },
        ) {
            init { init(self.id, "Work"); }
            loop { looped(self.id, "Work"); }
            exit { exit(self.id, "Work"); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
        state Alarm {
            precond -> FAILED("alarm with b") when panel.b;
            init { init(self.id, "Alarm"); }
            loop { looped(self.id, "Alarm"); }
            exit { exit(self.id, "Alarm"); }
            -> Again after 1 tick;
        }
        state Again = (Hop { id: 10 * self.id + 4 }, Hop { id: 10 * self.id + 5 }) {
            init { init(self.id, "Again"); }
            loop { looped(self.id, "Again"); }
            exit { exit(self.id, "Again"); }
            -> Work on FINAL;
            -> Work on FAILED;
            -> Work after 400ms;
        }
    }
}

fn act(ports: &mut DoerPorts<'_>, n: u32) -> Status {
    match n {
        2 => Status::Final,
        3 => Status::Failed,
        _ => {
            ports.panel.send(Note { n });
            Status::Running
        }
    }
}

skill! {
    /// An action, messages that may be refused, and a cycle that only the limit stops.
    pub skill Doer(id: u32 = 1) {
        depends_interfaces { optional panel: Panel (max_age = 60ms) }
        max_transitions = 3;
        vars { sent: u32 = 0 }
        start state Ask {
            init {
                init(self.id, "Ask");
                panel.send(Note { n: self.sent });
                self.sent += 1;
            }
            loop { looped(self.id, "Ask"); }
            exit { exit(self.id, "Ask"); }
            -> FAILED("refused after {}", self.sent) when panel.refused();
            -> FAILED("stale") when panel.stale();
            -> Act when panel.a;
            -> Ask after 2 ticks;
        }
        state Act = action act(panel.n) {
            init { init(self.id, "Act"); }
            loop { looped(self.id, "Act"); }
            exit { exit(self.id, "Act"); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            -> Ask when panel.n == 4 || panel.refused();
        }
    }
}
