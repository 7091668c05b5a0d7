#[macro_use]
extern crate skill_runtime;

use skill_runtime::skiller::SkillerInterface;

pub mod skill_in_an_agent_block {
    use super::SkillerInterface;
    skill! { pub skill Pick() { start state Go { -> FINAL after 1s; } } }
    agent! {
        pub skill Picker() {
            depends_skills { Pick }
            start state Go = Pick {} { -> Go on FINAL; -> Go on FAILED; }
        }
    }
    blackboard! { pub Board { "Skiller": SkillerInterface } }
    skill_space! { pub Space on Board { Pick } }
    robot_parts! { pub Robot { arm: Space with Picker } }
}

pub mod agent_in_a_skill_block {
    skill! { pub agent Pick() { start state Go { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Pick }
            start state Go = Pick {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod skills_in_an_agent_block {
    agent! {
        pub skill [LeftPick, RightPick]() { start state Go { -> FINAL after 1s; } }
    }
    skill! {
        pub skill Probe() {
            depends_skills { LeftPick }
            start state Go = LeftPick {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod interface_in_a_skill_block {
    skill! { pub interface Lamp { fields { on: bool } messages { Set { on: bool } } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp }
            start state Go { init { lamp.send(lamp::Set { on: true }); } -> FINAL when lamp.on; }
        }
    }
}

pub mod interface_in_an_agent_block {
    agent! { interface Lamp { fields { on: bool } } }
    blackboard! { pub Board { lamp: Lamp } }
}

pub mod skill_in_an_interface_block {
    interface! { pub skill Pick() { start state Go { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Pick }
            start state Go = Pick {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod blackboard_in_an_interface_block {
    skill! { pub skill Pick() { start state Go { -> FINAL after 1s; } } }
    interface! { pub blackboard Board { "Skiller": SkillerInterface } }
    skill_space! { pub Space on Board { Pick } }
}

pub mod interface_in_a_blackboard_block {
    blackboard! { pub interface Lamp { fields { on: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { lamp: Lamp }
            start state Go { -> FINAL when lamp.on; }
        }
    }
}

pub mod space_in_a_blackboard_block {
    skill! { pub skill Pick() { start state Go { -> FINAL after 1s; } } }
    blackboard! { pub Board {} }
    blackboard! { pub skill_space Space on Board { Pick } }
    robot_parts! { pub Robot { arm: Space } }
}

pub mod skill_in_a_space_block {
    skill_space! { pub skill Pick() { start state Go { -> FINAL after 1s; } } }
    skill! {
        pub skill Probe() {
            depends_skills { Pick }
            start state Go = Pick {}? { -> FINAL on FINAL; }
        }
    }
}

pub mod interface_in_a_group_block {
    field_group! { pub interface Lamp { fields { on: bool } } }
}

pub mod group_with_its_keyword {
    field_group! { pub(crate) field_group head { yaw, pitch } }
    interface! { pub Neck { fields { ..head: f32 } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { neck: Neck }
            start state Go { -> FINAL when neck.yaw > neck.pitch; }
        }
    }
}

pub mod agent_in_a_parts_block {
    robot_parts! { pub agent Picker() { start state Go { -> Go after 1s; } } }
}
