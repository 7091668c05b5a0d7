use skill_runtime::skill;

skill! {
    pub skill Probe(x: f32) {
        start state A { -> FAILED(self.x) after 1s; }
    }
}

fn main() {}
