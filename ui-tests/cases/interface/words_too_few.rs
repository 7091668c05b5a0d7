use skill_runtime::interface;

interface! {
    pub Probe {
        fields { moving: bool }
        messages (words = 4) { GoTo { x: f32, y: f32 } }
    }
}

fn main() {}
