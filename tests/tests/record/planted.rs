//! Ten changes of a skill: replaying a recording of the original names the first transition that
//! differs.

use crate::shown::{compare_ways, show};
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface};
use skill_runtime::{
    Instant, MainLoop, NoTrace, ObservedPass, Provides, SkillSpace, Skiller, Stages, Text, Tick,
    Writer, blackboard, interface,
};
use skill_studio::Description;
use skill_studio::coverage::Coverage;
use skill_studio::record::{Options, Recorder, Recording};
use skill_studio::replay::{Checked, check};
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");

interface! {
    /// A ball in front of the robot.
    pub Ball {
        fields { distance_m: f32, angle_rad: f32, seen: bool }
    }
}

interface! {
    pub Wheels {
        fields { moving: bool, msgid: u32, final: bool }
        messages { Drive { speed: f32 }, Halt }
    }
}

blackboard! { pub Board { ball: Ball, wheels: Wheels, "Skiller": SkillerInterface } }

/// Declares the skill with changed constants.
macro_rules! variants {
    ($($variant:ident { $($name:ident: $ty:ty = $value:expr),* })*) => { $(
        pub(super) mod $variant {
            // Constants declared here shadow the imported ones.
            #[allow(unused_imports)]
            use super::constants::*;
            use super::wheels;
            $( const $name: $ty = $value; )*
            include!("machine.rs");
        }
    )* };
}

/// The original skill.
mod constants {
    pub const FAR_M: f32 = 3.5;
    pub const ASIDE_RAD: f32 = 0.6;
    pub const BLIND: bool = false;
    pub const PATIENCE: u32 = 60;
    pub const SWAPPED: bool = false;
    pub const SPEED: f32 = 0.2;
    pub const TIME_SEC: f32 = 0.4;
    pub const NEAR_M: f32 = 0.5;
    pub const SCALE: f32 = 1.0;
    pub const GAIN: f32 = 1.0;
    pub const NEARER_M: f32 = 1.5;
    pub const LOST_SEC: f32 = 0.4;
    pub const LOST_M: f32 = 4.0;
    pub const TRIES: u32 = 3;
    pub const SORT_M: f32 = 3.8;
    pub const LEGS: u32 = 2;
}

variants! {
    as_it_was {}
    farther { FAR_M: f32 = 3.7 }
    wider { ASIDE_RAD: f32 = 0.62 }
    blind { BLIND: bool = true }
    impatient { PATIENCE: u32 = 30 }
    swapped { SWAPPED: bool = true }
    faster { SPEED: f32 = 0.25 }
    shorter { TIME_SEC: f32 = 0.39 }
    nearer { NEAR_M: f32 = 0.47 }
    wordy { SCALE: f32 = 1.1 }
    never_far { FAR_M: f32 = 1000.0 }
    stronger { GAIN: f32 = 1.5 }
    rarer { NEARER_M: f32 = 1.2 }
    more_patient { LOST_SEC: f32 = 0.5 }
    never_lost { LOST_M: f32 = 1000.0 }
    persistent { TRIES: u32 = 9 }
    unsorted { SORT_M: f32 = 1000.0 }
    forgetful { LEGS: u32 = 1 }
}

/// A ball that approaches while swinging from side to side, and is seen most of the time; in the
/// end it is far.
struct World<'a> {
    ball: Writer<'a, Ball>,
    wheels: Writer<'a, Wheels>,
    /// The last message, and when it was taken.
    last: (u32, Instant),
}

