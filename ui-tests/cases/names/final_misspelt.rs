use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Wait { -> Fnial after 1s; -> FAILED after 2s; }
    }
}

fn main() {}
