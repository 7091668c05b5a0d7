#[macro_use]
extern crate skill_runtime;

pub mod and_an_unknown_name {
    skill! {
        pub skill Probe(x: f32 = 0.0) {
            start state A {
                -> FINAL when self.x > limit;
                -> Bee after 1s;
            }
            state B { -> A after 1s; }
        }
    }
}

pub mod attribute_on_a_block {
    skill! {
        pub skill Probe() {
            start state A {
                /// At the start.
                init {}
                -> FINAL after 1s;
            }
        }
    }
}

pub mod attribute_on_a_section {
    skill! {
        pub skill Probe() {
            /// The variables.
            vars { count: u32 = 0 }
            start state A { loop { self.count += 1; } -> FINAL when self.count > 2; }
        }
    }
}

pub mod dependency_is_a_number {
    skill! {
        pub skill Probe() {
            depends_skills { 1 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod empty {
    skill! {}
}

pub mod five_mistakes {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe(x: f32 = 0.0) {
            depends_skills { Walk }
            vars { n: u32 = 0, n: u32 = 1 }
            start state A { -> Bee after 1s; -> FINAL when self.x <-1.0; }
            state B = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            state C { -> FINAL; }
        }
    }

    skill! {
        pub skill User() {
            depends_skills { Probe }
            start state A = Probe { x: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod foreign_attribute {
    skill! {
        #[inline]
        pub skill Probe() { start state A { -> FINAL after 1s; } }
    }
}

pub mod interface_is_a_number {
    skill! {
        pub skill Probe() {
            depends_interfaces { 1 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod interface_type_wrong {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces { motion: 1 }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod limit_not_a_number {
    skill! {
        pub skill Probe() {
            max_transitions = many;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod limit_without_equals {
    skill! {
        pub skill Probe() {
            max_transitions 4;
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod name_is_a_number {
    skill! {
        pub skill 1() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod no_arguments {
    skill! {
        pub skill Probe {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod no_body {
    skill! { pub skill Probe() }
}

pub mod no_name {
    skill! { pub skill () { start state A { -> FINAL after 1s; } } }
}

pub mod not_a_skill {
    skill! { pub fn probe() {} }
}

pub mod only_an_attribute {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            /// Nothing.
        }
    }
}

pub mod section_with_a_colon {
    skill! {
        pub skill Probe() {
            depends_interfaces: { }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod stray_word_in_state {
    skill! {
        pub skill Probe() {
            start state A { foo -> FINAL after 1s; -> FAILED after 2s; }
        }
    }
}

pub mod too_many_interfaces {
    interface! { pub Motion { fields { moving: bool } } }

    skill! {
        pub skill Probe() {
            depends_interfaces {
                m0: Motion = "0", m1: Motion = "1", m2: Motion = "2", m3: Motion = "3", m4: Motion = "4", m5: Motion = "5",
                m6: Motion = "6", m7: Motion = "7", m8: Motion = "8", m9: Motion = "9", m10: Motion = "10", m11: Motion = "11",
                m12: Motion = "12", m13: Motion = "13", m14: Motion = "14", m15: Motion = "15", m16: Motion = "16", m17: Motion = "17",
                m18: Motion = "18", m19: Motion = "19", m20: Motion = "20", m21: Motion = "21", m22: Motion = "22", m23: Motion = "23",
                m24: Motion = "24", m25: Motion = "25", m26: Motion = "26", m27: Motion = "27", m28: Motion = "28", m29: Motion = "29",
                m30: Motion = "30", m31: Motion = "31", m32: Motion = "32",
            }
            start state A {
                -> FINAL when m0.moving || m1.moving || m2.moving || m3.moving || m4.moving || m5.moving || m6.moving || m7.moving || m8.moving || m9.moving || m10.moving || m11.moving || m12.moving || m13.moving || m14.moving || m15.moving || m16.moving || m17.moving || m18.moving || m19.moving || m20.moving || m21.moving || m22.moving || m23.moving || m24.moving || m25.moving || m26.moving || m27.moving || m28.moving || m29.moving || m30.moving || m31.moving || m32.moving;
            }
        }
    }
}

pub mod two_skills {
    skill! {
        pub skill A() { start state S { -> FINAL after 1s; } }
        pub skill B() { start state S { -> FINAL after 1s; } }
    }
}

pub mod unknown_item {
    interface! {
        pub Motion {
            enum Leg { Left, Right }
            fields { moving: bool, speed: f32 }
            messages { Go { distance: f32 }, Stop }
        }
    }

    skill! {
        pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.send(motion::Go { distance: self.distance * self.speed }); }
                -> FINAL when motion.moving;
                -> FAILED after 2s;
            }
        }
    }

    skill! {
        pub skill Probe() {
            dpends_skills { Walk }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod variable_type_wrong {
    skill! {
        pub skill Probe() {
            vars { count: 1 = 0 }
            start state A { loop { self.count += 1; } -> FINAL when self.count > 2; }
        }
    }
}

pub mod variable_without_a_type {
    skill! {
        pub skill Probe() {
            vars { count = 0 }
            start state A { loop { self.count += 1; } -> FINAL when self.count > 2; }
        }
    }
}