impl Stages for World<'_> {
    #[allow(clippy::cast_possible_truncation)] // rounds
    fn sensor(&mut self, now: Tick) {
        let time_sec = now.time.as_secs_f64() as f32;
        let round = time_sec % 6.0;
        let ball = Ball {
            distance_m: if time_sec > 25.0 {
                3.6 + (time_sec - 25.0) * 0.1
            } else {
                3.0 - round / 2.0
            },
            angle_rad: (time_sec * 1.7).sin(),
            seen: !(14.0..=15.3).contains(&time_sec),
        };
        self.ball.write(&ball, now.time);
        while let Some(received) = self.wheels.next_message() {
            self.last = (received.id.0, now.time);
        }
        let (msgid, since) = self.last;
        let r#final = now.time.as_secs_f64() > since.as_secs_f64() + 0.3;
        self.wheels.write(&Wheels { moving: true, msgid, r#final }, now.time);
    }
}

pub fn description<S: SkillSpace>() -> Description {
    Description::of::<S>("chaser", &[])
}

/// Records the original skill for 30 s; it is called again whenever it has ended.
fn recording() -> Recording {
    recording_of::<as_it_was::Skills>("chase{}")
}

/// Records a call for 30 s; it is called again whenever it has ended.
pub fn recording_of<S: SkillSpace<Board = Board>>(call: &str) -> Recording {
    let directory = tempfile::tempdir().unwrap();
    let options = Options::new(directory.path().join("chase.mcap"));
    let board = Board::new();
    let mut observer = Recorder::new(description::<S>(), &board, None, &options).unwrap();
    let mut chaser = Chaser::<S>::new(&board);
    for _ in 0..3000 {
        chaser.pass(call, &mut observer);
    }
    observer.finish().unwrap();
    Recording::open(&options.path).unwrap()
}

/// A robot in its world.
pub struct Chaser<'a, S: SkillSpace> {
    board: &'a Board,
    world: World<'a>,
    skiller: Skiller<'a, S>,
    main_loop: MainLoop,
    time: Instant,
}

impl<'a, S: SkillSpace<Board = Board>> Chaser<'a, S> {
    pub fn new(board: &'a Board) -> Self {
        let (ball, wheels) = (board.ball.writer().unwrap(), board.wheels.writer().unwrap());
        let world = World { ball, wheels, last: (0, Instant::ZERO) };
        let (skiller, main_loop) = (Skiller::new(board).unwrap(), MainLoop::new());
        Self { board, world, skiller, main_loop, time: Instant::ZERO }
    }

    /// Runs a pass of a call; it is called again whenever it has ended.
    pub fn pass(&mut self, call: &str, observer: &mut Recorder<'_>) {
        let Self { world: robot, skiller, .. } = self;
        if skiller.status() != SkillStatus::Running {
            let skill_string = Text::try_from(call).unwrap();
            let _ = Provides::<SkillerInterface, SKILLER>::cell(self.board)
                .send_as(0, ExecSkill { skill_string });
        }
        let (agent, tracer) = (&mut (), &mut NoTrace);
        let mut pass = ObservedPass { robot, agent, skiller, observer, tracer };
        self.main_loop.pass(self.time, &mut pass).unwrap();
        self.time = self.time.after(Duration::from_millis(10));
    }
}

pub fn checked<S: SkillSpace<Board = Board>>(recording: &Recording) -> Checked {
    check::<S, ()>(description::<S>(), recording, &Board::new(), ()).unwrap()
}

