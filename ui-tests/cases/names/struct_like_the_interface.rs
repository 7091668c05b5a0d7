use skill_runtime::{interface, skill};
interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
struct Motion { x: f32 }
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state A { init { motion.send(motion::Go {}); } -> FINAL when motion.moving; -> FAILED after 1s; }
    }
}
fn main() {}
