#[macro_use]
extern crate skill_runtime;

pub mod not_a_number {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("{}", "text") after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod not_a_text {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED(42) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod of_another_target {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL("done") after 1s; -> FAILED after 2s; }
        }
    }
}

pub mod text_missing {
    skill! {
        pub skill Probe(x: f32) {
            start state A { -> FAILED(self.x) after 1s; }
        }
    }
}

pub mod too_few_numbers {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("{} off by {}", 1_u8) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod too_many_numbers {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("{} {} {} {} {}", 1_u8, 2_u8, 3_u8, 4_u8, 5_u8) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod unknown_place {
    skill! {
        pub skill Probe() {
            start state A { -> FAILED("{:x}", 1_u8) after 1s; -> FINAL after 2s; }
        }
    }
}
