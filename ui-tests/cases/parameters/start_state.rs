use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Side(corner: u32) { -> FINAL when self.corner > 3; -> Side(self.corner + 1) after 1s; }
    }
}

fn main() {}
