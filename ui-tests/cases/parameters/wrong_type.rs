use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Side("one", 1) after 1s; }
        state Side(corner: u32, length_m: f32) { -> FINAL after self.length_m; -> FAILED when self.corner > 3; }
    }
}

fn main() {}
