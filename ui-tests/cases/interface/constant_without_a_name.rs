use skill_runtime::interface;

interface! {
    pub Motion {
        fields { moving: bool }
        const : f32 = 1.0;
    }
}

fn main() {}
