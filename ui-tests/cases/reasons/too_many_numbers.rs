use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FAILED("{} {} {} {} {}", 1_u8, 2_u8, 3_u8, 4_u8, 5_u8) after 1s; -> FINAL after 2s; }
    }
}

fn main() {}
