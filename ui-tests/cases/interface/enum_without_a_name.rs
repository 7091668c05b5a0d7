use skill_runtime::interface;

interface! {
    pub Motion {
        enum { Left, Right }
        fields { moving: bool }
    }
}

fn main() {}
