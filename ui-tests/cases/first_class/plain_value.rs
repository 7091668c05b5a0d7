use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(1) after 1s; }
        state Line(next: u32) { -> self.next after 1s; -> FINAL after 2s; }
    }
}

fn main() {}
