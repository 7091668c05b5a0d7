use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
        flow { der(self.height_m) = self.speed; }
        start state Fall { -> FINAL when self.height_m < 0.0; -> FAILED after 1s; }
    }
}

fn main() {}
