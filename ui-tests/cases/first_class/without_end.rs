use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Left) after 1s; }
        state Line(avoid: state()) { -> self.avoid after 1s; }
        state Left {
            -> Again(Left) after 1s;
            start state Wait { -> FINAL after 3s; }
            state Again(more: state()) { -> self.more after 1s; }
        }
    }
}

fn main() {}
