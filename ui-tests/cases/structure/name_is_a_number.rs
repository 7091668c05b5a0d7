use skill_runtime::skill;

skill! {
    pub skill 1() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
