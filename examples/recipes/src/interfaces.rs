//! The devices of the robots.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{blackboard, interface};

interface! {
    /// An arm with a tool at its end.
    pub Arm {
        fields {
            msgid: u32,
            final: bool,
            /// Whether it has arrived where the last message leads.
            arrived: bool,
            /// The height of the tool, m.
            z_m: f32,
        }
        messages { MoveTo { x_m: f32, y_m: f32, z_m: f32 } until Stop, flush Stop }
    }
}
interface! {
    /// A gripper with two jaws.
    pub Gripper {
        fields {
            /// The distance between the jaws, m.
            width_m: f32,
            /// The force between the jaws, N.
            force_n: f32,
        }
        messages { Close { force_n: f32 }, Open }
    }
}
interface! {
    /// A base that drives at a speed, or to a place.
    pub Base {
        fields { msgid: u32, final: bool }
        messages {
            Drive { v_m_per_sec: f32, omega_rad_per_sec: f32 } until Stop,
            GoTo { x_m: f32, y_m: f32 } until Stop,
            flush Stop,
        }
    }
}
interface! {
    /// The sensor for the charging dock.
    pub Dock {
        fields { visible: bool, bearing_rad: f32, distance_m: f32, contact: bool, charging: bool }
    }
}
interface! {
    /// The battery.
    pub Battery {
        max_age = 5s;
        fields {
            /// From 0 to 1.
            charge: f32,
        }
    }
}
interface! {
    /// A joystick with a button that must be held.
    pub Stick { fields { deadman: bool, x: f32, y: f32 } }
}
interface! {
    /// An elevator.
    pub Elevator {
        fields { floor: u8, open: bool, moving: bool }
        messages { Call { floor: u8 }, Door { open: bool } }
    }
}
interface! {
    /// A camera that knows one thing.
    pub Camera {
        fields {
            sees: bool,
            x_m: f32,
            y_m: f32,
            /// The probability that it is the thing.
            confidence: f32,
        }
    }
}
interface! {
    /// A gyroscope.
    pub Gyro {
        max_age = 100ms;
        fields {
            /// The rate of turning, rad/s.
            rate_rad_per_sec: f32,
        }
    }
}
interface! {
    /// The sensor for the line on the floor.
    pub Line {
        max_age = 100ms;
        fields {
            on_line: bool,
            /// The distance to the middle of the line, m; positive to the left.
            offset_m: f32,
        }
    }
}
interface! {
    /// The speed that wheels are to have.
    pub Wheels { fields { v_m_per_sec: f32, omega_rad_per_sec: f32 } }
}
interface! {
    /// One of two arms that move up and down.
    pub SideArm {
        fields { msgid: u32, final: bool }
        messages { MoveTo { z_m: f32 } }
    }
}

blackboard! {
    /// All devices.
    pub Board {
        arm: Arm,
        gripper: Gripper,
        base: Base,
        dock: Dock,
        battery: Battery,
        stick: Stick,
        elevator: Elevator,
        camera: Camera,
        gyro: Gyro,
        line: Line,
        wheels: Wheels,
        "Left": SideArm,
        "Right": SideArm,
        "Skiller": SkillerInterface,
    }
}
