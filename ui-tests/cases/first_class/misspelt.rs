use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(avoid: state()) { -> self.avid after 1s; -> FINAL after 2s; -> self.avoid after 3s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
