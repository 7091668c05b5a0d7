use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0 }
    }
}

fn main() {}
