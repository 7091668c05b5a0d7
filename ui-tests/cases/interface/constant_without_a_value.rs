use skill_runtime::interface;

interface! {
    pub Motion {
        fields { moving: bool }
        const HIGHEST: f32;
    }
}

fn main() {}
