use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(avoid: state()) { -> Next(self.avoid) after 1s; }
        state Next(avoid: ref state()) { -> self.avoid after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