#[test]
fn the_first_difference_of_a_changed_skill_is_named() {
    let recording = recording();
    assert!(recording.events.len() > 30, "{}", recording.events.len());
    let same = checked::<as_it_was::Skills>(&recording);
    assert_eq!((same.difference, same.passes), (None, 3000));
    let look = |to: &str, label: &str| Some(format!("chase: Look -> {to}  \"{label}\""));
    let turn = |to: &str, label: &str| Some(format!("chase: Turn -> {to}  \"{label}\""));
    let (far, aside) = ("ball.distance_m > FAR_M", "ball.angle_rad.abs() > ASIDE_RAD");
    let (seen, straight) = ("ball.seen && !BLIND", "ball.angle_rad.abs() < 0.1");
    let (lost, swapped) = ("self.looks > PATIENCE", "SWAPPED && ball.angle_rad.abs() < 0.1");
    let called =
        |speed: f32, time_sec: f32| Some(format!("go{{speed={speed}, time_sec={time_sec}}}"));
    let reached = Some("chase: Approach -> Reached  \"ball.distance_m < NEAR_M\"".to_owned());
    let too_far = |distance: &str| Some(format!("chase: failed: {distance} m away"));
    let expected = [
        (checked::<farther::Skills>(&recording), look("FAILED", far), look("Approach", seen)),
        (checked::<wider::Skills>(&recording), look("Turn", aside), None),
        (checked::<blind::Skills>(&recording), look("Approach", seen), None),
        (checked::<impatient::Skills>(&recording), None, look("FAILED", lost)),
        (checked::<swapped::Skills>(&recording), turn("Look", straight), turn("Reached", swapped)),
        (checked::<faster::Skills>(&recording), called(0.2, 0.4), called(0.25, 0.4)),
        (checked::<shorter::Skills>(&recording), called(0.2, 0.4), called(0.2, 0.39)),
        (checked::<nearer::Skills>(&recording), reached, None),
        (checked::<wordy::Skills>(&recording), too_far("3.682"), too_far("4.0502")),
        (checked::<never_far::Skills>(&recording), look("FAILED", far), look("Approach", seen)),
    ];
    for (checked, recorded, replayed) in expected {
        let difference = checked.difference.expect("the change has an effect");
        assert_eq!((&difference.recorded, &difference.replayed), (&recorded, &replayed));
        assert_eq!(
            difference.skill,
            if recorded.as_ref().is_some_and(|of| of.starts_with("go")) { "go" } else { "chase" }
        );
        assert!(checked.passes < 3000 && !difference.why.is_empty());
    }
}

/// Returns the labels of the transitions of a skill that were not taken.
fn never_taken(recording: &Recording, skill: &str) -> Vec<&'static str> {
    let mut coverage = Coverage::new(description::<as_it_was::Skills>());
    coverage.add(recording).unwrap();
    let skill = coverage.skills().find(|of| of.skill == skill).unwrap();
    skill.missing.iter().map(|of| of.label).collect()
}

/// The transitions on one outcome are covered each by itself, and replayed by their guards.
#[test]
fn guards_on_outcomes_are_replayed_and_covered() {
    let recording = recording();
    let (guarded, last) = ("on FINAL when ball.distance_m < NEARER_M", "on FINAL");
    let missing = never_taken(&recording, "chase");
    assert!(!missing.contains(&guarded) && !missing.contains(&last), "{missing:?}");
    assert!(missing.contains(&"on FAILED when ball.seen"), "{missing:?}");
    let difference = checked::<rarer::Skills>(&recording).difference.unwrap();
    let told = [difference.recorded, difference.replayed].map(Option::unwrap_or_default);
    let line = |label: &str, to: &str| format!("chase: Approach -> {to}  \"{label}\"");
    let both = [line(last, "Look"), line(guarded, "Turn")];
    assert!(told.iter().all(|of| both.contains(of)) && told[0] != told[1], "{told:?}");
}

/// The memory of guards is not recorded: it follows from the inputs.
#[test]
fn guards_with_memory_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("follow{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    let missing = never_taken(&recording, "follow");
    assert_eq!(missing, [""; 0]);
    let difference = checked::<more_patient::Skills>(&recording).difference.unwrap();
    let lost = "follow: Watch -> Lost  \"!ball.seen for LOST_SEC\"".to_owned();
    assert_eq!((difference.recorded, difference.replayed), (Some(lost), None));
}

/// Failures are handled in a state around and under `always`, and their transitions are covered.
#[test]
fn handlers_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("hunt{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    let missing = never_taken(&recording, "hunt");
    assert_eq!(missing, [""; 0]);
    let difference = checked::<never_lost::Skills>(&recording).difference.unwrap();
    let line = |to: &str, label: &str| Some(format!("hunt: First -> {to}  \"{label}\""));
    let lost = line("FAILED", "on FAILED when ball.distance_m > LOST_M");
    assert_eq!((difference.recorded, difference.replayed), (lost, line("Rest", "on FAILED")));
}

