//! The field behind the blackboard: the writer of all its interfaces.

use super::ball_model::BallModel;
use super::buttons::Presses;
use super::camera;
use super::geometry::{Place, Point};
use super::navigator::TOLERANCE;
use super::referee::State;
use super::{Field, navigator};
use crate::body::{Body, Motion};
use crate::bridge::{Bridge, Felt};
use crate::interfaces::{
    GameState, Joystick, Led, NaoBlackboard, Navigator, ObjectPosition, SoccerPenalty, SpeechSynth,
    Switch, button, game, light, navigation, object, penalty, speech,
};
use crate::joint::Joint;
use core::time::Duration;
use skill_runtime::blackboard::Received;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Instant, Interface, MessageId, Provides, Text, Tick, Writer, WriterTaken};

/// The interfaces that the field writes beside those of the body.
pub const WRITTEN: [&str; 11] = [
    "Navigator",
    "WM Ball",
    "WM Pose",
    "Ball Is Obstacle",
    "WM GameState",
    "SPL Penalty",
    "NaoQi TTS",
    "Joystick",
    "Nao Button Chest",
    "Nao Button Foot Left",
    "Nao Button Foot Right",
];

macro_rules! lights {
    ($($id:literal)*) => {
        /// The ids of the lights.
        pub const LIGHTS: [&str; 17] = [$($id),*];

        fn light_writers(
            board: &NaoBlackboard,
        ) -> Result<[Outlet<'_, Led>; LIGHTS.len()], WriterTaken> {
            Ok([$(Outlet::new::<{ interface_id($id) }>($id, board)?),*])
        }
    };
}
lights! {
    "Nao LED ChestBoard/Red" "Nao LED ChestBoard/Green" "Nao LED ChestBoard/Blue"
    "Nao LED LFoot/Red" "Nao LED LFoot/Green" "Nao LED LFoot/Blue"
    "Nao LED RFoot/Red" "Nao LED RFoot/Green" "Nao LED RFoot/Blue"
    "Nao LED Face/Red/Left" "Nao LED Face/Green/Left" "Nao LED Face/Blue/Left"
    "Nao LED Face/Red/Right" "Nao LED Face/Green/Right" "Nao LED Face/Blue/Right"
    "Nao LED Ears/Left" "Nao LED Ears/Right"
}

/// A writer that may have vanished.
struct Outlet<'a, I: Interface> {
    id: &'static str,
    writer: Option<Writer<'a, I>>,
}

impl<'a, I: Interface> Outlet<'a, I> {
    fn new<const ID: u64>(id: &'static str, board: &'a NaoBlackboard) -> Result<Self, WriterTaken>
    where
        NaoBlackboard: Provides<I, ID>,
    {
        Ok(Outlet { id, writer: Some(board.cell().writer()?) })
    }

    /// Publishes, unless it stalls.
    fn write(&mut self, field: &Field, now: Instant, data: impl FnOnce() -> I) {
        if let Some(writer) = &mut self.writer
            && !field.stalls(self.id)
        {
            writer.write(&data(), now);
        }
    }

    /// Takes a message, unless it stalls.
    fn take(&mut self, field: &Field) -> Option<Received<I::Message>> {
        if field.stalls(self.id) { None } else { self.writer.as_mut()?.next_message() }
    }

    fn vanish(&mut self, id: &str) -> bool {
        self.id == id && self.writer.take().is_some()
    }
}

/// The robot's body on the field, and the message that its motion came from.
struct Legs<'f> {
    field: &'f mut Field,
    msgid: &'f mut MessageId,
}

impl Body for Legs<'_> {
    fn set_stiffness(&mut self, joint: Joint, value: f32, time_sec: f32) {
        self.field.robot_mut().set_stiffness(Some(joint), value, time_sec);
    }
    fn goto_angle(&mut self, joint: Joint, angle_rad: f32, time_sec: f32) {
        self.field.robot_mut().goto_angle(joint, angle_rad, time_sec);
    }
    fn move_with_speed(&mut self, joint: Joint, angle_rad: f32, speed: f32) {
        self.field.robot_mut().move_with_speed(joint, angle_rad, speed);
    }
    fn start_motion(&mut self, motion: Option<Motion>, id: MessageId) {
        *self.msgid = id;
        self.field.start_motion(motion);
    }
}

