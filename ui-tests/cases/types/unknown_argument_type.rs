use skill_runtime::skill;

skill! {
    pub skill Probe(speed: Sped) {
        start state A { -> FINAL when self.speed > 1.0; -> FAILED after 1s; }
    }
}

fn main() {}
