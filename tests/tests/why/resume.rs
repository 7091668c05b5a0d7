//! Explanations of states that are entered again.

use super::{Lamp, LampBoard};
use skill_runtime::why::{Overridden, Override, WhyTrace};
use skill_runtime::{Context, Exec as _, Instant, Skill as _, Snapshot, Tick, TraceRing, skill};
use skill_test::Bench;
use std::time::Duration;

skill! {
    /// Goes on where it was in the dark.
    #[allow(skill::never_final)]
    pub skill Reads(pages: u32 = 2) {
        depends_interfaces { lamp: Lamp }
        start state Book {
            -> Dark when !lamp.lit;
            start state Page(n: u32 = 1) {
                -> Page(self.n + 1) after 20ms when self.n < self.pages;
                -> Picture after 100ms;
            }
            state Picture {
                start state Near { -> Far after 20ms; }
                state Far {}
            }
        }
        state Dark {
            -> resume Book when rising lamp.lit;
            -> resume deep Book after 1s when lamp.lit;
        }
    }
}

/// A transition that a debugger forces resumes what is remembered, too.
#[test]
fn a_resume_is_forced() {
    let board = LampBoard::new();
    let mut lamp = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Reads::default().start();
    let why = WhyTrace::new();
    let resumes = Reads::INFO.graph.transitions.iter().position(|of| of.resume.is_some());
    let mut ring = TraceRing::<16>::new();
    for count in 0..15_u32 {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 20), count };
        lamp.write(&Lamp { lit: count < 13 }, now.time);
        snapshot.refresh_all();
        if count == 14 {
            why.set_overrides(vec![Override {
                skill: Reads::INFO,
                machine: Some(0),
                transition: u16::try_from(resumes.expect("one resumes")).expect("few"),
                action: Overridden::Force,
                once: true,
            }]);
        }
        let tracer = (&mut ring, why.clone());
        machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
    }
    let taken: Vec<String> = ring.iter().map(|entry| entry.event.to_string()).collect();
    let resumed = taken.iter().rposition(|line| line.contains("Dark -> Book"));
    assert!(taken[resumed.expect("it is forced")].contains("rising lamp.lit, resume"));
    // It was dark, so it is left at once: from the state that was active before.
    assert!(taken[resumed.unwrap() + 1].contains("Near -> Dark"), "{taken:?}");
}

#[test]
fn what_is_resumed_is_explained() {
    let mut bench = Bench::<LampBoard>::new().with_skill(Reads::default());
    let lamp = bench.driver(|board| &board.lamp);
    let mut passes = |lit: bool, count: u64| {
        lamp.set(Lamp { lit });
        bench.pass_for(Duration::from_millis(10 * count));
        bench.why().to_string()
    };
    passes(true, 5);
    let text = "\
reads in Dark:
  no          -> Book  \"rising lamp.lit, resume\"
    false lamp.lit, lamp.lit = false
    false rising lamp.lit, before = true
    true  resume Page, n = 2
  no          -> Book  \"after 1s when lamp.lit, resume deep\"
";
    let why = passes(false, 1);
    assert!(why.contains(text), "{why}");
    passes(true, 20);
    let why = passes(false, 2);
    let text = "\
    true  resume deep Picture
      true  Far
";
    assert!(why.contains(text), "{why}");
}
