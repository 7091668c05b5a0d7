use skill_runtime::{interface, skill};

interface! { pub Motion { fields { moving: bool } } }

skill! {
    pub skill Probe() {
        depends_interfaces { motion: Motion (max_age = LIMIT) }
        start state A { -> FINAL when motion.moving; }
    }
}

fn main() {}
