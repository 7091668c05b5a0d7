use skill_runtime::skill;

skill! {
    #[deny(skill::unused_parameter)]
    pub skill Probe() {
        start state A { -> B(3) after 1s; }
        state B(count: u32) { -> FINAL after 1s; }
    }
}

fn main() {}
