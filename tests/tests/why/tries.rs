//! Explanations of states that are tried again.

use super::{Count, Lamp, LampBoard};
use skill_runtime::skill;
use skill_test::Bench;

skill! {
    /// Is tried again, as is what it runs.
    pub skill Stubborn(tries: u32 = 2) {
        depends_skills { Count }
        depends_interfaces { lamp: Lamp }
        start state Outer tries self.tries {
            -> FAILED("dark") when !lamp.lit;
            start state Inner = Count { to: 90 } tries 3 { -> FINAL on FINAL; }
        }
    }
}

#[test]
fn tries_are_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Stubborn::default());
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { lit: true });
    bench.pass();
    lamp.set(Lamp { lit: false });
    bench.pass();
    let text = "\
stubborn in Outer:
  fires       -> Outer  \"!lamp.lit, try again\"
    true  (!lamp.lit) && self.try < self.tries
      true  !lamp.lit
        false lamp.lit, lamp.lit = false
      true  self.try < self.tries, self.try = 1, self.tries = 2
  not checked -> FAILED  \"!lamp.lit\"
stubborn in Outer:
  no          -> Outer  \"!lamp.lit, try again\"
    false (!lamp.lit) && self.try < self.tries
      true  !lamp.lit
        false lamp.lit, lamp.lit = false
      false self.try < self.tries, self.try = 2, self.tries = 2
  fires       -> FAILED  \"!lamp.lit\"
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}
