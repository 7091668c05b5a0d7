#[macro_use]
extern crate skill_runtime;

pub mod indirect_in_one_skill {
    skill! {
        pub skill Probe() {
            depends_skills { Probe }
            #[allow(skill::duplicate_call)]
            start state A = (Probe {}, Probe {}) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod itself {
    skill! {
        pub skill Probe() {
            depends_skills { Probe }
            start state A = Probe {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod three_modules {
    mod m1 {
        use crate::three_modules::m2::Intercept;
        use skill_runtime::skill;

        skill! {
            pub skill Goto() {
                depends_skills { Intercept }
                start state A = Intercept {} { -> FINAL on FINAL; -> FAILED on FAILED; }
            }
        }
    }

    mod m2 {
        use crate::three_modules::m3::Dribble;
        use skill_runtime::skill;

        skill! {
            pub skill Intercept() {
                depends_skills { Dribble }
                start state A = Dribble {} { -> FINAL on FINAL; -> FAILED on FAILED; }
            }
        }
    }

    mod m3 {
        use crate::three_modules::m1::Goto;
        use skill_runtime::skill;

        skill! {
            pub skill Dribble() {
                depends_skills { Goto }
                start state A = Goto {} { -> FINAL on FINAL; -> FAILED on FAILED; }
            }
        }
    }

    mod user {
        use crate::three_modules::m1::Goto;
        use skill_runtime::skill;

        skill! {
            pub skill User() {
                depends_skills { Goto }
                start state A = Goto {} { -> FINAL on FINAL; -> FAILED on FAILED; }
            }
        }
    }
}

pub mod too_deep {
    skill! { pub skill S0() { start state A { -> FINAL after 1s; } } }
    skill! { pub skill S1() { depends_skills { S0 } start state A = S0 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S2() { depends_skills { S1 } start state A = S1 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S3() { depends_skills { S2 } start state A = S2 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S4() { depends_skills { S3 } start state A = S3 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S5() { depends_skills { S4 } start state A = S4 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S6() { depends_skills { S5 } start state A = S5 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S7() { depends_skills { S6 } start state A = S6 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S8() { depends_skills { S7 } start state A = S7 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S9() { depends_skills { S8 } start state A = S8 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S10() { depends_skills { S9 } start state A = S9 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S11() { depends_skills { S10 } start state A = S10 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S12() { depends_skills { S11 } start state A = S11 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S13() { depends_skills { S12 } start state A = S12 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S14() { depends_skills { S13 } start state A = S13 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S15() { depends_skills { S14 } start state A = S14 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S16() { depends_skills { S15 } start state A = S15 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S17() { depends_skills { S16 } start state A = S16 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S18() { depends_skills { S17 } start state A = S17 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S19() { depends_skills { S18 } start state A = S18 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S20() { depends_skills { S19 } start state A = S19 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S21() { depends_skills { S20 } start state A = S20 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S22() { depends_skills { S21 } start state A = S21 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S23() { depends_skills { S22 } start state A = S22 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S24() { depends_skills { S23 } start state A = S23 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S25() { depends_skills { S24 } start state A = S24 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S26() { depends_skills { S25 } start state A = S25 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S27() { depends_skills { S26 } start state A = S26 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S28() { depends_skills { S27 } start state A = S27 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S29() { depends_skills { S28 } start state A = S28 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S30() { depends_skills { S29 } start state A = S29 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S31() { depends_skills { S30 } start state A = S30 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S32() { depends_skills { S31 } start state A = S31 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S33() { depends_skills { S32 } start state A = S32 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S34() { depends_skills { S33 } start state A = S33 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
    skill! { pub skill S35() { depends_skills { S34 } start state A = S34 {} { -> FINAL on FINAL; -> FAILED on FAILED; } } }
}

pub mod two_blocks {
    skill! {
        pub skill Ping() {
            depends_skills { Pong }
            start state A = Pong {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }

    skill! {
        pub skill Pong() {
            depends_skills { Ping }
            start state A = Ping {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}
