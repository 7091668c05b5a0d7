use skill_runtime::skill;

skill! {
    pub skill Probe() {
        fn help() -> bool { true }
        start state A { -> FINAL when help(); -> FAILED after 1s; }
    }
}

fn main() {}
