//! A skiller on a bench whose drivers do what a test scripts.

use skill_runtime::skiller::SkillStatus;
use skill_runtime::{Cell, Interface, MessageId};
use skill_test::{Bench, Driver, OnSkiller};
use skills_nao::interfaces::{
    HumanoidMotion, Led, NaoBlackboard, NaoJointPosition, NaoJointStiffness, NaoSensor, Navigator,
    ObjectPosition, SpeechSynth, Switch, button, joints, motion, navigation, object, speech,
};
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// The time limit for reaching a state.
const LIMIT: Duration = Duration::from_secs(700);
/// The sender of messages that are not the skill's.
const OTHER_SENDER: u32 = 9;

type Board = NaoBlackboard;
type OnBench = Bench<'static, Board, OnSkiller<'static, NaoSoccer>>;
type Part<I> = Driver<'static, I>;

/// All drivers, and the skiller.
pub struct Stage {
    bench: OnBench,
    pub motion: Part<HumanoidMotion>,
    pub joints: Part<NaoJointPosition>,
    pub stiffness: Part<NaoJointStiffness>,
    pub sensors: Part<NaoSensor>,
    pub navigator: Part<Navigator>,
    pub ball: Part<ObjectPosition>,
    pub pose: Part<ObjectPosition>,
    pub obstacle: Part<Switch>,
    pub speech: Part<SpeechSynth>,
    /// The lights of the chest and the left ear.
    pub lights: [Part<Led>; 4],
}

impl Deref for Stage {
    type Target = OnBench;
    fn deref(&self) -> &OnBench {
        &self.bench
    }
}

impl DerefMut for Stage {
    fn deref_mut(&mut self) -> &mut OnBench {
        &mut self.bench
    }
}

impl Stage {
    /// Returns a robot that stands in the center and sees a ball 1 m ahead. Its walks and texts
    /// never end; its left arm reaches each goal immediately.
    pub fn new() -> Self {
        let mut bench = Bench::<Board>::new();
        let light = |of: fn(&'static Board) -> &'static Cell<Led>| bench.driver(of);
        let lights = [
            |board: &'static Board| &board.nao_led_chestboard_red,
            |board: &'static Board| &board.nao_led_chestboard_green,
            |board: &'static Board| &board.nao_led_chestboard_blue,
            |board: &'static Board| &board.nao_led_ears_left,
        ]
        .map(light);
        let stage = Self {
            motion: bench.driver(|board| &board.naoqi_motion),
            joints: bench.driver(|board| &board.nao_joint_positions),
            stiffness: bench.driver(|board| &board.nao_joint_stiffness),
            sensors: bench.driver(|board| &board.nao_sensors),
            navigator: bench.driver(|board| &board.navigator),
            ball: bench.driver(|board| &board.wm_ball),
            pose: bench.driver(|board| &board.wm_pose),
            obstacle: bench.driver(|board| &board.ball_is_obstacle),
            speech: bench.driver(|board| &board.naoqi_tts),
            lights,
            bench: bench.with_skiller(),
        };
        stage.motion.on_message(walks_sideways);
        stage.joints.on_message(moves_left_arm);
        stage.navigator.on_message(never_arrives);
        stage.navigator.update(|navigator| navigator.r#final = true);
        stage.obstacle.on_message(switches);
        stage.speech.on_message(speaks_on);
        stage.see(1.0, 0.0);
        stage
    }

    /// Publishes a ball at a place relative to the robot.
    pub fn see(&self, x: f32, y: f32) {
        self.ball.set(ObjectPosition {
            flags: object::FLAG_HAS_RELATIVE_CARTESIAN | object::FLAG_HAS_RELATIVE_POLAR,
            visible: true,
            visibility_history: 10,
            relative_x: x,
            relative_y: y,
            distance: x.hypot(y),
            bearing: y.atan2(x),
            slope: 0.4,
            ..ObjectPosition::default()
        });
    }

    /// Publishes that the ball was not seen in this number of images.
    pub fn miss(&self, images: i32) {
        self.ball.update(|ball| (ball.visible, ball.visibility_history) = (false, -images));
    }

    /// Makes the robot lie: on its back if `accel_x` is -1, on its front if it is 1.
    pub fn lie(&self, accel_x: f32) {
        self.sensors.update(|sensors| sensors.accel_x = accel_x);
    }

    /// Runs passes until no skill runs; returns the time that took, ms.
    pub fn finish(&mut self) -> (SkillStatus, u64) {
        let (start, status) = (self.now().time, self.status());
        let status = if status == SkillStatus::Running { self.bench.finish() } else { status };
        (status, self.now().time.micros_since(start) / 1000)
    }

    /// Runs passes until `skill` enters `state`.
    pub fn until(&mut self, skill: &str, state: &str) {
        let before = self.entries(skill, state);
        self.bench.pass_until(LIMIT, |bench| bench.entries(skill, state) > before);
    }
}

/// Sends a driver a message from another sender.
pub fn ask<I: Interface>(driver: &Part<I>, message: impl Into<I::Message>) -> MessageId {
    driver.send_as(OTHER_SENDER, message).id()
}

/// A navigator whose walks never end but can be stopped.
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

/// A navigator that arrives immediately.
pub fn arrives(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    never_arrives(says, message, id);
    (says.r#final, says.dest_dist) = (true, 0.0);
}

/// A navigator whose drives fail.
pub fn errs(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    arrives(says, message, id);
    says.error_code = navigation::ERROR_MOTOR | navigation::ERROR_OBSTRUCTION;
}

/// Legs whose walks, kicks and attempts to stand up never end.
fn walks_sideways(says: &mut HumanoidMotion, message: &motion::Message, id: MessageId) {
    match message {
        motion::Message::WalkSideways(_)
        | motion::Message::Turn(_)
        | motion::Message::Kick(_)
        | motion::Message::Standup(_) => {
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
