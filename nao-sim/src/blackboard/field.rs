//! The whole field on a blackboard: the writer of all interfaces but the skiller's.

use super::commands::{drive, switched};
use super::publish;
use super::talk::Talk;
use super::writer::{BodyWriters, OptionalWriter};
use crate::field::{Field, LIGHTS};
use core::time::Duration;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Instant, MessageId, Tick, WriterTaken};
use skills_nao::adapter::BODY_INTERFACES;
use skills_nao::body::{Body, LimitCounts};
use skills_nao::conduct::{Conduct, Guard};
use skills_nao::hardware::{Command, SensorFrame};
use skills_nao::interfaces::{
    GameState, Joystick, Led, NaoBlackboard, NaoState, Navigator, ObjectPosition, Obstacles,
    SoccerPenalty, SoccerReferee, SpeechSynth, Switch, Team, game, light, penalty, speech,
};
use skills_nao::joint::Joint;
use skills_nao::limits::Checked;
use skills_nao::referee::Official;
use skills_nao::team::message::LENGTH;
use skills_nao::team::stage::Senses;
use skills_nao::whistle::Ear;
use skills_nao::world_model::TeamBall;

/// The ids of the interfaces that the field writes in addition to those of the body and the
/// [`LIGHTS`].
pub const FIELD_INTERFACES: [&str; 14] = [
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
    "Nao State",
    "Referee",
    "WM Obstacles",
];

fn light_writers(
    board: &NaoBlackboard,
) -> Result<[OptionalWriter<'_, Led>; LIGHTS.len()], WriterTaken> {
    macro_rules! writers {
        ($($index:literal)*) => {
            Ok([$(OptionalWriter::new::<{ interface_id(LIGHTS[$index]) }, _>(LIGHTS[$index], board)?),*])
        };
    }
    writers!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}

/// The robot's body on the field, and the message that its motion came from.
struct FieldBody<'f> {
    field: &'f mut Field,
    msgid: &'f mut MessageId,
}

impl Body for FieldBody<'_> {
    fn execute(&mut self, command: Checked) {
        match *command {
            Command::StartMotion { motion, id } => {
                *self.msgid = id;
                self.field.start_motion(motion);
            }
            command => self.field.robot_mut().move_joint(command),
        }
    }
}

