use skill_runtime::skill;

skill! {
    pub skill Probe() {
        var { count: u32 = 0 }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
