//! Cycles that a pass leaves.
#![deny(warnings)]
use skill_runtime::{interface, skill};
interface! { pub Light { fields { on: bool } } }
skill! {
    pub skill Count() -> u32 { start state Up { -> FINAL(3) after 1s; } }
}
skill! {
    pub skill Complements() {
        depends_interfaces { light: Light }
        start state A { -> FINAL when light.on; -> B otherwise; }
        state B { -> FAILED when !light.on; -> A otherwise; }
    }
}
skill! {
    pub skill Counts() {
        depends_interfaces { light: Light }
        vars { n: u32 = 0 }
        start state A { -> FINAL when light.on || self.n > 5; -> B otherwise; }
        state B { init { self.n += 1; } -> A otherwise; }
    }
}
skill! {
    pub skill Passes() {
        depends_interfaces { light: Light }
        start state A { -> B(0) otherwise; }
        state B(n: u32) { -> FINAL when light.on && self.n > 5; -> B(self.n + 1) otherwise; }
    }
}
skill! {
    pub skill Waits() {
        depends_interfaces { light: Light }
        start state A { -> B after 1s when light.on; -> FAILED after 9s; }
        state B { -> A after 1s when light.on; -> FINAL when !light.on; }
    }
}
skill! {
    pub skill Runs() {
        depends_skills { Count }
        depends_interfaces { light: Light }
        start state A = Count {}? { -> FINAL on FINAL; -> B when light.on; }
        state B { -> A otherwise; }
    }
}
skill! {
    pub skill Blinks() {
        depends_interfaces { light: Light }
        start state A { -> FINAL when light.on; -> B when self.elapsed() > 1.0; }
        state B { -> A when self.elapsed() > 1.0; }
    }
}
