//! The gauge of the battery: it sends lines with the charge in percent.

// ANCHOR: run
use super::lines::Lines;
use crate::interfaces::Battery;
use skill_studio::{DriverPort, DriverResult};

/// Publishes what the gauge sends.
pub fn run(lines: &mut Lines, port: &DriverPort<Battery>) -> DriverResult {
    while !port.is_over() {
        if let Some([percent]) = lines.numbers()? {
            port.publish(Battery { charge: percent / 100.0 });
        }
    }
    Ok(())
}
// ANCHOR_END: run
