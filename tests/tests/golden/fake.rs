//! Runs a recorded call on our engine, on a robot as the recording had it: its
//! sensor does not change, and its joints jump to their goal when the time is over.

use super::record::{Case, Line, Message, Run, plain};
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{
    Instant, Interface, Machine, SkillSpace, Skiller, Text, Tick, TraceEvent, TraceKind, Tracer,
    Writer,
};
use skills_nao::interfaces::{
    HumanoidMotion, NaoBlackboard, NaoJointPosition, NaoJointStiffness, NaoSensor, joints, motion,
    stiffness,
};
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;
use std::collections::BTreeMap;
use std::time::Duration;

const TICK_MILLIS: u64 = 10;
/// No recorded run takes so long: 60 s.
const TICKS: u32 = 6000;

/// Runs the call of `case`, which our argument names stand in for Fawkes's.
pub fn run(case: &Case, call: &str) -> Run {
    let board = NaoBlackboard::new();
    let mut robot = Robot::new(&board, case);
    let mut skiller = Skiller::<NaoSoccer>::new(&board).expect("a new blackboard");
    let skill_string = Text::try_from(call).expect("a short call");
    board.skiller.send_as(1, ExecSkill { skill_string });
    let mut watch = Watch::default();
    let mut run = Run::default();
    for count in 0..TICKS {
        let time = Instant::from_millis(u64::from(count) * TICK_MILLIS);
        robot.sense(time);
        let status = skiller.tick(Tick { time, count }, &mut watch);
        if let (Some(machine), Ok(call)) = (skiller.machine(), NaoSoccer::parse(call)) {
            let skill = NaoSoccer::info(&call).name.to_owned();
            watch.states.insert(skill, plain(machine.state()));
        }
        let line = Line {
            time_sec: time.as_secs_f64(),
            states: watch.states.clone(),
            status: name(status).to_owned(),
            messages: robot.obey(time),
        };
        if run.lines.last().is_none_or(|last| line.tells_more(last)) {
            run.lines.push(line);
        }
        if status != SkillStatus::Running {
            break;
        }
    }
    run.errors = watch.errors;
    let error = skiller.interface().error.to_string();
    if run.errors.get(case.skill()).map_or("", String::as_str) != error {
        run.errors.insert("skiller".to_owned(), error);
    }
    run
}

fn name(status: SkillStatus) -> &'static str {
    match status {
        SkillStatus::Inactive => "INACTIVE",
        SkillStatus::Final => "FINAL",
        SkillStatus::Running => "RUNNING",
        SkillStatus::Failed => "FAILED",
    }
}

impl Line {
    fn tells_more(&self, last: &Line) -> bool {
        !self.messages.is_empty() || self.states != last.states || self.status != last.status
    }
}

/// What the record tells of each skill: the state that it has reached, which a
/// sub-skill keeps when its caller goes on, and why it failed. A sub-skill that
/// has made no transition is not told.
#[derive(Default)]
struct Watch {
    states: BTreeMap<String, String>,
    errors: BTreeMap<String, String>,
}

impl Tracer for Watch {
    fn record(&mut self, event: &TraceEvent) {
        let (skill, graph) = (event.skill.name.to_owned(), &event.skill.graph);
        match event.kind {
            TraceKind::Transition { edge, .. } => {
                let to = graph.edges[usize::from(edge)].to;
                self.states.insert(skill, plain(graph.state_name(to)));
            }
            TraceKind::Failed(failure) => {
                self.errors.insert(skill, failure.to_string());
            }
            TraceKind::Limit { .. } => panic!("{event}"),
            TraceKind::Reset => {}
        }
    }
}

/// The robot of the recording.
struct Robot<'a> {
    motion: Option<Writer<'a, HumanoidMotion>>,
    positions: Option<Writer<'a, NaoJointPosition>>,
    stiffness: Option<Writer<'a, NaoJointStiffness>>,
    sensors: Writer<'a, NaoSensor>,
    felt: NaoSensor,
    angles: NaoJointPosition,
    /// When which joint will be where.
    moves: Vec<(Instant, Joint, f32)>,
    drops_joints: bool,
}

