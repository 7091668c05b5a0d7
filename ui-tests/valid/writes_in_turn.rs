//! A skill and its sub-skill write in turn.
#![deny(warnings)]
use skill_runtime::{interface, skill};
interface! { pub Light { fields { on: bool } } }
skill! {
    pub skill Blink() {
        depends_interfaces { writes light: Light }
        start state A {
            init { light.on = true; }
            -> FINAL after 1s;
        }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Blink }
        depends_interfaces { writes light: Light }
        start state A = Blink {}? { -> B on FINAL; }
        state B {
            init { light.on = false; }
            -> FINAL after 1s;
        }
    }
}
