use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { init { core::hint::black_box(1), core::hint::black_box(2); } -> FINAL after 1s; }
    }
}

fn main() {}
