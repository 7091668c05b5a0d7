//! Explanations of lists of which not all must be FINAL.

use super::{Count, Lamp, LampBoard};
use skill_runtime::{Status, skill};
use skill_test::Bench;

/// FINAL while the lamp is lit.
fn wait(ports: &mut EitherPorts<'_>) -> Status {
    if ports.lamp.lit { Status::Final } else { Status::Running }
}

skill! {
    /// Two of three.
    pub skill Either() {
        depends_skills { Count }
        depends_interfaces { lamp: Lamp }
        start state Run = 2 of (few: Count { to: 1 }, many: Count { to: 90 }, action wait())? {
            -> FINAL on FINAL(few: _, many: _);
            -> FINAL on FINAL(wait: _) when !lamp.lit;
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn what_is_final_of_a_list_is_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Either {});
    let lamp = bench.driver(|board| &board.lamp);
    bench.pass();
    bench.pass();
    lamp.set(Lamp { lit: true });
    bench.pass();
    let text = "\
either in Run:
  no          -> FINAL  \"on FINAL(few: _, many: _)\"
    true  on FINAL: FINAL
    true  few is FINAL
    false many is FINAL
  no          -> FINAL  \"on FINAL(wait: _) when !lamp.lit\"
    true  on FINAL: FINAL
    true  wait is FINAL
    false !lamp.lit
      true  lamp.lit, lamp.lit = true
  fires       -> FINAL  \"on FINAL\"
    true  on FINAL: FINAL
  not checked -> FAILED  \"on FAILED\"
";
    assert!(bench.why().to_string().ends_with(text), "{}", bench.why());
}