/// A field on a blackboard.
///
/// In the sensor stage it advances the simulation and publishes the body, in the world model stage
/// everything else; in the act stage it executes the messages. Each writer can stall or be removed.
pub struct FieldSim<'a> {
    field: Field,
    /// The id of the message that started the body's current motion.
    msgid: MessageId,
    last: Instant,
    /// The state of the joystick.
    pub stick: Joystick,
    /// Our team, and the team that the game state concerns.
    teams: (game::Team, game::Team),
    /// The decisions of a referee outside the simulation.
    official: Option<Official>,
    /// The time when the ball stops being an obstacle.
    obstacle_until: Option<Instant>,
    /// Withholds what the robot must not do.
    guard: Guard,
    body: BodyWriters<'a>,
    state: OptionalWriter<'a, NaoState>,
    referee: OptionalWriter<'a, SoccerReferee>,
    navigator: OptionalWriter<'a, Navigator>,
    ball: OptionalWriter<'a, ObjectPosition>,
    pose: OptionalWriter<'a, ObjectPosition>,
    obstacles: OptionalWriter<'a, Obstacles>,
    obstacle: OptionalWriter<'a, Switch>,
    game: OptionalWriter<'a, GameState>,
    penalty: OptionalWriter<'a, SoccerPenalty>,
    speech: OptionalWriter<'a, SpeechSynth>,
    joystick: OptionalWriter<'a, Joystick>,
    buttons: [OptionalWriter<'a, Switch>; 3],
    lights: [OptionalWriter<'a, Led>; LIGHTS.len()],
    /// The ear for the referee's whistle.
    ear: Ear,
    /// The part in the team's talk, if it has joined one.
    talk: Option<Talk<'a>>,
}

impl<'a> FieldSim<'a> {
    /// Connects `field` to `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new(field: Field, board: &'a NaoBlackboard) -> Result<Self, WriterTaken> {
        macro_rules! writer {
            ($id:literal) => {
                OptionalWriter::new::<{ interface_id($id) }, _>($id, board)?
            };
        }
        Ok(Self {
            field,
            msgid: MessageId::NONE,
            last: Instant::ZERO,
            stick: Joystick::default(),
            teams: (game::Team::Cyan, game::Team::Both),
            official: None,
            obstacle_until: None,
            guard: Guard::default(),
            body: BodyWriters::new(board)?,
            state: writer!("Nao State"),
            referee: writer!("Referee"),
            navigator: writer!("Navigator"),
            ball: writer!("WM Ball"),
            pose: writer!("WM Pose"),
            obstacles: writer!("WM Obstacles"),
            obstacle: writer!("Ball Is Obstacle"),
            game: writer!("WM GameState"),
            penalty: writer!("SPL Penalty"),
            speech: writer!("NaoQi TTS"),
            joystick: writer!("Joystick"),
            buttons: [
                writer!("Nao Button Chest"),
                writer!("Nao Button Foot Left"),
                writer!("Nao Button Foot Right"),
            ],
            lights: light_writers(board)?,
            ear: Ear::default(),
            talk: None,
        })
    }

    /// Returns the field with its true state.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns the field, to disturb it.
    pub fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    /// Applies the decisions of a referee outside the simulation, and publishes them from the next
    /// world model stage on. From the first call on, the simulated referee decides nothing itself:
    /// messages to its two interfaces have no effect, and their writers do not stall.
    pub fn follow(&mut self, mut official: Official) {
        // The field has its own measures, whatever the division of the referee.
        official.referee.set_measures(self.field.pitch().measures());
        self.field.follow(&official.decisions);
        self.official = Some(official);
    }

    /// Lets the robot's microphones hear a whistle. It has an effect while a referee is
    /// [followed](FieldSim::follow).
    pub fn hear_whistle(&mut self) {
        self.ear.hear();
    }

    /// Joins the talk of the team with a number: "Team" and "WM Team Ball" get a writer. It has an effect
    /// while a referee is [followed](FieldSim::follow).
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the two interfaces has another writer.
    pub fn join_team(&mut self, board: &'a NaoBlackboard, number: u8) -> Result<(), WriterTaken> {
        self.talk = Some(Talk::new(board, number)?);
        Ok(())
    }

    /// Receives a packet of the team in the next world model stage.
    pub fn hear(&mut self, packet: &[u8]) {
        if let Some(talk) = &mut self.talk {
            talk.hear(packet);
        }
    }

    /// Returns the ball that the team sees, if the robot has joined one.
    #[must_use]
    pub fn team_ball(&self) -> Option<TeamBall> {
        self.talk.as_ref()?.ball()
    }

    /// Returns the team as the robot knows it, if it has joined one.
    #[must_use]
    pub fn team(&self) -> Option<&Team> {
        self.talk.as_ref().map(Talk::team)
    }

    /// Removes and returns the message that the robot sends to its team.
    pub fn take_message(&mut self) -> Option<[u8; LENGTH]> {
        self.talk.as_mut()?.take_message()
    }

    /// Removes the writer of the interface `id`. Returns whether it was there.
    pub fn remove_writer(&mut self, id: &str) -> bool {
        let objects = [&mut self.ball, &mut self.pose];
        let switches = self.buttons.iter_mut().chain([&mut self.obstacle]);
        self.body.remove(id)
            || self.navigator.remove(id)
            || self.state.remove(id)
            || self.obstacles.remove(id)
            || self.referee.remove(id)
            || self.game.remove(id)
            || self.penalty.remove(id)
            || self.speech.remove(id)
            || self.joystick.remove(id)
            || objects.into_iter().any(|writer| writer.remove(id))
            || switches.into_iter().any(|writer| writer.remove(id))
            || self.lights.iter_mut().any(|writer| writer.remove(id))
    }

    /// Returns how many commands to the body were clamped, and how many discarded.
    #[must_use]
    pub fn limit_counts(&self) -> LimitCounts {
        self.body.limit_counts()
    }

    /// Stalls the writer of the interface `id`: it neither writes nor takes messages.
    pub fn stall(&mut self, id: &'static str, time: Duration) {
        self.field.stall(id, time);
    }

    /// Has the field begin at a time: it has not advanced before that.
    pub(crate) fn begin_at(&mut self, time: Instant) {
        self.last = time;
    }

    /// Advances the field to `now` and publishes the body, in the sensor stage.
    pub fn sense(&mut self, now: Tick) {
        self.field.step(now.time.since(self.last));
        self.last = now.time;
        let robot = self.field.robot();
        let id = if self.field.moves_by_itself() { self.msgid } else { MessageId::NONE };
        let frame = SensorFrame {
            sensors: robot.sensors(),
            stiffness: Joint::ALL.map(|joint| robot.stiffness(joint)),
            moving: robot.moving().then_some(id),
        };
        self.guard.sense(&frame, now.time);
        let field = &self.field;
        let stalls = |id: &str| field.stalls(id);
        self.body.sense(&frame, now, stalls);
        for (writer, presses) in self.buttons.iter_mut().zip(field.presses()) {
            writer.write(stalls, now.time, || publish::switch(presses));
        }
        let stick = &self.stick;
        self.joystick.write(stalls, now.time, || *stick);
    }

    /// Publishes the robot's estimates and the state of its other parts, in the world model
    /// stage.
    pub fn world_model(&mut self, now: Tick) {
        let (field, time) = (&self.field, now.time);
        let stalls = |id: &str| field.stalls(id);
        self.navigator.write(stalls, time, || publish::navigator(field));
        self.ball.write(stalls, time, || publish::ball(field));
        self.pose.write(stalls, time, || publish::pose(field));
        let mut talking = None;
        if let Some(official) = &self.official {
            let mut official = official.clone();
            self.ear.apply(&mut official, &publish::ball(field), time);
            self.game.write(|_| false, time, || official.game);
            self.penalty.write(|_| false, time, || official.penalty.clone());
            self.referee.write(|_| false, time, || official.referee);
            self.guard.order(Some(official.order()));
            if let Some(talk) = &mut self.talk {
                talking = Some((talk, official));
            }
        } else {
            let (game, penalty) = (publish::game(field, self.teams), publish::penalty(field));
            let is_of_game = field.referee().is_of_game();
            self.guard.order(is_of_game.then(|| Conduct::ordered(&game, &penalty, false)));
            self.referee.write(stalls, time, || publish::referee(field));
            self.game.write(stalls, time, || game);
            self.penalty.write(stalls, time, || penalty);
        }
        let state = self.guard.state();
        self.state.write(stalls, time, || state);
        if let Some((talk, official)) = talking {
            let (ball, pose) = (&publish::ball(field), &publish::pose(field));
            let Official { game, penalty, referee, .. } = &official;
            talk.world_model(&Senses { ball, pose, state: &state, game, penalty, referee }, now);
        }
        let obstacles = publish::obstacles(field, self.team());
        self.obstacles.write(stalls, time, || obstacles);
        self.field.know_robots(obstacles.robots());
        let field = &self.field;
        let stalls = |id: &str| field.stalls(id);
        self.speech.write(stalls, time, || publish::speech(field));
        for (writer, light) in self.lights.iter_mut().zip(field.lights()) {
            writer.write(stalls, time, || Led { intensity: light.intensity() });
        }
        if self.obstacle_until.is_some_and(|until| time >= until) {
            self.obstacle_until = None;
            self.field.navigator.ball_is_obstacle = false;
        }
        let enabled = self.field.navigator.ball_is_obstacle;
        let value = if enabled { 1.0 } else { 0.0 };
        let data = || Switch { enabled, value, ..Switch::default() };
        self.obstacle.write(|id| self.field.stalls(id), time, data);
    }

    /// Executes the waiting messages, in the act stage.
    pub fn act(&mut self, now: Tick) {
        // A writer that stalls takes no messages. Executing the body's messages changes the field,
        // so which writers stall is determined first.
        let stalled = BODY_INTERFACES.map(|id| (id, self.field.stalls(id)));
        let stalls = |id: &str| stalled.contains(&(id, true));
        let mut body = FieldBody { field: &mut self.field, msgid: &mut self.msgid };
        self.body.act(&mut body, Some(&mut self.guard), stalls);
        let field = &mut self.field;
        while let Some(received) = self.navigator.take(|id| field.stalls(id)) {
            drive(field, &received.message, received.id);
        }
        if self.guard.conduct() != Conduct::Play {
            field.stop_driving();
        }
        while let Some(received) = self.obstacle.take(|id| field.stalls(id)) {
            let (on, time) = switched(&received.message);
            field.navigator.ball_is_obstacle = on;
            self.obstacle_until = time.map(|time| now.time.after(time));
        }
        while let Some(received) = self.game.take(|id| field.stalls(id)) {
            match received.message {
                _ if self.official.is_some() => {}
                game::Message::SetTeamColor(m) => self.teams.0 = m.our_team,
                game::Message::SetKickoff(m) => field.referee_mut().set_kickoff(m.kickoff),
                game::Message::SetStateTeam(m) => self.teams.1 = m.state_team,
            }
        }
        while let Some(received) = self.penalty.take(|id| field.stalls(id)) {
            let penalty::Message::SetPenalty(m) = received.message;
            if self.official.is_none() {
                field.penalize(m.penalty);
            }
        }
        while let Some(received) = self.speech.take(|id| field.stalls(id)) {
            let speech::Message::Say(m) = received.message;
            field.speech.say(&m.text, received.id);
        }
        for (index, writer) in self.lights.iter_mut().enumerate() {
            while let Some(received) = writer.take(|id| field.stalls(id)) {
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
        if let Some(talk) = &mut self.talk {
            talk.act(now);
        }
        // Buttons are not pressed by message, and the joystick does not rumble.
        for writer in &mut self.buttons {
            while writer.take(|id| field.stalls(id)).is_some() {}
        }
        while self.joystick.take(|id| field.stalls(id)).is_some() {}
    }
}
