use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Turn) after 1s; -> Side(2) after 2s; }
        state Line(avoid: state()) { -> self.avoid after 1s; }
        state Side(corner: u32) {
            start state Drive { -> Turn after 1s; }
            state Turn { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

fn main() {}
