#[macro_use]
extern crate skill_runtime;

pub mod emoji_as_names {
    interface! { pub Sensor🤖 { fields { near: bool } } }
    skill! {
        pub skill Probe() {
            depends_interfaces { sensor: Sensor🤖 }
            start state A { -> 🤖 when sensor.near; }
            state 🤖 { -> FINAL after 1s; }
        }
    }
    blackboard! { pub Board { sensor: Sensor🤖 } }
    skill_space! { pub Space on Board { Probe } }
}
