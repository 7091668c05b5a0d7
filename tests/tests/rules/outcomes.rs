//! Rule 2: `on FINAL` and `on FAILED` with guards.

use skill_runtime::graph::Trigger;
use skill_runtime::{Machine, Skill, Status, skill};

use crate::stage::{Panel, Stage, bell, checked, log, logged};

skill! {
    /// Returns the number that the panel shows, if it is small.
    pub skill Measure() -> u32 {
        depends_interfaces { panel: Panel }
        start state Look {
            -> FAILED("{} is too much", panel.n) when panel.n >= 50;
            -> FINAL(panel.n) when panel.go;
        }
    }
}

skill! {
    /// Decides by what it has measured.
    pub skill Sort() -> u32 {
        depends_skills { Measure }
        vars { tries: u32 = 0 }
        start state Ask = Measure {} {
            init { self.tries += 1; }
            -> FINAL(big) on FINAL(big) when checked("big", big > 20);
            -> Ask on FAILED when self.tries < 3;
            -> Odd(n) on FINAL(n) when checked("odd", n % 2 == 1 && n > self.tries);
            -> FAILED("{} tries", self.tries) on FAILED;
            -> FINAL(0) on FINAL;
            -> FINAL(1) when checked("plain", false);
        }
        state Odd(n: u32) { -> FINAL(self.n + 100) after 10ms; }
    }
}

fn shows(n: u32) -> Panel {
    Panel { go: true, n }
}

#[test]
fn the_first_whose_guard_holds_is_taken() {
    for (n, checks, result) in [
        (30, &["plain", "plain", "big", "transition"][..], 30),
        (7, &["plain", "plain", "big", "odd", "transition", "transition"], 107),
        (8, &["plain", "plain", "big", "odd", "transition"], 0),
    ] {
        let mut stage = Stage::new(Sort {});
        stage.show(Panel { go: false, n });
        assert_eq!(stage.exec(), Status::Running);
        stage.show(shows(n));
        while stage.exec() == Status::Running {}
        let mut of_guards = logged();
        // Of `Measure`, too, at its end.
        let own = of_guards.iter().position(|what| *what == "transition").expect("it ends");
        of_guards.remove(own);
        assert_eq!(&of_guards[..], checks, "{n}");
        assert_eq!(stage.machine().result(), Some(&result));
    }
}

#[test]
fn failures_are_decided_by_guards() {
    let mut stage = Stage::new(Sort {});
    stage.show(shows(60));
    let again = ["Look -> FAILED", "Ask -> Ask"];
    for _ in 0..2 {
        assert_eq!(stage.exec(), Status::Running);
        assert_eq!(stage.transitions(), again);
        assert!(stage.trace().contains("Ask -> Ask  \"on FAILED when self.tries < 3\""));
    }
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "3 tries");
}

#[test]
fn a_failure_is_passed_on_where_no_guard_holds() {
    skill! {
        pub skill Insist(times: u32) {
            depends_skills { Measure }
            vars { tries: u32 = 0 }
            start state Ask = Measure {}? {
                init { self.tries += 1; }
                -> FINAL on FINAL;
                -> Ask on FAILED when self.tries < self.times;
                -> FAILED on FAILED when self.tries == 2;
            }
        }
    }
    for (times, passes) in [(1, 1), (2, 2), (3, 3)] {
        let mut stage = Stage::new(Insist { times: Some(times) });
        stage.show(shows(70));
        for _ in 1..passes {
            assert_eq!(stage.exec(), Status::Running);
        }
        assert_eq!(stage.exec(), Status::Failed);
        assert_eq!(stage.reason(), "70 is too much");
        let implied = stage.trace().contains("-> FAILED  \"on FAILED\"");
        assert_eq!(implied, times != 2, "{}", stage.trace());
    }
}

