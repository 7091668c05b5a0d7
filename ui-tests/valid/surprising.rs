//! Unusual but valid code.
#![deny(warnings)]

use skill_runtime::{Skill, blackboard, interface, skill, skill_space};

mod deep {
    pub mod er {
        use skill_runtime::skill;
        skill! {
            /// In another module.
            pub skill Far() {
                start state wait { -> FINAL after 1s; }
            }
        }
    }
}

interface! {
    pub(crate) Lamp {
        enum Colour { Red, Green }
        fields { colour: Colour, level: f32 }
    }
}
blackboard! { pub(crate) Board { lamp: Lamp, "Second Lamp": Lamp } }

fn pair<A, B>(_: A, b: B) -> B {
    b
}

struct Level {
    at: f32,
}

impl PartialEq<f32> for Level {
    fn eq(&self, other: &f32) -> bool {
        self.at >= *other
    }
}

skill! {
    #[allow(skill::dead_end, dead_code)]
    pub(crate) skill Odd(
        list: Option<f32> = pair::<u8, Option<f32>>(1, None) in -2.0..=2.0,
        r#type: u8 = 3,
    ) {
        depends_skills { deep::er::Far }
        depends_interfaces { lamp: self::Lamp, other: Lamp = "Second Lamp" }
        vars { grid: [[u8; 2]; 2] = [[0; 2]; 2], text: String = String::from("a, b") }

        start state Start {
            -> Option when Level { at: lamp.level } == other.level && self.r#type == 3;
            -> Option when if let Some(x) = self.list { x > 1.0 } else { false };
            -> Option when [1, 2, 3].iter().any(|x| -> bool { *x > 2 });
            -> Stay
                when match lamp.colour {
                    lamp::Colour::Red => true,
                    lamp::Colour::Green => false
                };
            -> FINAL after if self.grid[0][1] > 1 { 2.0 * 3.0 } else { 1.0f32 };
            -> FAILED after 3 * 500ms;
        }
        state Option = deep::er::Far {} {
            init {
                let Some(x) = self.list else {
                    return;
                };
                self.grid[1][0] = x as u8;
            }
            -> Start on FINAL;
            -> FAILED on FAILED;
        }
        state Stay { loop { self.text.push('!'); } }
    }
}

skill! {
    skill Private() {
        depends_skills { Odd }
        start state A = Odd { list: 1.0, r#type: 2 } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
        #[allow(skill::unreachable_state)]
        state B { -> FINAL when true; }
    }
}

use deep::er::Far;
skill_space! { pub(crate) Space on Board { Odd, Private, Far } }

#[test]
fn runs() {
    skill! {
        pub skill Local() {
            depends_skills { Far }
            start state A = Far {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    let sizes = [Local::SIZE, Odd::SIZE, Private::SIZE];
    assert!(sizes.iter().all(|size| *size > 0));
    let call: SpaceCall = Private::default().into();
    println!("{call:?} {}", wait_name());
}

fn wait_name() -> &'static str {
    deep::er::FarState::wait.name()
}
