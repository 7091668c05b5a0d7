use skill_runtime::skill;

skill! {
    #[skill(runtime)]
    pub skill Probe() { start state S { -> FINAL after 1s; } }
}

fn main() {}
