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
    true  !lamp.lit
      false lamp.lit, lamp.lit = false
    true  tries left, try = 1 of 2
stubborn in Outer:
  fires       -> FAILED  \"!lamp.lit\"
    true  !lamp.lit
      false lamp.lit, lamp.lit = false
    true  no tries left, try = 2 of 2
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}

#[test]
fn a_transition_that_does_not_fire_is_one_row() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Stubborn::default());
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { lit: true });
    bench.pass();
    bench.pass();
    let text = "\
stubborn in Outer:
  no          -> FAILED  \"!lamp.lit\"
    false !lamp.lit
      true  lamp.lit, lamp.lit = true
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}

skill! {
    /// Leaves the last failure to the state around it.
    pub skill Handled() {
        depends_skills { Fails }
        start state Outer {
            -> FINAL on FAILED;
            start state Inner = Fails {} tries 2 { -> FINAL on FINAL; }
        }
    }
}

skill! {
    /// Fails at once.
    pub skill Fails() {
        start state Begin {
            -> FAILED after 1 tick;
            -> FINAL after 9s;
        }
    }
}

#[test]
fn tries_of_what_is_handled_around_are_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Handled {});
    bench.pass();
    bench.pass();
    let why = bench.why().to_string();
    let text = "\
  fires       -> Inner  \"on FAILED, try again\"
    true  on FAILED: FAILED
    true  tries left, try = 1 of 2
";
    assert!(why.contains(text), "{why}");
}
