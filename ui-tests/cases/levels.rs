#[macro_use]
extern crate skill_runtime;

pub mod action_is_a_skill {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Walk }
            start state A = action Walk() { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod action_runs_a_skill {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    use skill_runtime::{Exec as _, Skill as _, Status};

    fn stroll(ports: &mut ProbePorts<'_>) -> Status {
        Walk {}.start().exec(ports)
    }

    skill! {
        pub skill Probe() {
            start state A = action stroll() { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod agent_in_a_skill_block {
    skill! {
        pub agent Striker() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod agent_in_a_space {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            start state A { -> FINAL after 1s; }
        }
    }

    skill_runtime::blackboard! {
        pub Board { "Skiller": skill_runtime::skiller::SkillerInterface }
    }

    skill_runtime::skill_space! {
        pub Space on Board { Walk, Striker }
    }
}

pub mod agent_runs_an_agent {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Keeper() {
            start state A { -> FINAL after 1s; }
        }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Keeper }
            start state A = Keeper {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod agent_runs_one_skill_inside_another {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Walk }
            start state Outer = Walk {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
                start state Inner = Walk {} { -> Inner on FINAL; -> FAILED on FAILED; }
            }
        }
    }
}

pub mod agent_runs_two_skills {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Walk }
            start state A = (Walk {}, Walk {}) { -> A on FINAL; -> FAILED on FAILED; }
        }
    }
}

pub mod no_failures_on_the_blackboard {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Walk }
            start state A = Walk {} {
                -> A on FINAL;
                -> A on FAILED(why) when why.is_input();
                -> FAILED on FAILED;
            }
        }
    }

    skill_runtime::blackboard! {
        pub Board { "Skiller": skill_runtime::skiller::SkillerInterface }
    }

    fn run(board: &Board, sender: core::num::NonZeroU32) {
        let _ = skill_runtime::AgentRunner::new(board, Striker {}, sender);
    }
}

pub mod no_skiller_on_the_blackboard {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Walk }
            start state A = Walk {} { -> A on FINAL; -> FAILED on FAILED; }
        }
    }

    skill_runtime::interface! {
        pub Lamp { fields { on: bool } }
    }

    skill_runtime::blackboard! {
        pub Board { "Lamp": Lamp }
    }

    fn run(board: &Board, sender: core::num::NonZeroU32) {
        let _ = skill_runtime::AgentRunner::new(board, Striker {}, sender);
    }
}

pub mod skill_as_an_action_in_a_list {
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
            start state Go = (action kick(2.0), action Walk(1.0))? { -> FINAL on FINAL; }
        }
    }
}

pub mod skill_in_an_agent_block {
    agent! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod skill_runs_an_agent {
    skill! {
        pub skill Walk() { start state A { -> FINAL after 1s; } }
    }

    agent! {
        pub agent Striker() {
            depends_skills { Walk }
            start state A = Walk {} { -> A on FINAL; -> FAILED on FAILED; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Striker }
            start state A = Striker {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}
