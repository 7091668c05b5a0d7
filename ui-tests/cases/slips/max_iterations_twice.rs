use skill_runtime::skill;

skill! {
    pub skill Probe() {
        max_iterations = 10;
        max_iterations = 20;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
