use skill_runtime::interface;

interface! {
    pub Probe {
        fields { a: f32 }
        messages (words = 100) { Go }
    }
}

fn main() {}
