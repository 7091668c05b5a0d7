use skill_runtime::{interface, skill};
interface! { pub Light { fields { on: bool } } }
skill! {
    pub skill Blink() {
        depends_interfaces { writes light: Light }
        start state A { init { light.on = true; } -> FINAL after 1s; }
    }
}
skill! {
    pub skill Middle() {
        depends_skills { Blink }
        start state A = Blink {}? { -> FINAL on FINAL; }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Middle }
        depends_interfaces { writes lamp: Light = "light" }
        start state Around {
            loop { lamp.on = false; }
            start state A = Middle {}? { -> FINAL on FINAL; }
        }
    }
}
fn main() {}
