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
mod line;
mod radio;
mod referee;
mod report;
mod roles;
mod setup;
mod side;
#[cfg(test)]
mod tests;

pub use contacts::RADIUS;
pub use errors::BallErrors;
pub use line::Line;
pub use radio::RadioOptions;
pub use referee::{Kind, Offence, Penalty, Referee, Restart};
pub use report::{ClockPart, RobotPart, TeamPart, TeamReport};
pub use roles::RoleTimes;
pub use setup::Setup;
pub use side::{MOST_PLAYERS, PlayerId, Team};

use crate::body::noise::{Noise, next_word};
use crate::body::{Pose, Side};
use crate::field::ball::Ball;
use crate::field::others::OtherRobot;
use crate::field::{Field, Options, Place, Point, camera};
use crate::game::{Game, Player};
use contacts::{Contacts, Disc, Outcome};
use core::iter;
use core::time::Duration;
use errors::{Belief, TeamErrors};
use radio::Radio;
use referee::{Body, Scene, Verdict};
use roles::RoleWatch;
use skill_runtime::{Observer, WriterTaken};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::mates::Role;
use skills_nao::joint::Joint;
use skills_nao::pitch::Pitch;
use skills_nao::referee::{Official, State};
use skills_nao::team::message::LENGTH;
use skills_nao::world_model::TeamBall;

/// The period of the main loops.
const PERIOD: Duration = Duration::from_millis(10);

