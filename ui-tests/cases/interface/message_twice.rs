use skill_runtime::interface;

interface! {
    pub Probe {
        fields { a: f32 }
        messages { Go, Go }
    }
}

fn main() {}