/// A field on a blackboard.
///
/// In the sensor stage time passes for it and it publishes the body, in the world model's
/// stage all else, in the act stage it takes the messages. Each writer can stall or vanish.
pub struct FieldSim<'a> {
    field: Field,
    /// The message that the body's motion came from.
    msgid: MessageId,
    last: Instant,
    /// What the joystick says.
    pub stick: Joystick,
    /// Our team, and the one that the state concerns.
    teams: (game::Team, game::Team),
    /// When the ball ceases to be an obstacle.
    obstacle_until: Option<Instant>,
    body: Bridge<'a>,
    navigator: Outlet<'a, Navigator>,
    ball: Outlet<'a, ObjectPosition>,
    pose: Outlet<'a, ObjectPosition>,
    obstacle: Outlet<'a, Switch>,
    game: Outlet<'a, GameState>,
    penalty: Outlet<'a, SoccerPenalty>,
    speech: Outlet<'a, SpeechSynth>,
    joystick: Outlet<'a, Joystick>,
    buttons: [Outlet<'a, Switch>; 3],
    lights: [Outlet<'a, Led>; LIGHTS.len()],
}

impl<'a> FieldSim<'a> {
    /// Puts `field` behind `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new(field: Field, board: &'a NaoBlackboard) -> Result<Self, WriterTaken> {
        macro_rules! outlet {
            ($id:literal) => {
                Outlet::new::<{ interface_id($id) }>($id, board)?
            };
        }
        Ok(Self {
            field,
            msgid: MessageId::NONE,
            last: Instant::ZERO,
            stick: Joystick::default(),
            teams: (game::Team::Cyan, game::Team::Both),
            obstacle_until: None,
            body: Bridge::new(board)?,
            navigator: outlet!("Navigator"),
            ball: outlet!("WM Ball"),
            pose: outlet!("WM Pose"),
            obstacle: outlet!("Ball Is Obstacle"),
            game: outlet!("WM GameState"),
            penalty: outlet!("SPL Penalty"),
            speech: outlet!("NaoQi TTS"),
            joystick: outlet!("Joystick"),
            buttons: [
                outlet!("Nao Button Chest"),
                outlet!("Nao Button Foot Left"),
                outlet!("Nao Button Foot Right"),
            ],
            lights: light_writers(board)?,
        })
    }

    /// The field.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The field, to disturb it.
    pub fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    /// The writer of the interface `id` vanishes. Answers whether there was one.
    pub fn vanish(&mut self, id: &str) -> bool {
        let objects = [&mut self.ball, &mut self.pose];
        let switches = self.buttons.iter_mut().chain([&mut self.obstacle]);
        self.body.vanish(id)
            || self.navigator.vanish(id)
            || self.game.vanish(id)
            || self.penalty.vanish(id)
            || self.speech.vanish(id)
            || self.joystick.vanish(id)
            || objects.into_iter().any(|outlet| outlet.vanish(id))
            || switches.into_iter().any(|outlet| outlet.vanish(id))
            || self.lights.iter_mut().any(|outlet| outlet.vanish(id))
    }

    /// The writer of the interface `id` stalls: it neither writes nor takes messages.
    pub fn stall(&mut self, id: &'static str, time: Duration) {
        self.field.stall(id, time);
    }

    /// The sensor stage: time passes, and what the body feels is published.
    pub fn sense(&mut self, now: Tick) {
        self.field.step(now.time.since(self.last));
        self.last = now.time;
        let robot = self.field.robot();
        let id = if self.field.moves_by_itself() { self.msgid } else { MessageId::NONE };
        let felt = Felt {
            sensors: robot.sensors(),
            stiffness: Joint::ALL.map(|joint| robot.stiffness(joint)),
            moving: robot.moving().then_some(id),
        };
        let field = &self.field;
        self.body.sense_unless(&felt, now, |id| field.stalls(id));
        for (outlet, presses) in self.buttons.iter_mut().zip(field.presses()) {
            outlet.write(field, now.time, || switch(presses));
        }
        let stick = &self.stick;
        self.joystick.write(field, now.time, || stick.clone());
    }

    /// The world model's stage: what the robot knows and what its other parts say is
    /// published.
    pub fn world_model(&mut self, now: Tick) {
        let (field, time) = (&self.field, now.time);
        self.navigator.write(field, time, || navigator(field));
        self.ball.write(field, time, || ball(field));
        self.pose.write(field, time, || pose(field));
        let teams = self.teams;
        self.game.write(field, time, || game(field, teams));
        self.penalty.write(field, time, || penalty_of(field));
        self.speech.write(field, time, || speech_of(field));
        for (outlet, light) in self.lights.iter_mut().zip(field.lights()) {
            outlet.write(field, time, || Led { intensity: light.intensity() });
        }
        if self.obstacle_until.is_some_and(|until| time >= until) {
            self.obstacle_until = None;
            self.field.navigator.ball_is_obstacle = false;
        }
        let enabled = self.field.navigator.ball_is_obstacle;
        let value = if enabled { 1.0 } else { 0.0 };
        let data = || Switch { enabled, value, ..Switch::default() };
        self.obstacle.write(&self.field, time, data);
    }

    /// The act stage: all do what the messages ask.
    pub fn act(&mut self, now: Tick) {
        // A writer that stalls takes nothing; which ones do is asked of the field as it is.
        let stalled = crate::bridge::WRITTEN.map(|id| (id, self.field.stalls(id)));
        let stalls = |id: &str| stalled.contains(&(id, true));
        let mut legs = Legs { field: &mut self.field, msgid: &mut self.msgid };
        self.body.act_unless(&mut legs, |_| true, stalls);
        let field = &mut self.field;
        while let Some(received) = self.navigator.take(field) {
            drive(field, &received.message, received.id);
        }
        while let Some(received) = self.obstacle.take(field) {
            let (on, time) = switched(&received.message);
            field.navigator.ball_is_obstacle = on;
            self.obstacle_until = time.map(|time| now.time.after(time));
        }
        while let Some(received) = self.game.take(field) {
            match received.message {
                game::Message::SetTeamColor(m) => self.teams.0 = m.our_team,
                game::Message::SetKickoff(m) => field.referee_mut().set_kickoff(m.kickoff),
                game::Message::SetStateTeam(m) => self.teams.1 = m.state_team,
            }
        }
        while let Some(received) = self.penalty.take(field) {
            let penalty::Message::SetPenalty(m) = received.message;
            field.penalise(m.penalty);
        }
        while let Some(received) = self.speech.take(field) {
            let speech::Message::Say(m) = received.message;
            field.speech.say(&m.text, received.id);
        }
        for (index, outlet) in self.lights.iter_mut().enumerate() {
            while let Some(received) = outlet.take(field) {
                let (intensity, time_sec) = match received.message {
                    light::Message::SetIntensity(m) => (m.intensity, m.time_sec),
                    light::Message::TurnOn(_) => (light::ON, 0.0),
                    light::Message::TurnOff(_) => (light::OFF, 0.0),
                };
                if let Some(light) = field.light_mut(index) {
                    light.set(intensity, time_sec);
                }
            }
        }
        // Nobody presses buttons by message, and the joystick does not rumble.
        for outlet in &mut self.buttons {
            while outlet.take(field).is_some() {}
        }
        while self.joystick.take(field).is_some() {}
    }
}

