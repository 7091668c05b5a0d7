use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FAILED("text {}", 1 2) after 1s; }
    }
}

fn main() {}
