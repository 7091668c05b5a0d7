use skill_runtime::skill;

skill! {
    pub skill Probe(limit: f32) {
        start state A { -> FINAL when limit > 1.0; -> FAILED after 1s; }
    }
}

fn main() {}
