#[macro_use]
extern crate skill_runtime;

pub mod enum_with_a_number_twice {
    interface! {
        pub Neck {
            enum Side { Left, Right = 0 }
            fields { side: Side }
            messages { Look { side: Side } }
        }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go {
                init { neck.send(neck::Look { side: neck::Side::Right }); }
                -> FINAL when neck.side == neck::Side::Right;
                -> FAILED when matches!(neck.side, neck::Side::Left);
            }
        }
    }
}

pub mod enum_with_a_number_that_is_none {
    interface! { pub Neck { enum Side { Left, Right = "1" } fields { side: Side } } }
    skill! {
        pub skill Probe(side: neck::Side = neck::Side::Right) {
            depends_interfaces { neck: Neck }
            start state Go { -> FINAL when neck.side == self.side; }
        }
    }
}

pub mod enum_twice {
    interface! {
        pub Neck { enum Side { Left, Right } enum Side { Up, Down } fields { side: Side, other: Side } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go { -> FINAL when neck.side == neck::Side::Up && neck.other == neck::Side::Left; }
        }
    }
}

pub mod enum_without_an_equals_sign {
    interface! { pub Neck { enum Side { Left 3, Right } fields { side: Side } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go { -> FINAL when neck.side == neck::Side::Left; }
        }
    }
}

pub mod enum_with_two_equal_words {
    interface! { pub Neck { enum Side { VeryFar, Very_Far } fields { side: Side } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go { -> FINAL when neck.side == neck::Side::Very_Far; }
        }
    }
}

pub mod message_as_a_tuple {
    interface! {
        pub Neck { fields { side: u32 } messages { Look(u32, f32) until Hold, flush Hold } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck (keeps_running) }
            start state Go {
                init { neck.send(neck::Look { side: 1, speed: 0.2 }); }
                exit { neck.send(neck::Look(1, 0.2)); }
                -> FINAL when neck.side == 1;
            }
        }
    }
}

pub mod message_twice {
    interface! {
        pub Neck { fields { side: u32 } messages { Look { side: u32 }, Look { speed: f32 } } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go {
                init { neck.send(neck::Look { speed: 0.2 }); }
                -> FINAL when neck.side == 1;
            }
        }
    }
}

pub mod message_with_the_name_of_an_enum {
    interface! {
        pub Neck { enum Look { Left, Right } fields { look: Look } messages { Look { speed: f32 } } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go {
                init { neck.send(neck::Look { speed: 0.2 }); }
                -> FINAL when neck.look == neck::Look::Left;
            }
        }
    }
}

pub mod message_until_one_that_is_not_there {
    interface! {
        pub Base { fields { v: f32 } messages { Drive { v: f32 } until Stop, flush Halt } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base (keeps_running) }
            start state Go { init { base.send(base::Drive { v: 1.0 }); } -> FINAL when base.v > 0.5; }
        }
    }
}

pub mod field_with_two_types {
    interface! { pub Base { fields { v: u32, v: f32 } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base }
            start state Go { -> FINAL when base.v > 0.5; }
        }
    }
}

pub mod constant_without_an_equals_sign {
    interface! { pub Base { const MOST: f32 0.5; fields { v: f32 } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base }
            start state Go { -> FINAL when base.v > base::MOST; }
        }
    }
}

pub mod number_of_the_last_message_of_another_type {
    interface! {
        pub Base { fields { msgid: u16, final: bool } messages { Drive { v: f32 } } }
    }
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base }
            start state Go = base.send(base::Drive { v: 1.0 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod result_that_is_none {
    skill! {
        pub skill Locate() -> String { start state Go { -> FINAL("here".to_owned()) after 1s; } }
    }
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate }
            start state Go = Locate {}? {
                -> FINAL(spot.x_m) on FINAL(spot) when spot.x_m > 0.5;
                -> Next(spot.x_m) on FINAL(spot);
            }
            state Next(x_m: f32) { -> FINAL(self.x_m) after 1s; }
        }
    }
}

pub mod result_of_two {
    skill! {
        pub skill Locate() -> (f32, u32) { start state Go { -> FINAL((1.0, 2)) after 1s; } }
    }
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate }
            start state Go = Locate {}? { -> FINAL(spot.0) on FINAL(spot) when spot.1 > 1; -> Go on FINAL; }
        }
    }
}

pub mod result_that_cannot_be_read {
    skill! { pub skill Locate() -> f32 u32 { start state Go { -> FINAL(1.0) after 1s; } } }
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Locate }
            start state Go = Locate {}? { -> FINAL(far_m) on FINAL(far_m); }
        }
    }
}

pub mod result_that_is_missing {
    skill! { pub skill Locate() -> { start state Go { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state Go = Locate {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod lists_too_short {
    use skill_runtime::skiller::SkillerInterface;
    interface! { pub Arm { fields { z_m: f32 } messages { MoveTo { z_m: f32 } } } }
    skill! {
        pub skill [LeftTo, RightTo](z_m: f32) {
            depends_interfaces { arm: Arm = ["Left"] }
            start state Go { init { arm.send(arm::MoveTo { z_m: self.z_m }); } -> FINAL when arm.z_m > 0.5; }
        }
    }
    skill! {
        pub skill [LeftPick, RightPick]() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            depends_skills { MoveTo = [LeftTo] }
            start state Go = MoveTo { z_m: 0.5 }? { -> FINAL on FINAL when arm.z_m > 0.4; -> Go on FINAL; }
        }
    }
    blackboard! { pub LeftBoard { "Left": Arm, "Skiller": SkillerInterface } }
    blackboard! { pub RightBoard { "Right": Arm, "Left": Arm, "Skiller": SkillerInterface } }
    skill_space! { pub Left on LeftBoard { LeftTo, LeftPick } }
    skill_space! { pub Right on RightBoard { RightTo, RightPick } }
    robot_parts! { pub Torso { left: Left, right: Right } }
}

pub mod lists_that_cannot_be_read {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", 3] }
            start state Go { -> FINAL when arm.z_m > 0.5; }
        }
    }
    skill! {
        pub skill [Low, High]() {
            depends_interfaces { arm: Arm = [] }
            start state Go { -> FINAL when arm.z_m > 0.5; }
        }
    }
    blackboard! { pub Board { "Left": Arm } }
    skill_space! { pub Space on Board { Left, Right, Low, High } }
}

pub mod dependency_misspelt {
    pub mod left {
        skill! { pub skill Pick(force_n: f32 = 1.0) { start state Go { -> FINAL when self.force_n > 1.0; } } }
    }
    pub mod right {
        skill! { pub skill Pick(force_n: f32 = 1.0) { start state Go { -> FINAL when self.force_n > 1.0; } } }
    }
    skill! {
        pub skill Probe() {
            depends_skills { lefty::Pick, right::Pick }
            start state Go = left::Pick { force_n: 2.0 }? { -> Next on FINAL; }
            state Next = right::Pick {}? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill One() {
            depends_skills { lefty::Pick }
            start state Go = left::Pick {}? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill Name() {
            depends_skills { Onne }
            start state Go = One {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod state_twice {
    skill! {
        pub skill Probe() {
            start state Go { -> Next after 1s; }
            state Go { -> FINAL after 1s; }
        }
    }
}

pub mod label_twice {
    skill! { pub skill Ball() -> f32 { start state Go { -> FINAL(1.0) after 1s; } } }
    skill! {
        pub skill Probe() -> f32 {
            depends_skills { Ball }
            start state Go = (ball: Ball {}, ball: Ball {})? { -> FINAL(far_m + near_m) on FINAL(ball: far_m, tag: near_m); }
        }
    }
}
