use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> FINAL after 1s; -> Line(Stop) after 2s; }
        state Line(avoid: state()) { -> FINAL after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
