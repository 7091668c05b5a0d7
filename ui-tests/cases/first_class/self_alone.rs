use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(avoid: state()) { -> self after 1s; -> self.avoid after 2s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
