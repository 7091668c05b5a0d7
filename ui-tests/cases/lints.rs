#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod assigned_state_variable {
    #![deny(warnings)]
    skill! {
        pub skill Probe() {
            start state A { vars { n: u32 = 0, grid: [u32; 2] = [0; 2] } loop { self.n = 1; self.grid[1] = 2; } -> FINAL after 1s; }
        }
    }
}

pub mod assigned_variable {
    #![deny(warnings)]
    skill! {
        pub skill Probe() {
            vars { count: u32 = 0 }
            start state A { init { self.count = 1; } -> FINAL after 1s; }
        }
    }
}

pub mod dead_after_a_shorter_time {
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            start state A { -> FINAL after 5s; -> FAILED after 10s; }
        }
    }
}

pub mod dead_after_when_true {
    use crate::prelude::*;
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when true; -> FAILED when motion.moving; }
        }
    }
}

pub mod dead_end {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            state B { init { } }
        }
    }
}

pub mod dead_end_but_for_itself {
    skill! {
        pub skill Probe() {
            start state A { -> A after 1s; }
        }
    }
}

pub mod dead_same_guard_twice {
    use crate::prelude::*;
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod dead_same_time_twice {
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            start state A { -> FINAL after 5s; -> FAILED after 5s; }
        }
    }
}

pub mod dead_when_false {
    use crate::prelude::*;
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FAILED when false; -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod duplicate_call {
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
            start state Go = (action kick(2.0), Walk { distance: 1.0 }, action kick(2.0))? { -> Left on FINAL; }
            #[deny(skill::duplicate_call)]
            state Left = (Walk { distance: 1.0 }, Walk { distance: 1.0 })? { -> Right on FINAL; }
            #[allow(skill::duplicate_call)]
            state Right = (Walk { distance: 2.0 }, Walk { distance: 1.0 }, action kick(1.0), action kick(1.0))? { -> FINAL on FINAL; }
        }
    }
}

pub mod expect {
    skill! {
        #[expect(skill::dead_end)]
        pub skill Probe() { start state A { -> FINAL after 1s; } }
    }
}

pub mod never_final {
    use crate::prelude::*;
    skill! {
        #[deny(skill::never_final)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> B when motion.moving; -> FAILED after 3s; }
            state B { -> A after 1s; }
        }
    }
}

pub mod redundant_check {
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
            depends_interfaces { motion: Motion, slow: Motion = "Slow" (max_age = 40ms) }
            start state A {
                precond -> FAILED("no motion") when !motion.has_writer();
                exit { if motion.has_writer() { motion.send(motion::Stop); } }
                -> FAILED("stale") when slow.stale();
                -> FINAL when motion.moving;
                -> FAILED after 1s;
            }
        }
    }

    skill! {
        pub skill Writes() {
            depends_interfaces { writes motion: Motion }
            always { -> FAILED("not the writer") when !motion.has_writer(); }
            start state A { init { motion.moving = true; } -> FINAL after 1s; }
        }
    }

    skill! {
        #[deny(skill::redundant_check)]
        pub skill Denied() {
            depends_interfaces { motion: Motion }
            start state A { -> FAILED when motion.stale(); -> FINAL after 1s; }
        }
    }
}

