//! Sections that are given twice, second blocks, and lists of one skill.

#[macro_use]
extern crate skill_runtime;

#[path = "../robot.rs"]
pub mod robot;

pub mod sections_of_a_skill {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Pause }
            depends_interfaces { stick: Stick }
            params { wait_sec: f32 = 1.0 }
            vars { n: u32 = 0 }
            depends_skills { Count }
            depends_interfaces { light: Light }
            params { rounds: u32 = 1 }
            vars { m: u32 = 0 }
            always { -> FAILED when stick.button; }
            always { -> FAILED when light.on; }
            start state A = (Pause {}, Count {})? {
                init { self.n = self.rounds; self.m = self.n; }
                -> FINAL when self.n > self.m;
                -> FAILED after self.wait_sec;
                -> FAILED on FINAL;
            }
        }
    }
}

pub mod sections_of_a_state {
    skill! {
        pub skill Probe() {
            start state A {
                vars { n: u32 = 0 }
                loop { self.n += self.m; }
                vars { m: u32 = 1 }
                -> FINAL when self.n > 3;
            }
        }
    }
}

pub mod sections_of_an_interface {
    interface! {
        pub Probe {
            fields { x_m: f32 }
            messages { Go }
            fields { y_m: f32 }
            messages { Stop }
        }
    }
    skill! {
        pub skill Run() {
            depends_interfaces { probe: Probe }
            start state A {
                init { probe.send(probe::Stop {}); }
                -> FINAL when probe.x_m > probe.y_m;
            }
        }
    }
}

pub mod second_skill {
    use crate::robot::*;
    skill! {
        pub skill First() {
            start state A { -> FINAL after 1s; }
        }
        /// Runs the first one.
        pub skill Second() {
            depends_skills { First, Pause }
            start state A = (First {}, Pause {})? { -> FINAL on FINAL; }
        }
    }
    skill! {
        pub skill Both() {
            depends_skills { First, Second }
            start state A = (First {}, Second {})? { -> FINAL on FINAL; }
        }
    }
}

pub mod second_blackboard {
    use crate::robot::*;
    use skill_runtime::skiller::SkillerInterface;
    blackboard! {
        pub First { "Skiller": SkillerInterface }
        pub Second { stick: Stick, "Skiller": SkillerInterface }
    }
    skill_space! {
        pub Skills on First { Pause }
        pub More on Second { Pause, Count }
    }
    robot_parts! { pub Robot { left: Skills, right: More } }
}

pub mod list_of_one_skill {
    use crate::robot::*;
    skill! {
        pub skill Probe() {
            depends_skills { Pause = [Pause] }
            depends_interfaces { stick: Stick = ["Stick"] }
            start state A = Pause {}? { -> FINAL on FINAL; -> FAILED when stick.button; }
        }
    }
}
