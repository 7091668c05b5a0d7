use skill_runtime::skill;

skill! {
    #[allow(skill::dead_ends)]
    pub skill Probe() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
