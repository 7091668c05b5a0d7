use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: u32) {
            init { let _ = self.cornr; }
            -> FINAL when self.cornerr > 3;
            -> Side(self.conrer) when self.speed > 1;
            -> FAILED after 1s;
        }
    }
}

fn main() {}
