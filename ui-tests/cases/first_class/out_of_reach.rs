use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Turn) after 1s; -> Side after 2s; }
        state Line(avoid: ref state()) { -> self.avoid after 1s; -> self.avoid after 2s; }
        state Side {
            start state Drive { -> Turn after 1s; }
            state Turn { -> FINAL after 1s; }
        }
    }
}

fn main() {}
