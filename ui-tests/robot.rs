//! A robot with arms, grippers and a base, whose skills many cases call.

use skill_runtime::{Arguments, SkillResult};

interface! {
    /// Arm.
    pub Arm {
        fields { msgid: u32, final: bool, arrived: bool, z_m: f32 }
        messages { MoveTo { x_m: f32, z_m: f32 } until Stop, flush Stop }
    }
}
interface! {
    /// Gripper.
    pub Gripper {
        enum Jaws { Open, Closed }
        fields { width_m: f32, force_n: f32, holds: bool, jaws: Jaws }
        messages (capacity = 4) { Close { force_n: f32 }, Open }
    }
}
interface! {
    /// Base.
    pub Base {
        fields { msgid: u32, final: bool, far_m: f32, ticks: u32 }
        messages {
            Drive { v_m_per_sec: f32, omega_rad_per_sec: f32 } until Stop,
            GoTo { x_m: f32, y_m: f32 } until Stop,
            flush Stop,
        }
    }
}
interface! {
    /// Stick.
    pub Stick { fields { button: bool, center: bool, x: f32, y: f32 } }
}
interface! {
    /// Camera.
    pub Camera { fields { sees: bool, x_m: f32, y_m: f32, count: u32, tags: [u32; 4] } }
}
interface! {
    /// Light.
    pub Light { fields { on: bool, brightness: f32 } }
}
interface! {
    /// Side arm.
    pub SideArm { fields { msgid: u32, final: bool, z_m: f32 } messages { MoveTo { z_m: f32 }, Open } }
}
/// Spot.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot {
    /// x
    #[argument(in 0.0..=5.0)]
    pub x_m: f32,
    /// y
    pub y_m: f32,
}
/// Joints.
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Joints {
    /// yaw
    #[argument(in -2.0..=2.0, unit = "rad")]
    pub head_yaw: Option<f32>,
    /// pitch
    pub head_pitch: Option<f32>,
}
skill! {
    /// Goes.
    pub skill Goto(x_m: f32 in -10.0..=10.0, y_m: f32 in -10.0..=10.0, timeout_sec: f32 = 10.0 in 0.1..=60.0) {
        depends_interfaces { base: Base }
        start state Go = base.send(base::GoTo { x_m: self.x_m, y_m: self.y_m }) {
            -> FINAL on FINAL;
            -> FAILED(SLOW: "slow, at {} m", base.far_m) after self.timeout_sec;
        }
    }
}
skill! {
    /// Locates.
    pub skill Locate() -> Spot {
        depends_interfaces { camera: Camera }
        start state Look {
            -> FINAL(Spot { x_m: camera.x_m, y_m: camera.y_m }) when camera.sees;
            -> FAILED(NOTHING: "nothing seen") after 5s;
        }
    }
}
skill! {
    /// Counts.
    pub skill Count(upto: u32 = 3 in 1..=100) -> u32 {
        vars { n: u32 = 0 }
        start state Up { loop { self.n += 1; } -> FINAL(self.n) when self.n >= self.upto; }
    }
}
skill! {
    /// Pause.
    pub skill Pause(time_sec: f32 = 1.0 in 0.0..=10.0) { start state Wait { -> FINAL after self.time_sec; } }
}
skill! {
    /// Grip.
    pub skill Grip(force_n: f32 = 5.0 in 1.0..=20.0) {
        depends_interfaces { gripper: Gripper }
        start state Close {
            init { gripper.send(gripper::Close { force_n: self.force_n }); }
            -> FINAL when gripper.holds;
            -> FAILED(EMPTY: "nothing, {} N", gripper.force_n) after 2s;
        }
    }
}
skill! {
    /// Side arms.
    pub skill [LeftTo, RightTo](z_m: f32 in 0.0..=1.0) {
        depends_interfaces { arm: SideArm = ["Left", "Right"] }
        start state Go = arm.send(side_arm::MoveTo { z_m: self.z_m }) {
            -> FINAL on FINAL;
            -> FAILED(SLOW: "at {} m", arm.z_m) after 5s;
        }
    }
}
