use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A {
            start state Wait { -> Other after 1s; }
            state Other { -> Wait after 1s; }
            state Wait { -> B after 1s; }
        }
        state B {
            start state Wait { -> FINAL after 1s; }
        }
    }
}

fn main() {}