/// What the navigator is asked.
fn drive(field: &mut Field, message: &navigation::Message, id: MessageId) {
    use navigation::Message as M;
    let me = field.odometry();
    let driver = &mut field.navigator;
    let parameters = &mut driver.parameters;
    let usual = navigator::Parameters::default();
    match message {
        M::Stop(m) => driver.stop(m.msgid),
        M::Turn(m) => driver.turn(me, m.angle, m.velocity, id),
        M::CartesianGoto(m) => {
            driver.go(me, Place { x: m.x, y: m.y, theta: m.orientation }, TOLERANCE, id);
        }
        M::CartesianGotoWithTolerance(m) => {
            let tolerance = (m.translation_tolerance, m.orientation_tolerance);
            driver.go(me, Place { x: m.x, y: m.y, theta: m.orientation }, tolerance, id);
        }
        M::PolarGoto(m) => {
            let Point { x, y } = Point::polar(m.phi, m.dist);
            driver.go(me, Place { x, y, theta: m.orientation }, TOLERANCE, id);
        }
        // It knows no frames and no names.
        M::CartesianGotoWithFrame(_)
        | M::CartesianGotoWithFrameWithTolerance(_)
        | M::PlaceGoto(_)
        | M::PlaceWithOriGoto(_) => driver.refuse(navigation::ERROR_UNKNOWN_PLACE, id),
        // It has eyes for the ball alone.
        M::Obstacle(_) => {}
        M::ResetOdometry(_) => driver.reset_odometry(me),
        M::SetMaxVelocity(m) => {
            parameters.max_velocity = at_most(m.max_velocity, usual.max_velocity);
        }
        M::SetMaxRotation(m) => {
            parameters.max_rotation = at_most(m.max_rotation, usual.max_rotation);
        }
        M::SetEscaping(m) => parameters.escaping = m.escaping_enabled,
        M::SetSecurityDistance(m) => {
            parameters.security_distance = at_most(m.security_distance, 1.0);
        }
        M::SetDriveMode(m) => parameters.drive_mode = m.drive_mode,
        M::SetStopAtTarget(m) => parameters.stop_at_target = m.stop_at_target,
        M::SetOrientationMode(m) => parameters.orientation_mode = m.orientation_mode,
        M::ResetParameters(_) => *parameters = usual,
    }
}

