//! A machine on a bench with a panel, and a log of what the tests' blocks report.

use std::cell::RefCell;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use skill_runtime::{Exec, Skill, Status, TraceKind, blackboard, interface};
use skill_test::{Driver, SingleSkill};

interface! {
    pub Panel {
        max_age = never;
        fields { go: bool, n: u32 }
        messages (capacity = 2) { Note { n: u32 }, flush Clear { n: u32 } }
    }
}
interface! { pub Lamp { fields { on: bool } } }
interface! {
    pub Bell {
        fields {}
        messages (capacity = 2) { Ring, Hum { n: u32 } }
    }
}

blackboard! { pub Board { panel: Panel, lamp: Lamp, bell: Bell } }

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Logs that a block or a guard runs.
pub fn log(what: &'static str) {
    LOG.with_borrow_mut(|log| log.push(what));
}

/// Returns `result`, and logs that the guard is checked.
pub fn checked(what: &'static str, result: bool) -> bool {
    log(what);
    result
}

/// Returns what was logged since the last call.
pub fn logged() -> Vec<&'static str> {
    LOG.with_borrow_mut(mem::take)
}

type Bench<M> = skill_test::Bench<'static, Board, SingleSkill<'static, Board, M>>;

/// A machine on a bench. The panel publishes only when a test requests it.
pub struct Stage<M> {
    bench: Bench<M>,
    pub panel: Driver<'static, Panel>,
    pub bell: Driver<'static, Bell>,
}

impl<M> Deref for Stage<M> {
    type Target = Bench<M>;
    fn deref(&self) -> &Bench<M> {
        &self.bench
    }
}

impl<M> DerefMut for Stage<M> {
    fn deref_mut(&mut self) -> &mut Bench<M> {
        &mut self.bench
    }
}

impl<M: Exec<Board>> Stage<M> {
    pub fn new<S: Skill<Machine = M>>(call: S) -> Self {
        logged();
        let mut bench = skill_test::Bench::<Board>::new().without_explanations();
        bench.watch(|event| {
            if matches!(event.kind, TraceKind::Transition { .. }) {
                log("transition");
            }
        });
        let panel = bench.driver(|board| &board.panel);
        panel.pause();
        let bell = bench.driver(|board| &board.bell);
        bell.pause();
        Self { bench: bench.with_skill(call), panel, bell }
    }

    /// Publishes a value of the panel now.
    pub fn show(&self, panel: Panel) {
        self.panel.set(panel);
        self.panel.publish();
    }

    /// Advances the time without a pass of the machine.
    pub fn wait(&mut self, millis: u64) {
        self.bench.wait(Duration::from_millis(millis));
    }

    /// Runs a pass; afterwards the record contains only its events.
    pub fn exec(&mut self) -> Status {
        self.bench.clear();
        self.bench.pass()
    }

    /// Returns the transitions of the last pass, as `From -> To`.
    pub fn transitions(&self) -> Vec<String> {
        let named = self.bench.transitions().into_iter();
        named.filter_map(|text| Some(text.split_once(": ")?.1.to_owned())).collect()
    }

    /// Resets the machine; afterwards the record contains only the events of the reset.
    pub fn reset(&mut self) {
        self.bench.clear();
        self.bench.reset();
    }
}
