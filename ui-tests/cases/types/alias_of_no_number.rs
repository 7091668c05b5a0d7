use skill_runtime::skill;

type Name = skill_runtime::Text<8>;

skill! {
    pub skill Probe(name: Name in 0..=8) {
        start state A { -> FINAL when self.name.is_empty(); -> FAILED after 1s; }
    }
}

fn main() {}
