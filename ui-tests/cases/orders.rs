//! Parts in another order, at another place or with another bracket; names that their transition does not bind.

#[macro_use]
extern crate skill_runtime;

#[path = "../robot.rs"]
pub mod robot;

pub mod names_of_results {
    use crate::robot::*;
    fn nearest(camera: &Camera) -> Option<f32> {
        camera.sees.then_some(camera.x_m)
    }
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate, Goto }
            depends_interfaces { camera: Camera }
            start state Look = Locate {} {
                -> Near(locate.x_m) on FINAL(spot) when spot.x_m < 1.0;
                -> Near(spot.x_m) on FINAL;
                -> FAILED on FAILED;
            }
            state Near(x_m: f32) {
                -> Far(x_m) when nearest(camera).is_some();
                -> FINAL(self.x_m) after 1s;
            }
            state Far(x_m: f32) = (Locate {}, near: Locate {}, Goto { x_m: self.x_m, y_m: 0.0 }) {
                -> FINAL(spot.x_m) on FINAL(near: spot) when at.x_m > 1.0;
                -> FINAL(near.x_m) on FINAL(near: spot) when spot.x_m > 1.0;
                -> FINAL(at.x_m + spot.x_m) on FINAL(locate: at, near: spot);
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod brackets {
    use crate::robot::*;
    skill! {
        pub skill Probe(far_m: f32 in 0.1..=5.0 fast: bool = false, ...joints: Joints) {
            depends_interfaces { light: Light, base: Base }
            always() { -> FAILED when base.r#final; }
            start state Look<n: u32 = 1> {
                precond: -> Rest when light.on;
                -> Again { why } when self.n > 1 && self.fast;
                -> FAILED("LATE": "too late, {}", self.far_m) after 60s;
                -> FAILED when 5s;
            }
            state Again(why: f32) { -> FINAL when self.why == 1.0 | light.brightness > 1.0; }
            state Rest(tries 3 via Look) { -> FINAL after 1s; }
        }
    }
}

pub mod id_between_parentheses {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light("Desk Lamp") }
            start state Look { -> DONE when light.on; -> Down after 2s; -> ERROR("late") after 1s; }
            state Down { -> Look when self.refused(); -> FINAL after 1s; }
        }
    }
}

