//! Constants of any type as arguments and defaults.
#![deny(warnings)]

use skill_runtime::{interface, skill};

interface! {
    pub Motion {
        enum Leg { Left, Right }
        fields { moving: bool, speed: f32 }
        messages { Go { distance: f32 }, Kick { leg: Leg }, flush Stop }
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

const SPEED: f32 = 0.75;
const LEG: motion::Leg = motion::Leg::Left;
const LEGS: Option<motion::Leg> = Some(LEG);
const NAME: skill_runtime::Text<8> = skill_runtime::Text::new();
const ON: bool = true;
type Meters = f32;
skill! {
    pub skill Sub(
        leg: motion::Leg = LEG,
        legs: Option<motion::Leg>,
        name: skill_runtime::Text<8> = NAME,
        on: bool = ON,
        far: Meters = SPEED in 0.0..=1.0,
        n: u8 = 3 in 1..=3,
        o: Option<f32> = Some(0.5) in 0.0..=SPEED
    ) {
        start state A {
            -> FINAL
                when self.on
                    && self.leg == LEG
                    && self.legs == LEGS
                    && self.name == NAME
                    && self.far > 0.0
                    && self.n == 3
                    && self.o.is_some();
            -> FAILED after 1s;
        }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Walk, Sub }
        start state A = Walk { distance: 1.0 + SPEED * 2.0, speed: SPEED }? { -> B on FINAL; }
        state B = Sub {
            leg: LEG,
            legs: LEGS,
            name: NAME,
            on: ON,
            far: SPEED,
            n: 1 + 2,
            o: Some(SPEED)
        }? { -> FINAL on FINAL; }
    }
}
