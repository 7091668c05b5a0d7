use skill_runtime::skill;

skill! {
    #[deny(skill::unused_variable)]
    pub skill Probe() {
        vars { count: u32 = 0 }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
