//! Sessions, listings and traces of a robot that is not a NAO.

use skill_runtime::skiller::{AcquireControl, ExecSkill, SkillStatus, SkillerInterface};
use skill_runtime::{
    Sent, SkillResult, SkillSpace, Stages, Tick, TraceEvent, TraceKind, Tracer, Writer, blackboard,
    interface, skill, skill_space,
};
use skill_studio::listing::{Dot, Text};
use skill_studio::{Outcome, Session, Space};
use std::time::Duration;

interface! {
    /// A door.
    pub Door {
        fields {
            /// The opening, 0 to 1.
            opening: f32,
        }
        messages {
            /// Opens it.
            Open {
                /// The speed, 1/s.
                speed: f32,
            },
        }
    }
}

blackboard! {
    /// The robot's blackboard.
    pub Board { door: Door, "Skiller": SkillerInterface }
}

/// The door at the end.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Opened {
    /// The opening, 0 to 1.
    #[argument(in 0.0..=1.5)]
    part: f32,
    /// Whether somebody has helped.
    helped: Option<bool>,
}

skill! {
    /// Opens the door.
    pub skill Open(
        /// The speed, 1/s.
        speed: f32 = 1.0 in 0.0..=2.0,
    ) -> Opened {
        depends_interfaces { door: Door }
        start state Push {
            init { door.send(door::Open { speed: self.speed }); }
            /// open
            -> FINAL(Opened { part: door.opening, helped: None }) when door.opening >= 1.0;
            -> FAILED("the door is stuck") after 5s;
        }
    }
}

skill! {
    /// Goes through the door.
    pub skill Pass() {
        depends_skills { Open }
        start state Go = Open { speed: 2.0 } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

skill_space! { pub Skills on Board { Open, Pass } }

const SPACE: Space = Space { name: "doors", skills: Skills::SKILLS, agents: &[] };

/// A door that opens at the speed of the last message.
struct Robot<'a> {
    door: Writer<'a, Door>,
    data: Door,
    speed: f32,
}

impl<'a> Robot<'a> {
    fn new(board: &'a Board) -> Self {
        Robot { door: board.door.writer().unwrap(), data: Door::default(), speed: 0.0 }
    }
}

impl Stages for Robot<'_> {
    fn sensor(&mut self, now: Tick) {
        self.data.opening = (self.data.opening + self.speed * 0.125).min(1.0);
        self.door.write(&self.data, now.time);
    }
    fn act(&mut self, _: Tick) {
        while let Some(received) = self.door.next_message() {
            let door::Message::Open(message) = received.message;
            self.speed = message.speed;
        }
    }
}

/// Records the transitions of all machines.
#[derive(Default)]
struct Transitions(Vec<String>);

impl Tracer for Transitions {
    fn record(&mut self, event: &TraceEvent) {
        if matches!(event.kind, TraceKind::Transition { .. }) {
            self.0.push(event.to_string());
        }
    }
}

fn call(text: &str, timeout: Duration) -> (Outcome, Duration, Vec<String>) {
    let board = Board::new();
    let session = Session::<Skills, _>::new(&board, Robot::new(&board)).unwrap();
    let mut session = session.with_period(Duration::from_millis(125));
    let mut trace = Transitions::default();
    let (outcome, took) = session.call(text, timeout, &mut trace);
    (outcome, took, trace.0)
}

#[test]
fn a_session_runs_a_call_to_its_end() {
    let minute = Duration::from_secs(60);
    let (outcome, took, trace) = call("open{speed=0.5}", minute);
    let opened = Outcome::Final("{part=1, helped=nil}".into());
    assert_eq!((outcome, took), (opened, Duration::from_secs(2)));
    assert_eq!(trace, ["t=2.000 open: Push -> FINAL  \"open\""]);
    let (outcome, took, trace) = call("pass{}", minute);
    assert_eq!((outcome, took), (Outcome::Final(String::new()), Duration::from_millis(500)));
    assert_eq!(trace.len(), 2, "{trace:?}");
}

#[test]
fn a_session_says_why_a_call_ended() {
    let (outcome, took, _) = call("open{speed=0.0}", Duration::from_secs(60));
    assert_eq!(took, Duration::from_secs(5));
    assert_eq!(outcome, Outcome::Failed("the door is stuck".into()));
    let (outcome, took, _) = call("open{speed=0.0}", Duration::from_secs(1));
    assert_eq!((outcome, took), (Outcome::TimedOut, Duration::from_secs(1)));
    let (outcome, _, _) = call("shut{}", Duration::from_secs(60));
    assert_eq!(outcome, Outcome::Failed("column 1: no such skill".into()));
    let long = format!("open{{speed={}}}", "1".repeat(1100));
    let (outcome, ..) = call(&long, Duration::from_secs(60));
    assert_eq!(outcome, Outcome::Failed("the call is longer than 1024 bytes".into()));
}

#[test]
fn a_call_ends_early_when_its_caller_says_so() {
    let board = Board::new();
    let mut session = Session::<Skills, _>::new(&board, Robot::new(&board)).unwrap();
    let minute = Duration::from_secs(60);
    let (outcome, took) =
        session.call_while("open{speed=0.0}", minute, &mut Transitions::default(), || false);
    assert_eq!((outcome, took), (Outcome::Ended, Duration::ZERO));
}

#[test]
fn the_end_stops_what_another_client_controls_also_if_the_queue_is_full() {
    const CLIENT: u32 = 7;
    let board = Board::new();
    let mut session = Session::<Skills, _>::new(&board, Robot::new(&board)).unwrap();
    let skiller = &board.skiller;
    let _ = skiller.send_as(CLIENT, AcquireControl { steal_control: false });
    let call = || ExecSkill { skill_string: "open{speed=0.0}".try_into().unwrap() };
    let _ = skiller.send_as(CLIENT, call());
    session.pass(&mut Transitions::default());
    assert_eq!(skiller.sample().data.status, SkillStatus::Running);
    while let Sent::Queued(_) = skiller.send_as(CLIENT, call()) {}
    session.stop(&mut Transitions::default());
    let end = skiller.sample().data;
    assert_eq!((end.status, &*end.skill_string), (SkillStatus::Inactive, ""));
}

#[test]
fn a_listing_describes_any_space() {
    let text = Text { space: SPACE, verbose: true }.to_string();
    assert_eq!(
        anstream::adapter::strip_str(&text).to_string(),
        "\
doors: 2 skills

open -> Opened
  Opens the door.
    speed  f32, default 1.0, 0.0..=2.0  The speed, 1/s.
  gives:
    part    f32, 0.0..=1.5  The opening, 0 to 1.
    helped  bool, optional  Whether somebody has helped.
  requires: door (Door \"door\")
  fails: the door is stuck
  states: 1; transitions: 2, at most 10 in one pass

pass
  Goes through the door.
  executes: open
  states: 1; transitions: 2, at most 10 in one pass

doors: which skill executes which
  pass
    open

doors: interfaces, and the skills that use them
  \"door\": Door
    read by open
"
    );
    assert_eq!(
        Dot(SPACE).to_string(),
        "\
digraph doors {
  rankdir=LR;
  node [shape=rect, style=rounded];
  { rank=same; open; }
  pass -> open;
}
"
    );
    assert_eq!(SPACE.find("pass").unwrap().name, "pass");
    assert!(SPACE.find("shut").is_none());
}
