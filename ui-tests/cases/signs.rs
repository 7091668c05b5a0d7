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

pub mod results_without_parentheses {
    use crate::robot::*;
    skill! {
        pub skill Probe() -> Spot {
            depends_interfaces { camera: Camera }
            start state A {
                -> FINAL Spot { x_m: camera.x_m, y_m: 0.0 } when camera.sees;
                -> B[camera.x_m] when camera.count > 1;
                -> B camera.x_m when camera.count > 2;
                -> FAILED after 1s;
            }
            state B(x_m: f32) { -> FINAL(Spot { x_m: self.x_m, y_m: 0.0 }) after 1s; }
        }
    }
}

pub mod names_in_other_brackets {
    use crate::robot::*;
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate, Count }
            start state A = (Locate {}, Count {}) {
                -> FINAL(spot.x_m) on FINAL[locate: spot] when spot.x_m > 1.0;
                -> FINAL(0.0) on FINAL{count: n} when n > 2;
                -> FINAL(1.0) on FINAL;
                -> FAILED(why) on FAILED[why];
            }
        }
    }
}

pub mod some_of_a_list_without_parentheses {
    use crate::robot::*;
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate, Count }
            start state A = 1 of spot: Locate {}, number: Count {}? {
                -> FINAL(found.x_m) on FINAL(spot: found);
                -> FINAL(0.0) on FINAL(number: _);
                -> FINAL(1.0) on FINAL;
            }
        }
    }
}

pub mod then_between_sub_skills {
    use crate::robot::*;
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate, Count }
            start state A = Locate {} then Count {}? { -> FINAL(spot.x_m) on FINAL(locate: spot, count: _); }
        }
    }
}

pub mod crossing_before_when {
    skill! {
        pub skill Probe() {
            continuous { h_m: f32 = 1.0 }
            start state A {
                flow { der(self.h_m) = -1.0; }
                -> FINAL crossing when self.h_m <= 0.0;
                -> falling FAILED when self.h_m > 2.0;
            }
        }
    }
}

pub mod arrow_to_an_interface {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base, gripper: Gripper }
            start state A = base <- GoTo { x_m: 1.0, y_m: 0.0 } { -> B on FINAL; }
            state B = (base.send(base::Stop), gripper ! Open) { -> FINAL after 1s; }
        }
    }
}

pub mod dots_of_the_other_arguments {
    use crate::robot::*;
    fn ahead() -> Goto { Goto { x_m: Some(1.0), y_m: Some(0.0), ..Goto::default() } }
    skill! {
        pub skill Probe() {
            depends_skills { Goto }
            start state A = Goto { timeout_sec: 3.0 ..ahead() }? { -> B on FINAL; }
            state B = Goto { timeout_sec: 3.0, ...ahead() }? { -> FINAL on FINAL; }
        }
    }
}

pub mod messages_without_their_keyword {
    interface! { pub Probe { fields { x_m: f32 } { Open, Close { force_n: f32 } } } }
    skill! {
        pub skill Run() {
            depends_interfaces { probe: Probe }
            start state A {
                init { probe.send(probe::Close { force_n: probe.x_m }); }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod sections_in_a_list {
    interface! { pub Inner { fields { x_m: f32, messages { Open }, enum Side { Left, Right } } } }
    interface! { pub Outer { messages { Open, fields { x_m: f32 }, const MAX: u32 = 3, Close } } }
}

pub mod comma_before_until {
    interface! {
        pub Probe {
            fields { x_m: f32 }
            messages { Drive { v: f32 }, until Stop, GoTo { x_m: f32 } until Stop, flush Stop }
        }
    }
}

pub mod documentation_after_a_constant {
    interface! {
        pub Probe {
            const MAX: f32 = 0.3
            /// The place in m.
            fields { x_m: f32 }
        }
    }
}
