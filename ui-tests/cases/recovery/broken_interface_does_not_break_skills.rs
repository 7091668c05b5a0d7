use skill_runtime::{interface, skill};
interface! {
    pub Motion {
        fields { moving: bool speed: f32 }
        messages { Go { distance: f32 } }
    }
}
skill! {
    pub skill Walk() {
        depends_interfaces { motion: Motion }
        start state Go {
            init { motion.send(motion::Go { distance: motion.speed }); }
            -> FINAL when motion.moving;
            -> FAILED after 2s;
        }
    }
}
fn main() {}
