use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) when self.corner > 3; -> FINAL after 1s; }
        state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
    }
}

fn main() {}
