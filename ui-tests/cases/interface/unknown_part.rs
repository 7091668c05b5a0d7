use skill_runtime::interface;

interface! {
    pub Probe {
        field { a: f32 }
    }
}

fn main() {}
