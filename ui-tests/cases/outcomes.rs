#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod always_on_failed_with_a_guard {
    use crate::prelude::Motion;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            always { -> FAILED on FAILED when motion.moving; }
            start state A { -> FINAL when motion.moving; }
        }
    }
}

pub mod bound_name_of_another_transition {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL on FINAL(n) when n > 2;
                -> FAILED on FINAL when n > 1;
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod failure_with_a_name {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED(why) when why == 1;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod guard_after_one_without {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} {
                -> FINAL on FINAL;
                -> FAILED on FINAL(n) when n > 2;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod guard_assigns {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            vars { x: u32 = 0 }
            start state A = Count {}? {
                -> FINAL on FINAL(n) when { self.x = n; self.x > 2 };
                -> FAILED on FINAL;
            }
        }
    }
}

pub mod guard_half_typed {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} {
                -> FINAL on FINAL(n) wh
                -> FAILED on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod guard_is_missing {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} {
                -> FINAL on FINAL(n) when;
                -> FAILED on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod guard_is_no_bool {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL on FINAL(n) when n;
                -> FAILED on FINAL;
            }
        }
    }
}

pub mod guard_with_if {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL on FINAL(n) if n > 2;
                -> FAILED on FINAL;
            }
        }
    }
}

pub mod last_on_failed_has_a_guard {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            vars { tries: u32 = 0 }
            start state A = Count {} {
                init { self.tries += 1; }
                -> FINAL on FINAL;
                -> A on FAILED when self.tries < 2;
            }
        }
    }
}

pub mod last_on_final_has_a_guard {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL on FINAL(n) when n > 2;
                -> A on FINAL(n) when n <= 2;
            }
        }
    }
}

pub mod lint_guard_is_always_true {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> FINAL on FINAL when true;
                -> A on FINAL;
            }
        }
    }
}

pub mod lint_guard_is_always_false_or_the_same {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {} {
                -> FINAL on FINAL(n) when n > 2;
                -> A on FINAL(n) when n > 2;
                -> FINAL on FINAL;
                -> A on FAILED when false;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod result_of_a_skill_without_one {
    use crate::prelude::Walk;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0 }? {
                -> FINAL on FINAL(n) when n > 2;
                -> A on FINAL;
            }
        }
    }
}

pub mod target_is_unknown {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state A = Count {}? {
                -> Elsewhere on FINAL(n) when n > 2;
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod when_then_on {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            vars { x: u32 = 0 }
            start state A = Count {}? {
                loop { self.x += 1; }
                -> A when self.x > 2 on FINAL;
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod both {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = (left: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL(left: _) && FINAL(right: _);
            }
        }
    }
}

pub mod crossing {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Count }
            continuous { h_m: f32 = 2.0 }
            start state A = Count {}? {
                flow { der(self.h_m) = -1.0; }
                -> FINAL on FINAL(n) when crossing self.h_m < 1.0;
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod pattern_after_a_label {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(m) on FINAL(n: Number { m, .. });
            }
        }
    }
}

pub mod field_of_a_label {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(m) on FINAL(n.value: m);
            }
        }
    }
}

pub mod field_of_the_only_result {
    use crate::prelude::Count;
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { Count }
            start state A = Count {}? { -> FINAL(m) on FINAL(count_of.value); }
        }
    }
}
