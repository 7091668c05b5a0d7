#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod a_default_after_the_range {
    skill! {
        pub skill Look(timeout_sec: f32 in 0.1..=60.0 = 10.0) {
            start state S { -> FINAL after self.timeout_sec; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state S = Look {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod a_failure_with_a_type {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state S = Walk { distance: 1.0 } {
                -> FAILED(why) on FAILED(why: StoredFailure);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod action_with_a_colon {
    use skill_runtime::Status;
    fn fade(_: &mut ProbePorts<'_>, _: f32) -> Status {
        Status::Final
    }
    skill! {
        pub skill Probe() {
            start state S = action: fade(0.9) { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod a_later_time_before_an_earlier_one {
    skill! {
        pub skill Probe(fast: bool) {
            start state S {
                -> FAILED("stuck") after 5s when self.fast;
                -> FINAL after 4s;
            }
        }
    }
}

pub mod left_before_the_sub_skill_begins {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state S = Walk { distance: 1.0 }? {
                -> FAILED("never") otherwise;
                -> FINAL on FINAL;
            }
        }
    }
}
