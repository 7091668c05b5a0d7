//! A game of two teams of simulated NAOs, with a common ball and a referee.
//!
//! Each robot has a blackboard, a skiller, an agent `striker`, and random streams of its own. A pass of
//! 10 ms is a pass of each robot in order, number 1 of both teams first; then contacts between robots,
//! the ball's roll, and the referee. A robot gets the ball in the view of its team before its pass, and
//! returns it if it has touched it. The same seed gives the same game in every bit.
//!
//! The robots see each other with errors, and only where they look. Those of a team that talks send each other messages by a radio, which
//! may lose, delay and repeat them, and the referee counts them.

mod contacts;
mod errors;
mod radio;
mod referee;
mod report;
mod roles;
mod side;
#[cfg(test)]
mod tests;

pub use contacts::RADIUS;
pub use errors::BallErrors;
pub use radio::RadioOptions;
pub use referee::{Kind, Offence, Penalty, Referee, Restart};
pub use report::{TeamPart, TeamReport};
pub use roles::RoleTimes;
pub use side::{PlayerId, Team};

use crate::body::noise::{Noise, next_word};
use crate::body::{Pose, Side};
use crate::field::ball::Ball;
use crate::field::others::OtherRobot;
use crate::field::{Field, Options, Place, Point, camera};
use crate::game::{Game, Player};
use contacts::{Contacts, Disc, Outcome};
use core::time::Duration;
use errors::{Belief, TeamErrors};
use radio::Radio;
use referee::{Body, Scene, Verdict};
use roles::RoleWatch;
use skill_runtime::WriterTaken;
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::joint::Joint;
use skills_nao::referee::{Official, State};
use skills_nao::team::message::LENGTH;

/// The period of the main loops.
const PERIOD: Duration = Duration::from_millis(10);

/// The number of passes between two measurements of the sonars.
const SONAR: u32 = 10;
/// The number of passes between two measurements.
const MEASURE: u32 = 50;
/// The numbers of the left and of the right team.
const TEAM_NUMBERS: [u8; 2] = [1, 2];

/// The largest number of players of a team.
pub const MOST_PLAYERS: u8 = 7;

/// The options of a game of teams.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setup {
    /// The seed of everything random.
    pub seed: u64,
    /// The number of players of the left and of the right team, 1 to [`MOST_PLAYERS`] each.
    pub players: [u8; 2],
    /// The duration of a half.
    pub half: Duration,
    /// The amount of slip of the walk: 0 none, 1 as usual.
    pub slip: f32,
    /// The rate of stumbles: 0 never, 1 as usual.
    pub stumble: f32,
    /// Whether the robots have their agent; without it they do nothing by themselves.
    pub agents: bool,
    /// Whether the robots of the left and of the right team talk.
    pub talk: [bool; 2],
    /// The quality of the radio.
    pub radio: RadioOptions,
    /// The number of messages that each team may send.
    pub message_budget: u16,
    /// The share of the referee's whistles that a robot hears, 0 to 1; each robot misses others.
    pub hearing: f32,
    /// The time from the whistle of a kick-off until the referee announces PLAYING; `Duration::MAX`: not at
    /// all, until something happens that cannot happen in SET.
    pub announcement: Duration,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            seed: 1,
            players: [3, 3],
            half: Duration::from_secs(5 * 60),
            slip: 1.0,
            stumble: 1.0,
            agents: true,
            talk: [true; 2],
            radio: RadioOptions::default(),
            message_budget: referee::BUDGET,
            hearing: 1.0,
            announcement: referee::FREE,
        }
    }
}

impl Setup {
    /// Returns new blackboards, one for each player.
    #[must_use]
    pub fn boards(&self) -> Vec<NaoBlackboard> {
        self.ids().map(|_| NaoBlackboard::new()).collect()
    }

    /// Returns the players in the order of their passes.
    fn ids(&self) -> impl Iterator<Item = PlayerId> {
        let [left, right] = self.players.map(|count| count.clamp(1, MOST_PLAYERS));
        (1..=MOST_PLAYERS).flat_map(move |number| {
            let of = move |team, count| (number <= count).then_some(PlayerId::new(team, number));
            [of(Team::Left, left), of(Team::Right, right)].into_iter().flatten()
        })
    }
}

