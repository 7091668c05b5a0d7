//! Results of skills: the values of FINAL, and their use by the caller.

use skill_runtime::{Cause, Machine, Skill, SkillResult, Status, skill};

use crate::stage::{Panel, Stage, log, logged};

/// A place on the floor.
#[derive(SkillResult, Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// To the front.
    #[argument(in 0.0..=5.0)]
    pub x_m: f32,
    pub y_m: f32,
}

skill! {
    /// Returns the spot that the panel shows.
    pub skill Locate(scale: f32 = 1.0) -> Spot {
        depends_interfaces { panel: Panel }
        vars { spot: Spot = Spot { x_m: 0.0, y_m: -1.0 } }
        start state Look {
            init { self.spot.x_m = panel.n as f32 * self.scale; }
            exit {
                self.spot.x_m = 99.0;
                log("exit");
            }
            -> FINAL(self.spot) when panel.go;
        }
    }
}

/// Returns the panel with which `Locate` finds `n`.
fn shows(n: u32) -> Panel {
    Panel { go: true, n }
}

#[test]
fn the_result_is_evaluated_before_the_exits() {
    let mut stage = Stage::new(Locate { scale: Some(0.5) });
    stage.show(Panel { go: false, n: 3 });
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.machine().result(), None);
    stage.show(shows(3));
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().result(), Some(&Spot { x_m: 1.5, y_m: -1.0 }));
    assert_eq!(stage.machine().state(), LocateState::FINAL);
    assert_eq!(logged(), ["exit", "transition"]);
    let trace =
        "t=0.010 locate: Look -> FINAL  \"panel.go\"\nt=0.010 locate: result {x_m=1.5, y_m=-1}\n";
    assert_eq!(stage.trace(), trace);
    // Rule 6: the result stays.
    stage.show(shows(9));
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().result(), Some(&Spot { x_m: 1.5, y_m: -1.0 }));
    stage.reset();
    assert_eq!(stage.machine().result(), None);
}

#[test]
fn a_result_outside_its_range_fails_the_skill() {
    for (scale, n, reason) in [
        (f32::MAX, 9, "result `x_m` is inf, outside its range 0.0..=5.0"),
        (1.0, 6, "result `x_m` is 6, outside its range 0.0..=5.0"),
    ] {
        let mut stage = Stage::new(Locate { scale: Some(scale) });
        stage.show(shows(n));
        assert_eq!(stage.exec(), Status::Failed);
        assert_eq!(stage.reason(), reason);
        let failure = stage.machine().failure().expect("a failure");
        assert_eq!((failure.cause, failure.skill), (Cause::ResultOutOfRange(0), Locate::INFO));
        assert_eq!(stage.machine().result(), None);
        assert_eq!(logged(), ["exit", "transition"]);
        // It does not affect the next run.
        stage.reset();
        stage.show(shows(0));
        assert_eq!(stage.exec(), Status::Final);
    }
    skill! {
        pub skill Divide(by: f32) -> f64 {
            start state Begin { -> FINAL(f64::from(1.0 / self.by)) otherwise; }
        }
    }
    let mut stage = Stage::new(Divide { by: Some(0.0) });
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "the result is inf, not a finite number");
    let mut stage = Stage::new(Divide { by: Some(4.0) });
    assert_eq!((stage.exec(), stage.machine().result()), (Status::Final, Some(&0.25)));
}

skill! {
    /// Goes to the spot that `Locate` returns.
    #[allow(skill::never_final)]
    pub skill Fetch() -> f32 {
        depends_skills { Locate }
        start state Look = Locate {}? {
            -> FAILED("too far: {}, {}", spot.x_m, spot.y_m) on FINAL(spot);
        }
    }
}

#[test]
fn the_caller_names_the_result_in_the_values_of_a_transition() {
    skill! {
        pub skill Go() -> f32 {
            depends_skills { Locate }
            start state Look = Locate {}? { -> Approach(spot.x_m, spot.y_m) on FINAL(spot); }
            state Approach(x_m: f32, y_m: f32) {
                start state Walk { -> Again otherwise; }
                state Again = Locate { scale: 0.5 }? {
                    -> FINAL(self.x_m + self.y_m + found.x_m) on FINAL(found);
                }
            }
        }
    }
    let mut stage = Stage::new(Go {});
    stage.show(shows(2));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().result(), Some(&2.0));
    let mut stage = Stage::new(Fetch {});
    stage.show(shows(3));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "too far: 3, -1");
}

