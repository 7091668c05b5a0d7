use skill_runtime::skill;

skill! {
    pub skill Probe() {
        #![allow(unused)]
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
