//! Explanations of transitions that name a failure.

use super::{Lamp, LampBoard};
use skill_runtime::skill;
use skill_test::Bench;

skill! {
    /// Fails when the lamp is lit.
    pub skill Watch(limit: f32 = 2.5) {
        depends_interfaces { lamp: Lamp }
        start state Dark {
            -> FAILED(LIT: "lit at {}", self.limit) when lamp.lit;
            -> FINAL after 9s;
        }
    }
}

skill! {
    /// Names the failure.
    pub skill Guard() {
        depends_skills { Watch }
        start state On = Watch {} {
            -> On on FAILED(why) when why.is_input() || why.number(0) > Some(3.0);
            -> FAILED(why) on FAILED(why) when why.is(Watch::LIT);
            -> FAILED on FAILED;
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn failures_are_explained_with_their_texts() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Guard {});
    let lamp = bench.driver(|board| &board.lamp);
    bench.pass();
    lamp.set(Lamp { lit: true });
    bench.pass();
    let text = "\
guard in On:
  no          -> FINAL  \"on FINAL\"
    false on FINAL: FAILED
  no          -> On  \"on FAILED(why) when why.is_input() || why.number(0) > Some(3.0)\"
    true  on FAILED: FAILED, why = \"lit at 2.5\"
    false why.is_input() || why.number(0) > Some(3.0)
      false why.is_input()
      false why.number(0) > Some(3.0), why.number(0) = Some(2.5), Some(3.0) = Some(3.0)
  fires       -> FAILED  \"on FAILED(why) when why.is(Watch::LIT)\"
    true  on FAILED: FAILED, why = \"lit at 2.5\"
    true  why.is(Watch::LIT)
  not checked -> FAILED  \"on FAILED\"
";
    assert!(bench.why().to_string().ends_with(text), "{}", bench.why());
}
