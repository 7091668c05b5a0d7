//! Runs a recorded call on our engine, on a robot like that of the recording: its sensor does not
//! change, its joints jump to their goal when the time is over, and walking and speaking take
//! constant times.

use super::differences::skill;
use super::record::{Case, Field, Line, Message, Run, plain};
use skill_runtime::graph::{Activity, StateInfo};
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{
    Cause, Cell, Instant, Interface, Machine, MessageId, SkillSpace, Skiller, Text, Tick,
    TraceEvent, TraceKind, Tracer, Writer,
};
use skills_nao::interfaces::{
    HumanoidMotion, Led, NaoBlackboard, NaoJointPosition, NaoJointStiffness, NaoSensor, Navigator,
    ObjectPosition, SpeechSynth, joints, light, motion, navigation, speech, stiffness,
};
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;
use std::collections::BTreeMap;
use std::time::Duration;

/// The ticks of the record.
const TICK_MILLIS: u64 = 100;
/// Longer than any recorded run: 60 s.
const TICKS: u32 = 600;
/// The times that the recorded robot needed to navigate, to walk sideways, and to speak.
const NAVIGATION: Duration = Duration::from_millis(1500);
const SIDEWAYS: Duration = Duration::from_secs(2);
const SPEECH: Duration = Duration::from_millis(800);
/// The times for which Fawkes's skills waited for a motion; the recorded robot had none.
const KICK: Duration = Duration::from_secs(13);
const STANDUP: Duration = Duration::from_millis(12_500);

/// Runs the call of `case`, with our argument names instead of Fawkes's.
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
        let status = skiller.tick(Tick { time, count }, (&mut watch, skill_test::Covered));
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
    if run.errors.get(skill(case)).map_or("", String::as_str) != error {
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

/// The recorded data of each skill: the state that it has reached, which a
/// sub-skill keeps when its caller continues, and why it failed. A sub-skill that
/// has made no transition is not recorded.
#[derive(Default)]
struct Watch {
    states: BTreeMap<String, String>,
    errors: BTreeMap<String, String>,
}

impl Tracer for Watch {
    fn record(&mut self, event: &TraceEvent) {
        let (skill, graph) = (event.skill.name.to_owned(), &event.skill.graph);
        match event.kind {
            TraceKind::Entered { state } => {
                self.states.insert(skill, plain(graph.state_name(state)));
            }
            TraceKind::Transition { transition, .. } => {
                let to = graph.transitions[usize::from(transition)].to;
                self.states.insert(skill, plain(graph.state_name(to)));
                // In that state its sub-skills start again.
                let runs = graph.states.get(usize::from(to)).map_or(&[][..], StateInfo::runs);
                for activity in runs {
                    if let Activity::SubSkill(sub) = activity {
                        self.states.remove(sub.skill.name);
                    }
                }
            }
            TraceKind::Failed(failure) => {
                // This failure is not a transition.
                if matches!(failure.cause, Cause::NoWriter(_)) {
                    self.states.insert(skill.clone(), "FAILED".to_owned());
                }
                self.errors.insert(skill, failure.of(event.skill).to_string());
            }
            TraceKind::Limit { .. } => panic!("{event}"),
            _ => {}
        }
    }
}

/// A job that a message starts and that takes some time.
#[derive(Default)]
struct Errand {
    msgid: u32,
    due: Option<Instant>,
}

impl Errand {
    fn begin(&mut self, id: MessageId, due: Instant) {
        *self = Self { msgid: id.0, due: Some(due) };
    }
    fn runs(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| due > now)
    }
}

/// The robot of the recording.
struct Robot<'a> {
    motion: Option<Writer<'a, HumanoidMotion>>,
    positions: Option<Writer<'a, NaoJointPosition>>,
    stiffness: Option<Writer<'a, NaoJointStiffness>>,
    navigator: Option<Writer<'a, Navigator>>,
    speech: Option<Writer<'a, SpeechSynth>>,
    /// The lights, by the record's names for them.
    lights: Vec<(&'static str, Writer<'a, Led>)>,
    sensors: Writer<'a, NaoSensor>,
    pose: Writer<'a, ObjectPosition>,
    felt: NaoSensor,
    angles: NaoJointPosition,
    /// The pending moves: time, joint and angle.
    moves: Vec<(Instant, Joint, f32)>,
    drops_joints: bool,
    sideways: Errand,
    pattern: Errand,
    walk: Errand,
    words: Errand,
}

