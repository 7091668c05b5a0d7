use skill_runtime::skill;

skill! {
    pub skill Probe(limit: f32) {
        vars { x: f32 = 0.0 }
        start state A { init { self.x = limit; } -> FINAL when self.x > 1.0; -> FAILED after 1s; }
    }
}

fn main() {}
