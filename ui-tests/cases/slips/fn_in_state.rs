use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { fn help() -> bool { true } -> FINAL when help(); }
    }
}

fn main() {}
