//! States that are left as soon as they are entered, and what is therefore never taken.

#[macro_use]
extern crate skill_runtime;

#[path = "../robot.rs"]
pub mod robot;

pub mod always_true {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            always { -> FAILED when light.on; -> Rest when true; }
            start state Look { -> FINAL when light.brightness > 0.5; -> Rest after 3s; }
            state Rest { -> Look after 1s; }
        }
    }
}

pub mod around_always_taken {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Patrol {
                -> FAILED when light.on;
                -> Attempt otherwise;
                start state Leg { -> Turn after 1s; }
                state Turn { -> Leg after 1s; }
            }
            state Attempt { -> FINAL after 1s; }
        }
    }
}

pub mod memory_after_always_taken {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state A {
                -> B when true;
                -> FAILED when rising light.on;
                -> FAILED when light.on for 1s;
            }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod spin_of_one {
    use crate::robot::*;
    skill! {
        pub skill Probe(most: u32 = 3 in 1..=9) {
            depends_interfaces { light: Light }
            vars { n: u32 = 0 }
            start state Look { init { self.n += 1; } -> Check when light.on; -> FAILED after 3s; }
            state Check {
                -> FINAL when light.brightness > 0.5;
                -> FAILED("{}", self.n) when self.n >= self.most;
                -> FAILED after 3s;
                -> Check otherwise;
            }
            state Pause { -> Look after 1s; }
        }
    }
}

pub mod spin_of_two {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light }
            start state Check { -> FINAL when light.brightness > 0.5; -> Pause otherwise; }
            state Pause { -> Check otherwise; }
        }
    }
}

pub mod spin_while_a_guard_holds {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { light: Light, writes other: Light }
            start state On {
                precond -> Off when !light.on;
                loop { other.on = true; }
                -> FINAL after 1s;
            }
            state Off {
                precond -> On when !light.on;
                loop { other.on = false; }
                -> FAILED after 1s;
            }
        }
    }
}

pub mod optional_passed_on {
    use crate::robot::*;
    fn is_bright(light: &Light) -> bool {
        light.brightness > 0.5
    }
    skill! {
        pub skill Limited() {
            depends_interfaces { optional light: Light (max_age = 200ms) }
            start state A { -> FINAL when light.has_writer() && is_bright(light); -> FAILED after 1s; }
        }
    }
    skill! {
        pub skill Checked() {
            depends_interfaces { optional light: Light (max_age = 200ms) }
            start state A { -> FINAL when !light.stale() && is_bright(light); -> FAILED after 1s; }
        }
    }
}

pub mod refused_in_its_own_exit {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { base: Base }
            start state A {
                exit { base.send(base::Stop); }
                -> FAILED("busy") when base.refused();
                -> FINAL after 1s;
            }
        }
    }
}
