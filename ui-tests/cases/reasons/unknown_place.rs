use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FAILED("{:x}", 1_u8) after 1s; -> FINAL after 2s; }
    }
}

fn main() {}
