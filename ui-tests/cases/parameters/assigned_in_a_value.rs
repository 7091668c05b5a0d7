use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0 }
        start state Begin { -> Side({ self.n += 1; self.n }) after 1s; }
        state Side(corner: u32) { -> FINAL when self.corner == 3; -> FAILED after 1s; }
    }
}

fn main() {}
