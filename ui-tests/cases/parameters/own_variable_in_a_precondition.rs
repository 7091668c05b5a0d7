use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1) after 1s; }
        state Side(corner: u32) {
            vars { steps: u32 = 0 }
            precond -> FINAL when self.steps > self.corner;
            loop { self.steps += 1; }
            -> FINAL after 1s;
        }
    }
}

fn main() {}
