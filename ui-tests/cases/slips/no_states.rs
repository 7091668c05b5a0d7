use skill_runtime::skill;

skill! {
    pub skill Probe() {
    }
}

fn main() {}
