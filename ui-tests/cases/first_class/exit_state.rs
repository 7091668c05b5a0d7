use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(FINAL) after 1s; }
        state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
    }
}

fn main() {}
