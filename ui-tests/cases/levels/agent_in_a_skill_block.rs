use skill_runtime::skill;

skill! {
    pub agent Striker() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
