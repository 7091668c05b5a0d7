//! Skills that the others execute.

use skill_runtime::skill;

use crate::world::{Eyes, Gait, Motion, motion};

skill! {
    /// Walks straight on.
    pub skill Walk( // @Walk
        /// The distance.
        distance_m: f32, // @distance_m
        /// In which way.
        gait: Gait = Gait::Slow,
    ) {
        depends_interfaces { motion: Motion }
        start state Go {
            init { motion.send(motion::Go { distance: self.distance_m }); }
            -> FAILED("nobody walks") when motion.refused();
            -> FINAL when !motion.moving && self.gait == Gait::Fast;
            -> FINAL after 25 ticks;
        }
    }
}

skill! {
    /// Turns on the spot.
    pub skill Turn( // @Turn
        /// The distance, to the left.
        angle: f32 = 1.0,
    ) {
        depends_interfaces { eyes: Eyes }
        start state Spin {
            -> FINAL when eyes.balls > 0;
            -> FAILED when self.angle > 3.0;
            -> FAILED after 3s;
        }
    }
}

skill! {
    /// Nods.
    pub skill Nod() { // @Nod
        start state Down { -> Up after 1s; }
        state Up { -> FINAL after 1s; }
    }
}
