use skill_runtime::skill;

skill! {
    pub skill Probe() {
        #[deprecated]
        start state S { -> FINAL after 1s; }
    }
}

fn main() {}