impl<'a> Robot<'a> {
    fn new(board: &'a NaoBlackboard, case: &Case) -> Self {
        let without = case.without.as_deref().unwrap_or("");
        let known = ["", "naomotion", "naojoints", "naostiffness"];
        assert!(known.contains(&without), "no interface {without} here");
        let free = "a new blackboard";
        Self {
            motion: (without != "naomotion").then(|| board.naoqi_motion.writer().expect(free)),
            positions: (without != "naojoints")
                .then(|| board.nao_joint_positions.writer().expect(free)),
            stiffness: (without != "naostiffness")
                .then(|| board.nao_joint_stiffness.writer().expect(free)),
            sensors: board.nao_sensors.writer().expect(free),
            felt: NaoSensor { accel_x: case.accel_x, ..NaoSensor::default() },
            angles: NaoJointPosition::default(),
            moves: Vec::new(),
            drops_joints: case.drops_joints,
        }
    }

    /// Publishes what the robot feels.
    fn sense(&mut self, now: Instant) {
        for (_, joint, angle) in self.moves.extract_if(.., |(due, ..)| *due <= now) {
            put(&mut self.angles, joint, angle);
        }
        self.sensors.write(&self.felt, now);
        if let Some(writer) = &mut self.positions {
            writer.write(&self.angles, now);
        }
        if let Some(writer) = &mut self.motion {
            writer.write(&HumanoidMotion::default(), now);
        }
        if let Some(writer) = &mut self.stiffness {
            writer.write(&NaoJointStiffness::default(), now);
        }
    }

    /// Takes the messages.
    fn obey(&mut self, now: Instant) -> Vec<Message> {
        let mut told = taken(&mut self.motion, motion_message);
        told.extend(taken(&mut self.stiffness, stiffness_message));
        told.extend(taken(&mut self.positions, |message| {
            if let joints::Message::GotoAngle(goto) = message
                && !self.drops_joints
            {
                let due = now.after(Duration::from_secs_f32(goto.time_sec));
                let joints = Joint::joints_in(goto.servo);
                self.moves.extend(joints.map(|joint| (due, joint, goto.value)));
            }
            joint_message(message)
        }));
        told
    }
}

/// The messages that wait for `writer`, each as `tell` has it.
fn taken<I: Interface>(
    writer: &mut Option<Writer<'_, I>>,
    mut tell: impl FnMut(&I::Message) -> Message,
) -> Vec<Message> {
    let next = || writer.as_mut()?.next_message();
    std::iter::from_fn(next).map(|received| tell(&received.message)).collect()
}

/// Puts a joint to an angle; the recorded calls move the head alone.
fn put(angles: &mut NaoJointPosition, joint: Joint, angle: f32) {
    match joint {
        Joint::HeadYaw => angles.head_yaw = angle,
        Joint::HeadPitch => angles.head_pitch = angle,
        other => panic!("the robot of the recording has no {}", other.name()),
    }
}

fn told(to: &str, name: &str, fields: &[f32]) -> Message {
    Message {
        to: to.to_owned(),
        name: name.to_owned(),
        fields: fields.iter().copied().map(f64::from).collect(),
    }
}

fn motion_message(message: &motion::Message) -> Message {
    use motion::Message as M;
    let (name, fields): (_, &[f32]) = match message {
        M::Stop(_) => ("Stop", &[]),
        M::Park(_) => ("Park", &[]),
        M::GetUp(_) => ("GetUp", &[]),
        M::Standup(m) => ("Standup", &[f32::from(m.from as u8)]),
        M::Kick(m) => ("Kick", &[f32::from(m.leg as u8), m.strength]),
        M::YawPitchHead(m) => ("YawPitchHead", &[m.yaw, m.pitch, m.time_sec]),
        other => panic!("no recorded call sends {other:?}"),
    };
    told("naomotion", name, fields)
}

fn stiffness_message(message: &stiffness::Message) -> Message {
    match message {
        stiffness::Message::SetBodyStiffness(m) => {
            told("naostiffness", "SetBodyStiffness", &[m.value, m.time_sec])
        }
        other => panic!("no recorded call sends {other:?}"),
    }
}

fn joint_message(message: &joints::Message) -> Message {
    match message {
        joints::Message::GotoAngle(m) => {
            #[allow(clippy::cast_precision_loss)] // one bit
            let servo = m.servo as f32;
            told("naojoints", "GotoAngle", &[servo, m.value, m.time_sec])
        }
        other => panic!("no recorded call sends {other:?}"),
    }
}