/// The number of passes between two measurements of the sonars.
const SONAR: u32 = 10;
/// The number of passes between two measurements.
const MEASURE: u32 = 50;
/// The numbers of the left and of the right team in their messages.
pub const TEAM_NUMBERS: [u8; 2] = [1, 2];

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
    /// The messages of the last pass.
    said: Vec<(PlayerId, [u8; LENGTH])>,
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
        let Setup { slip, stumble, times, pitch, .. } = setup;
        let players = setup.players.map(|count| count.clamp(1, MOST_PLAYERS));
        let mut seeds = setup.seed;
        for (id, board) in setup.ids().zip(boards) {
            let seed = next_word(&mut seeds);
            let start = referee::start_place(id, &pitch);
            let field = Field::of_team(&Options {
                seed,
                slip,
                stumble,
                start,
                times,
                pitch,
                ..Options::default()
            });
            let mut game = if setup.agents {
                Game::of_striker(board, field, setup.striker(id))?
            } else {
                Game::new(board, field, Player::Nobody)?
            };
            if setup.talk[id.team.index()] {
                game.join_team(board, TEAM_NUMBERS[id.team.index()])?;
            }
            game.set_clock(setup.clock(id));
            members.push(Member { id, game, heard: None });
        }
        let mut referee = Referee::new(players, setup.half, pitch);
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
            said: Vec::new(),
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

    /// Returns the measures of the field and the ball.
    #[must_use]
    pub fn pitch(&self) -> &Pitch {
        &self.setup.pitch
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

    /// Returns the role of a player in its team, if that talks.
    #[must_use]
    pub fn role(&self, id: PlayerId) -> Option<Role> {
        self.members.iter().find(|member| member.id == id)?.game.team().map(|team| team.role)
    }

    /// Returns the ball as the team of a player knows it, in the view of that team, with its standard deviation in
    /// m, if the team talks and knows one.
    #[must_use]
    pub fn team_ball(&self, id: PlayerId) -> Option<(Point, f32)> {
        let TeamBall { ball, .. } =
            self.members.iter().find(|member| member.id == id)?.game.team_ball()?;
        Some((Point::new(ball.at.0, ball.at.1), ball.variance.sqrt()))
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
        self.pass_observed(iter::repeat(())).iter().map(Line::to_string).collect()
    }

    /// Runs a pass as [`pass`](TeamGame::pass) does; each player has an observer, in the order of
    /// [`players`](TeamGame::players).
    pub fn pass_observed<O: Observer>(
        &mut self,
        observers: impl IntoIterator<Item = O>,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut observers = observers.into_iter();
        let mut touched = Vec::new();
        let mut said = Vec::new();
        let mut bodies = self.bodies();
        for index in 0..self.members.len() {
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
            let pitch = &self.setup.pitch;
            let back = referee::return_place(id, &scene, pitch);
            field.set_penalty_places(referee::waiting_place(id, pitch), back);
            let words = self.referee.official(id);
            if member.heard.as_ref() != Some(&words) {
                member.game.follow(words.clone());
                member.heard = Some(words);
            }
            for packet in self.radio.arrived(id, self.time) {
                member.game.hear(&packet);
            }
            let passed = match observers.next() {
                Some(mut observer) => member.game.pass_observed(&mut observer),
                None => member.game.pass(),
            };
            lines.extend(passed.iter().map(|line| Line::of_player(id, line)));
            said.extend(member.game.take_message().map(|packet| (id, packet)));
            if let Some(ball) = member.game.field_mut().take_ball() {
                self.ball = id.team.ball(ball);
                touched.push(id);
            }
            bodies[index] = body(member, self.ball);
        }
        lines.extend(self.transmit(&said));
        self.said = said;
        self.measure();
        let Outcome { collisions, presses, knocks, .. } = self.contact();
        lines.extend(self.note_collisions(&collisions));
        self.ball.roll(PERIOD.as_secs_f32(), &self.setup.pitch);
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

    /// Returns the messages that robots have sent in the last pass, with their senders.
    #[must_use]
    pub fn said(&self) -> &[(PlayerId, [u8; LENGTH])] {
        &self.said
    }

    /// Lets all robots of a team receive a packet of a robot that is not in the game, in the next pass.
    pub fn hear(&mut self, team: Team, packet: &[u8]) {
        for member in self.members.iter_mut().filter(|member| member.id.team == team) {
            member.game.hear(packet);
        }
    }

    /// Sends messages to the mates of their senders, and has the referee count them.
    fn transmit(&mut self, said: &[(PlayerId, [u8; LENGTH])]) -> Vec<Line> {
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
                let of = on.filter_map(|member| Some((member.id, member.game.team()?.role)));
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
    fn note_collisions(&mut self, all: &[(PlayerId, PlayerId)]) -> Vec<Line> {
        let sec = self.time.as_secs_f32();
        let mut lines = Vec::new();
        for (id, hit) in all {
            self.collisions += 1;
            lines.push(Line::of_player(*id, &format!("{sec:7.2}  walks into {hit}")));
        }
        lines
    }

    /// Applies the contacts between robots.
    fn contact(&mut self) -> Outcome {
        let mut discs: Vec<_> = self.members.iter().map(disc).collect();
        let outcome = self.contacts.step(&mut discs, PERIOD);
        contacts::stop_ball(&mut self.ball, self.setup.pitch.ball_radius_m, &discs);
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

    fn apply(&mut self, verdict: Verdict) -> Vec<Line> {
        if let Some(at) = verdict.ball {
            self.ball = Ball::resting(at);
        }
        if verdict.line_up {
            for member in &mut self.members {
                let to = referee::start_place(member.id, &self.setup.pitch);
                member.game.field_mut().put_robot(to);
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
        let line = |line| Line::of_game(format!("{sec:7.2}  referee: {line}"));
        verdict.lines.into_iter().map(line).collect()
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
            report.add(member.id, &member.game.report(self.setup.seed), self.referee.tally());
            if self.setup.own_clocks {
                report.add_clock(member.id, self.setup.clock(member.id));
            }
            report.teams[member.id.team.index()].heard.add(member.game.team());
        }
        report
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
    let sees_ball =
        camera::in_view(at.local(ball.at), field.pitch().ball_radius_m, head[0], head[1]);
    Body { id, at, pose: robot.pose(), motion: robot.motion(), head, sees_ball }
}
