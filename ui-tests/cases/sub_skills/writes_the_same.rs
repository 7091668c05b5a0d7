use skill_runtime::{interface, skill};
interface! { pub Light { fields { on: bool } } }
skill! {
    pub skill Blink() {
        depends_interfaces { writes light: Light }
        start state A { init { light.on = true; } -> FINAL after 1s; }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Blink }
        depends_interfaces { writes light: Light }
        start state A = Blink {}? { init { light.on = false; } -> FINAL on FINAL; }
    }
}
fn main() {}
