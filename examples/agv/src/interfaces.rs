//! The interfaces between the drivers and the skills.

use skill_runtime::skiller::{SkillerFailure, SkillerInterface};
use skill_runtime::{Parameters, blackboard, interface};

interface! {
    /// The motors, as one velocity of the vehicle, and the place that they measure.
    pub Base {
        max_age = 500ms;
        fields {
            /// Ahead of the start, m.
            x_m: f32,
            /// To the left of the start, m.
            y_m: f32,
            /// The heading, rad; 0 as at the start, positive to the left.
            heading_rad: f32,
        }
        messages (capacity = 8) {
            /// Drives until the next message; the controller of the motors stops 200 ms after the last line.
            Drive {
                /// The speed ahead, m/s.
                ahead_m_per_sec: f32,
                /// The speed of turning, rad/s; positive to the left.
                turn_rad_per_sec: f32,
            } until Stop,
            /// Stops at once.
            flush Stop,
        }
    }
}

interface! {
    /// The nearest object in the way.
    pub Lidar {
        max_age = 500ms;
        fields {
            /// Its distance, m.
            nearest_m: f32,
        }
    }
}

interface! {
    /// The battery.
    pub Battery {
        max_age = 5s;
        fields {
            /// The charge, 0 to 1.
            charge: f32,
        }
    }
}

interface! {
    /// The oldest order that is open.
    pub Orders {
        fields {
            /// Its number; 0 if there is none.
            order: u32,
            /// Its place, ahead of the start, m.
            x_m: f32,
            /// Its place, to the left of the start, m.
            y_m: f32,
        }
        messages (capacity = 4) {
            /// The order was carried out.
            Done {
                /// Its number.
                order: u32,
                /// All orders that the vehicle has carried out, this one included.
                carried: u32,
            },
            /// The order cannot be carried out.
            Refuse {
                /// Its number.
                order: u32,
            },
        }
    }
}

blackboard! {
    /// The vehicle.
    pub AgvBoard {
        base: Base,
        lidar: Lidar,
        battery: Battery,
        orders: Orders,
        "Parameters": Parameters<16>,
        "Skiller": SkillerInterface,
        "Skiller Failure": SkillerFailure,
    }
}
