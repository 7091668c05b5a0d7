use skill_runtime::interface;

interface! {
    pub Probe {
        enum Mode { Ab, AB }
        fields { mode: Mode }
    }
}

fn main() {}
