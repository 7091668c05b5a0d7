use skill_runtime::{interface, skill};

interface! {
    pub Motion {
        enum Leg { Left, Right }
        fields { moving: bool, speed: f32 }
        messages { Go { distance: f32 }, Stop }
    }
}

skill! {
    pub skill Walk(distance: f32, speed: f32 = 0.5 in 0.0..=1.0) {
        depends_interfaces { motion: Motion }
        start state Go {
            init { motion.send(motion::Go { distance: self.distance * self.speed }); }
            -> FINAL when motion.moving;
            -> FAILED after 2s;
        }
    }
}

skill! {
    pub skill Probe() {
        depends_interfaces { motion: Motion, slow: Motion = "Slow" (max_age = 40ms) }
        start state A {
            precond -> FAILED("no motion") when !motion.has_writer();
            exit { if motion.has_writer() { motion.send(motion::Stop); } }
            -> FAILED("stale") when slow.stale();
            -> FINAL when motion.moving;
            -> FAILED after 1s;
        }
    }
}

skill! {
    pub skill Writes() {
        depends_interfaces { writes motion: Motion }
        always { -> FAILED("not the writer") when !motion.has_writer(); }
        start state A { init { motion.moving = true; } -> FINAL after 1s; }
    }
}

skill! {
    #[deny(skill::redundant_check)]
    pub skill Denied() {
        depends_interfaces { motion: Motion }
        start state A { -> FAILED when motion.stale(); -> FINAL after 1s; }
    }
}

fn main() {}
