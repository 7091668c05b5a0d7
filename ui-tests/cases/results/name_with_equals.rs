use skill_runtime::skill;
skill! {
    pub skill Find() -> f32 {
        start state A { -> FINAL(1.0) after 1s; }
    }
}
skill! {
    pub skill Walks() -> f32 {
        depends_skills { Find }
        start state A = Find {} { -> FINAL(x) on FINAL(Find = x); -> FAILED on FAILED; }
    }
}

fn main() {}