/// A player in its own game.
struct Member<'a> {
    id: PlayerId,
    game: Game<'a>,
    /// The last words of the referee that it has heard.
    heard: Option<Official>,
}

/// A game of two teams.
pub struct TeamGame<'a> {
    setup: Setup,
    time: Duration,
    members: Vec<Member<'a>>,
    ball: Ball,
    contacts: Contacts,
    referee: Referee,
    radio: Radio,
    errors: [TeamErrors; 2],
    roles: [RoleWatch; 2],
    ears: Noise,
    collisions: u32,
    passes: u32,
}

impl<'a> TeamGame<'a> {
    /// Returns a game before its first pass. `boards` are those of [`Setup::boards`].
    ///
    /// # Errors
    /// [`WriterTaken`] if an interface of a blackboard already has a writer.
    pub fn new(boards: &'a [NaoBlackboard], setup: Setup) -> Result<Self, WriterTaken> {
        let mut members = Vec::new();
        let Setup { slip, stumble, .. } = setup;
        let players = setup.players.map(|count| count.clamp(1, MOST_PLAYERS));
        let mut seeds = setup.seed;
        for (id, board) in setup.ids().zip(boards) {
            let seed = next_word(&mut seeds);
            let start = referee::start_place(id);
            let field =
                Field::of_team(&Options { seed, slip, stumble, start, ..Options::default() });
            let striker = Striker { players: Some(players[id.team.index()]), ..Striker::default() };
            let mut game = if setup.agents {
                Game::of_striker(board, field, striker)?
            } else {
                Game::new(board, field, Player::Nobody)?
            };
            if setup.talk[id.team.index()] {
                game.join_team(board, TEAM_NUMBERS[id.team.index()])?;
            }
            members.push(Member { id, game, heard: None });
        }
        let mut referee = Referee::new(players, setup.half);
        referee.set_budget(setup.message_budget);
        referee.set_announcement(setup.announcement);
        Ok(TeamGame {
            setup,
            time: Duration::ZERO,
            members,
            ball: Ball::default(),
            contacts: Contacts::new(setup.seed),
            referee,
            radio: Radio::new(setup.radio, setup.seed),
            errors: Default::default(),
            roles: Default::default(),
            ears: Noise::stream(setup.seed, 0x3a6),
            collisions: 0,
            passes: 0,
        })
    }

