use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0, n: u32 = 1 }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
