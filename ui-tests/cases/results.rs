#[macro_use]
extern crate skill_runtime;

pub mod derived_for_an_enum {
    #[derive(Clone, Copy, SkillResult)]
    pub enum Side {
        Left,
        Right,
    }
}

pub mod field_of_another_type {
    #[derive(Clone, Copy, SkillResult)]
    pub struct Path {
        pub points: [f32; 3],
    }

    skill! {
        pub skill Probe() -> Path {
            start state A { -> FINAL(Path { points: [0.0; 3] }) after 1s; }
        }
    }
}

pub mod skill_for_its_result {
    interface! {
        pub Motion {
            fields { moving: bool }
        }
    }

    skill! {
        pub skill Look() -> f32 {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL(1.0) when motion.moving; -> FAILED after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Look }
            start state A = Look {}? { -> FINAL when Look.far_m > 1.0; -> FAILED on FINAL; }
        }
    }
}

pub mod name_for_no_result {
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
            start state Go = Walk { distance: 1.0 }? { -> Near(spot.x_m) on FINAL(spot); }
            state Near(x_m: f32) { -> FINAL when self.x_m > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod name_in_another_state {
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
}

pub mod name_in_capitals {
    skill! {
        pub skill Find() -> f32 {
            start state A { -> FINAL(1.0) after 1s; }
        }
    }
    skill! {
        pub skill Walkt() -> f32 {
            depends_skills { Find }
            start state A = Find {} { -> FINAL(Find) on FINAL(Find); -> FAILED on FAILED; }
        }
    }
}

pub mod name_missing {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state A = Locate {}? { -> FINAL on FINAL(); }
        }
    }
}

pub mod name_of_an_action {
    use skill_runtime::Status;

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
            start state Go = (action kick(2.0), Walk { distance: 1.0 })? { -> FAILED("{}", kick) on FINAL(kick); }
        }
    }
}

pub mod name_of_an_interface {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    interface! {
        pub Lamp { fields { x_m: f32 } }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            depends_interfaces { lamp: Lamp }
            start state A = Locate {}? { -> FAILED("{}", lamp.x_m) on FINAL(lamp); }
        }
    }
}

pub mod name_with_equals {
    skill! {
        pub skill Find() -> f32 {
            start state A { -> FINAL(1.0) after 1s; }
        }
    }
    skill! {
        pub skill Walks() -> f32 {
            depends_skills { Find }
            start state A = Find {} { -> FINAL(x) on FINAL(Find = x); -> FAILED on FAILED; }
        }
    }
}

pub mod no_such_field {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state A = Locate {}? { -> FAILED("{}", spot.y_m) on FINAL(spot); }
        }
    }
}

pub mod no_such_sub_skill {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Blink() { start state A { -> FINAL after 1s; } }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate, Blink }
            start state A = (Locate {}, Blink {})? { -> FAILED("{}", spot.x_m) on FINAL(spot); }
        }
    }
}

pub mod no_such_sub_skill_near_name {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state A = Locate {}? { -> FAILED("{}", spot.x_m) on FINAL(locaet: spot); }
        }
    }
}

pub mod of_an_action {
    use skill_runtime::Status;

    fn kick(_: &mut ProbePorts<'_>) -> Status {
        Status::Final
    }

    skill! {
        pub skill Probe() {
            start state A = action kick()? { -> FAILED("{}", power) on FINAL(power); }
        }
    }
}

pub mod of_an_agent {
    agent! {
        pub agent Probe() -> f32 {
            start state A { -> FINAL(1.0) after 1s; }
        }
    }
}

pub mod one_name_for_two_results {
    skill! { pub skill Find() -> f32 { start state A { -> FINAL(1.0) after 1s; } } }

    skill! { pub skill Look() -> f32 { start state A { -> FINAL(1.0) after 1s; } } }

    skill! {
        pub skill Probe() {
            depends_skills { Find, Look }
            start state A = (Find {}, Look {})? { -> B(x) on FINAL(find: x, look: x); }
            state B(x: f32) { -> FINAL when self.x > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod same_sub_skill_twice {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            #[allow(skill::duplicate_call)]
            start state A = (Locate {}, Locate {})? { -> FAILED("{}", locate.x_m) on FINAL(locate); }
        }
    }
}

pub mod two_names_for_one_result {
    /// A place.
    #[derive(SkillResult, Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Locate() -> Spot {
            start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Locate }
            start state A = Locate {}? { -> FAILED("{} {}", a.x_m, b.x_m) on FINAL(a, b); }
        }
    }
}

pub mod two_values {
    skill! {
        pub skill Probe() -> f32 {
            start state A { -> FINAL(1.5, 2.5) after 1s; }
        }
    }
}

pub mod type_missing {
    skill! {
        pub skill Probe() -> {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod type_not_copy {
    #[derive(Clone, SkillResult)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Probe() -> Spot {
            start state A { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }
}

pub mod type_not_derived {
    #[derive(Clone, Copy)]
    pub struct Spot {
        pub x_m: f32,
    }

    skill! {
        pub skill Probe() -> Spot {
            start state A { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
        }
    }
}

pub mod unit {
    skill! {
        pub skill Probe() -> () {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod value_missing {
    skill! {
        pub skill Probe() -> f32 {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod value_of_another_type {
    skill! {
        pub skill Probe() -> f32 {
            start state A { -> FINAL(true) after 1s; }
        }
    }
}

pub mod value_without_a_type {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL(1.5) after 1s; }
        }
    }
}

pub mod value_out_of_range {
    const FAR_M: f32 = 6.0;

    #[derive(Clone, Copy, SkillResult)]
    pub struct Spot {
        #[argument(in 0.0..=5.0)]
        pub x_m: f32,
        pub y_m: f32,
    }

    skill! {
        pub skill Probe() -> Spot {
            start state A {
                -> FINAL(Spot { x_m: 5.0, y_m: -6.0 }) after 1s;
                -> FINAL(Spot { x_m: -0.5, y_m: 0.0 }) after 500ms;
                -> FINAL(Spot { x_m: FAR_M, y_m: 0.0 }) after 100ms;
            }
        }
    }
}