/// `asked`, from 0 to `most`; what is no number is `most`.
fn at_most(asked: f32, most: f32) -> f32 {
    if asked.is_nan() { most } else { asked.clamp(0.0, most) }
}

/// On or off, and for how long.
fn switched(message: &button::Message) -> (bool, Option<Duration>) {
    match message {
        button::Message::Set(m) => (m.enabled, None),
        button::Message::EnableSwitch(_) => (true, None),
        button::Message::DisableSwitch(_) => (false, None),
        button::Message::EnableDuration(m) => {
            (true, Some(Duration::try_from_secs_f32(m.duration).unwrap_or_default()))
        }
    }
}

fn switch(presses: &Presses) -> Switch {
    let (short_activations, long_activations, activation_count) = presses.counts();
    Switch {
        enabled: presses.pressed(),
        value: presses.value(),
        history: presses.history_sec(),
        short_activations,
        long_activations,
        activation_count,
    }
}

fn navigator(field: &Field) -> Navigator {
    let driver = &field.navigator;
    let set = driver.parameters;
    let me = driver.place(field.odometry());
    let dest = driver.dest().unwrap_or_default();
    let to_go = if driver.is_final() { 0.0 } else { (dest.point() - me.point()).length() };
    Navigator {
        flags: navigation::FLAG_CART_GOTO
            | navigation::FLAG_POLAR_GOTO
            | navigation::FLAG_UPDATES_DEST_DIST
            | navigation::FLAG_SECURITY_DISTANCE
            | navigation::FLAG_ESCAPING,
        x: me.x,
        y: me.y,
        dest_x: dest.x,
        dest_y: dest.y,
        dest_ori: dest.theta,
        dest_dist: to_go,
        msgid: driver.msgid().0,
        r#final: driver.is_final(),
        error_code: driver.error(),
        max_velocity: set.max_velocity,
        max_rotation: set.max_rotation,
        security_distance: set.security_distance,
        escaping_enabled: set.escaping,
        drive_mode: set.drive_mode,
        auto_drive_mode: false,
        stop_at_target: set.stop_at_target,
        orientation_mode: set.orientation_mode,
        target_frame: Text::new(),
    }
}

/// A covariance with this diagonal.
fn diagonal(x: f32, y: f32, z: f32) -> [f32; 9] {
    [x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z]
}

