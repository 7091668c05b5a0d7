use skill_runtime::skill;

skill! {
    pub skill () {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
