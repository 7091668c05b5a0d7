use skill_runtime::skill;

skill! {
    pub skill Probe(type: u32) {
        start state A { -> FINAL when self.r#type == 3; -> FAILED after 1s; }
    }
}

fn main() {}
