use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(avoid: state()) { -> avoid after 1s; -> Next(avoid) after 2s; }
        state Next(avoid: state()) { -> self.avoid after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
