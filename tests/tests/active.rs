//! What a machine says it is doing: `active()`, and its `Debug`.

use skill_runtime::{
    Context, EntryTimes, Exec as _, Instant, Machine as _, NoTrace, Skill as _, SkillSpace, Tick,
    Tracer, blackboard, blackboard::Snapshot, interface, skill, skill_space,
};

interface! { pub Panel { fields { n: u32 } } }
blackboard! { pub Bench { panel: Panel } }

/// A type without `Debug`.
#[derive(Clone, Copy, Default)]
pub struct Opaque;

skill! {
    pub skill Blink(times: u32 = 3) {
        start state On { -> Off after 20ms; }
        state Off { -> FINAL after 20ms; }
    }
}

skill! {
    pub skill Rest() {
        depends_interfaces { panel: Panel }
        start state Lying { -> FINAL when panel.n == 9; }
    }
}

skill! {
    pub skill Walk(far_m: f32 = 1.5) {
        depends_skills { Blink, Rest }
        depends_interfaces { panel: Panel }
        vars { opaque: Opaque = Opaque, steps: u32 = 7 }
        start state Go {
            -> Turn(0.5) when panel.n == 1;
            start state Straight { -> Curve after 1s; }
            state Curve { -> FINAL after 1s; }
        }
        state Turn(angle: f32) = (Blink { times: 2 }, Rest {}) {
            vars { left: f32 = angle, secret: Opaque = Opaque }
            -> Go on FINAL;
            -> FAILED on FAILED;
            -> FINAL when panel.n == 2 && self.left > 0.0 && self.steps > 0;
            start state Slow { -> Fast when panel.n == 3; }
            state Fast { -> Slow when panel.n == 4; }
        }
    }
}

skill_space! { Walks on Bench { Walk, Blink, Rest } }

/// Shows `n` on the panel and runs a pass at `millis`.
fn pass<T: Tracer>(
    board: &Bench,
    machine: &mut <Walk as skill_runtime::Skill>::Machine,
    (n, millis): (u32, u64),
    tracer: T,
) {
    let mut snapshot = Snapshot::new(board);
    let now = Tick { time: Instant::from_millis(millis), count: 0 };
    board.panel.writer().expect("no other writer").write(&Panel { n }, now.time);
    snapshot.refresh(skill_runtime::blackboard::InterfaceSet::ALL);
    machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
}

/// The name of each active state, how deep its machine is, and since when it is active.
fn entries(
    machine: &<Walk as skill_runtime::Skill>::Machine,
) -> Vec<(&'static str, u16, Option<u64>)> {
    let mut entries = Vec::new();
    machine.active().for_each(|entry| {
        let since = entry.since.map(|since| since.as_micros() / 1000);
        entries.push((entry.name(), entry.depth, since));
    });
    entries
}

#[test]
fn the_path_leads_over_nested_states_and_sub_skills() {
    let board = Bench::new();
    let mut machine = Walk::default().start();
    assert_eq!(machine.active().to_string(), "", "it has not begun");
    pass(&board, &mut machine, (0, 100), NoTrace);
    assert_eq!(machine.active().to_string(), "Walk.Go.Straight");
    pass(&board, &mut machine, (1, 110), NoTrace);
    pass(&board, &mut machine, (3, 120), NoTrace);
    assert_eq!(machine.active().to_string(), "Walk.Turn.Fast > Blink.On + Rest.Lying");
    pass(&board, &mut machine, (2, 130), NoTrace);
    assert_eq!(machine.active().to_string(), "Walk.FINAL");
}

#[test]
fn times_of_entry_are_kept_for_timeouts_and_on_request() {
    let board = Bench::new();
    let mut machine = Walk::default().start();
    pass(&board, &mut machine, (0, 100), NoTrace);
    assert_eq!(entries(&machine), [("Go", 0, None), ("Straight", 0, Some(100))]);
    pass(&board, &mut machine, (1, 110), EntryTimes);
    pass(&board, &mut machine, (0, 120), EntryTimes);
    assert_eq!(
        entries(&machine),
        [
            ("Turn", 0, Some(110)),
            ("Slow", 0, Some(110)),
            ("On", 1, Some(120)),
            ("Lying", 1, Some(120)),
        ]
    );
    pass(&board, &mut machine, (3, 130), (NoTrace, EntryTimes));
    assert_eq!(
        machine.active().innermost().and_then(|entry| entry.since),
        Some(Instant::from_millis(130))
    );
}

#[test]
fn machines_are_debug_whatever_their_variables_are() {
    let board = Bench::new();
    let mut machine = Walk::default().start();
    pass(&board, &mut machine, (1, 10), NoTrace);
    pass(&board, &mut machine, (0, 20), NoTrace);
    assert_eq!(
        format!("{machine:?}"),
        "Walk { active: Walk.Turn.Slow > Blink.On + Rest.Lying, far_m: 1.5, opaque: .., steps: 7, \
         Turn.angle: 0.5, Turn.left: 0.5, Turn.secret: .., \
         Turn.Blink: Blink { active: Blink.On, times: 2 }, \
         Turn.Rest: Rest { active: Rest.Lying } }"
    );
    assert_eq!(
        format!("{:?}", Blink { times: Some(1) }.start()),
        "Blink { active: NotStarted, times: 1 }"
    );
    let machine = <Walks as SkillSpace>::start(Blink::default().into());
    assert_eq!(format!("{machine:?}"), "Blink { active: NotStarted, times: 3 }");
}
