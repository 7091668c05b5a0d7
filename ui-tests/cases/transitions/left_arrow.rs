use skill_runtime::skill;

skill! {
    pub skill Probe(x: f32 = 0.0) {
        start state A { -> FINAL when self.x <-35.0; -> FAILED after 1s; }
    }
}

fn main() {}
