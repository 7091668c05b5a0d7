use skill_runtime::skill;

skill! {
    pub skill Probe(speed = 1.0) {
        start state A { -> FINAL when self.speed > 0.5; -> FAILED after 1s; }
    }
}

fn main() {}
