#[macro_use]
extern crate skill_runtime;

mod prelude {
    use skill_runtime::skiller::SkillerInterface;

    blackboard! { pub Board { "Skiller": SkillerInterface } }
    skill! { pub skill Look() { start state Look { -> FINAL after 1s; } } }
    skill_space! { pub Left on Board { Look } }
    skill_space! { pub Right on Board { Look } }
    agent! {
        pub agent Lift() {
            depends_skills { Look }
            start state Up = Look {} { -> Up on FINAL; -> Up on FAILED; }
        }
    }
}

pub mod without_skiller {
    use super::prelude::*;
    blackboard! { pub HeadBoard {} }
    skill_space! { pub Head on HeadBoard { Look } }
    robot_parts! { pub Torso { left: Left, head: Head } }
}

pub mod no_space {
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left, right: Look } }
}

pub mod no_agent {
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left with Look } }
}

pub mod agent_with_arguments {
    use super::prelude::*;
    agent! {
        pub agent Count(cans: u32) {
            depends_skills { Look }
            start state Up = Look {} { -> Up on FINAL; -> Up on FAILED; -> Up when self.cans == 0; }
        }
    }
    robot_parts! { pub Torso { left: Left with Count } }
}
