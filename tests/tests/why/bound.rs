//! Explanations of guards with `let`.

use super::{Ball, Board, Overridden, Override, PartKind, Skill, Status, WhyTrace, skill};
use skill_runtime::{Context, Exec, Instant, Snapshot, Tick, TraceRing};
use skill_test::Bench;

/// A value that does not show itself.
struct Hidden(u32);

fn seen(ball: &Ball) -> Option<(f32, Hidden)> {
    ball.visible.then_some((ball.distance_m, Hidden(7)))
}

skill! {
    /// Measures the distance.
    pub skill Measure(far_m: f32 = 2.0) -> f32 {
        depends_interfaces { ball: Ball }
        start state Look {
            -> Far(d) when self.far_m > 0.0
                && let Some((d, hidden)) = seen(ball) && d > self.far_m && hidden.0 == 7;
            -> FINAL(d) when let Some((d, _)) = seen(ball);
            -> FAILED("{} ticks", n)
                after 9 ticks when let n @ 1.. = ball.visible as u32 && !ball.visible;
        }
        state Far(d: f32) { -> FINAL(self.d) after 1s; }
    }
}

#[test]
fn names_are_explained_with_their_values() {
    let mut bench = Bench::<Board>::new().with_skill(Measure::default());
    let ball = bench.driver(|board| &board.ball);
    ball.set(Ball { visible: false, distance_m: 3.0 });
    bench.pass();
    bench.pass();
    let text = "\
measure in Look:
  no          -> Far  \"self.far_m > 0.0 && let Some((d, hidden)) = seen(ball) && d > self.far_m && hidden.0 == 7\"
    false self.far_m > 0.0 && let Some((d, hidden)) = seen(ball) && d > self.far_m && hidden.0 == 7
      true  self.far_m > 0.0, self.far_m = 2.0
      false let Some((d, hidden)) = seen(ball)
      -     d > self.far_m
      -     hidden.0 == 7
  no          -> FINAL  \"let Some((d, _)) = seen(ball)\"
    false let Some((d, _)) = seen(ball)
  no          -> FAILED  \"after 9 ticks when let n @ 1.. = ball.visible as u32 && !ball.visible\"
    false after 9 passes: 1 have passed
";
    assert_eq!(bench.why().to_string(), text);
    ball.set(Ball { visible: true, distance_m: 3.5 });
    bench.pass();
    let first = &bench.why().states[0].transitions[0];
    assert_eq!(first.fires, Some(true));
    let parts = &first.conditions[0].parts;
    assert_eq!(parts[1].values[0], ("d", "3.5".to_owned()));
    assert_eq!(parts[1].values[1].0, "hidden");
    assert_eq!(parts[2].values, [("d", "3.5".to_owned()), ("self.far_m", "2.0".to_owned())]);
    assert_eq!(parts[3].kind, PartKind::Expression);
    assert_eq!(bench.transitions().last().map(String::as_str), Some("measure: Look -> Far"));
    let mut bench = Bench::<Board>::new().with_skill(Measure { far_m: Some(0.0) });
    let ball = bench.driver(|board| &board.ball);
    ball.set(Ball { visible: true, distance_m: 1.5 });
    assert_eq!(bench.pass(), Status::Final);
    let text = "\
  no          -> Far  \"self.far_m > 0.0 && let Some((d, hidden)) = seen(ball) && d > self.far_m && hidden.0 == 7\"
    false self.far_m > 0.0 && let Some((d, hidden)) = seen(ball) && d > self.far_m && hidden.0 == 7
      false self.far_m > 0.0, self.far_m = 0.0
      -     let Some((d, hidden)) = seen(ball)
      -     d > self.far_m
      -     hidden.0 == 7
  fires       -> FINAL  \"let Some((d, _)) = seen(ball)\"
    true  let Some((d, _)) = seen(ball), d = 1.5
";
    assert!(bench.why().to_string().contains(text), "{}", bench.why());
}

/// A transition that a debugger forces has no value for the names of a guard that does not hold.
#[test]
fn a_forced_transition_needs_the_values_of_its_names() {
    let board = Board::new();
    let mut ball = board.ball.writer().expect("the only one");
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Measure::default().start();
    let why = WhyTrace::new();
    let (skill, action) = (Measure::INFO, Overridden::Force);
    why.set_overrides(vec![Override {
        skill,
        machine: Some(0),
        transition: 0,
        action,
        once: false,
    }]);
    let mut ring = TraceRing::<16>::new();
    for (count, visible) in [(0, false), (1, false), (2, true)] {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 10), count };
        ball.write(&Ball { visible, distance_m: 0.5 }, now.time);
        snapshot.refresh_all();
        let tracer = (&mut ring, why.clone());
        assert_eq!(
            machine.exec(&mut Context { snapshot: &snapshot, now, tracer }),
            Status::Running
        );
        let taken = ring.iter().any(|entry| entry.event.to_string().contains("->"));
        assert!(!taken, "0.5 is not far");
    }
    ball.write(&Ball { visible: true, distance_m: 5.0 }, Instant::from_millis(30));
    snapshot.refresh_all();
    let now = Tick { time: Instant::from_millis(30), count: 3 };
    let tracer = (&mut ring, why.clone());
    machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
    let taken: Vec<String> = ring.iter().map(|entry| entry.event.to_string()).collect();
    assert!(taken.iter().any(|line| line.contains("Look -> Far")), "{taken:?}");
}

/// A value that is no copy.
struct Token(Vec<u32>);

fn spent(token: Token) -> usize {
    token.0.into_iter().map(|_| 1).sum()
}

skill! {
    /// Moves a name in the rest of the guard.
    pub skill Spend() {
        depends_interfaces { ball: Ball }
        start state Look {
            -> FINAL
                when let Some(token) = Some(Token(vec![ball.visible as u32])) && spent(token) == 1;
        }
    }
}

#[test]
fn a_name_is_moved_once() {
    let mut bench = Bench::<Board>::new().with_skill(Spend {});
    let ball = bench.driver(|board| &board.ball);
    ball.set(Ball { visible: true, distance_m: 3.0 });
    bench.pass();
    assert_eq!(bench.pass(), Status::Final);
}
