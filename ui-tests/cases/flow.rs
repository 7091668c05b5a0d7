#[macro_use]
extern crate skill_runtime;

pub mod broken_equations {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow {
                    height_m = self.speed;
                    der(speed) = 1.0;
                    der(self.speed) = ;
                    der self.speed = 1.0;
                    der(self.) = 1.0;
                    der(self.height_m) -1.0
                }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod crossing_assigns {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m = 0.0;
            }
        }
    }
}

pub mod crossing_in_a_precondition {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                precond -> FAILED when crossing self.speed > 1.0;
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m < 0.0;
            }
        }
    }
}

pub mod crossing_in_always {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            always { -> FINAL when crossing self.height_m < 0.0; }
            start state Fall { flow { der(self.height_m) = self.speed; } }
        }
    }
}

pub mod crossing_incomplete {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing;
                -> FINAL when crossing self.height_m <;
            }
        }
    }
}

pub mod crossing_misspelt {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crosing self.height_m < 0.0;
            }
        }
    }
}

pub mod crossing_not_bool {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m;
            }
        }
    }
}

pub mod crossing_without_continuous {
    skill! {
        pub skill Probe() {
            vars { height_m: f32 = 10.0 }
            start state Fall { -> FINAL when crossing self.height_m < 0.0; -> FAILED after 1s; }
        }
    }
}

pub mod equation_twice {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = self.speed; der(self.height_m) = -1.0; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod first_value_of_another_type {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m < 0.0;
            }
        }
    }
}

pub mod in_a_skill {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            flow { der(self.height_m) = self.speed; }
            start state Fall { -> FINAL when self.height_m < 0.0; -> FAILED after 1s; }
        }
    }
}

pub mod name_taken {
    skill! {
        pub skill Probe() {
            vars { height_m: f32 = 1.0 }
            continuous { height_m: f32 = 10.0 }
            start state Fall { -> FINAL when self.height_m < 0.0; -> FAILED after 1s; }
        }
    }
}

pub mod not_an_f32 {
    skill! {
        pub skill Probe() {
            continuous { height_m: f64 = 10.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m < 0.0;
            }
        }
    }
}

pub mod not_continuous {
    skill! {
        pub skill Probe() {
            vars { height_m: f32 = 10.0 }
            start state Fall {
                flow { der(self.height_m) = -1.0; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod rate_assigns {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = { self.speed = 1.0; -1.0 }; }
                -> FINAL when crossing self.height_m < 0.0;
            }
        }
    }
}

pub mod rate_of_another_type {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = self.speed > 1.0; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod rate_sends {
    interface! {
        pub Legs { fields { speed: f32 } messages { Stop } }
    }

