//! Skills, interfaces and types with the shortest names.
#![deny(warnings)]

use skill_runtime::{Argument, blackboard, interface, skill, skill_space};

interface! {
    pub B {
        fields { t: bool }
        messages { F }
    }
}
interface! { pub T { fields { b: u32 } } }

#[derive(Argument, Clone, Copy, Debug, PartialEq)]
pub enum F {
    A,
}

mod skills {
    use super::F as Value;
    skill_runtime::skill! {
        pub skill B(t: Value = Value::A) {
            depends_interfaces { b: super::B, t: super::T }
            start state T {
                -> FINAL when b.t && t.b == 1 && self.t == Value::A;
                -> FAILED after 1s;
            }
        }
    }
    skill_runtime::skill! {
        pub skill T() {
            depends_skills { B }
            start state B = B {}? { -> FINAL on FINAL; }
        }
    }
}
use skills::T as Other;

mod generics {
    use skill_runtime::{SkillResult, agent, interface, skill};
    skill! {
        pub skill T(f: f32 = 1.0) {
            params { t_sec: f32 = 3.0 in 0.0..=9.0 }
            depends_interfaces { b: super::B }
            start state A { -> FINAL after self.t_sec when b.t && self.f > 0.0; }
        }
    }
    skill! {
        pub skill FAST() -> u32 {
            params { n: u32 = 1 }
            depends_skills { T }
            start state A = T {}? { -> FINAL(self.n) on FINAL; }
        }
    }
    agent! {
        pub agent B() {
            params { t_sec: f32 = 3.0 }
            depends_skills { FAST }
            start state A = FAST {} {
                -> A on FINAL(n) when n > self.t_sec as u32;
                -> A on FINAL;
                -> A on FAILED;
            }
        }
    }
    #[derive(Clone, Copy, Debug, PartialEq, SkillResult)]
    pub struct F {
        pub t: f32,
    }
    interface! {
        pub Message {
            fields { on: bool }
            messages { Show { far: f32 }, flush Hide }
        }
    }
    interface! {
        pub Radio {
            enum Message { Hello, Bye }
            fields { last: Message }
            messages { Say { what: Message } }
        }
    }
    interface! {
        pub Phone {
            fields { rings: bool }
            messages { Message { number: u32 }, Call }
        }
    }
    skill! {
        pub skill Tell() -> F {
            depends_interfaces { to: Message, radio: Radio, phone: Phone }
            start state A {
                init {
                    to.send(message::Show { far: 1.0 });
                    radio.send(radio::Say { what: radio::Message::Bye });
                    phone.send(phone::Message { number: 3 });
                }
                -> FINAL(F { t: 1.0 })
                    when to.on && radio.last == radio::Message::Hello && phone.rings;
            }
        }
    }
}

skill! {
    pub skill F2(a: F) {
        depends_skills { Other }
        start state F = Other {}? {
            -> FINAL when self.a == F::A;
            -> FINAL on FINAL;
        }
    }
}
blackboard! { pub Board { b: B, t: T } }
skill_space! { pub S on Board { F2, skills::B, Other } }

#[test]
fn runs() {
    let call = SCall::from(F2 { a: Some(F::A) });
    assert_eq!(call.to_string(), "f2{a=\"a\"}");
}