impl<'a> Robot<'a> {
    fn new(board: &'a NaoBlackboard, case: &Case) -> Self {
        let lights: [(_, &Cell<Led>); 9] = [
            ("chestled_red", &board.nao_led_chestboard_red),
            ("chestled_green", &board.nao_led_chestboard_green),
            ("chestled_blue", &board.nao_led_chestboard_blue),
            ("lfootled_red", &board.nao_led_lfoot_red),
            ("lfootled_green", &board.nao_led_lfoot_green),
            ("lfootled_blue", &board.nao_led_lfoot_blue),
            ("rfootled_red", &board.nao_led_rfoot_red),
            ("rfootled_green", &board.nao_led_rfoot_green),
            ("rfootled_blue", &board.nao_led_rfoot_blue),
        ];
        let parts = ["naomotion", "naojoints", "naostiffness", "navigator", "speechsynth"];
        let without = case.without.as_deref();
        let known = |name| parts.contains(&name) || lights.iter().any(|(light, _)| *light == name);
        assert!(without.is_none_or(known), "no interface {without:?} here");
        let there = |name| without != Some(name);
        Self {
            motion: there("naomotion").then(|| writer(&board.naoqi_motion)),
            positions: there("naojoints").then(|| writer(&board.nao_joint_positions)),
            stiffness: there("naostiffness").then(|| writer(&board.nao_joint_stiffness)),
            navigator: there("navigator").then(|| writer(&board.navigator)),
            speech: there("speechsynth").then(|| writer(&board.naoqi_tts)),
            lights: lights
                .into_iter()
                .filter(|(name, _)| there(name))
                .map(|(name, cell)| (name, writer(cell)))
                .collect(),
            sensors: writer(&board.nao_sensors),
            pose: writer(&board.wm_pose),
            felt: NaoSensor {
                accel_x: case.accel_x,
                accel_z: case.accel_x.abs() - 1.0,
                ..NaoSensor::default()
            },
            angles: NaoJointPosition::default(),
            moves: Vec::new(),
            drops_joints: case.drops_joints,
            sideways: Errand::default(),
            pattern: Errand::default(),
            walk: Errand::default(),
            words: Errand::default(),
        }
    }

