//! Explanations of states that are tried again.

use super::{Count, Lamp, LampBoard, Overridden, Override, Skill, WhyTrace};
use skill_runtime::{Context, Exec, Instant, Snapshot, Tick, TraceRing, skill};
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

skill! {
    /// Fails in the dark.
    pub skill Dark() {
        depends_interfaces { lamp: Lamp }
        start state Wait tries 2 {
            -> FAILED when !lamp.lit;
            -> FINAL when lamp.lit && self.elapsed() > 0.01;
        }
    }
}

/// Returns the transitions of two passes in which a debugger decides about the next try.
fn decided(lit: bool, action: Overridden) -> Vec<String> {
    let board = LampBoard::new();
    let mut lamp = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Dark {}.start();
    let why = WhyTrace::new();
    let (skill, mut all) = (Dark::INFO, (0_u16..).zip(Dark::INFO.graph.transitions));
    let (transition, _) = all.find(|(_, of)| of.label == "!lamp.lit, try again").expect("exists");
    why.set_overrides(vec![Override { skill, machine: None, transition, action, once: true }]);
    let mut ring = TraceRing::<16>::new();
    for count in 0..2 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        lamp.write(&Lamp { lit }, now.time);
        snapshot.refresh_all();
        machine.exec(&mut Context { snapshot: &snapshot, now, tracer: (&mut ring, why.clone()) });
    }
    let lines = ring.iter().map(|entry| entry.event.to_string());
    lines.filter(|line| line.contains("->")).collect()
}

#[test]
fn the_next_try_is_forced_and_suppressed() {
    let forced = decided(true, Overridden::Force);
    assert!(matches!(&forced[..], [again] if again.contains("Wait -> Wait")), "{forced:?}");
    let suppressed = decided(false, Overridden::Suppress);
    assert!(matches!(&suppressed[..], [last] if last.contains("Wait -> FAILED")), "{suppressed:?}");
}
