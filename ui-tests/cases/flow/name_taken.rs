use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { height_m: f32 = 1.0 }
        continuous { height_m: f32 = 10.0 }
        start state Fall { -> FINAL when self.height_m < 0.0; -> FAILED after 1s; }
    }
}

fn main() {}
