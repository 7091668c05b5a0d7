use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1 + , 2) after 1s; }
        state Side(corner: u32, n: u32) { -> FINAL when self.corner > self.n; -> FAILED after 1s; }
    }
}

fn main() {}
