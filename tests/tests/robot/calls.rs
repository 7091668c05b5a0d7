//! The calls that a tracer records.

use super::rig::exec;
use skill_runtime::skiller::{Message, StopExec};
use skill_runtime::{Instant, SkillInfo, Skiller, Status, Tick, TraceEvent, TraceRing, Tracer};
use skills_nao::interfaces::{HumanoidMotion, NaoBlackboard};
use skills_nao::skills::NaoSoccer;

/// Notes when which call starts and ends; RUNNING is one that is stopped.
#[derive(Default)]
struct Calls(Vec<(u64, &'static str, Option<Status>)>);

impl Tracer for Calls {
    fn record(&mut self, _: &TraceEvent) {}
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        self.0.push((time.as_micros() / 1000, skill.name, None));
    }
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        self.0.push((time.as_micros() / 1000, skill.name, Some(status)));
    }
}

#[test]
fn each_call_that_starts_ends_once() {
    let board = NaoBlackboard::new();
    let mut writer = board.naoqi_motion.writer().expect("it has none");
    writer.write(&HumanoidMotion::default(), Instant::ZERO);
    let mut skiller: Skiller<NaoSoccer> = Skiller::new(&board).expect("it has none");
    let (mut calls, mut ring) = (Calls::default(), TraceRing::<64>::new());
    let asked: [Option<Message>; 8] = [
        Some(exec("stop{}").into()),
        Some(exec("no such skill").into()),
        Some(exec("getup{}").into()),
        None,
        Some(exec("kick{leg=\"left\"}").into()),
        None,
        Some(StopExec {}.into()),
        Some(StopExec {}.into()),
    ];
    for (count, message) in (0..).zip(asked) {
        if let Some(message) = message {
            assert!(!board.skiller.send_as(1, message).is_refused());
        }
        let time = Instant::from_millis(10 * u64::from(count));
        // Two tracers record the same.
        skiller.tick(Tick { time, count }, (&mut ring, &mut calls));
    }
    assert_eq!(
        calls.0,
        [
            (0, "stop", None),
            (0, "stop", Some(Status::Final)),
            (20, "getup", None),
            (40, "getup", Some(Status::Running)),
            (40, "kick", None),
            (60, "kick", Some(Status::Running)),
        ]
    );
    assert!(ring.recorded() > 0);
}
