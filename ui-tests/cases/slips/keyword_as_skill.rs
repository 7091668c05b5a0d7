use skill_runtime::skill;

skill! {
    pub skill Move() {
        start state type { -> FINAL after 1s; }
    }
}

fn main() {}
