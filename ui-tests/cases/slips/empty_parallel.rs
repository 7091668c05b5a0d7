use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A = () { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}
