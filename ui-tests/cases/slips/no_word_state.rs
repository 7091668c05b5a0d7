use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> B after 1s; }
        B { -> FINAL after 1s; }
    }
}

fn main() {}
