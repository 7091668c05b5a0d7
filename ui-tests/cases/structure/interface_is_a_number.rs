use skill_runtime::skill;

skill! {
    pub skill Probe() {
        depends_interfaces { 1 }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