/// A try that leads to the next one, and the last one, are covered each by itself.
#[test]
fn tries_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("near{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    assert_eq!(never_taken(&recording, "near"), [""; 0]);
    let difference = checked::<persistent::Skills>(&recording).difference.unwrap();
    let line = |to: &str, label: &str| Some(format!("near: Come -> {to}  \"{label}\""));
    let failed = line("FAILED", "!ball.seen");
    assert_eq!(difference.recorded, failed);
    assert_eq!(difference.replayed, line("Blink", "!ball.seen, try again"));
    let until = |count: usize| {
        let mut first = recording.clone();
        first.events.truncate(count);
        never_taken(&first, "near")
    };
    let mut all = (0..recording.events.len()).map(until);
    let tried = all.find(|missing| !missing.contains(&"!ball.seen, try again")).unwrap();
    assert_eq!(tried, ["!ball.seen", "after 300ms"]);
}

/// Entries of a list that are FINAL are replayed, and each transition that names some of it is covered by itself.
#[test]
fn lists_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("race{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    // It goes in any case.
    assert_eq!(never_taken(&recording, "race"), ["on FAILED"]);
    let difference = checked::<nearer::Skills>(&recording).difference.unwrap();
    // Then `Go` is left.
    assert_eq!((difference.recorded, difference.replayed), (Some("go: reset".to_owned()), None));
}

/// A message that a state runs is sent and done in a replay as in the recording.
#[test]
fn messages_of_states_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("send{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    assert_eq!(never_taken(&recording, "send"), ["on FINAL", "on FAILED"]);
    let difference = checked::<stronger::Skills>(&recording).difference.unwrap();
    assert_eq!(difference.recorded.as_deref(), Some("Drive { speed: 0.2 }"));
    let difference = checked::<nearer::Skills>(&recording).difference.unwrap();
    let line = Some("send: Both -> FINAL  \"on FINAL(is_near: _)\"".to_owned());
    assert_eq!(difference.recorded, line);
}

/// The guard on a failure is replayed with its kind and its number.
#[test]
fn failures_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("sort{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    assert_eq!(never_taken(&recording, "sort"), [""; 0]);
    let difference = checked::<unsorted::Skills>(&recording).difference.unwrap();
    let named = "on FAILED(why) when why.is(Chase::FAR) && let Some(far_m) = why.number(0) && far_m > SORT_M";
    let line = |to: &str, label: &str| Some(format!("sort: Out -> {to}  \"{label}\""));
    assert_eq!(difference.recorded, line("FAILED", named));
    assert_eq!(difference.replayed, line("Out", "on FAILED"));
}

/// A state is entered as it was left: in the recording by a parameter that it remembers.
#[test]
fn resumes_are_replayed_and_covered() {
    let recording = recording_of::<as_it_was::Skills>("round{}");
    assert_eq!(checked::<as_it_was::Skills>(&recording).difference, None);
    assert_eq!(never_taken(&recording, "round"), [""; 0]);
    let difference = checked::<forgetful::Skills>(&recording).difference.unwrap();
    let line = Some(
        "round: Far -> FINAL  \"self.legs > 0 && ball.distance_m < 1.0 && self.n > 1\"".to_owned(),
    );
    assert_eq!((difference.recorded, difference.replayed), (line, None));
}

/// The states that are remembered are part of a moment: a replay comes back to them.
#[test]
fn what_is_remembered_is_the_same_by_any_way() {
    let recording = recording_of::<as_it_was::Skills>("round{}");
    let resumed = recording.events.iter().find(|of| of.kind == "transition" && of.to == "Walk");
    let resumed = resumed.unwrap().time.as_secs_f64();
    let times = [resumed - 0.5, resumed - 0.1, resumed, resumed + 0.1, 29.0];
    let description = description::<as_it_was::Skills>();
    show::<as_it_was::Skills, _>(
        description,
        &recording,
        |_| Ok(()),
        |page| {
            compare_ways(page, &times);
        },
    );
}

