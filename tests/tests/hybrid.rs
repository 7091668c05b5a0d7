//! What flows (section 7 of the language), against closed forms.

#[path = "../../skill-runtime/examples/hybrid/ball.rs"]
mod ball;
#[path = "../../skill-runtime/examples/hybrid/decay.rs"]
mod decay;
#[path = "rules/stage.rs"]
#[allow(dead_code)]
mod stage;
#[path = "../../skill-runtime/examples/hybrid/tanks.rs"]
mod tanks;
#[path = "../../skill-runtime/examples/hybrid/thermostat.rs"]
mod thermostat;

use ball::{Ball, bounce_sec};
use decay::{Decay, charge};
use skill_runtime::{Exec, Status, TraceKind, skill};
use stage::{Bench, Panel, Stage, tell, told};
use tanks::{Tanks, moved};
use thermostat::{Thermostat, period_sec};

/// The times of a pass's transitions, in seconds.
fn times<M: Exec<Bench>>(stage: &Stage<'_, M>) -> Vec<f64> {
    let taken = |kind| matches!(kind, TraceKind::Transition { .. });
    let taken = stage.trace.iter().filter(|event| taken(event.kind));
    taken.map(|event| event.time.as_secs_f64()).collect()
}

fn stopped<M: Exec<Bench>>(stage: &Stage<'_, M>) -> bool {
    stage.trace.iter().any(|event| matches!(event.kind, TraceKind::Limit { .. }))
}

#[test]
fn decay_follows_its_closed_form() {
    for rate in [0.5, 1.0, 3.0] {
        let board = Bench::new();
        let mut stage = Stage::new(&board, Decay { rate_per_sec: Some(rate) });
        let mut worst = 0.0_f64;
        for tick in 0..=100 {
            stage.exec();
            let expected = charge(f64::from(rate), f64::from(tick) * 0.01);
            let error = f64::from(stage.machine.vars().charge) / expected - 1.0;
            worst = worst.max(error.abs());
        }
        println!("decay {rate}: {worst:e}");
        assert!(worst < 1e-5, "{worst}");
    }
}

#[test]
fn ten_bounces_come_when_they_should() {
    let board = Bench::new();
    let mut stage = Stage::new(&board, Ball::default());
    let mut bounces = Vec::new();
    while bounces.len() < 10 {
        stage.exec();
        // Two transitions, into the bounce and out of it.
        bounces.extend(times(&stage).into_iter().step_by(2));
        assert!(stage.machine.vars().height_m > 0.0, "never below the floor");
    }
    for (n, time) in (1..).zip(&bounces).take(10) {
        let error = time - bounce_sec(f64::from(0.8_f32), n);
        println!("bounce {n}: {error:e}");
        assert!(error.abs() < 1e-4, "bounce {n}: {error}");
    }
}

#[test]
fn zeno_is_bounded_and_reported() {
    let board = Bench::new();
    let mut stage = Stage::new(&board, Ball { rest_m_per_sec: Some(-1.0), ..Ball::default() });
    let end = bounce_sec(f64::from(0.8_f32), 1000);
    let mut reported = None;
    for _ in 0..2000 {
        stage.exec();
        assert!(times(&stage).len() <= 10);
        assert!(stage.machine.vars().height_m >= 0.0, "never below the floor");
        if stopped(&stage) && reported.is_none() {
            reported = Some(stage.now.time.as_secs_f64());
        }
    }
    let reported = reported.expect("more than ten transitions at once");
    assert!((reported - end).abs() < 0.5, "{reported} {end}");
    assert!(stage.machine.limits() > 100);
}

#[test]
fn the_thermostat_has_its_period() {
    let board = Bench::new();
    let mut stage = Stage::new(&board, Thermostat::default());
    let mut switched = Vec::new();
    while switched.len() < 20 {
        stage.exec();
        switched.extend(times(&stage));
    }
    let (heat, off) = period_sec(18.0, 22.0);
    let mut expected = 0.0;
    for (n, time) in switched.iter().enumerate() {
        expected += if n % 2 == 0 { heat } else { off };
        println!("switch {n}: {:e}", time - expected);
    }
    let period = (switched[19] - switched[1]) / 9.0;
    assert!((period / (heat + off) - 1.0).abs() < 1e-4, "{period}");
}

#[test]
fn the_tanks_move_their_hose_ever_faster() {
    let board = Bench::new();
    let mut stage = Stage::new(&board, Tanks::default());
    let mut moves = Vec::new();
    let mut at = stage.now.time;
    while !stopped(&stage) {
        at = stage.now.time;
        stage.exec();
        moves.extend(times(&stage));
    }
    for (n, time) in (1..).zip(&moves) {
        let (expected, _) = moved(0.75, [0.5; 2], [0.0; 2], n);
        println!("move {n}: {:e}", time - expected);
        assert!((time - expected).abs() < 1e-4, "move {n}");
    }
    // Together they lose 0.25 m/s of 2 m.
    println!("zeno {}", at.as_secs_f64());
    assert!((at.as_secs_f64() - 8.0).abs() < 0.05, "{at:?}");
    assert!(moves.len() > 20);
}

skill! {
    pub skill Timed() {
        depends_interfaces { panel: Panel }
        continuous { x: f32 = 0.0 }
        start state Rise {
            init { tell("rise"); }
            loop { tell("rise loop"); }
            exit { tell("left"); }
            flow { der(self.x) = 1.0; }
            -> High when crossing self.x >= 0.034;
        }
        state High {
            init { tell("high"); }
            loop { tell("high loop"); }
            flow { der(self.x) = -2.0; }
            // Since 34 ms, not since the pass at 40 ms.
            -> FAILED("in time, {}", self.x) after 21ms;
        }
    }
}

#[test]
fn a_target_is_entered_at_the_time_of_the_crossing() {
    let board = Bench::new();
    let mut stage = Stage::new(&board, Timed::default());
    for _ in 0..4 {
        stage.exec();
    }
    assert_eq!(told(), ["rise", "rise loop", "rise loop", "rise loop", "rise loop"]);
    stage.exec();
    assert_eq!(told(), ["left", "transition", "high", "high loop"]);
    assert!((times(&stage)[0] - 0.034).abs() < 2e-6);
    let x = stage.machine.vars().x;
    assert!((x - 0.022).abs() < 1e-6, "the rest of the tick flows in the target: {x}");
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.exec(), Status::Failed);
}
