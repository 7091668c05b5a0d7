//! Functions and values of types that `rustc` compares.

#[macro_use]
extern crate skill_runtime;
use skill_runtime::Status;

interface! {
    /// A base that drives.
    pub Mover {
        fields { bumped: bool, x: f32 }
        messages { Drive { speed: f32 } until Stop, flush Stop }
    }
}
blackboard! {
    /// The board.
    pub Board { mover: Mover }
}
skill! {
    /// Waits.
    pub skill Wait(time_sec: f32 = 1.0, tries: u32 = 1) {
        start state A { -> FINAL after self.time_sec; -> FAILED when self.tries == 0; }
    }
}

pub mod returns_bool {
    use super::*;
    fn step(ports: &mut ProbePorts<'_>) -> bool { ports.mover.bumped }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step()? { -> FINAL on FINAL; }
        }
    }
}
pub mod returns_nothing {
    use super::*;
    fn step(_: &mut ProbePorts<'_>) { }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step()? { -> FINAL on FINAL; }
        }
    }
}
pub mod too_few {
    use super::*;
    fn step(_: &mut ProbePorts<'_>, _gain: f32) -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step()? { -> FINAL on FINAL; }
        }
    }
}
pub mod too_many {
    use super::*;
    fn step(_: &mut ProbePorts<'_>) -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step(1.0, 2)? { -> FINAL on FINAL; }
        }
    }
}
pub mod no_ports {
    use super::*;
    fn step() -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step()? { -> FINAL on FINAL; }
        }
    }
}
pub mod ports_second {
    use super::*;
    fn step(_limit: f32, _: &mut ProbePorts<'_>) -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step(1.0)? { -> FINAL on FINAL; }
        }
    }
}
pub mod is_async {
    use super::*;
    async fn step(_: &mut ProbePorts<'_>) -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action step()? { -> FINAL on FINAL; }
        }
    }
}
pub mod wrong_type {
    use super::*;
    fn step(_: &mut ProbePorts<'_>, _x: f32) -> Status { Status::Final }
    skill! {
        pub skill Probe(level: u32) {
            depends_interfaces { mover: Mover }
            start state A = action step(self.level)? { -> FINAL on FINAL; }
        }
    }
}
pub mod unknown_arg {
    use super::*;
    fn step(_: &mut ProbePorts<'_>, _x: f32) -> Status { Status::Final }
    skill! {
        pub skill Probe(level: f32) {
            depends_interfaces { mover: Mover }
            start state A = action step(level)? { -> FINAL on FINAL; }
        }
    }
}
pub mod given_ports {
    use super::*;
    fn step(_: &mut ProbePorts<'_>) -> Status { Status::Final }
    skill! {
        pub skill Probe(level: f32) {
            depends_interfaces { mover: Mover }
            start state A = action step(ports)? { -> FINAL on FINAL; }
        }
    }
}
pub mod values {
    use super::*;
    skill! {
        pub skill Probe(level: f64, on: bool, whole: u8) {
            depends_interfaces { mover: Mover }
            depends_skills { Wait }
            start state A = Wait { time_sec: self.level, tries: 1.5 }? { -> B on FINAL; }
            state B = Wait { time_sec: 1, tries: self.on }? { -> C on FINAL; }
            state C = Wait { time_sec: true, tries: self.whole }? { -> FINAL on FINAL; }
        }
    }
}
pub mod reasons {
    use super::*;
    skill! {
        pub skill Probe(secs: u32) {
            depends_interfaces { mover: Mover }
            start state A { -> FAILED("{} {}", if mover.bumped { "a" } else { "b" }, mover.x) after self.secs; }
        }
    }
}
pub mod waits {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = mover.send(mover::Stop) { -> FINAL on FINAL; -> FAILED after 1s; }
        }
    }
}

pub mod works_with_any_interfaces {
    use super::*;
    fn nod<P>(_: &mut P) -> Status { Status::Final }
    fn look(_: &ProbePorts<'_>) -> Status { Status::Final }
    skill! {
        pub skill Probe() {
            depends_interfaces { mover: Mover }
            start state A = action nod()? { -> B on FINAL when mover.bumped; -> FINAL on FINAL; }
            state B = action look()? { -> C on FINAL; }
            state C { -> FINAL when mover.missing; }
        }
    }
}

pub mod a_literal_as_a_text {
    use skill_runtime::Text;
    skill! {
        pub skill Probe(text: Text<16> = "hello") {
            vars { other: Text<8> = "a" }
            start state A { -> FINAL when self.text.is_empty() || self.other.is_empty(); }
        }
    }
}
pub mod a_text {
    use skill_runtime::Text;
    skill! {
        pub skill Probe(text: Text<16> = Text::try_from("hello").unwrap_or_default()) {
            start state A { -> FINAL when self.text.is_empty() && self.missing; }
        }
    }
}
