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
        depends_interfaces { optional motion: Motion }
        start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
    }
}

skill! {
    #[deny(skill::unchecked_optional)]
    pub skill Denied() {
        depends_interfaces { optional motion: Motion }
        vars { fast: bool = false }
        start state A {
            loop { self.fast = motion.speed > 1.0; }
            -> FINAL when self.fast;
            -> FAILED after 1s;
        }
    }
}

fn is_fast(motion: &Motion) -> bool {
    motion.speed > 1.0
}

// Messages need no check, and a function may check what it gets.
skill! {
    pub skill Sends() {
        depends_interfaces { optional motion: Motion }
        start state A { init { motion.send(motion::Stop); } -> FINAL after 1s; }
    }
}
skill! {
    pub skill Passes() {
        depends_interfaces { optional motion: Motion }
        start state A { -> FINAL when is_fast(motion); -> FAILED after 1s; }
    }
}
skill! {
    pub skill Checks() {
        depends_interfaces { optional motion: Motion }
        start state A { -> FINAL when motion.has_writer() && motion.moving; -> FAILED after 1s; }
    }
}

fn main() {}
