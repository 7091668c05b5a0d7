use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> B(1 2) after 1s; }
        state B(a: u32, b: u32) { -> FINAL when self.a + self.b > 2; }
    }
}

fn main() {}
