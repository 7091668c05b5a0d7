use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Turn) after 1s; -> Side after 2s; }
        state Line(avoid: state()) { -> self.avoid after 1s; }
        state Side {
            start state Drive { -> Turn after 1s; }
            state Turn { -> Drive after 1s; -> FINAL after 2s; }
        }
    }
}

fn main() {}
