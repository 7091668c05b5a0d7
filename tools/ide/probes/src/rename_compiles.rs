//! Renames, with the crate compiled after each.
//: no diagnostics

use skill_runtime::{Arguments, Skill, Status, agent, blackboard, interface, skill, skill_space};

interface! {
    /// A gripper.
    pub Gripper {
//      ^ rename: 3, breaks: its messages are in
        /// The kind of grip.
        enum Grip { Soft, Firm }
//           ^ rename: 4, compiles
//                  ^ rename: 2, compiles
        fields {
            /// The width.
            width_m: f32,
//          ^ rename: 2, compiles
            grip: Grip,
//          ^ rename: 1, compiles
        }
        messages (capacity = 2) { Close { force_n: f32, grip: Grip }, Open }
//                                ^ rename: 2, compiles
//                                        ^ rename: 2, compiles
//                                                                    ^ rename: 1, compiles
    }
}

interface! {
    /// A scale.
    pub Scale {
//      ^ rename: 3, compiles
        fields {
            mass_kg: f32,
//          ^ rename: 2, compiles
        }
    }
}

blackboard! {
    /// The blackboard.
    pub Bench { gripper: Gripper, "Kitchen Scale": Scale }
//      ^ rename: 2, compiles
//              ^ rename: 1, breaks: does not provide
//                       ^ rename: 3, breaks: its messages are in
//                                                 ^ rename: 3, compiles
}

skill_space! {
    /// The skills.
    pub Hand on Bench { Grasp, Hold, Fetch }
//      ^ rename: 1, compiles
//              ^ rename: 2, compiles
//                      ^ rename: 11, compiles
//                             ^ rename: 3, breaks: cannot find type
}

/// The joints of a finger.
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Finger {
//         ^ rename: 2, compiles
    /// The one at the palm.
    pub palm_rad: Option<f32>,
//      ^ rename: 3, compiles
}

skill! {
    /// Grasps.
    pub skill Grasp(
//            ^ rename: 11, compiles
        force_n: f32 = 3.0,
//      ^ rename: 8, compiles
        wide_m: f32 = 0.1,
//      ^ rename: 3, compiles
        firmly: bool = false,
//      ^ rename: 3, breaks: missing value for argument
        ..finger: Finger,
//        ^ rename: 2, compiles
    ) {
        depends_interfaces { gripper: Gripper }
//                           ^ rename: 3, breaks: does not provide
//                                    ^ rename: 3, breaks: its messages are in
        vars { most_n: f32 = force_n, tries: u32 = 0 }
//             ^ rename: 3, compiles
//                           ^ rename: 8, compiles
//                                    ^ rename: 4, compiles
        always { -> FAILED("{} tries", self.tries) when self.tries > 9 && self.force_n < 9.0; }
//                                          ^ rename: 4, compiles
//                                                                             ^ rename: 8, compiles
        start state Close {
//                  ^ rename: 2, compiles
            init {
                gripper.send(gripper::Close { force_n: self.force_n, grip: gripper::Grip::Soft });
//              ^ rename: 3, breaks: does not provide
//                           ^ rename: 3, breaks: in small letters
//                                    ^ rename: 2, compiles
//                                            ^ rename: 2, compiles
//                                                          ^ rename: 8, compiles
//                                                                                  ^ rename: 4, compiles
                self.tries += 1;
            }
            -> Check(self.most_n) when gripper.width_m > self.wide_m;
//             ^ rename: 2, compiles
//                                             ^ rename: 2, compiles
//                                                            ^ rename: 3, compiles
            -> FINAL after self.force_n when self.firmly || self.finger.palm_rad.is_some();
//                                                               ^ rename: 2, compiles
//                                                                      ^ rename: 3, compiles
        }
        state Check(
            limit_n: f32,
//          ^ rename: 3, compiles
        ) {
            vars { left: u32 = 3 }
//                 ^ rename: 3, compiles
            loop { self.left -= 1; }
            -> Close when self.left == 0;
//             ^ rename: 2, compiles
            -> FINAL when self.limit_n > self.force_n && self.limit_n > self.most_n;
//                             ^ rename: 3, compiles
//                                            ^ rename: 8, compiles
        }
    }
}

skill! {
    /// Holds.
    pub skill Hold(firmly: bool = true) {
//            ^ rename: 6, compiles
//                 ^ rename: 2, breaks: no field
        depends_skills { Grasp }
//                       ^ rename: 11, compiles
        depends_interfaces { pan: Scale = "Kitchen Scale" }
//                           ^ rename: 3, compiles
//                                ^ rename: 3, compiles
        start state Take = Grasp { force_n: 2.0, firmly, palm_rad: 0.1 } {
//                         ^ rename: 11, compiles
//                                 ^ rename: 8, compiles
//                                               ^ rename: 4, compiles
//                                                       ^ rename: 3, compiles
            -> Weigh on FINAL;
//             ^ rename: 3, compiles
            -> FAILED on FAILED;
        }
        state Weigh = action weigh(2) {
//                           ^ rename: 2, compiles
            exit { pan.has_writer(); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn weigh(ports: &mut HoldPorts<'_>, _: u32) -> Status {
//                   ^ rename: 2, breaks: cannot find type
    if ports.pan.mass_kg > 0.1 { Status::Final } else { Status::Running }
//           ^ rename: 3, compiles
//               ^ rename: 2, compiles
}

skill! {
    /// Fetches.
    pub skill Fetch() {
        depends_skills { Grasp }
        start state Take = Grasp { ..gentle(2.0) } {
//                                   ^ rename: 2, compiles
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn gentle(force_n: f32) -> Grasp {
    Grasp { force_n: Some(force_n), wide_m: None, ..Grasp::default() }
//  ^ rename: 11, compiles
//          ^ rename: 8, compiles
//                                  ^ rename: 3, compiles
}

agent! {
    /// Helps.
    pub agent Cook(meals: u32 = 2) {
//            ^ rename: 2, compiles
//                 ^ rename: 2, compiles
        depends_skills { Grasp }
        vars { served: u32 = 0 }
//             ^ rename: 3, compiles
        start state Serve = Grasp {} {
            init { self.served += 1; }
            -> Serve on FINAL;
            -> FAILED on FAILED;
            -> FINAL when self.served == self.meals;
//                                            ^ rename: 2, compiles
        }
    }
}

/// The name of the agent.
pub fn name() -> &'static str {
    <Cook as skill_runtime::Agent>::INFO.name
}

/// The state that `Hold` begins with.
pub fn begin() -> HoldState {
    let _ = <Hold as Skill>::INFO;
    HoldState::Weigh
//  ^ rename: 3, breaks: cannot find type
//             ^ rename: 3, compiles
}
