use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Line { -> self.next when true; -> FINAL after 1s; }
    }
}

fn main() {}
