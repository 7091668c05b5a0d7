use skill_runtime::skill;

skill! {
    pub skill Probe(n: u32 = 0) {
        start state A { init { self.n = 3; } -> FINAL after 1s; }
    }
}

fn main() {}
