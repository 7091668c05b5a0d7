//! Preemption: a low battery interrupts a patrol, which then goes on where it was.

use super::dock::DockIn;
use crate::interfaces::{Base, Battery, base};
use skill_runtime::skill;

skill! {
    /// Drives to a place.
    pub skill GoTo(x_m: f32, y_m: f32) {
        depends_interfaces { base: Base }

        start state Go = base.send(base::GoTo { x_m: self.x_m, y_m: self.y_m }) {
            -> FINAL on FINAL;
            -> FAILED("not arrived") after 60s;
        }
    }
}

/// The places of the patrol, m.
const ROUTE: [(f32, f32); 3] = [(1.0, 0.0), (1.0, 2.0), (0.0, 2.0)];

// ANCHOR: patrol
skill! {
    /// Patrols, and charges in between.
    pub skill Patrol(rounds: u32 = 3 in 1..=100) {
        depends_skills { GoTo, DockIn }
        depends_interfaces { battery: Battery }
        params { low: f32 = 0.2 in 0.05..=0.9 }

        start state Walk {
            -> Home when battery.charge < self.low;

            start state Leg(n: usize = 0) = GoTo { ..place(self.n) }? {
                -> FINAL on FINAL when self.n + 1 >= ROUTE.len() * self.rounds as usize;
                -> Leg(self.n + 1) on FINAL;
            }
        }
        state Home = DockIn {}? { -> Wait on FINAL; }
        state Wait { -> resume Walk when battery.charge > 0.9; }
    }
}
// ANCHOR_END: patrol

/// Returns the call that drives to a place of the route.
fn place(n: usize) -> GoTo {
    let (x_m, y_m) = ROUTE[n % ROUTE.len()];
    GoTo { x_m: Some(x_m), y_m: Some(y_m) }
}
