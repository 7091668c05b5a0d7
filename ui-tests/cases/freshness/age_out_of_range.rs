use skill_runtime::{interface, skill};

interface! { pub Motion { fields { moving: bool } } }

skill! {
    pub skill Probe() {
        depends_interfaces { motion: Motion (max_age = 99999999999999s) }
        start state A { -> FINAL when motion.moving; }
    }
}

fn main() {}
