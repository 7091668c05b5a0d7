use skill_runtime::skill;

skill! {
    pub skill Probe() {
        let limit = 3.0;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