fn ball(field: &Field) -> ObjectPosition {
    let model: &BallModel = field.ball_model();
    let me = field.odometry();
    let unknown = ObjectPosition {
        object_type: object::TYPE_BALL,
        visible: model.visible(),
        visibility_history: model.history(),
        ..ObjectPosition::default()
    };
    let Some(at) = model.relative(me) else {
        return unknown;
    };
    let belief = field.localisation();
    let (world, velocity) = (belief.place().global(at), model.velocity(me));
    let world_velocity = velocity.turned(belief.place().theta);
    let (distance, variance) = (at.length(), model.variance());
    let (lost, turn) = belief.variance();
    let bearing_variance = variance / (distance * distance).max(0.01);
    let world_variance = variance + lost + turn * distance * distance;
    ObjectPosition {
        flags: object::FLAG_HAS_WORLD
            | object::FLAG_HAS_RELATIVE_CARTESIAN
            | object::FLAG_HAS_RELATIVE_POLAR
            | object::FLAG_HAS_CIRCULAR_EXTENT
            | object::FLAG_HAS_COVARIANCES
            | object::FLAG_HAS_WORLD_VELOCITY,
        distance,
        bearing: at.angle(),
        slope: camera::slope(distance),
        dbs_covariance: diagonal(variance, bearing_variance, 0.0),
        world_x: world.x,
        world_y: world.y,
        world_z: super::ball::BALL_RADIUS,
        world_xyz_covariance: diagonal(world_variance, world_variance, 0.0),
        relative_x: at.x,
        relative_y: at.y,
        relative_z: super::ball::BALL_RADIUS,
        relative_xyz_covariance: diagonal(variance, variance, 0.0),
        extent_x: super::ball::BALL_RADIUS,
        world_x_velocity: world_velocity.x,
        world_y_velocity: world_velocity.y,
        relative_x_velocity: velocity.x,
        relative_y_velocity: velocity.y,
        ..unknown
    }
}

fn pose(field: &Field) -> ObjectPosition {
    let belief = field.localisation();
    let (at, (variance, turn)) = (belief.place(), belief.variance());
    ObjectPosition {
        object_type: object::TYPE_SELF,
        flags: object::FLAG_HAS_WORLD
            | object::FLAG_HAS_Z_AS_ORI
            | object::FLAG_HAS_EULER_ANGLES
            | object::FLAG_HAS_COVARIANCES,
        visible: true,
        visibility_history: 1,
        yaw: at.theta,
        world_x: at.x,
        world_y: at.y,
        world_z: at.theta,
        world_xyz_covariance: diagonal(variance, variance, turn),
        ..ObjectPosition::default()
    }
}

/// What the referee says to `our` team; magenta defends the yellow goal.
fn game(field: &Field, (our, state): (game::Team, game::Team)) -> GameState {
    let referee = field.referee();
    let (ours, theirs) = referee.score();
    let magenta = our == game::Team::Magenta;
    let (score_cyan, score_magenta) = if magenta { (theirs, ours) } else { (ours, theirs) };
    GameState {
        game_state: match referee.state() {
            State::Initial => game::GS_SPL_INITIAL,
            State::Ready => game::GS_SPL_READY,
            State::Set => game::GS_SPL_SET,
            State::Play => game::GS_SPL_PLAY,
            State::Finished => game::GS_SPL_FINISHED,
        },
        state_team: state,
        our_team: our,
        our_goal_color: if magenta { game::GoalColor::Yellow } else { game::GoalColor::Blue },
        half: game::Half::First,
        kickoff: referee.kickoff(),
        role: game::Role::Attacker,
        score_cyan,
        score_magenta,
    }
}

fn penalty_of(field: &Field) -> SoccerPenalty {
    let (penalty, left) = field.referee().penalty();
    let remaining = left.as_millis().div_ceil(1000);
    SoccerPenalty { penalty, remaining: u16::try_from(remaining).unwrap_or(u16::MAX) }
}

fn speech_of(field: &Field) -> SpeechSynth {
    let speech = &field.speech;
    SpeechSynth {
        text: Text::try_from(speech.text()).unwrap_or_default(),
        msgid: speech.msgid().0,
        r#final: speech.is_final(),
        duration: speech.duration_sec(),
    }
}
