use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: u32) {
            vars { corner: u32 = 0 }
            -> Turn(2) when self.corner > 3;
            start state Drive { -> Turn(self.corner) after 1s; }
            state Turn(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

fn main() {}
