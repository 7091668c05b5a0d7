#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

fn nod<P>(_: &mut P) -> skill_runtime::Status {
    skill_runtime::Status::Final
}

pub mod a_label_of_one {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = left: Walk { distance: 1.0 }? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_label_with_equals {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = (a = Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_large_label {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (Left: Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL(left: _);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_rust_loop {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 in (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_typed_number {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1u32 of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_word_for_all {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = all of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_word_for_the_number {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = any of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod after_all {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
                -> FINAL on FINAL(a: _);
            }
        }
    }
}

pub mod all_of_them {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 2 of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod always_final {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = (a: Walk { distance: 1.0 }, b: Walk { distance: 2.0 })? {
                -> FINAL on FINAL(a: _);
            }
        }
    }
}

pub mod an_action {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, action super::nod())? {
                -> FINAL on FINAL(nod: x) when x > 1;
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod an_unknown_name {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, b: Walk { distance: 2.0 })? {
                -> FINAL on FINAL(c: _);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod labels_twice {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = (a: Walk { distance: 1.0 }, a: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod more_names_than_needed {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, b: Walk { distance: 2.0 })? {
                -> FINAL on FINAL(a: _, b: _);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod more_than_all {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 3 of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod named_twice {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 2 of (a: Walk { distance: 1.0 }, b: Walk { distance: 2.0 }, c: Walk { distance: 3.0 })? {
                -> FINAL on FINAL(a: _, a: _);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod no_name_for_it {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, b: Walk { distance: 2.0 })? {
                -> FINAL on FINAL(spot);
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod no_number {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod no_of {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod none {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 0 of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod of_one {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (Walk { distance: 1.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod of_one_without_parentheses {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of Walk { distance: 1.0 }? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod or {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } | Walk { distance: 2.0 }? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod the_last_names_one {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (a: Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL(a: _);
            }
        }
    }
}

pub mod without_a_label {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL(walk: _);
                -> FINAL on FINAL;
            }
        }
    }
}

fn main() {}

pub mod a_name_in_place_of_the_number {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = any of (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(x) on FINAL(n: x);
                -> FAILED("no number") on FINAL;
            }
        }
    }
}

pub mod a_number_above_the_list {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = 3 of (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(x) on FINAL(n: x, walk: _);
                -> FAILED("no number") on FINAL;
            }
        }
    }
}

pub mod a_field_in_place_of_the_number {
    skill! {
        pub skill Probe(n: u32 = 1) {
            depends_skills { super::prelude::Walk }
            start state A = self.n of (left: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_range_in_place_of_the_number {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1..=2 of (left: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_sign_after_the_number {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1+ of (left: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_list_with_bars {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = (walk: Walk { distance: 1.0 } | n: Count {})? {
                -> FINAL(x) on FINAL(n: x);
                -> FAILED("no number") on FINAL;
            }
        }
    }
}

pub mod a_list_as_a_call {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = first_of(left: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod all_of_a_list_as_a_call {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = both(Walk { distance: 1.0 }, Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}

pub mod a_reserved_label {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = 1 of (walk: Walk { distance: 1.0 }, final: Count {})? {
                -> FINAL(1) on FINAL;
            }
        }
    }
}

pub mod one_of_one {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Count }
            start state A = 1 of (n: Count {})? {
                -> FINAL(x) on FINAL(n: x);
                -> FAILED("no number") on FINAL;
            }
        }
    }
}

pub mod a_name_without_a_result {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = 1 of (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(x) on FINAL(walk: x);
                -> FINAL(1) on FINAL;
            }
        }
    }
}

pub mod named_before {
    skill! {
        pub skill Probe() -> u32 {
            depends_skills { super::prelude::Walk, super::prelude::Count }
            start state A = 1 of (walk: Walk { distance: 1.0 }, n: Count {})? {
                -> FINAL(x) on FINAL(n: x);
                -> FINAL(y) on FINAL(n: y) when y > 2;
                -> FINAL(1) on FINAL;
            }
        }
    }
}

pub mod an_entry_without_arguments_before_tries {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (l: Walk, r: Walk { distance: 1.0 }) tries 3 via P { -> FINAL on FINAL; }
            state P(q: f32 = 0.5) { -> A after self.q; }
        }
    }
}

pub mod without_the_name_of_the_state {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state I { -> A otherwise; }
            state = 1 of (l: Walk { distance: 1.0 }, r: Walk { distance: 2.0 }) { -> FINAL on FINAL; }
        }
    }
}

pub mod an_underscore_as_a_label {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = 1 of (_: Walk { distance: 1.0 }, right: Walk { distance: 2.0 })? {
                -> FINAL on FINAL;
            }
        }
    }
}
