use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(1) after 1s; }
        state Line(next: ref u32) { -> FINAL after 1s; }
    }
}

fn main() {}
