use skill_runtime::skill;

skill! {
    pub skill Probe() where u8: Copy {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