#[test]
fn results_of_sub_skills_side_by_side_have_their_names() {
    skill! {
        /// Counts to the panel's number.
        pub skill Count() -> u32 {
            depends_interfaces { panel: crate::stage::Panel }
            vars { passes: u32 = 0 }
            start state Up {
                loop { self.passes += 1; }
                -> FINAL(self.passes) when self.passes >= panel.n;
            }
        }
    }
    skill! {
        pub skill Nothing() {
            start state Now { -> FINAL otherwise; }
        }
    }
    skill! {
        pub skill Both() -> f32 {
            depends_skills { Locate, Count, Nothing }
            start state First = (Nothing {}, Locate {}, Count {})? {
                -> Second(spot, count) on FINAL(locate: spot, count);
            }
            state Second(spot: Spot, count: u32) = (Count {}, Locate { scale: 0.0 })? {
                -> FINAL(self.spot.x_m + self.count as f32 + locate.x_m) on FINAL(locate);
            }
        }
    }
    let mut stage = Stage::new(Both {});
    stage.show(shows(3));
    for _ in 0..5 {
        assert_eq!(stage.exec(), Status::Running);
    }
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().result(), Some(&6.0), "3 m, and 3 passes");
}

#[test]
fn preconditions_and_always_give_results_too() {
    #[derive(skill_runtime::Argument, Clone, Copy, PartialEq, Debug)]
    pub enum Side {
        Left,
        FarRight,
    }
    skill! {
        pub skill Choose(first: bool) -> Option<Side> {
            depends_interfaces { panel: crate::stage::Panel }
            always { -> FINAL(None) when panel.go; }
            start state Begin {
                precond -> FINAL(Some(Side::FarRight)) when self.first;
                -> FINAL(Some(Side::Left)) after 1s;
            }
        }
    }
    let mut stage = Stage::new(Choose { first: Some(true) });
    stage.exec();
    assert_eq!(stage.machine().result(), Some(&Some(Side::FarRight)));
    assert!(stage.trace().ends_with("result \"far_right\"\n"), "{}", stage.trace());
    let mut stage = Stage::new(Choose { first: Some(false) });
    stage.show(shows(1));
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(stage.machine().result(), Some(&None));
}

#[test]
fn results_of_nested_states_of_held_states_and_of_flows() {
    skill! {
        /// Passes a state as an argument, and enters it.
        #[allow(skill::unused_parameter)]
        pub skill Line() -> f32 {
            depends_skills { Locate }
            start state Begin { -> Outer(1.0, Stop) otherwise; }
            state Outer(x_m: f32, next: state(f32, Spot)) {
                vars { half: f32 = x_m / 2.0 }
                start state Look = Locate {}? {
                    -> self.next(self.half + spot.x_m, spot) on FINAL(spot);
                }
            }
            state Stop(x_m: f32, spot: Spot) {
                start state Now { -> FINAL(self.x_m + self.spot.y_m) otherwise; }
            }
        }
    }
    let mut stage = Stage::new(Line {});
    stage.show(shows(3));
    while stage.exec() == Status::Running {}
    assert_eq!(stage.machine().result(), Some(&2.5));
    skill! {
        pub skill Fall(far: f32) -> f64 {
            continuous { h: f32 = 1.0 }
            start state Down {
                flow { der(self.h) = -1.0; }
                -> FINAL(f64::from(self.h * self.far)) when crossing self.h <= 0.5;
            }
        }
    }
    let mut stage = Stage::new(Fall { far: Some(2.0) });
    while stage.exec() == Status::Running {
        stage.wait(30);
    }
    let found = stage.machine().result().copied().unwrap_or(f64::NAN);
    assert!((found - 1.0).abs() < 1e-6, "{found} at the crossing, not after it");
}

#[test]
fn a_skill_without_a_result_holds_nothing_for_it() {
    skill! {
        pub skill Without() {
            start state S { -> FINAL after 1s; }
        }
    }
    skill! {
        pub skill With() -> u8 {
            start state S { -> FINAL(7) after 1s; }
        }
    }
    assert_eq!(Without::SIZE, With::SIZE, "a result is where a failure would be");
    assert_eq!(Without::INFO.result, None);
    let result = With::INFO.result.expect("a result");
    assert_eq!((result.type_name, result.fields[0].name), ("u8", ""));
}