#[test]
fn names_of_results_are_those_of_each_transition() {
    skill! {
        pub skill Count(to: u32) -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            start state Up { -> FINAL(self.to + panel.n) otherwise; }
        }
    }
    skill! {
        /// A list, in a state that is passed by value, inside a state.
        pub skill Both() -> u32 {
            depends_skills { Measure, Count }
            start state Begin { -> Outer(Ask, 2) otherwise; }
            state Outer(next: state(u32), factor: u32) {
                start state Wait { -> self.next(self.factor) otherwise; }
            }
            state Ask(limit: u32) = (
                Measure {},
                action nod(self.limit),
                Count { to: self.limit }
            )? {
                -> FINAL(1) on FINAL(measure: x, count: y) when x > y && self.limit == 2;
                -> FINAL(x) on FINAL(count: x) when x == 5;
                -> FINAL(count + 1000) on FINAL(count, measure) when measure + 2 == count;
                -> FINAL(2) on FINAL;
            }
        }
    }
    fn nod(_: &mut BothPorts<'_>, _: u32) -> Status {
        Status::Final
    }
    for (n, result) in [(3, 5), (9, 1011)] {
        let mut stage = Stage::new(Both {});
        stage.show(shows(n));
        while stage.exec() == Status::Running {}
        assert_eq!(stage.machine().result(), Some(&result));
    }
}

#[test]
fn outer_and_inner_states_have_guards_on_their_own_outcomes() {
    skill! {
        #[allow(skill::never_assigned)]
        pub skill Nest() {
            depends_skills { Measure }
            start state Outer = Measure {}? {
                vars { seen: u32 = 0 }
                -> FINAL on FINAL(n) when checked("outer", n == 4 + self.seen);
                -> Outer on FINAL;
                start state Inner = Measure {} {
                    -> Inner on FINAL(n) when checked("inner", n == 9);
                    -> FAILED("inner {}", n) on FINAL(n) when n == 5;
                    -> Inner on FINAL;
                    -> FAILED on FAILED;
                }
            }
        }
    }
    let mut stage = Stage::new(Nest {});
    stage.show(shows(5));
    assert_eq!(stage.exec(), Status::Running);
    let all = ["Look -> FINAL", "Look -> FINAL", "Inner -> Outer"];
    assert_eq!(stage.transitions(), all);
    stage.show(shows(4));
    assert_eq!(stage.exec(), Status::Final);
    assert!(
        stage.trace().contains("Inner -> FINAL  \"on FINAL(n) when checked("),
        "{}",
        stage.trace()
    );
}

#[test]
fn a_single_action_has_guards_on_its_outcome() {
    skill! {
        pub skill Nod() {
            depends_interfaces { panel: Panel }
            vars { nods: u32 = 0 }
            start state Once = action nod() {
                init { self.nods += 1; }
                -> Once on FINAL when self.nods < 3;
                -> FINAL on FINAL;
                -> Once on FAILED when panel.go && self.nods < 10;
                -> FAILED on FAILED;
            }
        }
    }
    fn nod(ports: &mut NodPorts<'_>) -> Status {
        log("nod");
        if ports.panel.n == 0 { Status::Final } else { Status::Failed }
    }
    let mut stage = Stage::new(Nod {});
    stage.show(shows(0));
    while stage.exec() == Status::Running {}
    assert_eq!(logged().iter().filter(|what| **what == "nod").count(), 3);
    let mut stage = Stage::new(Nod {});
    stage.show(shows(1));
    while stage.exec() == Status::Running {}
    assert_eq!(logged().iter().filter(|what| **what == "nod").count(), 10);
    assert_eq!(stage.reason(), "on FAILED");
}

#[test]
fn rule_13_a_guard_on_an_outcome_decides_a_refusal() {
    skill! {
        pub skill Ring() {
            depends_skills { Measure }
            depends_interfaces { optional bell: crate::stage::Bell }
            start state Ask = Measure {}? {
                init { bell.send(bell::Ring); }
                -> FAILED("no bell") on FINAL when bell.refused();
                -> FINAL on FINAL;
            }
        }
    }
    let mut stage = Stage::new(Ring {});
    stage.bell.remove();
    stage.show(Panel { go: false, n: 1 });
    assert_eq!(stage.exec(), Status::Running, "the refusal is decided");
    stage.show(shows(1));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "no bell");
}

#[test]
fn each_is_a_transition_of_the_graph() {
    let all = Sort.graph.transitions.iter().filter(|of| of.trigger == Trigger::OnFinal);
    let labels: Vec<&str> = all.map(|of| of.label).collect();
    let texts = [
        "on FINAL(big) when checked(\"big\", big > 20)",
        "on FINAL(n) when checked(\"odd\", n % 2 == 1 && n > self.tries)",
        "on FINAL",
    ];
    assert_eq!(labels, texts);
    // Each entry has the guard of `when` or of the time, the pass two of `on FINAL` more.
    let own = (Sort.max_transitions + 1) + 3;
    assert_eq!(Sort::MAX_GUARDS, own + Measure::MAX_GUARDS);
}
