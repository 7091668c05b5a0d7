#[macro_use]
extern crate skill_runtime;

interface! {
    pub Legs {
        enum Side { Left, Right }
        fields { side: Side, z_m: f32, msgid: u32, final: bool }
        messages { Step { side: Side }, Halt }
    }
}

skill! {
    pub skill Pose(side: legs::Side, count: u32 = 1) {
        depends_interfaces { legs: Legs }
        start state Go { -> FINAL when legs.side == self.side && legs.msgid > self.count; }
    }
}

fn lift(ports: &mut type_in_an_action::ProbePorts<'_>, z_m: f32) -> skill_runtime::Status {
    if ports.left.z_m > z_m { skill_runtime::Status::Final } else { skill_runtime::Status::Running }
}

pub mod enum_in_a_call {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose { side: Legs::Side::Right, count: 4 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod enum_in_a_default {
    use super::*;
    skill! {
        pub skill Probe(side: legs::Side = Legs::Side::Left) {
            start state Go { -> FINAL when self.side == legs::Side::Right; }
        }
    }
}

pub mod enum_in_first_values {
    use super::*;
    skill! {
        pub skill Probe() {
            vars { side: legs::Side = Legs::Side::Left }
            start state Go {
                vars { other: legs::Side = Legs::Side::Right }
                -> FINAL when self.side == self.other;
            }
        }
    }
}

pub mod enum_in_blocks {
    use super::*;
    skill! {
        pub skill Probe() {
            vars { side: legs::Side = legs::Side::Left }
            start state Go {
                init { self.side = Legs::Side::Right; }
                loop { if self.side == Legs::Side::Left { self.side = legs::Side::Right; } }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod enum_in_transitions {
    use super::*;
    skill! {
        pub skill Probe() -> legs::Side {
            depends_interfaces { legs: Legs }
            start state Go {
                -> Next(Legs::Side::Left) when matches!(legs.side, Legs::Side::Right);
                -> FINAL(Legs::Side::Left) after 1s;
            }
            state Next(side: legs::Side, other: legs::Side = Legs::Side::Left) {
                -> FINAL(self.side) when self.side == self.other;
            }
        }
    }
}

pub mod enum_in_a_message {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs }
            start state Go = left.send(legs::Step { side: Legs::Side::Right }) { -> FINAL on FINAL; }
        }
    }
}

pub mod type_in_what_a_state_runs {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs, right: Legs }
            start state Go = Legs.send(legs::Halt) { -> FINAL on FINAL when left.z_m > right.z_m; -> Go on FINAL; }
        }
    }
}

pub mod type_in_a_block {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs }
            start state Go { init { Legs.send(legs::Halt); } -> FINAL when left.z_m > 0.5; }
        }
    }
}

pub mod type_in_a_guard {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs }
            start state Go { init { left.send(legs::Halt); } -> FINAL when Legs.z_m > 0.5; }
        }
    }
}

pub mod type_that_is_written {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { writes left: Legs }
            start state Go { init { left.msgid = 1; } loop { Legs.z_m = 0.5; } -> FINAL after 1s; }
        }
    }
}

pub mod type_in_an_action {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs }
            start state Go = action lift(Legs.z_m)? { -> FINAL on FINAL; }
        }
    }
}

pub mod module_in_place_of_an_interface {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs }
            start state Go = legs.send(legs::Halt) { -> FINAL on FINAL when left.z_m > 0.5; -> Go on FINAL; }
        }
    }
}

pub mod default_without_an_equals_sign {
    use skill_runtime::Text;
    skill! {
        pub skill Pose(name: Option<Text<16>> None, most: u32 u32::MAX, text: Text<8> Text::new()) {
            start state Go { -> FINAL when self.name.is_some() && self.most > 1 && self.text.is_empty(); }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod first_value_without_an_equals_sign {
    skill! {
        pub skill Probe() {
            vars { most: f32 f32::MAX }
            start state Go { vars { left: Option<u32> None } -> FINAL when self.left.is_none() && self.most > 1.0; }
        }
    }
}

pub mod default_of_a_parameter_without_an_equals_sign {
    skill! {
        pub skill Probe() {
            start state Go { -> Next after 1s; }
            state Next(most: u32 u32::MAX, least: u32 3) { -> FINAL when self.most > self.least; }
        }
    }
}

pub mod id_without_an_equals_sign {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { left: Legs "Left Legs" }
            start state Go { -> FINAL when left.z_m > 0.5; }
        }
    }
}

pub mod ref_before_a_parameter {
    skill! {
        pub skill Probe() {
            start state Go { -> Line(Next) after 1s; }
            state Line(ref next: state(u32)) { -> self.next(3) after 1s; }
            state Next(count: u32) { -> FINAL when self.count > 3; }
        }
    }
}

pub mod colon_after_tries {
    use super::*;
    skill! {
        pub skill Probe() {
            depends_skills { Pose }
            start state Go = Pose { side: legs::Side::Left } tries: 3 { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod der_of_a_count {
    skill! {
        pub skill Probe() {
            vars { count: u32 = 0 }
            continuous { far_m: f32 = 0.0 }
            start state Go {
                init { self.count = 1; }
                flow { der(self.far_m) = 1.0; der(self.count) = 0.5; }
                -> FINAL when crossing self.far_m > 1.0;
            }
        }
    }
}
