//! The rules of one `exec`, each as small machines that show it. Rule 7 is in
//! `rules/sub_skills.rs`, `rules/side_by_side.rs` and `rules/some_of.rs`; guards on outcomes in `rules/outcomes.rs`, failures handled by states around in `rules/handlers.rs`, parameters of states
//! in `rules/parameters.rs`; rules 9 and 10, what a machine sees, in `rules/world.rs`; rules 12 to 14
//! in `rules/required.rs`, `rules/refused.rs` and `rules/results.rs`; rule 15, guards with memory, in `rules/memory.rs`; rule 16, tries, in `rules/tries.rs`; rule 17,
//! states that are entered again, in `rules/resume.rs`; rule 18, blocks with several names, in `rules/each.rs`; messages
//! that states run in `rules/sends.rs`; rule 19, messages that end with what has sent them, in `rules/until.rs`.

use skill_runtime::{Status, TraceKind, skill};

#[path = "rules/bound.rs"]
mod bound;
#[path = "rules/each.rs"]
mod each;
#[path = "rules/failures.rs"]
mod failures;
#[path = "rules/handlers.rs"]
mod handlers;
#[path = "rules/memory.rs"]
mod memory;
#[path = "rules/outcomes.rs"]
mod outcomes;
#[path = "rules/parameters.rs"]
mod parameters;
#[path = "rules/refused.rs"]
mod refused;
#[path = "rules/required.rs"]
mod required;
#[path = "rules/results.rs"]
mod results;
#[path = "rules/resume.rs"]
mod resume;
#[path = "rules/sends.rs"]
mod sends;
#[path = "rules/side_by_side.rs"]
mod side_by_side;
#[path = "rules/some_of.rs"]
mod some_of;
#[path = "rules/stage.rs"]
mod stage;
#[path = "rules/sub_skills.rs"]
mod sub_skills;
#[path = "rules/tries.rs"]
mod tries;
#[path = "rules/until.rs"]
mod until;
#[path = "rules/world.rs"]
mod world;

use stage::{Panel, Stage, checked, log, logged};
use sub_skills::Hand;

/// The panel with the number `n`.
fn number(n: u32) -> Panel {
    Panel { n, ..Panel::default() }
}

skill! {
    /// Logs its blocks, and ends as the panel says: 1 FINAL, 2 FAILED.
    pub skill Worker(name: u32 = 0) {
        depends_interfaces { panel: Panel }
        vars { passes: u32 = 0 }
        start state Work {
            init { log("worker init"); }
            loop {
                log("worker loop");
                self.passes += 1;
            }
            exit { log("worker exit"); }
            -> FINAL when panel.n == 1;
            -> FAILED("worker {} in pass {}", self.name, self.passes) when panel.n == 2;
        }
    }
}

#[test]
fn rule_1_the_first_exec_enters_the_start_state_and_goes_on() {
    let mut stage = Stage::new(Worker::default());
    stage.exec();
    assert_eq!(logged(), ["worker init", "worker loop"]);
    stage.exec();
    assert_eq!(logged(), ["worker loop"]);
    stage.reset();
    assert_eq!(logged(), ["worker exit"]);
    stage.exec();
    assert_eq!(logged(), ["worker init", "worker loop"], "as fresh");
}