    skill! {
        pub skill Probe() {
            depends_interfaces { legs: Legs }
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = { legs.send(legs::Stop {}); self.speed }; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod semicolon_missing {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = self.speed der(self.speed) = -9.81; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod too_many_crossings {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 0.0 }
            start state A {
                flow { der(self.x) = 1.0; }
                -> FINAL when crossing self.x > 0.0;
                -> FINAL when crossing self.x > 1.0;
                -> FINAL when crossing self.x > 2.0;
                -> FINAL when crossing self.x > 3.0;
                -> FINAL when crossing self.x > 4.0;
                -> FINAL when crossing self.x > 5.0;
                -> FINAL when crossing self.x > 6.0;
                -> FINAL when crossing self.x > 7.0;
                -> FINAL when crossing self.x > 8.0;
                -> FINAL when crossing self.x > 9.0;
                -> FINAL when crossing self.x > 10.0;
                -> FINAL when crossing self.x > 11.0;
                -> FINAL when crossing self.x > 12.0;
                -> FINAL when crossing self.x > 13.0;
                -> FINAL when crossing self.x > 14.0;
                -> FINAL when crossing self.x > 15.0;
                -> FINAL when crossing self.x > 16.0;
                -> FINAL when crossing self.x > 17.0;
                -> FINAL when crossing self.x > 18.0;
                -> FINAL when crossing self.x > 19.0;
                -> FINAL when crossing self.x > 20.0;
                -> FINAL when crossing self.x > 21.0;
                -> FINAL when crossing self.x > 22.0;
                -> FINAL when crossing self.x > 23.0;
                -> FINAL when crossing self.x > 24.0;
                -> FINAL when crossing self.x > 25.0;
                -> FINAL when crossing self.x > 26.0;
                -> FINAL when crossing self.x > 27.0;
                -> FINAL when crossing self.x > 28.0;
                -> FINAL when crossing self.x > 29.0;
                -> FINAL when crossing self.x > 30.0;
                -> FINAL when crossing self.x > 31.0;
                -> FINAL when crossing self.x > 32.0;
            }
        }
    }
}

pub mod too_many_variables {
    skill! {
        pub skill Probe() {
            continuous { x0: f32 = 0.0, x1: f32 = 0.0, x2: f32 = 0.0, x3: f32 = 0.0, x4: f32 = 0.0, x5: f32 = 0.0, x6: f32 = 0.0, x7: f32 = 0.0, x8: f32 = 0.0, x9: f32 = 0.0, x10: f32 = 0.0, x11: f32 = 0.0, x12: f32 = 0.0, x13: f32 = 0.0, x14: f32 = 0.0, x15: f32 = 0.0, x16: f32 = 0.0, x17: f32 = 0.0, x18: f32 = 0.0, x19: f32 = 0.0, x20: f32 = 0.0, x21: f32 = 0.0, x22: f32 = 0.0, x23: f32 = 0.0, x24: f32 = 0.0, x25: f32 = 0.0, x26: f32 = 0.0, x27: f32 = 0.0, x28: f32 = 0.0, x29: f32 = 0.0, x30: f32 = 0.0, x31: f32 = 0.0, x32: f32 = 0.0 }
            start state A {
                flow { der(self.x0) = 1.0; der(self.x1) = 1.0; der(self.x2) = 1.0; der(self.x3) = 1.0; der(self.x4) = 1.0; der(self.x5) = 1.0; der(self.x6) = 1.0; der(self.x7) = 1.0; der(self.x8) = 1.0; der(self.x9) = 1.0; der(self.x10) = 1.0; der(self.x11) = 1.0; der(self.x12) = 1.0; der(self.x13) = 1.0; der(self.x14) = 1.0; der(self.x15) = 1.0; der(self.x16) = 1.0; der(self.x17) = 1.0; der(self.x18) = 1.0; der(self.x19) = 1.0; der(self.x20) = 1.0; der(self.x21) = 1.0; der(self.x22) = 1.0; der(self.x23) = 1.0; der(self.x24) = 1.0; der(self.x25) = 1.0; der(self.x26) = 1.0; der(self.x27) = 1.0; der(self.x28) = 1.0; der(self.x29) = 1.0; der(self.x30) = 1.0; der(self.x31) = 1.0; der(self.x32) = 1.0; }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod unknown_name_in_a_rate {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.height_m) = self.sped; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod unknown_variable {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { der(self.hight_m) = self.speed; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod with_an_apostrophe {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
            start state Fall {
                flow { height_m' = speed; speed' = -9.81; }
                -> FINAL when self.height_m < 0.0;
            }
        }
    }
}

pub mod crossing_equal {
    skill! {
        pub skill Probe() {
            continuous { h_m: f32 = 1.0 }
            start state A { flow { der(self.h_m) = -1.0; } -> FINAL when crossing self.h_m == 0.0; }
        }
    }
}

pub mod duplicate_flow {
    skill! {
        pub skill Probe() {
            continuous { height_m: f32 = 1.0 }
            start state Fall {
                flow { }
                flow { der(self.height_m) = -1.0; }
                -> FINAL when crossing self.height_m <= 0.0;
            }
        }
    }
}
