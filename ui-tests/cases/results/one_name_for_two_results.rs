use skill_runtime::skill;

skill! { pub skill Find() -> f32 { start state A { -> FINAL(1.0) after 1s; } } }

skill! { pub skill Look() -> f32 { start state A { -> FINAL(1.0) after 1s; } } }

skill! {
    pub skill Probe() {
        depends_skills { Find, Look }
        start state A = (Find {}, Look {})? { -> B(x) on FINAL(find: x, look: x); }
        state B(x: f32) { -> FINAL when self.x > 1.0; -> FAILED after 1s; }
    }
}

fn main() {}
