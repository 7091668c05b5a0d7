//! Rule 2: names that `let` binds in guards.

use std::cell::Cell;

use skill_runtime::{Machine, Skill, Status, skill};

use crate::number;
use crate::stage::{Panel, Stage, log, logged};

/// Returns the half of an even number.
fn half(of: u32) -> Option<u32> {
    log("half");
    of.is_multiple_of(2).then_some(of / 2)
}

skill! {
    #[allow(skill::never_assigned)]
    /// Carries names of guards in values of all kinds.
    pub skill Carry(limit: u32 = 10) -> u32 {
        depends_interfaces { panel: Panel }
        always { -> FAILED("{} of {}", tens, panel.n) when let tens @ 9.. = panel.n / 10; }
        start state Wait {
            vars { least: u32 = 1 }
            -> Took(h, panel.n)
                when self.least > 0 && let Some(h) = half(panel.n) && h > self.limit;
            -> FINAL(h + more) when let (Some(h), more) = (half(panel.n), 100) && let 3..=4 = h;
            -> FAILED("odd {}", n) when let n = panel.n && n % 2 == 1 && n > 4;
            -> Wait when let Some(h) = half(panel.n) && h == 1;
        }
        state Took(a: u32, b: u32, c: u32 = self.limit) {
            precond -> Odd(a) when let Some(a) = half(self.a) && let Some(a) = half(a);
            -> FINAL(self.a * 1000 + self.b + self.c) otherwise;
        }
        state Odd(a: u32) { -> FINAL(self.a) otherwise; }
    }
}

#[test]
fn names_hold_in_the_rest_of_the_guard_and_in_the_values() {
    for (n, result) in [(22, 11_032), (40, 5), (6, 103), (8, 104)] {
        let mut stage = Stage::new(Carry::default());
        stage.show(number(n));
        while stage.exec() == Status::Running {}
        assert_eq!(stage.machine().result(), Some(&result), "{n}");
    }
    for (n, reason) in [(7, "odd 7"), (90, "9 of 90")] {
        let mut stage = Stage::new(Carry::default());
        stage.show(number(n));
        assert_eq!((stage.exec(), stage.reason()), (Status::Failed, reason.to_owned()));
    }
    let mut stage = Stage::new(Carry::default());
    stage.show(number(20));
    assert_eq!(stage.exec(), Status::Running, "10 is not above the limit");
    assert_eq!(stage.transitions(), [""; 0]);
    let label = Carry::INFO.graph.transitions[1].label;
    assert_eq!(label, "self.least > 0 && let Some(h) = half(panel.n) && h > self.limit");
}

#[test]
fn a_guard_is_evaluated_once_more_only_if_its_names_are_carried() {
    skill! {
        pub skill Use() {
            depends_interfaces { panel: crate::stage::Panel }
            start state Wait {
                -> Carried(h) when let Some(h) = half(panel.n) && h > 1;
                -> Other(panel.n) when let 7.. = panel.n;
            }
            state Carried(h: u32) { -> Not(self.h) when let Some(2) = half(panel.n); }
            state Not(n: u32) { -> FINAL when self.n > 7; }
            state Other(n: u32) { -> FINAL when self.n == 6; }
        }
    }
    let mut stage = Stage::new(Use {});
    stage.show(number(2));
    stage.exec();
    // The first pass checks twice: after the entry, and in the round after `loop`.
    let once = logged().iter().filter(|what| **what == "half").count();
    stage.exec();
    assert_eq!(logged(), ["half"], "{once}");
    stage.show(number(4));
    stage.exec();
    assert_eq!(logged(), ["half", "half", "transition", "half", "transition"]);
}

thread_local! {
    /// The number of calls of a function that is not pure.
    static ANSWERS: Cell<u32> = const { Cell::new(0) };
}

/// Returns a value at every second call.
fn lie(n: u32) -> Option<u32> {
    ANSWERS.set(ANSWERS.get() + 1);
    log("lie");
    (ANSWERS.get() % 2 == 1).then_some(n)
}

#[test]
fn a_guard_that_no_longer_holds_is_not_taken() {
    skill! {
        pub skill Deceived() -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            start state Wait {
                exit { log("exit"); }
                -> Next(n) when panel.n == 1 && let Some(n) = lie(panel.n);
                -> FINAL(n) when panel.n == 2 && let Some(n) = lie(panel.n);
                -> FAILED("{}", n) when panel.n == 3 && let Some(n) = lie(panel.n);
                -> FINAL(0) when panel.n == 4;
            }
            state Next(n: u32) { -> FINAL(self.n) otherwise; }
        }
    }
    let mut stage = Stage::new(Deceived {});
    for n in 1..=3 {
        for _ in 0..3 {
            stage.show(number(n));
            assert_eq!(stage.exec(), Status::Running, "{n}");
            assert!(logged().iter().all(|what| *what == "lie"));
        }
        assert_eq!(stage.transitions(), [""; 0]);
        assert!(stage.machine().failure().is_none());
    }
    stage.show(number(4));
    assert_eq!((stage.exec(), stage.machine().result()), (Status::Final, Some(&0)));
}

