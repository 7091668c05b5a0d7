#![deny(warnings)]
use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { count: u32 = 0 }
        start state A { init { self.count = 1; } -> FINAL after 1s; }
    }
}

fn main() {}
