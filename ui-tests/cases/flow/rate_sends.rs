use skill_runtime::{interface, skill};

interface! {
    pub Legs { fields { speed: f32 } messages { Stop } }
}

skill! {
    pub skill Probe() {
        depends_interfaces { legs: Legs }
        continuous { height_m: f32 = 10.0, speed: f32 = 0.0 }
        start state Fall {
            flow { der(self.height_m) = { legs.send(legs::Stop {}); self.speed }; }
            -> FINAL when self.height_m < 0.0;
        }
    }
}

fn main() {}
