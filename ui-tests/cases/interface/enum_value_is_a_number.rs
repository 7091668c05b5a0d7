use skill_runtime::interface;

interface! {
    pub Motion {
        enum Leg { 1, 2 }
        fields { moving: bool }
    }
}

fn main() {}
