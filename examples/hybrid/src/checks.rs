//! The error of each skill against its closed form.

use crate::ball::{Ball, bounce_sec};
use crate::decay::{Decay, charge};
use crate::run::run;
use crate::tanks::{Tanks, moved};
use crate::thermostat::{Thermostat, period_sec};

/// An error and its bound.
pub struct Check {
    /// The quantity that is compared.
    pub what: String,
    /// The error: seconds, or a fraction of the value.
    pub error: f64,
    /// The largest error allowed.
    pub bound: f64,
}

impl Check {
    /// Returns whether the error is within the bound.
    pub fn holds(&self) -> bool {
        self.error <= self.bound
    }
}

/// Runs all skills and returns the checks.
pub fn all() -> Vec<Check> {
    let mut checks = vec![decay(0.5), decay(1.0), decay(3.0)];
    checks.extend(bounces());
    checks.extend([zeno_ball(), thermostat()]);
    checks.extend(tanks());
    checks
}

/// The greatest relative error within a second.
fn decay(rate: f32) -> Check {
    let mut error = 0.0_f64;
    run(Decay { rate_per_sec: Some(rate) }, |time, machine, _| {
        let expected = charge(f64::from(rate), time);
        error = error.max((f64::from(machine.vars().charge) / expected - 1.0).abs());
        time < 1.0
    });
    Check { what: format!("decay at {rate}/s: charge, relative"), error, bound: 1e-5 }
}

fn bounces() -> Vec<Check> {
    let mut times = Vec::new();
    run(Ball::default(), |_, _, pass| {
        // Two transitions, into the bounce and out of it.
        times.extend(pass.transitions_sec.iter().step_by(2).copied());
        times.len() < 10
    });
    let check = |(n, time): (i32, &f64)| Check {
        what: format!("ball: bounce {n}, s"),
        error: (time - bounce_sec(f64::from(0.8_f32), n)).abs(),
        bound: 1e-4,
    };
    (1..).zip(&times).map(check).collect()
}

/// Compares the time at which the ball bounces too fast for one pass with the time of the last bounce.
fn zeno_ball() -> Check {
    let mut reported = f64::INFINITY;
    let restless = Ball { rest_m_per_sec: Some(-1.0), ..Ball::default() };
    run(restless, |time, machine, pass| {
        assert!(machine.vars().height_m >= 0.0, "never below the floor");
        if pass.stopped && reported.is_infinite() {
            reported = time;
        }
        time < 20.0
    });
    let error = (reported - bounce_sec(f64::from(0.8_f32), 1000)).abs();
    Check { what: "ball: the end of its bounces is reported, s".into(), error, bound: 0.02 }
}

fn thermostat() -> Check {
    let mut times = Vec::new();
    run(Thermostat::default(), |_, _, pass| {
        times.extend(pass.transitions_sec.iter().copied());
        times.len() < 20
    });
    let (heat, off) = period_sec(18.0, 22.0);
    let period = (times[19] - times[1]) / 9.0;
    Check {
        what: format!("thermostat: period of {:.3} s, relative", heat + off),
        error: (period / (heat + off) - 1.0).abs(),
        bound: 1e-5,
    }
}

fn tanks() -> [Check; 2] {
    let (mut times, mut reported) = (Vec::new(), f64::INFINITY);
    run(Tanks::default(), |time, _, pass| {
        times.extend(pass.transitions_sec.iter().copied());
        if pass.stopped {
            reported = time;
        }
        !pass.stopped
    });
    let errors = (1..).zip(&times).map(|(n, time)| {
        let (expected, _) = moved(0.75, [0.5; 2], [0.0; 2], n);
        (time - expected).abs()
    });
    let what = format!("tanks: the hose moves, {} times, s", times.len());
    [
        Check { what, error: errors.fold(0.0, f64::max), bound: 1e-4 },
        // Together they lose 0.25 m/s of 2 m.
        Check {
            what: "tanks: the end of its moves is reported, s".into(),
            error: (reported - 8.0).abs(),
            bound: 0.02,
        },
    ]
}
