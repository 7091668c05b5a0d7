use skill_runtime::interface;

interface! {
    pub Probe {
        fields { name: &'static str }
    }
}

fn main() {}
