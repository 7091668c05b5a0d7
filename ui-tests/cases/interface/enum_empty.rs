use skill_runtime::interface;

interface! {
    pub Motion {
        enum Leg {}
        fields { moving: bool }
    }
}

fn main() {}
