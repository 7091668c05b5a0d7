#[macro_use]
extern crate skill_runtime;

pub mod as_an_argument {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
    skill! {
        pub skill Twice() {
            depends_skills { Wait }
            start state Waiting = Wait { wait_sec: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod assigned {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { loop { self.wait_sec = 1.0; } -> FINAL after self.wait_sec; }
        }
    }
}

pub mod attribute {
    skill! {
        pub skill Wait() {
            params { #[unit = "s"] wait: f32 = 12.5 }
            start state Waiting { -> FINAL after self.wait; }
        }
    }
}

pub mod default_not_finite {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = f32::NAN }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod default_out_of_range {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 in 1.0..=10.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod empty_range {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 in 30.0..=1.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod first_value {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 } vars { left_sec: f32 = wait_sec }
            start state Waiting { -> FINAL after self.left_sec + self.wait_sec; }
        }
    }
}

pub mod float_range_of_an_integer {
    skill! {
        pub skill Wait() {
            params { rounds: u32 = 3 in 1.0..=5.0 }
            start state Waiting { -> FINAL when self.rounds == 1; }
        }
    }
}

pub mod in_a_state {
    skill! {
        pub skill Wait() {
            params { _a: u32 = 1 }
            start state Waiting { params { b: u32 = 1 } -> FINAL after 1s; }
        }
    }
}

pub mod in_parentheses {
    skill! {
        pub skill Wait() {
            params(wait_sec: f32 = 1.0)
            start state Waiting { -> FINAL after 1s; }
        }
    }
}

pub mod long_float {
    skill! {
        pub skill Wait() {
            params { wait_sec: f64 = 12.5 }
            start state Waiting { -> FINAL after self.wait_sec as f32; }
        }
    }
}

pub mod long_integer {
    skill! {
        pub skill Wait() {
            params { count: u64 = 1 }
            start state Waiting { -> FINAL when self.count == 1; }
        }
    }
}

pub mod misspelt {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after self.wait_scc; -> FAILED after self.wait_sec; }
        }
    }
}

pub mod misspelt_section {
    skill! {
        pub skill Wait() {
            parms { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod name_of_a_variable {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 } vars { wait_sec: f32 = 1.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod name_of_an_argument {
    skill! {
        pub skill Wait(wait_sec: f32) {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod no_default {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 in 1.0..=30.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod no_name {
    skill! {
        pub skill Wait() {
            params { 12.5 }
            start state Waiting { -> FINAL after 1s; }
        }
    }
}

pub mod no_range {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 in 30.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod no_type {
    skill! {
        pub skill Wait() {
            params { wait_sec = 12.5 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod optional {
    skill! {
        pub skill Wait() {
            params { wait_sec: Option<f32> = None }
            start state Waiting { -> FINAL when self.wait_sec.is_none(); }
        }
    }
}

pub mod other_interface {
    interface! { pub Lamp { fields { on: bool } } }
    blackboard! { pub Board { "Parameters": Lamp } }
}

pub mod range_of_a_bool {
    skill! {
        pub skill Wait() {
            params { fast: bool = false in 0..=1 }
            start state Waiting { -> FINAL when self.fast; }
        }
    }
}

pub mod text {
    skill! {
        pub skill Wait() {
            params { name: Text<8> = Text::new() }
            start state Waiting { -> FINAL when self.name.is_empty(); }
        }
    }
}

pub mod twice {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 1.0, wait_sec: f32 = 2.0 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}

pub mod without_self {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after wait_sec; }
        }
    }
}

pub mod wrong_default_type {
    skill! {
        pub skill Wait() {
            params { wait_sec: f32 = 12 }
            start state Waiting { -> FINAL after self.wait_sec; }
        }
    }
}
