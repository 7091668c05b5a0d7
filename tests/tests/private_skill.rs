//! A skill without `pub` is private to its module, and runs like any other.

use skill_runtime::{Skill, skill};

skill! {
    skill Private() {
        start state Wait { -> FINAL after 1s; }
    }
}

#[test]
fn a_skill_may_be_private() {
    assert_eq!(Private::INFO.name, "private");
}
