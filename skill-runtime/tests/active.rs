//! `Machine::active` and the `Debug` output of machines.
#![cfg(not(loom))]

use skill_runtime::{
    Context, EntryTimes, Exec, Instant, Machine, NoTrace, Skill, Snapshot, Tick, TraceRing, Tracer,
    blackboard, interface, skill, skill_space,
};
use std::string::ToString;
use std::time::Duration;

interface! {
    pub Lamp {
        max_age = never;
        fields { on: bool, rounds: u32 }
        messages { Blink }
    }
}
blackboard! { pub Board { lamp: Lamp } }

skill! {
    /// Waits.
    pub skill Rest(time_sec: f32 = 1.0) {
        start state Wait { -> FINAL after self.time_sec; }
    }
}

skill! {
    pub skill Both() {
        depends_skills { Rest }
        depends_interfaces { lamp: Lamp }
        start state First { -> Outer when lamp.rounds > 0; }
        state Outer {
            -> FINAL when lamp.rounds > 8;
            start state Inner { -> Rests when lamp.rounds > 1; }
            state Rests = (Rest { time_sec: 1.0 }, Rest { time_sec: 3.0 }) {
                -> Inner on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
}

skill_space! { pub Space on Board { Both, Rest } }

/// Steps a machine to a time in seconds.
fn pass<T: Tracer>(machine: &mut impl Exec<Board>, board: &Board, count: u32, tracer: T) -> Tick {
    let _writer = board.lamp.writer().expect("the only one");
    let mut snapshot = Snapshot::new(board);
    snapshot.refresh_all();
    let now = Tick { time: Instant::from_millis(u64::from(count) * 1000), count };
    machine.exec(&mut Context { snapshot: &snapshot, now, tracer });
    now
}

fn rounds(board: &Board, rounds: u32) {
    board.lamp.writer().unwrap().write(&Lamp { on: false, rounds }, Instant::ZERO);
}

type Line = (u32, u32, &'static str, &'static str, Option<u64>);

fn lines(machine: &impl Machine, now: Tick) -> Vec<Line> {
    let lines = machine.active().map(|entry| {
        let secs = entry.since_entry(now).map(|time| time.as_secs());
        (entry.depth, entry.instance, entry.skill.name, entry.state_name(), secs)
    });
    lines.collect()
}

#[test]
fn the_path_leads_over_nested_states_and_parallel_sub_skills() {
    let board = Board::new();
    let mut machine = Both {}.start();
    assert_eq!(lines(&machine, Tick::default()), [(0, 0, "both", "", None)]);
    let now = pass(&mut machine, &board, 10, (TraceRing::<64>::new(), EntryTimes));
    assert_eq!(lines(&machine, now), [(0, 0, "both", "First", Some(0))]);
    rounds(&board, 1);
    pass(&mut machine, &board, 11, (TraceRing::<64>::new(), EntryTimes));
    let now = pass(&mut machine, &board, 13, (TraceRing::<64>::new(), EntryTimes));
    let inner = [(0, 0, "both", "Outer", Some(2)), (1, 0, "both", "Inner", Some(2))];
    assert_eq!(lines(&machine, now), inner);
    rounds(&board, 2);
    for count in 14..=15 {
        pass(&mut machine, &board, count, (TraceRing::<64>::new(), EntryTimes));
    }
    let now = pass(&mut machine, &board, 16, (TraceRing::<64>::new(), EntryTimes));
    assert_eq!(
        lines(&machine, now),
        [
            (0, 0, "both", "Outer", Some(5)),
            (1, 0, "both", "Rests", Some(2)),
            (2, 1, "rest", "FINAL", None),
            (2, 2, "rest", "Wait", Some(1)),
        ]
    );
    assert_eq!(
        machine.active().to_string(),
        "both: Outer > both: Rests > rest: FINAL > rest: Wait"
    );
    assert_eq!(
        format!("{machine:?}"),
        "Both { active: both: Outer > both: Rests > rest: FINAL > rest: Wait, \
         Rests.Rest: Rest { active: rest: FINAL, time_sec: 1.0 }, \
         Rests.Rest: Rest { active: rest: Wait, time_sec: 3.0 } }"
    );
    rounds(&board, 9);
    let now = pass(&mut machine, &board, 17, (TraceRing::<64>::new(), EntryTimes));
    assert_eq!(lines(&machine, now), [(0, 0, "both", "FINAL", None)]);
}

#[test]
fn without_a_trace_only_timed_states_know_when_they_were_entered() {
    let board = Board::new();
    rounds(&board, 2);
    let mut machine = Both {}.start();
    let now = pass(&mut machine, &board, 3, NoTrace);
    let times: Vec<_> = machine.active().map(|entry| entry.entered.is_some()).collect();
    assert_eq!(times, [false, false, true, true]);
    let wait = machine.active().last().unwrap();
    assert_eq!((wait.state_name(), wait.since_entry(now)), ("Wait", Some(Duration::from_secs(0))));
}

#[test]
fn a_state_that_is_entered_anew_begins_anew() {
    let board = Board::new();
    rounds(&board, 2);
    let mut machine = Both {}.start();
    let mut now = Tick::default();
    // The sub-skills take 1 s and 3 s; then, in pass 4, the state is entered again.
    for count in 1..=7 {
        now = pass(&mut machine, &board, count, (TraceRing::<64>::new(), EntryTimes));
    }
    let rests = machine.active().nth(1).unwrap();
    assert_eq!(
        (rests.state_name(), rests.since_entry(now)),
        ("Rests", Some(Duration::from_secs(3)))
    );
}

#[test]
fn a_machine_of_a_space_is_any_machine() {
    use skill_runtime::SkillSpace;
    let board = Board::new();
    let mut machine = Space::start(Space::parse("rest{time_sec=2}").unwrap());
    let now = pass(&mut machine, &board, 1, NoTrace);
    assert_eq!(lines(&machine, now), [(0, 0, "rest", "Wait", Some(0))]);
    assert_eq!(format!("{machine:?}"), "Rest { active: rest: Wait, time_sec: 2.0 }");
}

/// A type without `Debug`.
#[derive(Clone, Copy)]
pub struct Opaque;

skill! {
    #[allow(skill::unused_argument, skill::unused_parameter, skill::unused_variable)]
    pub skill Hold(far_m: f32 = 1.5) {
        vars { opaque: Opaque = Opaque, steps: u32 = 7 }
        start state Begin { -> Turn(0.5) otherwise; }
        state Turn(angle: f32) {
            vars { left: f32 = angle, secret: Opaque = Opaque }
            start state Slow { -> FINAL when self.left < 0.0; }
        }
    }
}

#[test]
fn debug_shows_the_variables_and_requires_nothing_of_their_types() {
    let board = Board::new();
    let mut machine = Hold::default().start();
    pass(&mut machine, &board, 1, NoTrace);
    assert_eq!(
        format!("{machine:?}"),
        "Hold { active: hold: Turn > hold: Slow, far_m: 1.5, opaque: .., steps: 7, \
         Turn.angle: 0.5, Turn.left: 0.5, Turn.secret: .. }"
    );
}
