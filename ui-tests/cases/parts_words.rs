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

pub mod empty {
    robot_parts! { pub Torso {} }
}

pub mod twice {
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left, left: Right } }
}

pub mod twice_but_for_a_sign {
    use super::prelude::*;
    robot_parts! { pub Torso { arm_1: Left, arm1: Right } }
}

pub mod without_name {
    use super::prelude::*;
    robot_parts! { pub Torso { Left, right: Right } }
}

pub mod without_colon {
    use super::prelude::*;
    robot_parts! { pub Torso { left Left, right: Right } }
}

pub mod agent_after_a_comma {
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left, with Lift, right: Right } }
}

pub mod no_robot {
    robot_parts! { 3 }
}

pub mod no_part {
    #[allow(unused_imports)]
    use super::prelude::*;
    robot_parts! { pub Torso { 3, right: Right } }
}

pub mod no_path {
    #[allow(unused_imports)]
    use super::prelude::*;
    robot_parts! { pub Torso { left: 3, right: Right with 4 } }
}

pub mod other_signs_before_an_agent {
    use crate::prelude::*;
    robot_parts! { pub Robot { left: Left + Lift, right: Right and Lift, third: Left Lift, fourth: Right (Lift) } }
}