    /// Publishes the sensors.
    fn sense(&mut self, now: Instant) {
        for (_, joint, angle) in self.moves.extract_if(.., |(due, ..)| *due <= now) {
            put(&mut self.angles, joint, angle);
        }
        self.sensors.write(&self.felt, now);
        self.pose.write(&ObjectPosition::default(), now);
        if let Some(writer) = &mut self.positions {
            writer.write(&self.angles, now);
        }
        if let Some(writer) = &mut self.motion {
            let of_pattern = self.pattern.runs(now);
            let errand = if of_pattern { &self.pattern } else { &self.sideways };
            let (moving, msgid) = (errand.runs(now), errand.msgid);
            writer.write(&HumanoidMotion { moving, msgid, ..Default::default() }, now);
        }
        if let Some(writer) = &mut self.stiffness {
            writer.write(&NaoJointStiffness::default(), now);
        }
        if let Some(writer) = &mut self.navigator {
            let (r#final, msgid) = (!self.walk.runs(now), self.walk.msgid);
            writer.write(&Navigator { r#final, msgid, ..Default::default() }, now);
        }
        if let Some(writer) = &mut self.speech {
            let (r#final, msgid) = (!self.words.runs(now), self.words.msgid);
            writer.write(&SpeechSynth { r#final, msgid, ..Default::default() }, now);
        }
        for (_, writer) in &mut self.lights {
            writer.write(&Led::default(), now);
        }
    }

    fn obey(&mut self, now: Instant) -> Vec<Message> {
        let mut sent = take_messages(&mut self.motion, |message, id| {
            let time = match message {
                motion::Message::Kick(_) => Some(KICK),
                motion::Message::Standup(_) => Some(STANDUP),
                _ => None,
            };
            if let Some(time) = time {
                self.pattern.begin(id, now.after(time));
            }
            if matches!(message, motion::Message::WalkSideways(_)) {
                self.sideways.begin(id, now.after(SIDEWAYS));
            }
            motion_message(message)
        });
        sent.extend(take_messages(&mut self.stiffness, |message, _| stiffness_message(message)));
        sent.extend(take_messages(&mut self.positions, |message, _| {
            if let joints::Message::GotoAngle(goto) = message
                && !self.drops_joints
            {
                let due = now.after(Duration::from_secs_f32(goto.time_sec));
                let joints = Joint::joints_in(goto.servo);
                self.moves.extend(joints.map(|joint| (due, joint, goto.value)));
            }
            joint_message(message)
        }));
        sent.extend(take_messages(&mut self.navigator, |message, id| {
            if !matches!(message, navigation::Message::SetMaxVelocity(_)) {
                self.walk.begin(id, now.after(NAVIGATION));
            }
            navigator_message(message)
        }));
        sent.extend(take_messages(&mut self.speech, |speech::Message::Say(say), id| {
            self.words.begin(id, now.after(SPEECH));
            let fields = vec![Field::Text(say.text.to_string())];
            Message { to: "speechsynth".to_owned(), name: "Say".to_owned(), fields }
        }));
        for (name, writer) in &mut self.lights {
            while let Some(received) = writer.next_message() {
                let light::Message::SetIntensity(set) = received.message else {
                    panic!("no recorded call sends {:?}", received.message)
                };
                sent.push(self::sent(name, "SetIntensity", &[set.intensity, set.time_sec]));
            }
        }
        sent
    }
}

fn writer<I: Interface>(cell: &Cell<I>) -> Writer<'_, I> {
    cell.writer().expect("a new blackboard")
}

/// Takes the messages that wait for `writer`, each converted by `convert`.
fn take_messages<I: Interface>(
    writer: &mut Option<Writer<'_, I>>,
    mut convert: impl FnMut(&I::Message, MessageId) -> Message,
) -> Vec<Message> {
    let next = || writer.as_mut()?.next_message();
    std::iter::from_fn(next).map(|received| convert(&received.message, received.id)).collect()
}

/// Puts a joint to an angle; the recorded calls move the head and the arms alone.
fn put(angles: &mut NaoJointPosition, joint: Joint, angle: f32) {
    let place = match joint {
        Joint::HeadYaw => &mut angles.head_yaw,
        Joint::HeadPitch => &mut angles.head_pitch,
        Joint::LShoulderPitch => &mut angles.l_shoulder_pitch,
        Joint::LShoulderRoll => &mut angles.l_shoulder_roll,
        Joint::LElbowYaw => &mut angles.l_elbow_yaw,
        Joint::LElbowRoll => &mut angles.l_elbow_roll,
        Joint::RShoulderPitch => &mut angles.r_shoulder_pitch,
        Joint::RShoulderRoll => &mut angles.r_shoulder_roll,
        Joint::RElbowYaw => &mut angles.r_elbow_yaw,
        Joint::RElbowRoll => &mut angles.r_elbow_roll,
        other => panic!("the robot of the recording has no {}", other.name()),
    };
    *place = angle;
}

fn sent(to: &str, name: &str, fields: &[f32]) -> Message {
    Message {
        to: to.to_owned(),
        name: name.to_owned(),
        fields: fields.iter().map(|field| Field::Number(f64::from(*field))).collect(),
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
        M::WalkSideways(m) => ("WalkSideways", &[m.distance]),
        M::WalkVelocity(m) => ("WalkVelocity", &[m.x, m.y, m.theta, m.speed]),
        other => panic!("no recorded call sends {other:?}"),
    };
    sent("naomotion", name, fields)
}

fn navigator_message(message: &navigation::Message) -> Message {
    use navigation::Message as M;
    let (name, fields): (_, &[f32]) = match message {
        M::SetMaxVelocity(m) => ("SetMaxVelocity", &[m.max_velocity]),
        M::CartesianGoto(m) => ("CartesianGoto", &[m.x, m.y, m.orientation]),
        M::PolarGoto(m) => ("PolarGoto", &[m.phi, m.dist, m.orientation]),
        M::Turn(m) => ("Turn", &[m.angle, m.velocity]),
        other => panic!("no recorded call sends {other:?}"),
    };
    sent("navigator", name, fields)
}

fn stiffness_message(message: &stiffness::Message) -> Message {
    match message {
        stiffness::Message::SetBodyStiffness(m) => {
            sent("naostiffness", "SetBodyStiffness", &[m.value, m.time_sec])
        }
        other => panic!("no recorded call sends {other:?}"),
    }
}

fn joint_message(message: &joints::Message) -> Message {
    match message {
        joints::Message::GotoAngle(m) => {
            #[allow(clippy::cast_precision_loss)] // one bit
            let servo = m.servo as f32;
            sent("naojoints", "GotoAngle", &[servo, m.value, m.time_sec])
        }
        other => panic!("no recorded call sends {other:?}"),
    }
}
