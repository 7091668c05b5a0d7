use skill_runtime::agent;

agent! {
    pub skill Probe() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
