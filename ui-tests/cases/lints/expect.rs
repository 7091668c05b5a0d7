use skill_runtime::skill;

skill! {
    #[expect(skill::dead_end)]
    pub skill Probe() { start state A { -> FINAL after 1s; } }
}

fn main() {}
