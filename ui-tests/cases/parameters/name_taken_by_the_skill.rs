use skill_runtime::skill;

skill! {
    pub skill Probe(corner: u32 = 3) {
        vars { done: u32 = 0 }
        start state Begin { -> Side(1, 2) after 1s; }
        state Side(corner: u32, done: u32) { -> FINAL when self.corner > self.done; -> FAILED after 1s; }
    }
}

fn main() {}
