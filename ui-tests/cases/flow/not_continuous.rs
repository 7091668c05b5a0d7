use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { height_m: f32 = 10.0 }
        start state Fall {
            flow { der(self.height_m) = -1.0; }
            -> FINAL when self.height_m < 0.0;
        }
    }
}

fn main() {}
