use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(1 + 2, 3) after 1s; }
        state Line(avoid: state(), n: u32) { -> self.avoid after 1s; -> FINAL when self.n > 3; }
    }
}

fn main() {}