#[test]
fn names_of_results_and_of_guards_are_one_scope() {
    skill! {
        pub skill Measure() -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            start state Look {
                -> FAILED("nothing") when panel.n == 0;
                -> FINAL(panel.n) when panel.go;
            }
        }
    }
    skill! {
        pub skill Decide() -> u32 {
            depends_skills { Measure }
            depends_interfaces { panel: crate::stage::Panel }
            start state Ask = Measure {} {
                -> Done(n, h) on FINAL(n) when let Some(h) = half(n) && let Some(h) = half(h);
                -> Done(0, n) on FINAL(n) when let Some(n) = half(n);
                -> Ask on FINAL;
                -> FAILED("go {}", go) on FAILED when let go @ true = panel.go;
                -> Done(7, 7) on FAILED;
            }
            state Done(n: u32, h: u32) { -> FINAL(self.n * 100 + self.h) otherwise; }
        }
    }
    for (n, result) in [(12, 1203), (6, 3)] {
        let mut stage = Stage::new(Decide {});
        stage.show(Panel { go: true, n });
        while stage.exec() == Status::Running {}
        assert_eq!(stage.machine().result(), Some(&result));
    }
    let mut stage = Stage::new(Decide {});
    stage.show(Panel { go: false, n: 0 });
    while stage.exec() == Status::Running {}
    assert_eq!(stage.machine().result(), Some(&707));
    let mut stage = Stage::new(Decide {});
    stage.show(Panel { go: true, n: 0 });
    while stage.exec() == Status::Running {}
    assert_eq!(stage.reason(), "go true");
}

#[test]
fn a_memory_and_a_time_are_of_the_whole_guard() {
    skill! {
        pub skill Late() -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            start state Wait {
                -> FINAL(h) when rising let Some(h) = half(panel.n) && h > 2;
                -> FINAL(h + 10) when panel.go && let Some(h) = half(panel.n) for 20ms;
                -> FINAL(h + 20) after 5 ticks when let Some(h @ ..=2) = half(panel.n);
            }
        }
    }
    for (shown, result) in [
        (&[(false, 8), (false, 3), (false, 8)][..], 4),
        (&[(true, 8), (true, 8), (true, 8)], 14),
        (&[(true, 8), (false, 8), (true, 8), (true, 8), (true, 8)], 14),
        (&[(false, 8), (false, 8), (false, 8), (false, 8), (false, 8), (false, 4)], 22),
    ] {
        let mut stage = Stage::new(Late {});
        for (pass, (go, n)) in shown.iter().enumerate() {
            stage.show(Panel { go: *go, n: *n });
            let status = if pass + 1 < shown.len() { Status::Running } else { Status::Final };
            assert_eq!(stage.exec(), status, "{shown:?} {pass}");
        }
        assert_eq!(stage.machine().result(), Some(&result));
    }
}

#[test]
fn a_state_that_is_held_takes_the_names() {
    skill! {
        pub skill Hold() -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            start state Begin { -> Outer(Leaf) otherwise; }
            state Outer(next: state(u32)) {
                start state Inside { -> self.next(h) when let Some(h) = half(panel.n); }
            }
            state Leaf(h: u32) { -> FINAL(self.h) otherwise; }
        }
    }
    let mut stage = Stage::new(Hold {});
    stage.show(number(6));
    assert_eq!((stage.exec(), stage.machine().result()), (Status::Final, Some(&3)));
}

skill! {
    /// Guards and values that begin with an expression that could be a statement.
    pub skill Blocks(n: u32 = 0) -> u32 {
        depends_interfaces { panel: Panel }
        start state First {
            -> Value(
                match panel.n {
                    1 => 10,
                    _ => 20
                } + 1
            )
                when match panel.n {
                    1 => true,
                    _ => false
                } && panel.go;
            -> Value(2) when if panel.go { 1 } else { 2 } as u32 == panel.n;
            -> Value(3) when { panel.n > 6 } || panel.n == 5;
            -> FINAL(h)
                when match panel.n {
                    4 => true,
                    _ => false
                } != panel.go && let Some(h) = half(panel.n) && { h > 1 } == true;
        }
        state Value(x: u32) {
            -> FINAL(self.x) after if self.n == 0 { 0.01 } else { 1.0 } * 2.0;
        }
    }
}

#[test]
fn guards_begin_with_blocks() {
    for (go, n, result) in [(true, 1, 11), (false, 2, 2), (false, 5, 3), (false, 4, 2)] {
        let mut stage = Stage::new(Blocks::default());
        stage.show(Panel { go, n });
        stage.exec();
        stage.wait(20);
        stage.exec();
        assert_eq!(stage.machine().result(), Some(&result), "{go} {n}");
    }
}
