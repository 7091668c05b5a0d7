//! Signs that are missing, or that other languages have; bounds that are no numbers; fields that go on.

#[macro_use]
extern crate skill_runtime;

#[path = "../robot.rs"]
pub mod robot;

pub mod no_semicolon_before_resume {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Work {
                -> Pause when light.on;
                start state Part { -> FINAL when light.brightness > 0.5; }
            }
            state Pause {
                -> FAILED when light.on
                -> resume Work after 1s;
            }
        }
    }
}

pub mod no_arrow {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Work {
                Pause when light.on;
                start state Part { FINAL when light.brightness > 0.5; FAILED("dark") after 3s; }
            }
            state Pause { resume Work after 1s; }
        }
    }
}

pub mod comments_of_lua {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            -- waits for the light
            depends_interfaces { light: Light }
            start state Work { -- until it is on
                -> FINAL when light.on; -- done
            }
        }
    }
}

pub mod signs_before_braces {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces: { light: Light }
            params = { far_m: f32 = 1.0 in 0.1..=2.0 }
            vars: { count: u32 = 0 }
            continuous: { x: f32 = 0.0 }
            start state Work {
                vars: { n: u32 = 0 }
                flow: { der(self.x) = self.far_m; }
                init { self.n += 1; self.count += self.n; }
                -> FINAL when light.on && self.x > 1.0 && self.count > 1;
            }
        }
    }
}

pub mod assigned_as_in_pascal {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            vars { count: u32 := 0 }
            start state Work { exit { self.count += 1; } -> FINAL when light.on && self.count == 0; }
        }
    }
}

pub mod failure_in_bars {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Goto }
            start state Go = Goto { x_m: 1.0, y_m: 2.0 } {
                -> FINAL on FINAL;
                -> FAILED("no way, {}", why.number(0)) on FAILED |why|;
            }
        }
    }
}

pub mod kind_after_text {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { camera: Camera }
            start state Look {
                -> FINAL when camera.sees;
                -> FAILED("nothing at {}", camera.x_m, LOST) after 1s;
            }
        }
    }
}

pub mod otherwise_as_guard {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Look { -> FINAL when light.on; -> Rest when otherwise; }
            state Rest { -> Look after(300 ms); }
        }
    }
}

pub mod section_of_transitions {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            transitions { -> FAILED when light.on; }
            start state Look { -> FINAL after 1s; }
        }
    }
}

pub mod module_for_type {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: light, arm: side_arm = "Left" }
            start state Look = arm.send(side_arm::Open {}) { -> FINAL when light.on; -> FAILED after 1s; }
        }
    }
}

pub mod bounds_of_ranges {
    use crate::robot::*;
    skill! {
        pub skill Probe(x_m: f32 = 1.0 in 0.0..="9", y_m: f32 = 1.0 in 0.0..=self.x_m) {
            params { far_m: f32 = 1.0 in 'a'..=2.0 }
            depends_interfaces { light: Light }
            start state Look { -> FINAL when light.brightness > self.x_m + self.y_m + self.far_m; }
        }
    }
    /// A place.
    #[derive(Clone, Copy, PartialEq, Debug, skill_runtime::SkillResult)]
    pub struct Place {
        /// x
        #[argument(in 0.0..="9")]
        pub x_m: f32,
        /// n
        #[argument(in 0.5..=3.0)]
        pub n: u8,
        /// y
        #[argument(-0.5..=1.0)]
        pub y_m: f32,
    }
}

pub mod argument_of_struct {
    #[derive(Clone, Debug, Default, PartialEq, Arguments)]
    #[argument(in 0.0..=1.0)]
    pub struct Trim {
        pub left: Option<f32>,
    }
}

pub mod argument_of_enum {
    /// A side.
    #[derive(Clone, Copy, PartialEq, Debug, skill_runtime::Argument)]
    #[argument(unit = "m")]
    pub enum Side {
        /// Left.
        #[argument(in 0..=1)]
        Left,
        /// Right.
        Right,
    }
    /// A struct.
    #[derive(Clone, Copy, PartialEq, Debug, skill_runtime::Argument)]
    pub struct Place {
        /// x
        #[argument(in 0.0..=9.0)]
        pub x_m: f32,
    }
}

pub mod fields_go_on {
    interface! {
        /// Body.
        pub Body {
            enum Mode { Off, 2D }
            fields { on: bool, far_m: , mode: Mode }
            messages { Move(v: f32), Stop }
        }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { body: Body }
            start state Go = body.send(body::Move { v: 1.0 }) {
                -> FINAL when body.on && body.far_m > 1.0;
                -> FAILED when body.mode == body::Mode::D;
            }
        }
    }
}

pub mod spin_that_counts {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            vars { count: u32 = 0 }
            start state A { init { self.count += 1; } -> B when light.on; -> FAILED after 2s; }
            state B { -> A when light.on; -> FINAL after 1s; }
        }
    }
}

pub mod list_in_one_block {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Step = [Goto, Locate] }
            start state Look = (Goto { x_m: 1.0, y_m: 1.0 }, Locate {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod word_before_actions {
    use crate::robot::*;
    fn blink(ports: &ProbePorts<'_>) -> skill_runtime::Status {
        if ports.light.on { skill_runtime::Status::Final } else { skill_runtime::Status::Running }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            depends_interfaces { light: Light }
            start state Look = parallel(action blink(), Locate {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod fields_without_braces {
    interface! {
        /// Brush.
        pub Brush { rpm: [u16], on: bool }
    }
    interface! {
        /// Rotor.
        pub Rotor { fields { rpm: [u16] } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { writes brush: Brush, rotor: Rotor }
            start state Look { init { brush.on = true; } -> FINAL when rotor.rpm[1] > 3; }
        }
    }
}

pub mod options_of_argument {
    /// Joints.
    #[derive(Clone, PartialEq, Debug, Default, skill_runtime::Argument)]
    pub struct Joints {
        /// yaw
        #[argument(in -2.0..=2.0, unit = "rad")]
        pub head_yaw: Option<f32>,
    }
    skill! {
        pub skill Probe(..joints: Joints) {
            start state Look { -> FINAL when self.joints.head_yaw.is_some(); -> FAILED after 1s; }
        }
    }
}

pub mod bound_of_bool {
    use crate::robot::*;
    skill! {
        pub skill Probe(x_m: f32 = 1.0 in 0.0..=true) {
            depends_interfaces { light: Light }
            start state Look { -> FINAL when light.brightness > self.x_m; -> FAILED after 1s; }
        }
    }
}

pub mod assigned_parameters {
    use crate::robot::*;
    skill! {
        pub skill Probe(x_m: f32 := 1.0) {
            params { far_m: f32 := 2.0 }
            depends_interfaces { light: Light }
            start state Look { -> Rest(1) when light.brightness > self.x_m + self.far_m; }
            state Rest(n: u32, mut m: u32 := 2) { loop { self.m += 1; } -> FINAL when self.m > self.n; }
        }
    }
}

pub mod spin_of_its_own {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            vars { made: u32 = 0 }
            start state Look { -> FINAL when self.made > 3; -> Done when light.on; }
            state Done { init { self.made += 1; } -> FAILED when light.brightness > 2.0; -> Done otherwise; }
        }
    }
}
