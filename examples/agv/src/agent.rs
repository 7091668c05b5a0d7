//! The agent.

use crate::interfaces::{AgvBoard, Battery, Orders, orders};
use crate::skills::GoTo;
use core::num::NonZeroU32;
use skill_runtime::{AgentRunner, WriterTaken, agent};

agent! {
    /// Carries out orders, one after the other. It goes on without a driver, and waits for it.
    pub agent Carrier() {
        params {
            /// The charge below which it takes no order.
            least_charge: f32 = 0.15 in 0.0..=1.0,
        }
        depends_skills { GoTo }
        depends_interfaces {
            optional orders: Orders,
            optional battery: Battery,
        }
        // ANCHOR: vars
        // Kept over a restart with `agv start --agent-state FILE`.
        vars { carried: u32 = 0 }
        // ANCHOR_END: vars

        start state Wait {
            -> Carry(orders.order)
                when !orders.stale()
                    && orders.order != 0
                    && !battery.stale()
                    && battery.charge >= self.least_charge;
        }
        state Carry(order: u32) = GoTo { x_m: orders.x_m, y_m: orders.y_m } {
            -> Report(self.order, true) on FINAL;
            -> Report(self.order, false) on FAILED;
        }
        state Report(order: u32, done: bool) {
            init {
                if self.done {
                    self.carried = self.carried.saturating_add(1);
                    log::info!("order {} is carried out, {} in all", self.order, self.carried);
                    orders.send(orders::Done { order: self.order, carried: self.carried });
                } else {
                    orders.send(orders::Refuse { order: self.order });
                }
            }
            -> Wait when orders.refused() || orders.stale() || orders.order != self.order;
        }
    }
}

// ANCHOR: make
/// Makes the agent.
///
/// # Errors
/// [`WriterTaken`] if the blackboard is in use.
pub fn carrier(board: &AgvBoard) -> Result<AgentRunner<'_, Carrier, AgvBoard>, WriterTaken> {
    AgentRunner::new(board, Carrier::default(), NonZeroU32::MIN)
}
// ANCHOR_END: make
