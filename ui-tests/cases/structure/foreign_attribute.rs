use skill_runtime::skill;

skill! {
    #[inline]
    pub skill Probe() { start state A { -> FINAL after 1s; } }
}

fn main() {}
