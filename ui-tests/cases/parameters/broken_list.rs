use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side(1, 2) after 1s; -> Turn(3) after 2s; }
        state Side(corner: , 3) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        state Turn(angle: u32 length: f32) { -> FINAL when self.angle > 3; -> FAILED after 1s; }
    }
}

fn main() {}
