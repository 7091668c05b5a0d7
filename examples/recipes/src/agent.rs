//! One handler for the failures of all states.

use crate::interfaces::Battery;
use crate::skills::{DockIn, GoTo, Pick, Search};
use skill_runtime::agent;

// ANCHOR: agent
agent! {
    /// Fetches and delivers, and charges in between.
    pub agent Deliver() {
        depends_skills { Search, GoTo, Pick, DockIn }
        depends_interfaces { battery: Battery }
        params { low: f32 = 0.25 in 0.1..=0.9 }
        vars { delivered: u32 = 0 }

        always { -> Rest on FAILED; }
        start state Decide {
            -> Charge when battery.charge < self.low;
            -> Find otherwise;
        }
        state Find = Search {} { -> Near(spot.x_m, spot.y_m) on FINAL(spot); }
        state Near(x_m: f32, y_m: f32) = GoTo { x_m, y_m } { -> Take on FINAL; }
        state Take = Pick { x_m: 0.3, y_m: 0.0 } { -> Bring on FINAL; }
        state Bring = GoTo { x_m: 0.0, y_m: 0.0 } { -> Arrived on FINAL; }
        state Arrived {
            init { self.delivered += 1; }
            -> Decide otherwise;
        }
        state Charge = DockIn {} { -> Fill on FINAL; }
        state Fill { -> Decide when battery.charge > 0.9; }
        state Rest { -> Decide after 5s; }
    }
}
// ANCHOR_END: agent
