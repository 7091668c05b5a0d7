use skill_runtime::interface;

interface! {
    pub Probe {
        fields { a: f32 }
        messages (capacity = 12) { Go }
    }
}

fn main() {}
