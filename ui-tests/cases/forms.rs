//! Forms of other languages, each one mistake with one error: what uses the entry has none of its own.

#[macro_use]
extern crate skill_runtime;
#[path = "../robot.rs"]
pub mod prelude;

use prelude::*;
use skill_runtime::Status;

pub mod enums_with_more_than_a_name {
    interface! { /// C.
        pub Cabin { enum class Door { Open, Closed } enum Light: u8 { On, Off } fields { door: Door, light: Light } } }
    skill! { /// W.
        pub skill W() { depends_interfaces { cabin: Cabin } start state A { -> FINAL when cabin.door == cabin::Door::Open && cabin.light == cabin::Light::On; -> FAILED("x") after 1s; } } }
}

pub mod bits_without_a_type {
    field_group! { leg { hip, knee } }
    interface! { /// L.
        pub Leg { bits SERVO_..leg; fields { ..leg: f32 } messages { Move { servos: u32 } } } }
    skill! { /// M.
        pub skill M() { depends_interfaces { leg: Leg } start state A { init { leg.send(leg::Move { servos: leg::SERVO_KNEE }); } -> FINAL when leg.knee > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod bits_without_a_prefix {
    field_group! { arm { elbow } }
    interface! { pub Arms { bits ..arm: u32; fields { ..arm: f32 } } }
    interface! { pub Arms2 { bits ELBOW_; fields { ..arm: f32 } } }
    interface! { pub Arms3 { bits ELBOW_..arm: ; fields { ..arm: f32 } } }
    interface! { pub Arms4 { bits ELBOW_..arm: u32 fields { ..arm: f32 } } }
}

pub mod interface_without_a_name {
    interface! { fields { x: f32 } }
}

pub mod messages_in_small_letters {
    interface! { pub Log { fields { count: u32 } messages { message, flush Stop } } }
    interface! { pub Note { fields { count: u32 } messages { message Text { count: u32 } } } }
}

pub mod group_without_a_comma_before_it {
    use super::*;
    skill! { /// L.
        pub skill L(fast: bool = true ..trim: Trim) { start state A { -> FINAL when self.fast && self.trim.scale.is_none(); -> FAILED("x") after 1s; } } }
    #[derive(Clone, Copy, PartialEq, Debug, Default, skill_runtime::Arguments)]
    pub struct Trim {
        pub scale: Option<f32>,
    }
}

pub mod types_of_states {
    skill! {
        /// T.
        pub skill T() {
            start state A { -> B(C, D, E, 1) after 1s; }
            state B(one: state(u32) ref, other: ref state(laps: u32, corners: u32), third: State(), n: u32) {
                -> self.one(1) when self.n > 2;
                -> self.other(1, 2) when self.n > 1;
                -> self.third after 1s;
            }
            state C(n: u32) { -> FINAL when self.n > 0; -> FINAL after 1s; }
            state D(n: u32, m: u32) { -> FINAL when self.n > self.m; -> FINAL after 1s; }
            state E { -> FINAL after 1s; }
        }
    }
}

pub mod skill_by_a_dot {
    pub mod back {
        skill! { /// P.
            pub skill Pick() { start state A { -> FINAL after 1s; } } }
    }
    skill! { /// P.
        pub skill P() { depends_skills { back::Pick } start state A = back.Pick {}? { -> FINAL on FINAL; } } }
}

pub mod arrow_for_equals {
    use super::*;
    skill! { /// D.
        pub skill D() { depends_skills { Grip } start state A -> Grip {}? { -> FINAL on FINAL; } } }
}

pub mod message_as_a_skill {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { gripper: Gripper } start state A = gripper::Open { -> FINAL after 500ms; } } }
}

pub mod statements_that_do_nothing_here {
    use super::*;
    skill! {
        /// S.
        pub skill S() {
            depends_skills { Grip }
            depends_interfaces { writes base: Base }
            start state A { init { base = Base::default(); } -> B after 1s; }
            state B { init { Grip(3.0); } -> C after 1s; }
            state C { init { sleep(1.0); } -> D after 1s; }
            state D = Grip {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod actions_with_ports {
    use super::*;
    fn ramp(_: &mut RampPorts<'_>, _: f32) -> Status {
        Status::Final
    }
    skill! {
        /// R.
        pub skill Ramp() {
            depends_interfaces { base: Base }
            start state A = action ramp(ports, 0.0) { -> B on FINAL when ports.base.far_m > 1.0; -> FINAL on FINAL; -> FAILED("x") on FAILED; }
            state B = action ramp(&mut ports, 1.0)? { -> C on FINAL; }
            state C = action |p| Status::Final { -> FINAL on FINAL; }
        }
    }
}

pub mod ids_without_quotes {
    interface! { /// W.
        pub Wheel { fields { rad: f32 } } }
    skill! { /// S.
        pub skill [LeftSpin, RightSpin]() { depends_interfaces { wheel: Wheel = [Left, Right] } start state A { -> FINAL when wheel.rad > 1.0; -> FAILED("x") after 1s; } } }
    blackboard! { pub Bench { "Left": Wheel, "Right": Wheel } }
    skill_space! { pub Spins on Bench { LeftSpin, RightSpin } }
}

pub mod results_that_are_none_where_they_are_used {
    skill! { /// L.
        pub skill Look() -> String { start state A { -> FINAL("far") after 1s; } } }
    skill! { /// U.
        pub skill Use() { depends_skills { Look } start state A = Look {}? { -> FINAL on FINAL(far_m) when far_m > 1.0; -> FAILED("near") on FINAL; } } }
}

pub mod kinds_of_transitions_that_are_wrong {
    skill! { /// L.
        pub skill Lift() { start state A { -> FAILED(SLOW) after 1s; -> FAILED(STUCK: "stuck") when true after 2s; -> FINAL after 3s; } } }
    skill! { /// T.
        pub skill Take() { depends_skills { Lift } start state A = Lift {} { -> FINAL on FINAL; -> FINAL on FAILED(why) when why.is(Lift::SLOW) || why.is(Lift::STUCK); -> FAILED(why) on FAILED(why); } } }
}

pub mod age_of_what_the_skill_writes {
    use super::*;
    skill! { /// A.
        pub skill A() { depends_interfaces { writes base: Base } start state A { init { base.far_m = 1.0; } -> FINAL when base.stale() || base.refused(); -> FINAL after 1s; } } }
}

pub mod documentation_of_lines_that_are_none {
    use super::*;
    skill! { /// D.
        pub skill D() { depends_interfaces { base: Base }
            start state A {
                /// near
                goto B when base.far_m < 1.0;
            }
            state B {
                /// far
                when base.far_m > 1.0 -> A;
                /// late
                if base.far_m > 2.0 { -> A; }
            }
            state C {
                /// there
                precond
            }
        } }
}

pub mod commas_that_are_missing_before_documentation {
    skill! { /// E.
        pub skill E(
            /// One.
            one: u32 = 3 in 1..=20
            /// Two.
            two: f32 = 1.0
            /// Three.
            three: bool = false
        ) {
            params { /// P.
                p: f32 = 1.0 in 0.1..=2.0
                /// Q.
                q: bool = false }
            start state A { -> FINAL when self.three && self.q && self.p > self.two; -> FAILED("{}", self.one) after 1s; } } }
}

pub mod interfaces_without_a_comma_between_them {
    use super::*;
    skill! { /// F.
        pub skill F() { depends_interfaces { base: Base (max_age = 100ms) writes jaws: Jaws optional camera: Camera }
            start state A { init { jaws.closed = camera.stale(); } -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
    interface! { /// J.
        pub Jaws { fields { closed: bool } } }
}

pub mod options_in_other_brackets {
    use super::*;
    skill! { /// O.
        pub skill O() { depends_interfaces { base: Base { max_age = 100ms }, jaws: Jaws (max_age = 1s) (keeps_running) }
            start state A { init { jaws.send(jaws::Close {}); } -> FINAL when base.far_m > 1.0; -> FAILED("x") after 1s; } } }
    interface! { /// J.
        pub Jaws { fields { closed: bool } messages { Close until Stop, flush Stop } } }
}

pub mod messages_that_should_flush {
    interface! { pub Arm { fields { z_m: f32 } messages { Lift until Stop, Lower until Stop, Stop } } }
    interface! { pub Arm2 { fields { z_m: f32 } messages { Lift until Stop, Lower until Stop, Stop (flush) } } }
    interface! { pub Arm3 { fields { z_m: f32 } messages { Lift until Stop, Lower until Stop, Stop flush } } }
    skill! { /// K.
        pub skill K() { depends_interfaces { arm: Arm (keeps_running) } start state A { init { arm.send(arm::Lift {}); } -> FINAL when arm.z_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod blackboard_of_parameters_with_another_id {
    blackboard! { pub Bench { "Params": skill_runtime::Parameters<16> } }
    blackboard! { pub Bench2 { parameters: skill_runtime::Parameters<16> } }
    blackboard! { pub Bench3 { "Parameters": skill_runtime::Parameters<16> } }
}

pub mod interface_with_parentheses {
    interface! { pub Walker() { enum Side { Left, Right } fields { side: Side } messages { Step { side: Side } } } }
    skill! { /// W.
        pub skill W() { depends_interfaces { walker: Walker } start state A { init { walker.send(walker::Step { side: walker::Side::Left }); } -> FINAL when walker.side == walker::Side::Right; -> FAILED("x") after 1s; } } }
}

pub mod guard_right_after_ticks {
    use super::*;
    skill! { /// G.
        pub skill G() { depends_interfaces { base: Base }
            start state A { -> FINAL after 25 ticks base.far_m < 0.1; -> B after 20 ticks and base.far_m < 0.2; -> B after 30 ticks, base.far_m > 0.3; -> FAILED("x") after 1s; }
            state B { -> FINAL after 1s; } } }
}

pub mod tries_in_other_words {
    skill! { /// P.
        pub skill P() { start state A { -> FINAL after 1s; } } }
    skill! { /// T.
        pub skill T() { depends_skills { P }
            start state A = P {} 2 times { -> B on FINAL; -> FAILED("a") on FAILED; }
            state B = P {} tries 2, { -> FINAL on FINAL; -> FAILED("b") on FAILED; } } }
}

pub mod what_is_inside_other_brackets {
    use super::*;
    skill! { /// L.
        pub skill Look() -> Spot { start state A { -> FINAL(Spot { x_m: 1.0 }) after 1s; } } }
    skill! { /// R.
        pub skill R() { depends_skills { Look } depends_interfaces { base: Base }
            start state A { -> B when (rising base.far_m > 1.0) && base.far_m < 2.0; }
            state B = Look {} { -> FINAL on FINAL(spot: Spot) when spot.x_m > 1.0; -> C on FINAL; -> FAILED("{.1}", self.elapsed()) on FAILED; }
            state C { -> FINAL after 1s; } } }
    #[derive(Clone, Copy, PartialEq, Debug, Default, skill_runtime::SkillResult)]
    pub struct Spot {
        pub x_m: f32,
    }
}

pub mod headers_in_other_brackets {
    use super::*;
    skill! { /// L.
        pub skill Lift{z_m: f32, fast: bool = true} { depends_interfaces { arm: Arm } start state A { -> FINAL when arm.z_m > self.z_m && self.fast; -> FAILED("x") after 1s; } } }
    skill! { /// S.
        pub skill {LeftSpin, RightSpin}(to_rad: f32) { depends_interfaces { wheel: Wheel = ["Left", "Right"] } start state A { -> FINAL when wheel.rad > self.to_rad; -> FAILED("x") after 1s; } } }
    skill! { /// B.
        pub skill Both() { depends_skills { LeftSpin, RightSpin, Lift } start state A = (LeftSpin { to_rad: 1.0 }, RightSpin { to_rad: 1.0 }, Lift { z_m: 1.0 })? { -> FINAL on FINAL; } } }
    interface! { /// W.
        pub Wheel { fields { rad: f32 } } }
}

pub mod calls_with_two_bases {
    skill! { /// G.
        pub skill Go(x_m: f32, y_m: f32, far: bool = true) { start state A { -> FINAL when self.far; -> FAILED("{} {}", self.x_m, self.y_m) after 1s; } } }
    skill! { /// T.
        pub skill T() { depends_skills { Go } start state A = Go { far: false, ..near(), ..Go::default() }? { -> FINAL on FINAL; } } }
    fn near() -> Go {
        Go { x_m: Some(1.0), y_m: Some(2.0), far: None }
    }
}

pub mod words_of_other_languages {
    use super::*;
    skill! { /// H.
        pub skill H() { depends_interfaces { base: Base }
            start state Outer { start state In { -> Next when base.far_m > 3.0; } state Next { -> Wait after 1s; } }
            state Wait { -> history Outer when base.far_m > 1.0; -> FINAL when base.far_m is 2.0; -> FAILED("x") after 1s; } } }
}

pub mod arguments_of_other_languages {
    use super::*;
    skill! { /// P.
        pub skill P(times: usize = 3 in 1..=20, gait: Gait = Gait::Slow) { start state A { -> FINAL when self.times > 2 && self.gait == Gait::Fast; -> FAILED("x") after 1s; } } }
    skill! { /// T.
        pub skill T(times: u32 = 1) { depends_skills { P }
            start state A = P { gait: "fast" }? { -> B on FINAL; }
            state B = P { times; gait: Gait::Fast; }? { -> FINAL on FINAL; } } }
    #[derive(Clone, Copy, PartialEq, Debug, Default, skill_runtime::Argument)]
    pub enum Gait {
        #[default]
        Slow,
        Fast,
    }
}

pub mod outcomes_of_other_languages {
    use super::*;
    skill! { /// L.
        pub skill Look() -> Spot { start state A { -> FAILED("x") after 2s when self.elapsed() > 3.0; -> FINAL(Spot { x_m: 1.0 }) after 3s; } } }
    skill! { /// R.
        pub skill R(most: u32 = 1) { depends_skills { Look }
            start state A = ?Look {} { -> B on FINAL; }
            state B = Look {} { -> C(spot.x_m) on look.FINAL(spot); -> FAILED("b") on look.FAILED; }
            state C(x_m: f32) = (look: Look {}, other: Look {})? { -> D when self.x_m is Some(y_m) && y_m > 1.0; -> D on FINAL(look: one), FINAL(two); }
            state D = Look {} { -> E on FAILED when self.most > 2; catch FAILED(why) -> Down(why); -> FINAL on FINAL; }
            state E = Look {} { -> Down(why) on FAILED; -> FINAL on FINAL; }
            state F = Look {} { -> Down(why) on FAILED(why) when why.number(0) > Some(1.0); -> G on FAILED; -> FINAL on FINAL; }
            state G tries self.most via { -> A } { -> E after 1s; -> FAILED("g") after 2s; }
            state Down(why: skill_runtime::StoredFailure) { -> FAILED(self.why) after 1s; } } }
    #[derive(Clone, Copy, PartialEq, Debug, Default, skill_runtime::SkillResult)]
    pub struct Spot {
        pub x_m: f32,
    }
}

pub mod endings_with_fields {
    use super::*;
    interface! { /// B.
        pub Base2 { fields { on: bool }
            messages { Drive { v_m_per_sec: f32 } until Stop, Turn { w: f32 } until Stop, flush Stop { hard: bool } } } }
    interface! { /// B.
        pub Base3 { fields { on: bool } messages { Drive { v_m_per_sec: f32 } until base3.stop, flush Stop } } }
    skill! { /// G.
        pub skill G() { depends_interfaces { base2: Base2 (keeps_running), base: Base (max_age = ) }
            start state A { init { base2.send(base2::).id(); } -> FINAL when base2.on && base.far_m > 1.0; -> FAILED("x") after 1s; } } }
}

pub mod entries_of_other_blackboards {
    interface! { /// A.
        pub Arm2 { fields { z_m: f32 } } }
    blackboard! { /// B.
        pub Two { "Left": Arm2, "Right": Arm2 } }
    skill! { /// G.
        pub skill G() { depends_interfaces { arm: Arm2 = "Rihgt" } start state A { -> FINAL when arm.z_m > 1.0; -> FAILED("x") after 1s; } } }
    skill_space! { /// S.
        pub Space on Two { G } }
}

pub mod heads_of_other_languages {
    use super::*;
    interface! { /// E.
        pub Eye { fields { float history[4], int count, text: string<32>, side: Side } enum Side { Left, Right: 5 } } }
    skill! { /// C.
        pub skill CountAll() -> usize { start state A { -> FINAL(3) after 1s; -> FAILED("x") when self.elapsed() > 3.0; } } }
    skill! { /// D.
        pub skill Deep() -> Result<u32, Error> { start state A { -> FINAL(3) after 1s; } } }
    skill! { /// E.
        pub skill [FirstTo SecondTo](z_m: f32 = 0.1) { depends_interfaces { arm: [Arm; 2] = ["Left", "Right"] } start state A { -> FINAL when arm.z_m > self.z_m; -> FAILED("x") after 1s; } } }
    skill! { /// F.
        pub skill [FirstPick, SecondPick](side: Eye::Side = eye::Side::Left) { depends_skills { To = FirstTo, CountAll, Deep } depends_interfaces { optional eye: Eye = Left Eye }
            start state A = To {}? { -> B on FINAL; }
            state B = CountAll {} { -> C(n + 3) on FINAL(n); -> FAILED("{}", n) on FAILED(n); }
            state C(n: u32) = Deep {} { -> D on FINAL(m) when m > self.n + 1; -> D on FINAL; }
            state D { -> E after 1s, when let Some(x) = eye.history.first(); -> FINAL when eye.side == self.side; }
            state E { -> FINAL when let Some(eye) = eye && eye.count > 2; -> F when let Some(c) = eye.history.first() || c > 1.0; -> F when rising eye.count > 1 after 50ms; }
            state F { action look(0.0); -> FINAL on FINAL; -> FAILED on FAILED; }
            state G { precond eye.count == 2 -> FINAL; -> H after self.elapsed() and eye.count > 1; }
            state H = Retry(3, CountAll {}) { -> FINAL on FINAL; }
            state I = send eye(eye::Look {}) { -> FINAL on FINAL; } } }
    blackboard! { /// B.
        pub Board2 { "Left Eye": Eye, "Left": Arm, "Right": Arm } }
    skill_space! { /// S.
        pub Space on Board2 { [FirstTo, SecondTo], FirstPick, SecondPick, CountAll, Deep } }
}

pub mod states_as_values_of_other_languages {
    skill! { /// F.
        pub skill F() { start state A { -> Side(Stop, 0) otherwise; }
            state Side(avoid: state(), corners: u32) { -> self.avoid(1) when self.corners > 3; -> Stop after 1s; }
            state Stop { -> FINAL after 1s; } } }
}

pub mod results_of_lists {
    use super::*;
    skill! { /// L.
        pub skill Look() -> Spot2 { start state A { -> FINAL(Spot2 { x_m: 1.0, name: "a" }) after 1s; } } }
    skill! { /// L.
        pub skill Lift() { start state A { -> FINAL after 1s; -> FAILED(SLOW: "slow") when self.elapsed() > 2.0; } } }
    skill! { /// P.
        pub skill P() { depends_skills { Look, Lift }
            start state A = 1 of (left: Look {}, right: Look {})? { -> B on FINAL(left); -> C on FINAL; }
            state B = Lift {} { -> C on FINAL; -> D(why) on FAILED(why) when why.is("slow") || why.is(Lift.SLOW); -> FAILED on FAILED; }
            state C = Look {} tries 2 { -> FINAL on FINAL; -> FAILED("x") after 9s; }
            state D(why: &str) { -> FAILED(self.why) after 1s; } } }
    #[derive(Clone, Copy, PartialEq, Debug, Default, skill_runtime::SkillResult)]
    pub struct Spot2 {
        pub x_m: f32,
        pub name: &'static str,
    }
    #[derive(Clone, Copy, PartialEq, Debug, skill_runtime::Argument)]
    pub enum Gait2 {
        Slow,
        Fast(f32),
    }
    skill! { /// W.
        pub skill W(gait: Gait2 = Gait2::Slow) { start state A { -> FINAL when self.gait == Gait2::Slow; -> FAILED("x") after 1s; } } }
}

pub mod words_in_other_places {
    use super::*;
    skill! { /// L.
        pub skill Lift() { start state A { -> FINAL after 1s; -> FAILED(SLOW: "slow") when self.elapsed() > 2.0; } } }
    skill! { /// P.
        pub skill P(count: u32 = 2) { use_skills { Lift } depends_interfaces { base: Base2, arm: Arm }
            params { pause_sec: f32 = 0.5, in 0.0..=10.0 }
            always -> Failed(why) on FAILED(why);
            start state A = m::Lift {} { -> B on FINAL; }
            state B = tries 2 Lift {} { -> C on FINAL; }
            state C = base2.send(base2.Drive { v: 1.0 }) { -> D on done(self.id); -> E when rise base2.on; -> F after 1min otherwise; -> Err("x") after 2min; }
            state D = (Lift {}, send base2.Drive { v: 1.0 }) { -> FINAL on FINAL; }
            state E { init { base2.on := false; } -> FAILED("too late: " + "x") after params.pause_sec; -> F after self.params.pause_sec; -> resume(deep) F when arm.z_m > 3.0; -> F.resume(0.2) when arm.z_m > 4.0; }
            state F { start state G { -> H after 1s; } state H { -> E when self.count > 2; } }
            state Failed(why: skill_runtime::StoredFailure) { -> FAILED(self.why) after 1s; } } }
    skill! { /// Q.
        pub skill Q() { depends_skills { Lift } start state A = Lift {} { -> FINAL on FINAL; -> FINAL on FAILED(why) when why.is::<Lift>(); -> FAILED on FAILED; } } }
    skill! { /// R.
        pub skill [FirstQ, SecondQ] { start state A { -> FINAL after 1s; } } }
    interface! { /// B.
        pub Base2 { fields { on: bool, msgid: u32, final: bool } messages { Drive { v: f32 } } } }
    blackboard! { /// B.
        pub Board2 { optional base2: Base2, arm: Arm } }
}

pub mod lists_and_lints_in_other_words {
    use super::*;
    skill! { /// M.
        pub skill [FirstTo, SecondTo]() { depends_interfaces { arm: Arm = ["Left", "Right"] } start state A { -> FINAL when arm.z_m > 1.0; -> FAILED(SLOW: "slow") after 1s; } } }
    skill! { /// P.
        pub skill [FirstPick, SecondPick]() { depends_skills { To = [FirstTo, SecondTo] }
            start state A = To {} { -> FINAL on FINAL; -> FINAL on FAILED(why) when why.is(FirstTo::SLOW); -> FAILED on FAILED; } } }
    skill! { /// Q.
        pub skill [ThirdTo, FourthTo]() { depends_interfaces { arm: Arm = "Left" | "Right" } start state A { -> FINAL when arm.z_m > 1.0; -> FAILED("x") after 1s; } } }
    skill! { /// R.
        #[allow("skill::never_final")]
        pub skill R() { max_iterations = 1000;
            start state A { loop { let mut n = 0; while n < 3 { n += 1; } } -> B after 1s; }
            state B {}
            #[allow(skill:dead_end)]
            state C { -> D after 1s; }
            #[allow(skill::deadend)]
            state D { -> C after 1s; } } }
    blackboard! { /// B.
        pub Board3 { "Parameters": Parameters(8), arm: Arm } }
}

pub mod what_follows_on_words_in_other_places {
    use super::*;
    skill! { /// P.
        pub skill P(Speed f32[4]) { depends_interfaces { base: Base }
            start state A = send base.Drive { v: 1.0 } { -> FINAL on FINAL; -> Nope after 1s; } } }
}
