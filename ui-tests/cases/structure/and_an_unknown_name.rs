use skill_runtime::skill;

skill! {
    pub skill Probe(x: f32 = 0.0) {
        start state A {
            -> FINAL when self.x > limit;
            -> Bee after 1s;
        }
        state B { -> A after 1s; }
    }
}

fn main() {}
