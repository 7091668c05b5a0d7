use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A {
            precond FINAL when 1 > 2;
            -> FINAL after 1s;
        }
    }
}

fn main() {}
