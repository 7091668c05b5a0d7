use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { on_exit { } -> FINAL after 1s; }
    }
}

fn main() {}
