use skill_runtime::interface;

interface! {
    pub Probe {
        fields { self: u32, r#final: bool }
    }
}

fn main() {}
