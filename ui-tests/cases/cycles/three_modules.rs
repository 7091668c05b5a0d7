
mod m1 {
    use crate::m2::Intercept;
    use skill_runtime::skill;

    skill! {
        pub skill Goto() {
            depends_skills { Intercept }
            start state A = Intercept {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

mod m2 {
    use crate::m3::Dribble;
    use skill_runtime::skill;

    skill! {
        pub skill Intercept() {
            depends_skills { Dribble }
            start state A = Dribble {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

mod m3 {
    use crate::m1::Goto;
    use skill_runtime::skill;

    skill! {
        pub skill Dribble() {
            depends_skills { Goto }
            start state A = Goto {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

mod user {
    use crate::m1::Goto;
    use skill_runtime::skill;

    skill! {
        pub skill User() {
            depends_skills { Goto }
            start state A = Goto {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

fn main() {}
