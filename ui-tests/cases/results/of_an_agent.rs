use skill_runtime::agent;

agent! {
    pub agent Probe() -> f32 {
        start state A { -> FINAL(1.0) after 1s; }
    }
}

fn main() {}
