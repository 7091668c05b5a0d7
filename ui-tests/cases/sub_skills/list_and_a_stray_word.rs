use skill_runtime::{Status, interface, skill};

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

fn kick(_: &mut ProbePorts<'_>, force: f32) -> Status {
    if force > 1.0 { Status::Final } else { Status::Running }
}

skill! {
    pub skill Probe() {
        depends_skills { Walk }
        start state Go = (Walk { distance: 1.0 }, action kick(2.0)) kick { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}
