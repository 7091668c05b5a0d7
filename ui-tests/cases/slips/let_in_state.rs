use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { let limit = 3.0; -> FINAL after 1s; }
    }
}

fn main() {}
