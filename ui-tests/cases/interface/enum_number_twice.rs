use skill_runtime::interface;

interface! {
    pub Probe {
        enum Mode { A = 1, B = 1 }
        fields { mode: Mode }
    }
}

fn main() {}
