//! Changes of what a skill only reads, texts in messages, and functions that are no actions.

#[macro_use]
extern crate skill_runtime;

mod prelude {
    pub use skill_runtime::{Skiller, Status, Text};
    interface! {
        pub Walker {
            fields { speeds: [f32; 4], name: Text<8> }
            messages (capacity = 4) { Say { text: Text<32> }, Go { speed: f32 } }
        }
    }
}
use prelude::*;

pub mod element {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A { loop { walker.speeds[0] = 1.0; } -> FINAL after 1s; } } }
}
pub mod element_added {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A { init { if walker.name.is_empty() { walker.speeds[1] += 1.0; } } -> FINAL after 1s; } } }
}
pub mod borrowed {
    use super::*;
    fn double(all: &mut [f32]) { for each in all { *each *= 2.0; } }
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A { init { double(&mut walker.speeds); } -> FINAL after 1s; } } }
}
pub mod method {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A { init { for speed in walker.speeds.iter_mut() { *speed = 0.0; } } -> FINAL after 1s; } } }
}
pub mod text {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A { init { walker.send(walker::Say { text: "go" }); } -> FINAL after 1s; } } }
}
pub mod text_of_a_state {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A = walker.send(walker::Say { text: "go" }) { -> FINAL after 1s; } } }
}
pub mod ports_of_another_skill {
    use super::*;
    fn look(ports: &mut OtherPorts<'_>, speed: f32) -> Status { if ports.walker.speeds[0] > speed { Status::Final } else { Status::Running } }
    skill! { pub skill Other() { depends_interfaces { walker: Walker } start state A { -> FINAL when walker.speeds[0] > 1.0; } } }
    skill! { pub skill Probe(speed: f32) { depends_interfaces { walker: Walker }
        start state A = action look(self.speed)? { -> FINAL on FINAL; } } }
}
pub mod ports_by_value {
    use super::*;
    fn look(ports: ProbePorts<'_>) -> Status { if ports.walker.speeds[0] > 1.0 { Status::Final } else { Status::Running } }
    skill! { pub skill Probe() { depends_interfaces { walker: Walker }
        start state A = action look()? { -> FINAL on FINAL; } } }
}
pub mod argument_by_reference {
    use super::*;
    fn look(ports: &mut ProbePorts<'_>, speed: &f32) -> Status { if ports.walker.speeds[0] > *speed { Status::Final } else { Status::Running } }
    skill! { pub skill Probe(speed: f32) { depends_interfaces { walker: Walker }
        start state A = action look(self.speed)? { -> FINAL on FINAL; } } }
}
pub mod argument_that_may_be_missing {
    use super::*;
    fn look(ports: &mut ProbePorts<'_>, speed: Option<f32>) -> Status { if ports.walker.speeds[0] > speed.unwrap_or_default() { Status::Final } else { Status::Running } }
    skill! { pub skill Probe(speed: f32) { depends_interfaces { walker: Walker }
        start state A = action look(self.speed * 2.0)? { -> FINAL on FINAL; } } }
}
pub mod no_skiller {
    use super::*;
    skill! { pub skill Probe() { depends_interfaces { walker: Walker } start state A { -> FINAL when walker.speeds[0] > 1.0; } } }
    blackboard! { pub Board { walker: Walker } }
    skill_space! { pub Skills on Board { Probe } }
    pub fn new(board: &Board) { let _ = Skiller::<Skills>::new(board); }
}
