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
    pub skill Probe(x: f32 = 0.0) {
        depends_skills { Walk }
        vars { n: u32 = 0, n: u32 = 1 }
        start state A { -> Bee after 1s; -> FINAL when self.x <-1.0; }
        state B = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        state C { -> FINAL; }
    }
}

skill! {
    pub skill User() {
        depends_skills { Probe }
        start state A = Probe { x: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}
