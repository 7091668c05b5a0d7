use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { n: u32 = 0 }
        start state Outer {
            precond -> Inner when self.n > 3;
            start state Before { -> Inner after 1s; }
            state Inner { -> FINAL after 1s; }
        }
    }
}

fn main() {}
