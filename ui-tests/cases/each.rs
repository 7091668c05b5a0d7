#[macro_use]
extern crate skill_runtime;

pub mod list_of_another_length {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill [Left, Right](z_m: f32) {
            depends_interfaces { arm: Arm = ["Left"], hand: Arm = ["LeftHand", "RightHand", "Third"] }
            depends_skills { Home = [A, A, A] }
            start state S = Home {}? { -> FINAL on FINAL; -> FAILED when arm.z_m > self.z_m && hand.z_m > 1.0; }
        }
    }
}

pub mod list_in_a_block_with_one_name {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill Left() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            depends_skills { Home = [A, A] }
            start state S = Home {}? { -> FINAL on FINAL; -> FAILED when arm.z_m > 1.0; }
        }
    }
}

pub mod list_of_equals {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! { pub skill B() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", "Left"], hand: Arm = ["L", "R"] }
            depends_skills { Home = [A, A], Away = [A, B] }
            start state S = Home {}? { -> T on FINAL; -> FAILED when arm.z_m > hand.z_m; }
            state T = Away {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod wrong_headers {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! {
        pub skill [Left, Left]() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill [One]() {
            depends_interfaces { arm: Arm = ["One"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill []() {
            depends_interfaces { arm: Arm = ["One"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill ["A", "B"]() { start state S { -> FINAL after 1s; } }
    }
    skill! {
        pub skill [First Second]() {
            depends_interfaces { arm: Arm = ["One", "Two"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill [Near, Far (z_m: f32) {
            start state S { -> FINAL when self.z_m > 1.0; -> FAILED after 1s; }
        }]
    }
}

pub mod equal_skills {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", "Left"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
    agent! {
        pub agent [Calm, Busy]() { start state S { -> S after 1s; } }
    }
}

pub mod entries_that_are_wrong {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", Right], hand: Arm = [], head: Arm = [3, "Two"] }
            depends_skills { Home = [], Other = ["A", A], [A, A], More = [3, A] }
            start state S = (Home {}, Other {}, More {})? {
                -> FINAL on FINAL;
                -> FAILED when arm.z_m + hand.z_m + head.z_m > 1.0;
            }
        }
    }
}

pub mod slips {
    skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill [Left, Right]() {
            depends_skills { Home = A }
            start state S = Home {}? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill [pub Up, Down]() {
            depends_skills { A, A = [Left, Right], Unused = [A, Left] }
            start state S = A {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod ids_that_another_interface_has {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", "Right"], hand: Arm = ["Hand", "Right"] }
            start state S { -> FINAL when arm.z_m + hand.z_m > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod names_that_others_have {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! { pub skill Right() { start state S { -> FINAL after 1s; } } }
    skill! {
        pub skill [Left, Right]() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            start state S { -> FINAL when arm.z_m > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod generic_skills {
    interface! { pub Arm { fields { z_m: f32 } } }
    skill! {
        pub skill ArmTo<arm>(z_m: f32) {
            depends_interfaces { a: Arm = arm }
            start state S { -> FINAL when a.z_m > self.z_m; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill ArmBy<const ID: &str>(z_m: f32) {
            depends_interfaces { arm: Arm }
            start state S { -> FINAL when arm.z_m > self.z_m; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill ArmAt<"Left">(z_m: f32) {
            depends_interfaces { arm: Arm }
            start state S { -> FINAL when arm.z_m > self.z_m; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Lift(z_m: f32) {
            depends_skills { ArmAt<"Left"> }
            start state S = ArmAt { z_m }? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill Lower(z_m: f32) {
            depends_skills { ArmAt }
            start state S = (ArmAt<"Left"> { z_m }, right: ArmAt { z_m })? { -> FINAL on FINAL; }
        }
    }
}

pub mod errors_of_the_block_are_given_once {
    interface! { pub Arm { fields { z_m: f32 } messages { Stop } } }
    skill! { pub skill A(x: f32) { start state S { -> FINAL when self.x > 1.0; -> FAILED after 1s; } } }
    skill! { pub skill B(x: f32) { start state S { -> FINAL when self.x > 1.0; -> FAILED after 1s; } } }
    skill! {
        pub skill [Left, Right](z_m: f32, unused: u32 = 0) {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            depends_skills { Home = [A, B], Last = [A, Unknown] }
            vars { n: u32 = 1.5 }
            start state S {
                init { arm.send(arm::Start); let x: u8 = "a"; arm.nothing(); self.n.nothing(); unknown(); }
                -> FINAL when arm.z_m;
                -> T when arm.z_m > self.z_m + 1 && self.n > 1;
                -> Nowhere when self.m > 1;
                -> FAILED("{}", arm.z_m.far()) after 1s;
            }
            state T = Home { x: true }? { -> U on FINAL; }
            state U = Home {}? { -> V on FINAL; }
            state V = Last { x: Home::NOTHING }? { -> W on FINAL; }
            state W = action lift(3)? { -> FINAL on FINAL; }
        }
    }
    fn lift(_ports: &mut LeftPorts<'_>, _z_m: f32) -> skill_runtime::Status { skill_runtime::Status::Final }
}
