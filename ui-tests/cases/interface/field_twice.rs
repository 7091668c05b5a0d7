use skill_runtime::interface;

interface! {
    pub Probe {
        fields { a: f32, a: u8 }
    }
}

fn main() {}