pub mod comma_in_an_array {
    interface! { pub Arm { fields { history: [f32, 4], is_ready: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { arm: Arm }
            start state Look { -> FINAL when arm.is_ready && arm.history[0] > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod struct_without_name {
    use crate::robot::*;
    skill! {
        pub skill Probe(..Joints) {
            start state Look { -> FINAL when self.joints.head_yaw.is_some(); -> FAILED after 1s; }
        }
    }
}

pub mod equations {
    use crate::robot::*;
    skill! {
        pub skill Probe(start_c: f32 = 20.0) {
            depends_interfaces { light: Light }
            continuous vars { temp_c: f32 = self.start_c, power: f32 = 0.0 }
            start state Heat {
                flow: der(self.temp_c) = self.power;
                -> Cool when self.temp_c > 50.0;
            }
            state Cool {
                der(self.temp_c) = -1.0;
                -> Off when self.temp_c < 20.0;
            }
            state Off {
                flow { der(self.power) = der(self.temp_c); der(self.start_c) = 1.0; }
                flow { der(self.temp_c) = 1.0; }
                -> FINAL when light.on;
            }
        }
    }
}

pub mod targets_of_always {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            always { -> FAILURE("too late") after 60s; -> SUCCESS after 90s; }
            start state Look { -> FINAL when light.on; }
        }
    }
}

pub mod types_first {
    use crate::robot::*;
    interface! {
        /// Radio.
        pub Radio { fields { bool on; float level; } messages capacity = 8 { Ping { n: u32 } } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { Base base, radio: Radio = "Radio", max_age = 100ms, "Left" }
            start state Look = radio.send(radio::Ping { n: 1 }) { -> FINAL when radio.on && base.arrived; -> FAILED after 1s; }
        }
    }
    blackboard! {
        /// Board.
        pub Board { Desk Lamp: Light, base: Base writer = driver, "Radio" => Radio }
    }
}

pub mod commas {
    use crate::robot::*;
    fn glow(ports: &ProbePorts<'_>, limit: f32) -> skill_runtime::Status {
        if ports.light.brightness > limit { skill_runtime::Status::Final } else { skill_runtime::Status::Running }
    }
    skill! {
        pub skill Probe(limit: f32 = 1.0) {
            depends_skills { Goto }
            depends_interfaces { light: Light, arm: Arm }
            start state Look = Goto { x_m: 1.0, y_m: 0.0 }, { -> Glow on FINAL, -> FAILED on FAILED; }
            state Glow = action glow(limit: self.lim) { -> Lift on FINAL; -> FAILED on FAILED; }
            state Lift = send arm::MoveTo { x_m: 0.1, z_m: 0.4 } { -> Rest after 2s and arm.arrived; }
            state Rest = Goto { x_m: 1.0, y_m: 1.0 } timeout 3s { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod loops_that_nothing_ends {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light, base: Base }
            vars { n: u32 = 0 }
            start state Look {
                init { loop { base.send(base::Stop); } }
                loop { while !light.on { } while self.n < 3 { self.n += 1; } loop { self.n -= 1; if self.n == 0 { break; } } }
                -> FINAL when self.n > 3;
                -> FAILED after 1s;
            }
        }
    }
}

pub mod agent_in_skill {
    skill! {
        pub agent Go(x_m: f32 = 1.0) {
            depends_skills { Goto }
            start state A { -> B when true; }
            state B = Goto { x_m: self.x_m, y_m: 0.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
    pub fn go() -> Go {
        Go::default()
    }
}

pub mod derives {
    use skill_runtime::Arguments;
    /// Gait.
    #[derive(Clone, Copy, PartialEq, Debug, Default, Arguments)]
    pub enum Gait {
        /// Slow.
        #[default]
        Slow,
        /// Fast.
        Fast,
    }
    use crate::robot::*;
    skill! {
        pub skill Probe(gait: Gait = Gait::Slow) {
            depends_interfaces { light: Light }
            start state Look { -> FINAL when light.on && self.gait == Gait::Fast; -> FAILED after 1s; }
        }
    }
}

pub mod names_without_brackets {
    use crate::robot::*;
    skill! {
        pub skill LeftPick, RightPick(z_m: f32 = 0.5) {
            depends_interfaces { arm: SideArm = ["Left", "Right"] }
            start state Up = arm.send(side_arm::MoveTo { z_m: self.z_m }) { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill <LeftPlace, RightPlace>(z_m: f32 = 0.5) {
            depends_interfaces { arm: SideArm = ["Left", "Right"] }
            start state Up = [LeftPick, RightPick] { z_m: self.z_m } { -> FINAL on FINAL; }
            state Down = arm.send(side_arm::MoveTo { z_m: self.z_m }) { -> FINAL on FINAL; }
        }
    }
}

pub mod state_called_final {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Goto }
            always { -> Recover(why) on FAILED(why); }
            start state FINAL {
                start state Work = Goto { x_m: 1.0, y_m: 1.0 } { -> FINAL on FINAL; }
            }
            state Recover(why: &skill_runtime::StoredFailure) {
                -> FAILED(self.why) when self.why.is(Goto::SLOW);
                -> Work after 1s;
            }
        }
    }
}

pub mod result_used_twice {
    use crate::robot::*;
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate }
            start state Look = Locate {} {
                -> FINAL(spot.x_m) on FINAL when spot.x_m < 1.0;
                -> FAILED on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod no_continuous {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Heat { flow { der(self.temp_c) = 1.0; } -> Cool when light.on; }
            state Cool { flow { der(self.temp_c) = -1.0; } -> FINAL when light.brightness > 1.0; }
        }
    }
}
