//! A skiller on a board whose writers say what a test tells them.

use skill_runtime::skiller::{ExecSkill, SkillStatus, StopExec};
use skill_runtime::{
    Cell, Instant, Interface, MessageId, SkillInfo, Skiller, Text, Tick, TraceEvent, TraceKind,
    Tracer, Writer,
};
use skills_nao::interfaces::{
    HumanoidMotion, Led, NaoBlackboard, NaoJointPosition, NaoJointStiffness, NaoSensor, Navigator,
    ObjectPosition, SpeechSynth, Switch, button, joints, motion, navigation, object, speech,
};
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;

/// No call takes so many passes.
const MOST_PASSES: u32 = 70_000;
/// Who else sends.
const SOMEBODY: u32 = 9;

/// A writer, and what it does.
pub struct Part<'a, I: Interface> {
    cell: &'a Cell<I>,
    writer: Option<Writer<'a, I>>,
    /// What it publishes in each pass.
    pub says: I,
    /// What a message makes of that.
    pub on: fn(&mut I, &I::Message, MessageId),
    /// The messages that it has taken.
    pub got: Vec<(MessageId, I::Message)>,
}

impl<'a, I: Interface> Part<'a, I> {
    fn new(cell: &'a Cell<I>, on: fn(&mut I, &I::Message, MessageId)) -> Self {
        let writer = Some(cell.writer().expect("a new blackboard"));
        Self { cell, writer, says: I::default(), on, got: Vec::new() }
    }

    /// It is gone.
    pub fn remove_writer(&mut self) {
        self.writer = None;
    }

    /// Somebody else sends it something.
    pub fn ask(&self, message: impl Into<I::Message>) -> MessageId {
        self.cell.send_as(SOMEBODY, message).id()
    }

    /// Its queue is full in the next pass.
    pub fn fill(&self, message: impl Into<I::Message>) {
        let message = message.into();
        while !self.cell.send_as(SOMEBODY, message.clone()).is_refused() {}
    }

    fn publish(&mut self, now: Instant) {
        if let Some(writer) = &mut self.writer {
            writer.write(&self.says, now);
        }
    }

    fn obey(&mut self) {
        while let Some(received) = self.writer.as_mut().and_then(Writer::next_message) {
            (self.on)(&mut self.says, &received.message, received.id);
            self.got.push((received.id, received.message));
        }
    }
}

