//! Hybrid skills (section 7 of the language). For closed forms, see the example `hybrid` of
//! skill-runtime.

#[path = "rules/stage.rs"]
#[allow(dead_code)]
mod stage;

use skill_runtime::{Exec, Status, TraceKind, skill};
use stage::{Board, Panel, Stage, log, logged};

/// The times of a pass's transitions, in seconds.
fn times<M: Exec<Board>>(stage: &Stage<M>) -> Vec<f64> {
    let taken = |kind| matches!(kind, TraceKind::Transition { .. });
    let taken = stage.events().iter().filter(|event| taken(event.kind));
    taken.map(|event| event.time.as_secs_f64()).collect()
}

skill! {
    #[allow(skill::unused_interface, skill::never_final)]
    pub skill Timed() {
        depends_interfaces { panel: Panel }
        continuous { x: f32 = 0.0 }
        start state Rise {
            init { log("rise"); }
            loop { log("rise loop"); }
            exit { log("left"); }
            flow { der(self.x) = 1.0; }
            -> High when crossing self.x >= 0.034;
        }
        state High {
            init { log("high"); }
            loop { log("high loop"); }
            flow { der(self.x) = -2.0; }
            // Since 34 ms, not since the pass at 40 ms.
            -> FAILED("in time, {}", self.x) after 21ms;
        }
    }
}

#[test]
fn a_target_is_entered_at_the_time_of_the_crossing() {
    let mut stage = Stage::new(Timed::default());
    for _ in 0..4 {
        stage.exec();
    }
    assert_eq!(logged(), ["rise", "rise loop", "rise loop", "rise loop", "rise loop"]);
    stage.exec();
    assert_eq!(logged(), ["left", "transition", "high", "high loop"]);
    assert!((times(&stage)[0] - 0.034).abs() < 2e-6);
    let x = stage.machine().vars().x;
    assert!((x - 0.022).abs() < 1e-6, "the rest of the tick flows in the target: {x}");
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.exec(), Status::Failed);
}

skill! {
    #[allow(skill::unused_interface, skill::never_final)]
    pub skill Back() {
        depends_interfaces { panel: Panel }
        continuous { x: f32 = 0.0 }
        start state Fall {
            flow { der(self.x) = -1.0; }
            -> Rise when crossing self.x <= -0.01;
            start state Fast { -> Slow otherwise; }
            state Slow { init { log("slow"); } }
        }
        state Rise {
            init { log("rise"); }
            flow { der(self.x) = 1.0; }
            -> resume Fall when crossing self.x >= 0.004;
        }
    }
}

#[test]
fn a_crossing_may_resume() {
    let mut stage = Stage::new(Back::default());
    for _ in 0..4 {
        stage.exec();
    }
    assert_eq!(logged(), ["transition", "slow", "transition", "rise", "transition", "slow"]);
    // 14 ms after the first one, at 10 ms, and not at a pass.
    assert!((times(&stage)[0] - 0.024).abs() < 2e-6, "{:?}", times(&stage));
}

skill! {
    pub skill Twice() {
        depends_interfaces { panel: Panel }
        continuous { x: f32 = 0.0, y: f32 = 0.0 }
        start state Outer {
            // An inner state's equation replaces an outer state's.
            flow {
                der(self.x) = 1.0;
                der(self.y) = 10.0;
            }
            -> Late when crossing self.x >= 0.018;
            start state Inner {
                flow { der(self.y) = -1.0; }
                // The earliest crossing of all active states is taken.
                -> Early when crossing self.y <= -0.013;
            }
            state Early { init { log("early"); } }
        }
        state Late {
            init { log("late"); }
            -> FINAL when panel.go;
        }
    }
}

#[test]
fn the_earliest_crossing_of_all_active_states_comes_first() {
    let mut stage = Stage::new(Twice::default());
    stage.exec();
    stage.exec();
    assert_eq!(logged(), [""; 0]);
    // Both crossings are within the tick that ends at 20 ms.
    stage.exec();
    assert_eq!(logged(), ["transition", "early", "transition", "late"]);
    let at = times(&stage);
    assert!((at[0] - 0.013).abs() < 2e-6 && (at[1] - 0.018).abs() < 2e-6, "{at:?}");
    // The outer equation is in force from 13 ms to 18 ms, none afterwards.
    let y = stage.machine().vars().y;
    assert!((y - (0.05 - 0.013)).abs() < 1e-6, "{y}");
}

skill! {
    pub skill Ringing() {
        continuous { x: f32 = 0.0 }
        max_transitions = 3;
        start state Up {
            flow { der(self.x) = 1.0; }
            -> Down when crossing self.x >= 0.001;
        }
        state Down {
            flow { der(self.x) = -1.0; }
            -> Up when crossing self.x <= 0.0;
        }
    }
}

#[test]
fn the_rest_of_a_tick_is_carried_into_the_next() {
    let mut stage = Stage::new(Ringing::default());
    stage.exec();
    let mut all = Vec::new();
    for _ in 0..10 {
        stage.exec();
        assert!(times(&stage).len() <= 3);
        all.extend(times(&stage));
    }
    // One each millisecond; three of ten are taken in a pass, and none is lost.
    assert_eq!((all.len(), stage.machine().limits()), (30, 10));
    for (n, time) in (1_u32..).zip(all) {
        assert!((time - f64::from(n) * 1e-3).abs() < 1e-5, "{n}: {time}");
    }
}

#[test]
fn the_first_pass_flows_nothing_whenever_it_is() {
    let mut stage = Stage::new(Twice::default());
    stage.wait(5000);
    stage.exec();
    assert!(stage.machine().vars().x.abs() < 1e-9);
    stage.exec();
    assert!((stage.machine().vars().x - 0.01).abs() < 1e-7);
    stage.reset();
    stage.wait(5000);
    stage.exec();
    assert!(stage.machine().vars().x.abs() < 1e-9);
}
