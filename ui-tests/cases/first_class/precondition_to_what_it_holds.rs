use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(avoid: state()) { precond -> self.avoid otherwise; -> FINAL after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