/// Messages to the hardware are compared, too: no event says them.
#[test]
fn a_message_that_differs_is_told() {
    let recording = recording();
    let same = checked::<as_it_was::Skills>(&recording);
    assert_eq!(same.messages, Some(recording.sent.len()));
    assert!(recording.sent.len() > 10, "{}", recording.sent.len());
    let changed = checked::<stronger::Skills>(&recording);
    let difference = changed.difference.expect("the speed is another one");
    assert_eq!(difference.interface.as_deref(), Some("wheels"));
    assert_eq!(difference.recorded.as_deref(), Some("Drive { speed: 0.2 }"));
    let told = difference.to_string();
    let first = &recording.sent[0];
    assert_eq!(difference.pass, first.pass, "the first message");
    let line = "  sent `Drive { speed: 0.3 }`, recorded `0.2`: to `wheels`";
    assert_eq!(told.lines().nth(1), Some(line), "{told}");

    // Recordings of older programs do not have the messages.
    let (mut older, sent) = (recording.clone(), recording.sent.clone());
    (older.has_messages, older.sent) = (false, Vec::new());
    let checked_older = checked::<stronger::Skills>(&older);
    assert_eq!((checked_older.messages, checked_older.difference), (None, None));

    // One that is missing, or too many.
    let told = |sent: Vec<skill_studio::record::SentMessage>| {
        let mut other = recording.clone();
        other.sent = sent;
        checked::<as_it_was::Skills>(&other).difference.expect("another message").to_string()
    };
    let missing = told(sent[1..].to_vec());
    assert!(missing.contains("sent `Drive { speed: 0.2 }`, recorded nothing: to"), "{missing}");
    let again = told([&sent[..1], &sent[..]].concat());
    assert!(again.contains("sent nothing, recorded `Drive { speed: 0.2 }`: to"), "{again}");
}

/// A blackboard with the same interfaces and others: their fields have other places.
mod moved {
    use super::{blackboard, constants, interface};
    use skill_runtime::skiller::SkillerInterface;

    interface! {
        pub Ball {
            fields { color: u32, seen: bool, angle_rad: f32, size_m: f32, distance_m: f32 }
        }
    }
    interface! {
        pub Wheels {
            fields { final: bool, slip: f32, msgid: u32, moving: bool }
            messages { Drive { speed: f32 }, Halt }
        }
    }
    interface! {
        pub Horn {
            fields { is_on: bool }
        }
    }
    blackboard! {
        pub Board { horn: Horn, "Skiller": SkillerInterface, wheels: Wheels, ball: Ball }
    }
    variants! {
        as_it_was {}
        faster { SPEED: f32 = 0.25 }
    }
}

/// A recording is of use after the blackboard has changed.
#[test]
fn fields_of_another_blackboard_are_matched_by_name() {
    fn checked<S: SkillSpace<Board = moved::Board>>(recording: &Recording) -> Checked {
        check::<S, ()>(description::<S>(), recording, &moved::Board::new(), ()).unwrap()
    }
    let recording = recording();
    let same = checked::<moved::as_it_was::Skills>(&recording);
    assert_eq!((same.difference, same.passes), (None, 3000));
    assert_eq!((same.events, same.messages), (recording.events.len(), Some(recording.sent.len())));
    let missing = [
        "interface `horn`",
        "field `slip` of `wheels`",
        "field `color` of `ball`",
        "field `size_m` of `ball`",
    ];
    assert_eq!(same.missing, missing);
    let faster = checked::<moved::faster::Skills>(&recording).difference.unwrap();
    assert_eq!(faster.replayed.as_deref(), Some("go{speed=0.25, time_sec=0.4}"));
}

/// Declares a skill with a parameter.
macro_rules! waits {
    ($($variant:ident: $default:literal)*) => { $(
        mod $variant {
            use super::Board;
            use skill_runtime::{skill, skill_space};
            skill! {
                /// Waits.
                pub skill Wait() {
                    params { wait_sec: f32 = $default in 0.0..=10.0 }
                    start state Waiting { -> FINAL after self.wait_sec; }
                }
            }
            skill_space! { pub Waits on Board { Wait } }
        }
    )* };
}

waits! { short: 1.5 long: 2.5 }

/// A default that was changed is named as the reason.
#[test]
fn a_changed_default_is_named() {
    let recording = recording_of::<short::Waits>("wait{}");
    assert!(checked::<short::Waits>(&recording).defaults.is_empty());
    let changed = checked::<long::Waits>(&recording);
    assert!(changed.difference.is_some());
    assert_eq!(changed.defaults, ["`wait.wait_sec`: 2.5, recorded 1.5"]);
}