pub mod rust_lint_on_a_state {
    skill! {
        pub skill Probe() {
            #[allow(dead_code)]
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unchecked_optional {
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
            depends_interfaces { optional motion: Motion }
            start state A { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }

    skill! {
        #[deny(skill::unchecked_optional)]
        pub skill Denied() {
            depends_interfaces { optional motion: Motion }
            vars { fast: bool = false }
            start state A {
                loop { self.fast = motion.speed > 1.0; }
                -> FINAL when self.fast;
                -> FAILED after 1s;
            }
        }
    }

    fn is_fast(motion: &Motion) -> bool {
        motion.speed > 1.0
    }

    // Messages need no check, and a function may check what it gets.
    skill! {
        pub skill Sends() {
            depends_interfaces { optional motion: Motion }
            start state A { init { motion.send(motion::Stop); } -> FINAL after 1s; }
        }
    }
    skill! {
        pub skill Passes() {
            depends_interfaces { optional motion: Motion }
            start state A { -> FINAL when is_fast(motion); -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Checks() {
            depends_interfaces { optional motion: Motion }
            start state A { -> FINAL when motion.has_writer() && motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod unconditional_cycle {
    skill! {
        pub skill Probe() {
            start state A { -> B otherwise; }
            state B { -> C otherwise; }
            state C { -> A otherwise; }
        }
    }
}

pub mod unconditional_self {
    skill! {
        pub skill Probe() {
            start state A { -> A otherwise; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod unreachable_state {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            state B { -> A after 1s; }
        }
    }
}

pub mod unreachable_states {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            state B { -> C after 1s; }
            state C { -> B after 1s; }
        }
    }
}

pub mod unused_argument {
    skill! {
        #[deny(skill::unused_argument)]
        pub skill Probe(speed: f32) {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unused_dependency_denied {
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
        #[deny(skill::unused_dependency)]
        pub skill Probe() {
            depends_skills { Walk }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unused_dependency_warns {
    #![deny(warnings)]
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
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unused_interface {
    use crate::prelude::*;
    skill! {
        #[deny(skill::unused_interface)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod unused_parameter_of_a_skill {
    skill! {
        #[deny(skill::unused_parameter)]
        pub skill Wait() {
            params { wait_sec: f32 = 12.5 }
            start state Waiting { -> FINAL after 1s; }
        }
    }
}

pub mod unused_state_parameter {
    skill! {
        #[deny(skill::unused_parameter)]
        pub skill Probe() {
            start state A { -> B(3) after 1s; }
            state B(count: u32) { -> FINAL after 1s; }
        }
    }
}

pub mod unused_state_variable {
    skill! {
        #[deny(skill::unused_variable)]
        pub skill Probe() {
            start state A { vars { count: u32 = 0 } -> FINAL after 1s; }
        }
    }
}

pub mod unused_variable {
    skill! {
        #[deny(skill::unused_variable)]
        pub skill Probe() {
            vars { count: u32 = 0 }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod warn_level {
    #![deny(warnings)]
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            #[warn(skill::unreachable_state)]
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod dead_after_elapsed {
    use crate::prelude::*;
    skill! {
        #[deny(skill::unreachable_transition)]
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving && self.elapsed() > 5.0; -> FAILED after 3s; }
        }
    }
}

pub mod endless_cycles_in_flows {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            continuous { t: f32 = 0.0 }
            start state Outer {
                flow { der(self.t) = 1.0; }
                -> Rest when crossing self.t >= 3.0;
                start state A { -> B otherwise; }
                state B { flow { der(self.t) = 2.0; } -> A otherwise; }
            }
            state Rest { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Timed() {
            depends_interfaces { motion: Motion }
            start state Outer {
                -> Rest after 3s;
                start state A { -> B otherwise; }
                state B { -> A otherwise; }
            }
            state Rest { -> FINAL when motion.moving; -> FAILED after 1s; }
        }
    }
}

pub mod endless_cycles_of_always {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            always { -> Pause when motion.moving; }
            start state A { -> FINAL after 1s; }
            state Pause { -> A when motion.moving; -> FINAL after 3s; }
        }
    }
    skill! {
        pub skill Certain() {
            depends_interfaces { motion: Motion }
            always { -> Pause when motion.moving; }
            start state A { -> FINAL after 1s; }
            state Pause { -> A otherwise; }
        }
    }
    skill! {
        pub skill Ends() {
            depends_interfaces { motion: Motion }
            always { -> Pause when motion.moving; }
            start state A { -> FINAL after 1s; }
            state Pause { -> A when !motion.moving; -> FAILED after 3s; }
        }
    }
}

pub mod guards_of_one_value {
    use crate::prelude::*;
    skill! {
        pub skill Probe(far_m: f32 = 1.0) {
            depends_interfaces { motion: Motion }
            start state A {
                -> FINAL when motion.moving && false;
                -> B when motion.moving || true;
                -> FAILED after 3s;
            }
            state B { -> A after 1s; }
        }
    }
}

pub mod values_compared_with_themselves {
    use crate::prelude::*;
    skill! {
        pub skill Probe(far_m: f32 = 1.0) {
            depends_interfaces { motion: Motion }
            start state A {
                -> FINAL when self.far_m >= self.far_m && motion.moving;
                -> FAILED when motion.moving || (self.far_m) != self.far_m;
            }
        }
    }
}

pub mod milliseconds {
    use crate::prelude::*;
    skill! {
        pub skill Probe(wait_ms: f32 = 500.0, hold_ms: f32 = 500.0) {
            depends_interfaces { motion: Motion }
            start state A { -> FINAL when motion.moving for self.hold_ms; -> FAILED after self.wait_ms; }
        }
    }
}

pub mod cycle_beside_guards_of_other_fields {
    interface! { pub Panel { fields { stop: bool, pause: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { panel: Panel }
            always { -> FAILED("too late") after 60s; }
            start state A(_n: u32 = 0) { -> FINAL when panel.stop; -> B otherwise; }
            state B { -> FAILED when panel.pause; -> A(1) otherwise; }
        }
    }
    skill! {
        pub skill Ends() {
            depends_interfaces { panel: Panel }
            start state A(n: u32 = 0) { -> FINAL when self.n > 1 || panel.stop; -> B otherwise; }
            state B { -> FAILED when !panel.stop; -> A(2) otherwise; }
        }
    }
}
