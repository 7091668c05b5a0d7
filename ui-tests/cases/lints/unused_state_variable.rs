use skill_runtime::skill;

skill! {
    #[deny(skill::unused_variable)]
    pub skill Probe() {
        start state A { vars { count: u32 = 0 } -> FINAL after 1s; }
    }
}

fn main() {}
