//! States whose names are keywords, or are written as if they were.
#![deny(warnings)]

use skill_runtime::{Skill as _, skill};

fn off() -> bool {
    false
}

skill! {
    /// Every way to write such a name.
    pub skill Raw() {
        start state r#Try { -> r#state after 1s; }
        state r#state {
            -> Try when off();
            -> r#match after 2s;
        }
        state r#match {
            -> r#Next(r#Try, r#Last, r#match) after 2s;
            start state r#loop { -> r#init after 1s; }
            state r#init { -> r#loop after 1s; }
        }
        state Next(a: state(), b: ref state(), r#ref: ref state()) {
            precond -> r#Try when off();
            -> self.a when off();
            -> self.b after 2s;
            -> self.r#ref when !off();
        }
        state Last { -> FINAL after 1s; }
    }
}

#[test]
fn the_names_are_shown_as_they_are_raw_or_not() {
    let names: Vec<&str> = Raw::INFO.graph.states.iter().map(|state| state.name).collect();
    assert_eq!(names[..7], ["Try", "state", "match", "loop", "init", "Next", "Last"]);
}
