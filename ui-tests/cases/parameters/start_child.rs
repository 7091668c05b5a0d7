use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

fn main() {}
