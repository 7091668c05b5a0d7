//! `max_iterations`: a loop in a block that takes too many rounds fails the skill, and the pass
//! returns.

use skill_runtime::skiller::{SkillStatus, SkillerInterface};
use skill_runtime::{Instant, Skill, Skiller, Tick, blackboard, interface, skill, skill_space};

interface! {
    /// A line to another processor.
    pub Line {
        fields {
            /// Whether it is ready.
            ready: bool,
            /// The number of rounds.
            rounds: u32,
        }
        messages {
            Stop,
        }
    }
}
blackboard! {
    pub Board { line: Line, "Skiller": SkillerInterface }
}

skill! {
    /// Waits in a block, which blocks the pass.
    pub skill Wait(rounds: u32 = 0) {
        depends_interfaces { line: Line }
        max_iterations = 1000;
        vars { list: [u32; 3] = [0; 3], taken: u32 = 0 }
        start state Before {
            init {
                for n in &mut self.list {
                    *n = 1;
                }
            }
            -> During otherwise;
        }
        state During {
            vars { inner: u32 = 0 }
            loop {
                while !line.ready && self.rounds == 0 {
                    self.taken = self.taken.wrapping_add(1);
                }
                for _ in 0..self.rounds {
                    self.inner += 1;
                }
            }
            exit { line.send(line::Stop); }
            -> FINAL when self.rounds > 0 && self.inner == self.rounds;
        }
    }
}
skill! {
    /// Runs the skill that waits.
    pub skill Above() {
        depends_skills { Wait }
        start state Go = Wait {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
skill! {
    /// Computes a value in a loop, and nests loops.
    pub skill Search(first: u32 = 0) {
        max_iterations = 100;
        vars { found: u32 = 0 }
        start state Go {
            init {
                let start = loop {
                    if self.first < 1000 {
                        break self.first;
                    }
                };
                'outer: for a in start.. {
                    for b in 0..10 {
                        if a * b > 50 {
                            self.found = a;
                            break 'outer;
                        }
                    }
                }
            }
            -> FINAL when self.found > 0;
        }
    }
}
skill_space! { pub Robot on Board { Wait, Above, Search } }

/// Runs a call for some passes. Returns the status, the error, and the messages that were sent.
fn run(call: impl Into<RobotCall>) -> (SkillStatus, String, usize) {
    let board = Board::new();
    let mut line = board.line.writer().expect("one writer");
    line.write(&Line::default(), Instant::ZERO);
    let mut skiller = Skiller::<Robot>::new(&board).expect("one writer");
    skiller.start(call).expect("valid");
    for count in 0..3 {
        skiller.tick(
            Tick { time: Instant::from_millis(u64::from(count)), count },
            skill_runtime::NoTrace,
        );
    }
    let sent = std::iter::from_fn(|| line.next_message()).count();
    (skiller.status(), skiller.interface().error.to_string(), sent)
}

const REASON: &str = "more than 1000 rounds of the loops in a block";

#[test]
fn a_loop_that_does_not_end_fails_the_skill_and_leaves_its_state() {
    assert_eq!(run(Wait { rounds: None }), (SkillStatus::Failed, REASON.to_owned(), 1));
}

#[test]
fn the_failure_of_a_sub_skill_is_that_of_its_caller() {
    let (status, error, sent) = run(Above {});
    assert_eq!((status, sent), (SkillStatus::Failed, 1));
    assert!(error.contains(REASON), "{error}");
}

#[test]
fn the_limit_itself_is_allowed() {
    assert_eq!(run(Wait { rounds: Some(1000) }).0, SkillStatus::Final);
    assert_eq!(run(Wait { rounds: Some(1001) }).1, REASON);
}

#[test]
fn loops_may_have_values_and_labels() {
    assert_eq!(run(Search { first: None }).0, SkillStatus::Final);
    assert_eq!(run(Search { first: Some(5000) }).0, SkillStatus::Failed);
}

#[test]
fn the_limit_is_named_in_traces() {
    assert_eq!(Wait::INFO.graph.transitions[0].label, "max_iterations");
}
