use skill_runtime::{interface, skill};
interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
    }
}
struct Walk { x: f32 }
skill! {
    pub skill Probe() {
        depends_skills { Walk }
        start state A = Walk {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}
fn main() {}
