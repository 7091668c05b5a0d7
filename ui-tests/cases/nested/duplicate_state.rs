use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A {
            start state Wait { -> B after 1s; }
        }
        state B {
            start state Wait { -> FINAL after 1s; }
        }
    }
}

fn main() {}
