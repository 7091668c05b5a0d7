use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0 }
        start state A { init { self.n = "three"; } -> FINAL after 1s; }
    }
}

fn main() {}
