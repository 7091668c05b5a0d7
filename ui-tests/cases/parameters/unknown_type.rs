use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: Cornr) { -> FINAL after 1s; }
    }
}

fn main() {}
