use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: u32) {
            init { self.corner += 1; }
            -> FINAL after 1s;
            start state Drive { loop { self.corner = 3; } }
        }
    }
}

fn main() {}
