use skill_runtime::interface;

interface! {
    pub Motion {
        fields { moving: bool }
        messages (capacity = 4) {}
    }
}

fn main() {}
