use skill_runtime::skill;

skill! {
    pub skill Probe(a: f32 b: f32) {
        start state A { -> FINAL when self.a > self.b; -> FAILED after 1s; }
    }
}

fn main() {}