#[test]
fn rule_2_a_pass_is_loop_then_sub_skills_then_edges() {
    skill! {
        pub skill InOrder() {
            depends_skills { Worker }
            always { -> Elsewhere when checked("always", false); }
            start state Here = Worker {} {
                loop { log("loop"); }
                -> Elsewhere when checked("edge", false);
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
            state Elsewhere { -> FINAL otherwise; }
        }
    }
    let mut stage = Stage::new(InOrder::default());
    stage.exec();
    logged();
    stage.exec();
    assert_eq!(logged(), ["loop", "worker loop", "always", "edge"]);
}

#[test]
fn rule_2_results_stand_before_the_other_edges_wherever_they_are_written() {
    skill! {
        pub skill ResultsFirst() {
            depends_skills { Worker }
            depends_interfaces { panel: Panel }
            start state Here = Worker {} {
                -> FAILED("the other edge came first") when panel.go;
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let mut stage = Stage::new(ResultsFirst::default());
    stage.exec();
    stage.show(Panel { go: true, n: 1 });
    assert_eq!((stage.exec(), stage.reason()), (Status::Final, String::new()));
}

#[test]
fn rule_2_always_edges_stand_before_the_results() {
    skill! {
        pub skill AlwaysFirst() {
            depends_skills { Worker }
            depends_interfaces { panel: Panel }
            always { -> FAILED("always") when panel.go; }
            start state Here = Worker {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let mut stage = Stage::new(AlwaysFirst::default());
    stage.exec();
    stage.show(Panel { go: true, n: 1 });
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "always".to_owned()));
}

#[test]
fn rule_3_a_precondition_skips_init_and_the_state_is_not_left() {
    skill! {
        pub skill Skips() {
            #[allow(skill::unreachable_transition)]
            start state Never {
                precond -> Next when true;
                init { log("never init"); }
                exit { log("never exit"); }
                -> Next after 1s;
            }
            state Next {
                init { log("next init"); }
                -> FINAL after 1s;
            }
        }
    }
    let mut stage = Stage::new(Skips::default());
    stage.exec();
    assert_eq!(logged(), ["transition", "next init"]);
}

#[test]
fn rule_3_entry_checks_the_edges_once_without_loop_and_sub_skills() {
    skill! {
        pub skill Enters() {
            depends_skills { Worker }
            depends_interfaces { panel: Panel }
            start state Before { -> Entered when panel.go; }
            state Entered = Worker {} {
                init { log("init"); }
                loop { log("loop"); }
                -> Before when checked("edge", false);
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let mut stage = Stage::new(Enters::default());
    stage.exec();
    stage.show(Panel { go: true, n: 0 });
    logged();
    stage.exec();
    assert_eq!(logged(), ["transition", "init", "edge"]);
    stage.exec();
    assert_eq!(logged(), ["loop", "worker init", "worker loop", "edge"]);
}

#[test]
fn rule_3_the_sub_skill_gets_its_arguments_after_init() {
    skill! {
        pub skill Gives() {
            depends_skills { Worker }
            vars { name: u32 = 1 }
            start state Work = Worker { name: self.name } {
                init { self.name += 6; }
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let mut stage = Stage::new(Gives::default());
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "worker 7 in pass 0");
}

#[test]
fn rule_4_a_transition_is_exit_then_trace_then_entry() {
    skill! {
        pub skill Goes() {
            start state A {
                exit { log("exit A"); }
                -> B after 10ms;
            }
            state B {
                init { log("init B"); }
                -> FINAL after 1s;
            }
        }
    }
    let mut stage = Stage::new(Goes::default());
    stage.exec();
    stage.exec();
    assert_eq!(logged(), ["exit A", "transition", "init B"]);
    assert_eq!(stage.transitions(), ["A -> B"]);
}

#[test]
fn rule_4_a_transition_to_itself_leaves_and_enters() {
    skill! {
        #[allow(skill::unreachable_transition)]
        pub skill Again() {
            start state Same {
                init { log("init"); }
                exit { log("exit"); }
                -> Same after 30ms;
                -> FINAL after 1s;
            }
        }
    }
    let mut stage = Stage::new(Again::default());
    let passes: Vec<_> = (0..7).map(|_| (stage.exec(), logged()).1).collect();
    let again = ["exit", "transition", "init"];
    assert_eq!(passes, [&["init"][..], &[], &[], &again, &[], &[], &again]);
}

skill! {
    /// Cycles until the panel ends it.
    pub skill Round() {
        depends_interfaces { panel: Panel }
        max_transitions = 5;
        start state A {
            init { log("A"); }
            -> B when panel.go;
            -> FINAL when panel.n == 1;
        }
        state B {
            init { log("B"); }
            -> A when panel.go;
            -> FINAL when panel.n == 1;
        }
    }
}

#[test]
fn rule_5_the_limit_is_a_quiet_stop() {
    let mut stage = Stage::new(Round::default());
    stage.show(Panel { go: true, n: 0 });
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.transitions().len(), 5);
    let last = stage.events().last().map(|event| event.kind);
    assert!(matches!(last, Some(TraceKind::Limit { .. })), "{last:?}");
    assert_eq!(stage.machine().limits(), 1);
    stage.exec();
    assert_eq!(stage.transitions()[0], "B -> A", "it continues where it stopped");
    assert_eq!(stage.machine().limits(), 2);
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().limits(), 2);
}

#[test]
fn rule_5_the_transitions_of_the_first_entry_count_too() {
    skill! {
        pub skill Begins() {
            max_transitions = 3;
            vars { passes: u32 = 0 }
            start state A { -> B when true; }
            state B { -> C when true; }
            state C {
                loop { self.passes += 1; }
                -> D when self.passes == 1;
            }
            state D { -> E when true; }
            state E { -> FINAL after 1s; }
        }
    }
    let mut stage = Stage::new(Begins::default());
    stage.exec();
    assert_eq!(stage.transitions(), ["A -> B", "B -> C", "C -> D"]);
    assert_eq!(stage.machine().limits(), 1);
    stage.exec();
    assert_eq!(stage.transitions(), ["D -> E"]);
}

#[test]
fn rule_5_an_entry_that_is_pending_at_the_limit_resumes_in_the_next_exec() {
    skill! {
        #[allow(skill::unconditional_cycle)]
        pub skill Hops() {
            depends_interfaces { panel: Panel }
            max_transitions = 3;
            start state A {
                precond -> B when panel.go;
                init { log("A init"); }
                loop { log("A loop"); }
                exit { log("A exit"); }
                -> FINAL after 1s;
            }
            state B {
                precond -> A when panel.go;
                init { log("B init"); }
                loop { log("B loop"); }
                exit { log("B exit"); }
                -> FINAL after 1s;
            }
        }
    }
    let mut stage = Stage::new(Hops::default());
    stage.show(Panel { go: true, n: 0 });
    for _ in 0..2 {
        assert_eq!(stage.exec(), Status::Running);
        assert_eq!(logged(), ["transition"; 3], "no state is entered");
    }
    assert_eq!(stage.machine().limits(), 2);
    stage.show(Panel::default());
    stage.exec();
    assert_eq!(logged(), ["A init"], "the entry into A was pending");
    stage.exec();
    assert_eq!(logged(), ["A loop"]);
}

#[test]
fn rule_6_an_end_stays_until_reset() {
    for (n, end) in [(1, Status::Final), (2, Status::Failed)] {
        let mut stage = Stage::new(Worker::default());
        stage.show(number(n));
        assert_eq!(stage.exec(), end);
        let reason = stage.reason();
        assert_eq!(reason.is_empty(), end == Status::Final);
        stage.show(number(0));
        logged();
        for _ in 0..3 {
            assert_eq!((stage.exec(), stage.reason()), (end, reason.clone()));
        }
        assert_eq!(logged(), [""; 0], "nothing runs");
        stage.reset();
        assert_eq!(logged(), [""; 0], "there is nothing to leave");
        assert_eq!((stage.exec(), stage.reason()), (Status::Running, String::new()));
    }
}

#[test]
fn rule_6_the_reason_of_a_sub_skill_reaches_the_caller_in_the_same_exec() {
    skill! {
        pub skill Inner() {
            depends_skills { Worker }
            start state Work = Worker { name: 4 } {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    skill! {
        pub skill Outer() {
            depends_skills { Inner }
            start state Work = Inner {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let mut stage = Stage::new(Outer::default());
    stage.exec();
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "worker 4 in pass 2");
    let failed: Vec<&str> = stage
        .events()
        .iter()
        .filter(|event| matches!(event.kind, TraceKind::Failed(_)))
        .map(|event| event.skill.name)
        .collect();
    assert_eq!(failed, ["worker", "inner", "outer"]);
}

#[test]
fn rule_8_reset_exits_restores_the_variables_and_marks_the_trace() {
    skill! {
        #[allow(skill::never_final)]
        pub skill Counts() {
            vars { count: u32 = 3 }
            start state Run {
                loop { self.count += 1; }
                exit { log("exit"); }
                -> FAILED("counted to {}", self.count) when self.count == 5;
            }
        }
    }
    let mut stage = Stage::new(Counts::default());
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.machine().vars().count, 4);
    stage.reset();
    assert_eq!(logged(), ["exit"]);
    assert_eq!(
        stage.events().iter().map(|event| event.kind).collect::<Vec<_>>(),
        [TraceKind::Reset]
    );
    assert_eq!(stage.machine().vars().count, 3);
    stage.reset();
    assert_eq!(stage.events(), [], "nothing is left to reset");
    assert_eq!([stage.exec(), stage.exec()], [Status::Running, Status::Failed]);
}

#[test]
fn rule_8_a_call_that_cannot_be_run_fails_again_after_a_reset() {
    let mut stage = Stage::new(Hand::default());
    for _ in 0..2 {
        assert_eq!(stage.exec(), Status::Failed);
        assert_eq!(stage.reason(), "argument `number` is missing");
        assert_eq!(logged(), [""; 0], "no state is entered");
        stage.reset();
        assert_eq!(stage.reason(), "");
    }
}
