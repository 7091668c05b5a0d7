#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod agent_of_another_space {
    use skill_runtime::skiller::SkillerInterface;
    skill! { pub skill LeftUp() { start state Up { -> FINAL after 1s; } } }
    skill! { pub skill RightUp() { start state Up { -> FINAL after 1s; } } }
    blackboard! { pub LeftBoard { "Skiller": SkillerInterface } }
    blackboard! { pub RightBoard { "Skiller": SkillerInterface } }
    skill_space! { pub Left on LeftBoard { LeftUp } }
    skill_space! { pub Right on RightBoard { RightUp } }
    agent! {
        pub agent Lifter() {
            depends_skills { LeftUp }
            start state Up = LeftUp {}? { -> Rest on FINAL; }
            state Rest { -> Up after 1s; }
        }
    }
    robot_parts! { pub Torso { left: Left, right: Right with Lifter } }
    robot_parts! { pub Other { left: Left, Lifter, right: Right } }
    robot_parts! { pub Both { left: Left with Lifter with Lifter, right: Right } }
}

pub mod await_of_a_message {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Go { init { motion.send(motion::Stop {}).await; } -> FINAL after 1s; }
        }
    }
}

pub mod catch_in_a_state {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0 } {
                -> FINAL on FINAL;
                catch(why) { -> FINAL; }
                -> FAILED on FAILED;
            }
            state Try { try { walk(); } -> FINAL after 1s; }
        }
    }
}

pub mod default_of_a_parameter_of_the_state {
    skill! {
        pub skill Probe() {
            start state Go { -> Slow(3) after 1s; -> Late(3) after 1s; }
            state Slow(number: u32, more: u32 = number) { -> FINAL when self.number > self.more; -> FAILED after 1s; }
            state Late(number: u32, more: u32 = self.number) { -> FINAL when self.number > self.more; -> FAILED after 1s; }
        }
    }
}

pub mod failure_for_a_text {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0 } { -> FINAL on FINAL; -> Down(why) on FAILED(why); }
            state Down(why: String) { -> FAILED(self.why) after 1s; }
        }
    }
}

pub mod function_as_a_state {
    skill! {
        pub skill Probe() {
            start state Go { -> Line(Go) after 1s; }
            state Line(next: fn(u32, state())) { -> self.next(3) after 1s; }
        }
    }
}

pub mod guards_with_a_comma {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Go { -> FINAL when rising motion.moving, motion.speed > 1.0; -> FAILED after 1s; }
        }
    }
}

pub mod kind_without_its_skill {
    skill! { pub skill Lift() { start state Go { -> FAILED(SLOW: "slow") after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Lift }
            start state Go = Lift {} {
                -> FINAL on FINAL;
                -> FINAL on FAILED(why) when why.is(SLOW);
                -> FAILED(why) on FAILED(why);
            }
        }
    }
}

pub mod match_without_a_value {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Go { -> FINAL when match { true => motion.moving }; -> FAILED after 1s; }
        }
    }
}

pub mod module_of_a_variable {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { legs: Motion }
            start state Go { init { legs.send(legs::Stop {}); } -> FINAL after 1s; }
        }
    }
}

pub mod number_after_the_list {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Count }
            start state Go = (one: Count {}, other: Count {}) 1 of? {
                -> FINAL on FINAL(one: _);
                -> FAILED on FINAL;
            }
        }
    }
}

pub mod one_missing_writes {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Go {
                init { motion.speed = 1.0; }
                exit { motion.speed = 0.0; motion.moving = false; }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod state_as_a_variable {
    skill! {
        pub skill Probe() {
            start state Go { init { self.state = Rest; } -> Rest after 1s; }
            state Rest { -> FINAL after 1s; }
        }
    }
}

pub mod state_switched_off {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_interfaces { motion: Motion }
            start state Go { -> Extra when motion.moving; -> FINAL after 2s; }
            #[cfg(test)]
            state Extra { -> FINAL after 1s; }
        }
    }
}

pub mod swapped_values {
    skill! {
        pub skill Probe(times: u32 = 3) {
            start state Go { -> Slow(0.5, self.times) after 1s; }
            state Slow(number: u32, sec: f32) { -> FINAL after self.sec when self.number > 2; -> FAILED after 9s; }
        }
    }
}

pub mod variable_declared_later {
    skill! {
        pub skill Probe(count: u32 = 3) {
            start state Go { vars { left: u32 = most, most: u32 = self.count } -> FINAL when self.left > self.most; -> FAILED after 1s; }
        }
    }
}

pub mod writer_in_quotes {
    use crate::prelude::*;
    blackboard! { pub Board { motion: Motion (writer = "driver") } }
}

pub mod zero_tries {
    use crate::prelude::*;
    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state Go = Walk { distance: 1.0 }? tries 0 { -> FINAL on FINAL; }
        }
    }
}