    /// Returns the simulated time.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns whether the second half is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.referee.is_over()
    }

    /// Returns the referee.
    #[must_use]
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns the true state of the ball, in the view of the left team.
    #[must_use]
    pub fn ball(&self) -> Ball {
        self.ball
    }

    /// Puts the ball to a point.
    pub fn put_ball(&mut self, at: Point) {
        self.ball = Ball::resting(at);
    }

    /// Returns the players in the order of their passes.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.members.iter().map(|member| member.id)
    }

    /// Returns the field of a player, in the view of its team.
    #[must_use]
    pub fn field(&self, id: PlayerId) -> Option<&Field> {
        self.members.iter().find(|member| member.id == id).map(|member| member.game.field())
    }

    /// Returns the field of a player, to disturb it.
    pub fn field_mut(&mut self, id: PlayerId) -> Option<&mut Field> {
        let mut members = self.members.iter_mut();
        members.find(|member| member.id == id).map(|member| member.game.field_mut())
    }

    /// Returns the true place of a player in the view of the left team.
    #[must_use]
    pub fn place(&self, id: PlayerId) -> Option<Place> {
        self.field(id).map(|field| id.team.place(field.place()))
    }

    /// Sets whether [`pass`](TeamGame::pass) also returns the agents' transitions.
    pub fn trace_agents(&mut self, on: bool) {
        self.members.iter_mut().for_each(|member| member.game.trace_agent(on));
    }

    /// Runs one pass. Returns a line for each skill call that ended, for each event on the field with
    /// its player, and for each decision of the referee.
    pub fn pass(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut touched = Vec::new();
        let mut said = Vec::new();
        for index in 0..self.members.len() {
            let bodies = self.bodies();
            let scene = scene(&bodies, self.ball);
            let member = &mut self.members[index];
            let id = member.id;
            let field = member.game.field_mut();
            if self.passes.is_multiple_of(SONAR) {
                let own = id.team.place(field.place());
                let others = bodies.iter().filter(|body| body.id != id);
                field.measure_robots(others.map(|body| OtherRobot {
                    at: own.local(body.at.point()),
                    is_opponent: body.id.team != id.team,
                }));
            }
            field.give_ball(id.team.ball(self.ball));
            field.set_penalty_places(referee::waiting_place(id), referee::return_place(id, &scene));
            let words = self.referee.official(id);
            if member.heard.as_ref() != Some(&words) {
                member.game.follow(words.clone());
                member.heard = Some(words);
            }
            for packet in self.radio.arrived(id, self.time) {
                member.game.hear(&packet);
            }
            lines.extend(member.game.pass().iter().map(|line| with_player(id, line)));
            said.extend(member.game.take_message().map(|packet| (id, packet)));
            if let Some(ball) = member.game.field_mut().take_ball() {
                self.ball = id.team.ball(ball);
                touched.push(id);
            }
        }
        lines.extend(self.transmit(&said));
        self.measure();
        let Outcome { collisions, presses, knocks, .. } = self.contact();
        lines.extend(self.note_collisions(&collisions));
        self.ball.roll(PERIOD.as_secs_f32());
        let bodies = self.bodies();
        let scene = Scene {
            touched: &touched,
            presses: &presses,
            knocks: &knocks,
            ..scene(&bodies, self.ball)
        };
        let verdict = self.referee.step(&scene, PERIOD);
        lines.extend(self.apply(verdict));
        self.time = self.time.saturating_add(PERIOD);
        lines
    }

    /// Sends messages to the mates of their senders, and has the referee count them.
    fn transmit(&mut self, said: &[(PlayerId, [u8; LENGTH])]) -> Vec<String> {
        let mut verdict = Verdict::default();
        for (from, packet) in said {
            self.referee.count_message(from.team, &mut verdict);
            let mates = self.members.iter().map(|member| member.id);
            for mate in mates.filter(|id| id.team == from.team && id != from) {
                self.radio.send(mate, *packet, self.time);
            }
        }
        self.apply(verdict)
    }

    /// Measures the roles of the robots on the field while play is on, and twice a second what they believe of
    /// the ball.
    fn measure(&mut self) {
        self.passes = self.passes.wrapping_add(1);
        let plays = self.referee.state() == State::Play && !self.referee.is_stopped();
        for team in Team::BOTH.into_iter().filter(|team| self.setup.talk[team.index()]) {
            let roles = &mut self.roles[team.index()];
            if plays {
                let on = self.members.iter().filter(|member| {
                    member.id.team == team && self.referee.penalty(member.id).is_none()
                });
                let of = on.filter_map(|member| Some((member.id, member.game.role()?)));
                roles.add(of.collect(), PERIOD);
            } else {
                roles.interrupt();
            }
        }
        if !plays || !self.passes.is_multiple_of(MEASURE) {
            return;
        }
        for member in &self.members {
            let (id, field) = (member.id, member.game.field());
            if self.referee.penalty(id).is_none() {
                let team = member.game.team_ball().map(|ball| Belief {
                    at: Point::new(ball.ball.at.0, ball.ball.at.1),
                    deviation_m: ball.ball.variance.sqrt(),
                });
                let truth = id.team.point(self.ball.at);
                self.errors[id.team.index()].add(remembered(field), team, truth);
            }
        }
    }

    /// Counts collisions, and returns a line for each.
    fn note_collisions(&mut self, all: &[(PlayerId, PlayerId)]) -> Vec<String> {
        let sec = self.time.as_secs_f32();
        let mut lines = Vec::new();
        for (id, hit) in all {
            self.collisions += 1;
            lines.push(format!("{sec:7.2}  {id} walks into {hit}"));
        }
        lines
    }

    /// Applies the contacts between robots.
    fn contact(&mut self) -> Outcome {
        let mut discs: Vec<_> = self.members.iter().map(disc).collect();
        let outcome = self.contacts.step(&mut discs, PERIOD);
        contacts::stop_ball(&mut self.ball, &discs);
        for (member, disc) in self.members.iter_mut().zip(&discs) {
            let field = member.game.field_mut();
            let to = disc.id.team.point(disc.at.point());
            if to != field.place().point() {
                field.shove(to);
            }
        }
        for (id, side) in &outcome.falls {
            self.tumble(*id, *side);
        }
        outcome
    }

    fn tumble(&mut self, id: PlayerId, side: Side) {
        if let Some(field) = self.field_mut(id) {
            field.tumble(side);
        }
    }

    fn apply(&mut self, verdict: Verdict) -> Vec<String> {
        if let Some(at) = verdict.ball {
            self.ball = Ball::resting(at);
        }
        if verdict.line_up {
            for member in &mut self.members {
                member.game.field_mut().put_robot(referee::start_place(member.id));
            }
        }
        if verdict.whistle {
            for member in &mut self.members {
                if self.ears.chance(self.setup.hearing) {
                    member.game.hear_whistle();
                }
            }
        }
        let sec = self.time.as_secs_f32();
        verdict.lines.into_iter().map(|line| format!("{sec:7.2}  referee: {line}")).collect()
    }

    /// Returns the robots as the referee sees them.
    fn bodies(&self) -> Vec<Body> {
        self.members.iter().map(|member| body(member, self.ball)).collect()
    }

    /// Returns the report of the game so far.
    pub fn report(&mut self) -> TeamReport {
        let score = self.referee.score();
        let teams = Team::BOTH.map(|team| TeamPart {
            players: self.setup.players[team.index()],
            goals: score[team.index()],
            messages: self.referee.messages(team),
            ball: self.errors[team.index()].report(),
            roles: self.roles[team.index()].report(),
            ..TeamPart::default()
        });
        let ends = (self.setup.seed, self.time.as_secs_f32());
        let mut report = TeamReport::new(ends, teams, self.collisions, self.referee.tally());
        for member in &mut self.members {
            report.add(member.id, &member.game.report(self.setup.seed));
        }
        report
    }
}