/// The transitions that were taken.
#[derive(Default)]
pub struct Taken(pub Vec<(&'static SkillInfo, u16)>);

impl Tracer for Taken {
    fn record(&mut self, event: &TraceEvent) {
        if let TraceKind::Transition { edge, .. } = event.kind {
            self.0.push((event.skill, edge));
        }
    }
}

/// All writers, and the skiller.
pub struct Stage<'a> {
    board: &'a NaoBlackboard,
    pub motion: Part<'a, HumanoidMotion>,
    pub joints: Part<'a, NaoJointPosition>,
    pub stiffness: Part<'a, NaoJointStiffness>,
    pub sensors: Part<'a, NaoSensor>,
    pub navigator: Part<'a, Navigator>,
    pub ball: Part<'a, ObjectPosition>,
    pub pose: Part<'a, ObjectPosition>,
    pub obstacle: Part<'a, Switch>,
    pub speech: Part<'a, SpeechSynth>,
    /// The chest's, the left ear's.
    pub lights: [Part<'a, Led>; 4],
    pub skiller: Skiller<'a, NaoSoccer>,
    pub taken: Taken,
    pub millis: u64,
    pub status: SkillStatus,
}

impl<'a> Stage<'a> {
    /// The robot stands in the centre and sees a ball 1 m ahead. It never arrives where it
    /// is sent, and never ends what it says; its left arm is at once where it is sent.
    pub fn new(board: &'a NaoBlackboard) -> Self {
        let lights = [
            &board.nao_led_chestboard_red,
            &board.nao_led_chestboard_green,
            &board.nao_led_chestboard_blue,
            &board.nao_led_ears_left,
        ];
        let mut stage = Self {
            board,
            motion: Part::new(&board.naoqi_motion, walks_sideways),
            joints: Part::new(&board.nao_joint_positions, moves_left_arm),
            stiffness: Part::new(&board.nao_joint_stiffness, |_, _, _| {}),
            sensors: Part::new(&board.nao_sensors, |_, _, _| {}),
            navigator: Part::new(&board.navigator, never_arrives),
            ball: Part::new(&board.wm_ball, |_, _, _| {}),
            pose: Part::new(&board.wm_pose, |_, _, _| {}),
            obstacle: Part::new(&board.ball_is_obstacle, switches),
            speech: Part::new(&board.naoqi_tts, speaks_on),
            lights: lights.map(|cell| Part::new(cell, |_, _, _| {})),
            skiller: Skiller::new(board).expect("a new blackboard"),
            taken: Taken::default(),
            millis: 0,
            status: SkillStatus::Inactive,
        };
        stage.navigator.says.r#final = true;
        stage.see(1.0, 0.0);
        stage
    }

    /// The ball is seen there.
    pub fn see(&mut self, x: f32, y: f32) {
        self.ball.says = ObjectPosition {
            flags: object::FLAG_HAS_RELATIVE_CARTESIAN | object::FLAG_HAS_RELATIVE_POLAR,
            visible: true,
            visibility_history: 10,
            relative_x: x,
            relative_y: y,
            distance: x.hypot(y),
            bearing: y.atan2(x),
            slope: 0.4,
            ..ObjectPosition::default()
        };
    }

    /// The ball has not been seen in so many images.
    pub fn miss(&mut self, images: i32) {
        self.ball.says.visible = false;
        self.ball.says.visibility_history = -images;
    }

    /// The robot lies: on its back if `accel_x` is -1, on its front if it is 1.
    pub fn lie(&mut self, accel_x: f32) {
        self.sensors.says.accel_x = accel_x;
    }

    /// One pass.
    pub fn pass(&mut self) -> SkillStatus {
        let time = Instant::from_millis(self.millis);
        self.millis += 10;
        self.motion.publish(time);
        self.joints.publish(time);
        self.stiffness.publish(time);
        self.sensors.publish(time);
        self.navigator.publish(time);
        self.ball.publish(time);
        self.pose.publish(time);
        self.obstacle.publish(time);
        self.speech.publish(time);
        self.lights.iter_mut().for_each(|light| light.publish(time));
        self.status = self.skiller.tick(Tick { time, count: 0 }, &mut self.taken);
        self.motion.obey();
        self.joints.obey();
        self.stiffness.obey();
        self.navigator.obey();
        self.obstacle.obey();
        self.speech.obey();
        self.lights.iter_mut().for_each(Part::obey);
        self.status
    }

    /// The first pass of `call`.
    pub fn start(&mut self, call: &str) -> SkillStatus {
        let skill_string = Text::try_from(call).expect("a short call");
        assert!(!self.board.skiller.send_as(1, ExecSkill { skill_string }).is_refused());
        self.pass()
    }

    /// A pass in which what runs is stopped.
    pub fn stop(&mut self) {
        assert!(!self.board.skiller.send_as(1, StopExec {}).is_refused());
        assert_eq!(self.pass(), SkillStatus::Inactive);
    }

    /// Passes until nothing runs; the time that took, ms.
    pub fn finish(&mut self) -> (SkillStatus, u64) {
        let start = self.millis;
        for _ in 0..MOST_PASSES {
            if self.status != SkillStatus::Running {
                break;
            }
            self.pass();
        }
        (self.status, self.millis - start)
    }

    /// Passes until `skill` comes into `state`.
    pub fn until(&mut self, skill: &str, state: &str) {
        let before = self.taken.0.len();
        let came = |(info, edge): &(&'static SkillInfo, u16)| {
            let to = info.graph.edges.get(usize::from(*edge)).map_or(0, |edge| edge.to);
            info.name == skill && info.graph.state_name(to) == state
        };
        for _ in 0..MOST_PASSES {
            self.pass();
            if self.taken.0.iter().skip(before).any(came) {
                return;
            }
        }
        panic!("{skill} never came into {state}: {:?}", self.status);
    }

    /// Why the last call failed, as the skiller publishes it.
    pub fn error(&self) -> String {
        self.board.skiller.sample().data.error.to_string()
    }

    /// The skill in which that arose.
    pub fn failed_skill(&self) -> &'static str {
        self.skiller.failure().map_or("", |failure| failure.skill.name)
    }
}

/// A navigator that takes targets and walks for ever; it can be stopped.
pub fn never_arrives(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    use navigation::Message as M;
    let dest_dist = match message {
        M::CartesianGoto(m) => m.x.hypot(m.y),
        M::PolarGoto(m) => m.dist,
        M::Turn(_) => 0.0,
        M::Stop(m) => {
            says.r#final |= m.msgid == 0 || m.msgid == says.msgid;
            return;
        }
        _ => return,
    };
    (says.msgid, says.r#final, says.dest_dist) = (id.0, false, dest_dist);
}

/// A navigator that is there at once.
pub fn arrives(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    never_arrives(says, message, id);
    (says.r#final, says.dest_dist) = (true, 0.0);
}

/// A navigator that cannot get on.
pub fn errs(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    arrives(says, message, id);
    says.error_code = navigation::ERROR_MOTOR | navigation::ERROR_OBSTRUCTION;
}

/// Legs that walk for ever.
fn walks_sideways(says: &mut HumanoidMotion, message: &motion::Message, id: MessageId) {
    match message {
        motion::Message::WalkSideways(_) | motion::Message::Turn(_) => {
            (says.moving, says.msgid) = (true, id.0);
        }
        motion::Message::Stop(_) => (says.moving, says.msgid) = (false, 0),
        _ => {}
    }
}

fn moves_left_arm(says: &mut NaoJointPosition, message: &joints::Message, _: MessageId) {
    let joints::Message::GotoAngle(goto) = message else { return };
    for joint in Joint::joints_in(goto.servo) {
        match joint {
            Joint::LShoulderPitch => says.l_shoulder_pitch = goto.value,
            Joint::LShoulderRoll => says.l_shoulder_roll = goto.value,
            Joint::LElbowYaw => says.l_elbow_yaw = goto.value,
            Joint::LElbowRoll => says.l_elbow_roll = goto.value,
            _ => {}
        }
    }
}

fn switches(says: &mut Switch, message: &button::Message, _: MessageId) {
    says.enabled = matches!(message, button::Message::EnableSwitch(_));
}

/// A voice that begins each text when it is sent, and never ends.
fn speaks_on(says: &mut SpeechSynth, _: &speech::Message, id: MessageId) {
    (says.msgid, says.r#final) = (id.0, false);
}
