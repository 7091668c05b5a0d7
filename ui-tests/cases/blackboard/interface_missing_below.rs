use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
interface! { pub Light { fields { on: bool } } }
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state Go { init { motion.send(motion::Go {}); } -> FINAL when motion.moving; -> FAILED after 2s; }
    }
}
skill! {
    pub skill A() { depends_skills { Walk } start state S = Walk {}? { -> FINAL on FINAL; } }
}
skill! {
    pub skill B() { depends_skills { Walk, A } start state S = Walk {}? { -> T on FINAL; } state T = A {}? { -> FINAL on FINAL; } }
}
blackboard! { pub Board { light: Light } }
skill_space! { pub Space on Board { A, B, Walk } }
fn main() {}
