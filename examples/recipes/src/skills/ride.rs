//! One state for two trips: its parameters say which.

use crate::interfaces::{Elevator, elevator};
use skill_runtime::skill;

// ANCHOR: ride
skill! {
    /// Rides the elevator.
    pub skill Ride(from: u8 in 0..=9, to: u8 in 0..=9) {
        depends_interfaces { elevator: Elevator }

        start state Trip(floor: u8 = self.from, arrives: bool = false) {
            -> FAILED("stuck near floor {}", elevator.floor) after 60s;

            start state Call = elevator.send(elevator::Call { floor: self.floor }) {
                -> Doors when elevator.floor == self.floor && !elevator.moving;
            }
            state Doors = elevator.send(elevator::Door { open: true }) {
                exit { elevator.send(elevator::Door { open: false }); }
                -> FINAL when elevator.open && self.arrives;
                -> Trip(self.to, true) when elevator.open for 2s;
            }
        }
    }
}
// ANCHOR_END: ride
