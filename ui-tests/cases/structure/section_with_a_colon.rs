use skill_runtime::skill;

skill! {
    pub skill Probe() {
        depends_interfaces: { }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}
