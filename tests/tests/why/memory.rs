//! Explanations of guards with memory, and of handlers of failures.

use super::{Count, Lamp, LampBoard};
use skill_runtime::{Status, skill};
use skill_test::Bench;

skill! {
    /// Has guards with memory.
    pub skill Patient(time_sec: f32 = 0.05) {
        depends_interfaces { lamp: Lamp }
        always {
            -> FAILED after 9s;
            -> Off when rising !lamp.lit for 20ms;
        }
        start state Wait {
            -> Off when rising lamp.lit && self.elapsed() > 0.5;
            -> FAILED when lamp.lit for self.time_sec;
            -> FINAL when rising lamp.lit for 30ms;
        }
        state Off { -> FINAL after 1s; }
    }
}

#[test]
fn guards_with_memory_are_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Patient::default());
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { lit: false });
    bench.pass();
    bench.pass();
    lamp.set(Lamp { lit: true });
    bench.pass();
    let why = bench.why().to_string();
    let text = "\
  no          -> FAILED  \"after 9s\"
    false for 9.000 s: 0.020 s have passed, 8.980 s are left
  no          -> Off  \"rising !lamp.lit for 20ms\"
    false !lamp.lit
      true  lamp.lit, lamp.lit = true
    false for 0.020 s: 0.000 s have passed, 0.020 s are left
";
    assert!(why.contains(text), "{why}");
    let text = "\
  no          -> Off  \"rising lamp.lit && self.elapsed() > 0.5\"
    false lamp.lit && self.elapsed() > 0.5
      true  lamp.lit, lamp.lit = true
      false self.elapsed() > 0.5, self.elapsed() = 0.02
    false rising lamp.lit && self.elapsed() > 0.5, before = false
  no          -> FAILED  \"lamp.lit for self.time_sec\"
    true  lamp.lit, lamp.lit = true
    false for 0.050 s: 0.000 s have passed, 0.050 s are left
  no          -> FINAL  \"rising lamp.lit for 30ms\"
    true  lamp.lit, lamp.lit = true
    false for 0.030 s: 0.000 s have passed, 0.030 s are left
";
    assert!(why.contains(text), "{why}");
    bench.pass();
    bench.pass();
    assert_eq!(bench.pass(), Status::Final);
    let text = "    true  for 0.030 s: 0.030 s have passed, 0.000 s are left\n";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}

skill! {
    /// Has its failures handled around.
    pub skill Careful() {
        depends_skills { Count }
        depends_interfaces { lamp: Lamp }
        always { -> FAILED("dark") on FAILED; }
        start state Outer {
            -> Inner on FAILED when !lamp.lit;
            start state Inner = Count { to: 9 } {
                -> FINAL on FINAL;
                -> FINAL when lamp.lit;
            }
        }
    }
}

#[test]
fn handlers_of_failures_are_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Careful {});
    let lamp = bench.driver(|board| &board.lamp);
    lamp.set(Lamp { lit: false });
    bench.pass();
    assert!(!bench.why().to_string().contains("on FAILED"), "{}", bench.why());
    lamp.set(Lamp { lit: true });
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(bench.reason(), "dark");
    let text = "\
careful in Inner:
  no          -> FINAL  \"on FINAL\"
    false on FINAL: FAILED
  not checked -> FINAL  \"lamp.lit\"
careful in Outer:
  no          -> Inner  \"on FAILED when !lamp.lit\"
    true  on FAILED: FAILED
    false !lamp.lit
      true  lamp.lit, lamp.lit = true
careful in Outer:
  fires       -> FAILED  \"on FAILED\"
    true  on FAILED: FAILED
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}
