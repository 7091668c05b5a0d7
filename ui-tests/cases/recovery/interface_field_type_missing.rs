use skill_runtime::{interface, skill};
interface! {
    pub Motion {
        fields { moving: bool, speed }
        messages { Go { distance: f32 } }
    }
}
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state Go {
            init { motion.send(motion::Go { distance: 1.0 }); }
            -> FINAL when motion.moving;
            -> FAILED after 2s;
        }
    }
}
fn main() {}
