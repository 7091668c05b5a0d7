use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop) after 1s; }
        state Line(next: state) { -> self.next after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
