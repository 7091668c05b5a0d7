#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod base_missing {
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
            depends_skills { Walk }
            start state Go = Walk { speed: 0.5, .. } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod base_not_last {
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

    fn fast() -> Walk {
        Walk { distance: Some(2.0), speed: Some(0.9) }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { ..fast(), speed: 0.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod base_of_another_type {
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
            depends_skills { Walk }
            start state Go = Walk { speed: 0.5, ..2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod base_out_of_range {
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

    fn fast() -> Walk {
        Walk { distance: Some(2.0), speed: Some(0.9) }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { speed: 1.5, ..fast() } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod const_out_of_range {
    use crate::prelude::*;
    const FAST: f32 = 3.0;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0, speed: FAST }? { -> FINAL on FINAL; }
        }
    }
}

pub mod default_out_of_range {
    //! A default outside the range of its argument.

    skill! {
        pub skill Beep(volume: f32 = 1.5 in 0.0..=1.0, pitch: f32 = -1e39) {
            start state Sound { -> FINAL after 1s; }
        }
    }
}

pub mod derived_for_a_struct {
    #[derive(Clone, Copy, PartialEq, Debug, Argument)]
    pub struct Gait {
        speed: f32,
    }
}

pub mod enum_value_with_fields {
    #[derive(Clone, Copy, PartialEq, Debug, Argument)]
    pub enum Gait {
        Slow,
        Fast(f32),
    }
}

pub mod enum_without_values {
    #[derive(Clone, Copy, PartialEq, Debug, Argument)]
    pub enum Gait {}
}

pub mod expression_out_of_range {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0, speed: 1.0 + 0.5 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod given_twice {
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
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0, distance: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod group_const {
    #[derive(Clone, Debug, Default, PartialEq, Arguments)]
    pub struct Target { #[argument(in 0.0..=1.0)] x_m: Option<f32> }
    const FAR: Option<f32> = Some(2.0);
    skill! {
        pub skill Sub(..target: Target) {
            start state A { -> FINAL when self.target.x_m == None; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Sub }
            start state A = Sub { x_m: FAR }? { -> FINAL on FINAL; }
        }
    }
}

pub mod group_field_not_optional {
    #[derive(Clone, PartialEq, Debug, Default, Arguments)]
    pub struct Angles {
        yaw: Option<f32>,
        pitch: f32,
    }
}

pub mod group_not_derived {
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct Targets {
        pub yaw: Option<f32>,
    }

    skill! {
        pub skill Probe(..targets: Targets) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod group_option_unknown {
    #[derive(Clone, PartialEq, Debug, Default, Arguments)]
    pub struct Angles {
        #[argument(range = 0.0..=1.0)]
        yaw: Option<f32>,
    }
}

pub mod integer_for_a_float {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1, speed: -1 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod integer_for_an_enum {
    use crate::prelude::*;
    skill! { pub skill Kick(leg: motion::Leg) { start state A { -> FINAL when self.leg == motion::Leg::Left; -> FAILED after 1s; } } }
    skill! {
    pub skill Probe() {
        depends_skills { Kick }
        start state A = Kick { leg: 1 }? { -> FINAL on FINAL; }
    }
    }
}

pub mod missing {
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
            depends_skills { Walk }
            start state Go = Walk { speed: 0.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod name_of_a_group_field {
    #[derive(Clone, Debug, Default, PartialEq, Arguments)]
    pub struct Target { x_m: Option<f32>, y_m: Option<f32> }
    skill! {
        pub skill Probe(x_m: f32, ..target: Target) {
            start state A { -> FINAL when self.target.y_m == Some(self.x_m); -> FAILED after 1s; }
        }
    }
}

pub mod negative_const {
    use crate::prelude::*;
    const FAST: f32 = 3.0;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { distance: 1.0, speed: -FAST }? { -> FINAL on FINAL; }
        }
    }
}

pub mod not_finite {
    #![allow(overflowing_literals)]
    //! Numbers that are finite in `f64`, but not in the type of the argument, or that are outside its
    //! range there.

    /// A manner of beeping.
    #[derive(Clone, PartialEq, Debug, Default, Arguments)]
    pub struct How {
        /// The volume.
        #[argument(in 0.0..=LOUD)]
        pub volume: Option<f32>,
    }

    const LOUD: f32 = 1.0;

    skill! {
        pub skill Beep(pitch: f32 = 1.0, part: f32 = 0.5 in 0.0..1.0, double: f64 = 0.0, ..how: How) {
            start state Sound { -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Melody() {
            depends_skills { Beep }
            start state First = Beep { pitch: 1e39, double: 1e39 } { -> Second on FINAL; -> FAILED on FAILED; }
            state Second = Beep { part: 0.99999999999 } { -> Third on FINAL; -> FAILED on FAILED; }
            state Third = Beep { volume: 1.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod out_of_range {
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
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0, speed: 1.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod range_is_no_range {
    skill! {
        pub skill Probe(x: f32 = 3.0 in 5.0) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod renamed {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = Walk { dist: 1.0 }? { -> FINAL on FINAL; }
        }
    }
}

pub mod shorthand_of_another_type {
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
        pub skill Probe(distance: u32) {
            depends_skills { Walk }
            start state Go = Walk { distance, speed: 0.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod some_out_of_range {
    skill! {
        pub skill Sub(speed: Option<f32> = None in 0.0..=1.0) {
            start state A { -> FINAL when self.speed.is_some(); -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Probe() {
            depends_skills { Sub }
            start state A = Sub { speed: Some(2.0) }? { -> FINAL on FINAL; }
        }
    }
}

pub mod two_groups {
    #[derive(Clone, PartialEq, Debug, Default, Arguments)]
    pub struct Targets {
        pub yaw: Option<f32>,
    }

    skill! {
        pub skill Probe(..a: Targets, ..b: Targets) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod type_missing {
    skill! {
        pub skill Probe(x = 3.0) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod type_without_text {
    skill! {
        pub skill Probe(x: core::time::Duration) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unknown {
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
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0, sped: 0.5 } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod value_missing {
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
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0, speed } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod wrong_type {
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
            depends_skills { Walk }
            start state Go = Walk { distance: true } { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}
