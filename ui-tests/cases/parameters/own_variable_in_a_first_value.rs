use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: u32) {
            vars { steps: u32 = corner, twice: u32 = 2 * self.steps }
            -> FINAL when self.steps > self.twice;
            -> FAILED after 1s;
        }
    }
}

fn main() {}
