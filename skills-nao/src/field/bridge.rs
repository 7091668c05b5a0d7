//! The field behind the blackboard: the writer of all its interfaces.

use super::orders::{drive, switched};
use super::{Field, publish};
use crate::body::{Body, Motion};
use crate::bridge::{Bridge, Felt};
use crate::interfaces::{
    GameState, Joystick, Led, NaoBlackboard, Navigator, ObjectPosition, SoccerPenalty, SpeechSynth,
    Switch, game, light, penalty, speech,
};
use crate::joint::Joint;
use core::time::Duration;
use skill_runtime::blackboard::Received;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Instant, Interface, MessageId, Provides, Tick, Writer, WriterTaken};

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
            outlet.write(field, now.time, || publish::switch(presses));
        }
        let stick = &self.stick;
        self.joystick.write(field, now.time, || stick.clone());
    }

    /// The world model's stage: what the robot knows and what its other parts say is
    /// published.
    pub fn world_model(&mut self, now: Tick) {
        let (field, time) = (&self.field, now.time);
        self.navigator.write(field, time, || publish::navigator(field));
        self.ball.write(field, time, || publish::ball(field));
        self.pose.write(field, time, || publish::pose(field));
        let teams = self.teams;
        self.game.write(field, time, || publish::game(field, teams));
        self.penalty.write(field, time, || publish::penalty(field));
        self.speech.write(field, time, || publish::speech(field));
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
