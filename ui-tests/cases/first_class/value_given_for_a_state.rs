use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0 }
        start state Begin { -> Line(self.n) after 1s; }
        state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
    }
}

fn main() {}
