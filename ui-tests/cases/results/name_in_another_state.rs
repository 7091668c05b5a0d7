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
    pub skill Look() -> f32 {
        start state A { -> FINAL(1.0) after 1s; }
    }
}

skill! {
    pub skill Approach() {
        depends_skills { Look, Walk }
        start state Search = Look {} { -> Go on FINAL(far); -> FAILED on FAILED; }
        state Go = Walk { distance: far } { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}