/// Returns a line with its player after the time.
fn with_player(id: PlayerId, line: &str) -> String {
    match line.split_at_checked(9) {
        Some((time, rest)) if !line.starts_with("t=") => format!("{time}{id} {rest}"),
        _ => format!("{id} {line}"),
    }
}

/// Returns a scene without anything that happened in it.
fn scene(bodies: &[Body], ball: Ball) -> Scene<'_> {
    Scene { ball, bodies, touched: &[], presses: &[], knocks: &[] }
}

/// Returns what a robot believes of a ball that it has seen, but does not see.
fn remembered(field: &Field) -> Option<Belief> {
    let model = field.ball_model();
    let at = model.relative(field.odometry()).filter(|_| !model.visible())?;
    let at = field.localization().place().global(at);
    Some(Belief { at, deviation_m: model.variance().sqrt() })
}

fn disc(member: &Member<'_>) -> Disc {
    let (id, field) = (member.id, member.game.field());
    let at = id.team.place(field.place());
    let [x, y, _] = field.robot().velocity();
    Disc {
        id,
        at,
        velocity: Point::new(x, y).turned(at.theta),
        stands: field.robot().pose() == Pose::Standing,
        off: field.referee().is_off() || field.robot().is_held(),
    }
}

fn body(member: &Member<'_>, ball: Ball) -> Body {
    let (id, field) = (member.id, member.game.field());
    let robot = field.robot();
    let at = id.team.place(field.place());
    let head = [robot.joint(Joint::HeadYaw), robot.joint(Joint::HeadPitch)];
    let sees_ball = camera::in_view(at.local(ball.at), head[0], head[1]);
    Body { id, at, pose: robot.pose(), motion: robot.motion(), head, sees_ball }
}
