//! The skills of the robot, and the space of them.

use crate::interfaces::{Board, Range, Wheels, wheels};
use skill_runtime::{skill, skill_space};

skill_space! {
    /// The skills that may be called.
    pub Skills on Board { Drive, Turn }
}

skill! {
    /// Drives straight ahead, until the way is done or something is near.
    pub skill Drive(
        /// The length of the way, m.
        way_m: f32 = 1.0 in 0.0..=10.0,
        /// The distance at which the robot stops, m.
        near_m: f32 = 0.3 in 0.1..=2.0,
    ) {
        depends_interfaces {
            wheels: Wheels = "Wheels" (max_age = 200ms),
            range: Range = "Range" (max_age = 200ms),
        }
        params { speed_m_per_sec: f32 = 0.4 in 0.05..=1.0 }
        vars { begin_m: f32 = 0.0 }

        start state Begin {
            init { self.begin_m = wheels.driven_m; }
            -> Go otherwise;
        }
        state Go {
            loop {
                wheels.send(wheels::Drive {
                    forward_m_per_sec: self.speed_m_per_sec,
                    turn_rad_per_sec: 0.0,
                });
            }
            -> FINAL when wheels.driven_m - self.begin_m >= self.way_m;
            -> FAILED(NEAR: "something is {:.2} m ahead", range.distance_m)
                when range.distance_m <= self.near_m;
            -> FAILED("not there after 60 s") after 60s;
        }
    }
}

skill! {
    /// Turns on the spot.
    pub skill Turn(
        /// The angle, rad; positive to the left.
        angle_rad: f32 in -6.3..=6.3,
    ) {
        depends_interfaces { wheels: Wheels = "Wheels" (max_age = 200ms) }
        params { speed_rad_per_sec: f32 = 1.0 in 0.1..=3.0 }
        vars { begin_rad: f32 = 0.0 }

        start state Begin {
            init { self.begin_rad = wheels.turned_rad; }
            -> Go otherwise;
        }
        state Go {
            loop {
                wheels.send(wheels::Drive {
                    forward_m_per_sec: 0.0,
                    turn_rad_per_sec: self.speed_rad_per_sec.copysign(self.angle_rad),
                });
            }
            -> FINAL when (wheels.turned_rad - self.begin_rad).abs() >= self.angle_rad.abs();
            -> FAILED("not turned after 60 s") after 60s;
        }
    }
}
