use skill_runtime::{blackboard, interface, skill, skill_space};

interface! { pub Motion { fields { moving: bool } } }

skill! {
    pub skill Wait() {
        depends_interfaces { motion: Motion }
        start state Go { -> FINAL when !motion.moving; -> FAILED after 2s; }
    }
}

blackboard! { pub Board { "NaoMotion": Motion } }
skill_space! { pub Space on Board { Wait } }

fn main() {}
