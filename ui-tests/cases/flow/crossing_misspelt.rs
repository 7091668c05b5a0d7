use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
        start state Fall {
            flow { der(self.height_m) = -1.0; }
            -> FINAL when crosing self.height_m < 0.0;
        }
    }
}

fn main() {}
