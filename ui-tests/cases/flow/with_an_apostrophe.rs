use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
        start state Fall {
            flow { height_m' = speed; speed' = -9.81; }
            -> FINAL when self.height_m < 0.0;
        }
    }
}

fn main() {}
