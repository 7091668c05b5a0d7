use skill_runtime::skill;
skill! {
    pub skill Find() -> f32 {
        start state A { -> FINAL(1.0) after 1s; }
    }
}
skill! {
    pub skill Walkt() -> f32 {
        depends_skills { Find }
        start state A = Find {} { -> FINAL(Find) on FINAL(Find); -> FAILED on FAILED; }
    }
}
fn main() {}
