use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin {
            vars { steps: u32 }
            -> FINAL after 1s;
        }
    }
}

fn main() {}
