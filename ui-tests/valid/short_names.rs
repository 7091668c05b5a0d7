//! Skills, interfaces and types with the shortest names.
#![deny(warnings)]

use skill_runtime::{Argument, blackboard, interface, skill, skill_space};

interface! { pub B { fields { t: bool } messages { F } } }
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
            start state T { -> FINAL when b.t && t.b == 1 && self.t == Value::A; -> FAILED after 1s; }
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

skill! {
    pub skill F2(a: F) {
        depends_skills { Other }
        start state F = Other {}? { -> FINAL when self.a == F::A; -> FINAL on FINAL; }
    }
}
blackboard! { pub Board { b: B, t: T } }
skill_space! { pub S on Board { F2, skills::B, Other } }

#[test]
fn runs() {
    let call = SCall::from(F2 { a: Some(F::A) });
    assert_eq!(call.to_string(), "f2{a=\"a\"}");
}
