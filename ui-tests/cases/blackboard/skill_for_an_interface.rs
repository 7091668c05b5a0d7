use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state A { init { motion.send(motion::Go {}); } -> FINAL when motion.moving; -> FAILED after 1s; }
    }
}
blackboard! { pub Board { "motion": Motion, "walk": Walk } }
skill_space! { pub Robot on Board { Walk } }
fn main() {}
