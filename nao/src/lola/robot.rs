//! The robot of the behavior: each sensor packet is a pass, and has its reply.

use super::link::{Frame, Link};
use crate::gamecontroller::{self, RobotStatus};
use nao_lola::LolaBody;
use skill_runtime::dependency::interface_id;
use skill_runtime::{Provides, Stages, Tick, Writer, WriterTaken};
use skill_studio::Output;
use skills_nao::adapter::BodyAdapter;
use skills_nao::conduct::{Conduct, Guard, Posture};
use skills_nao::interfaces::{
    GameState, NaoBlackboard, NaoState, ObjectPosition, SoccerPenalty, SoccerReferee,
};
use skills_nao::referee::Official;
use std::cell::Cell;
use std::rc::Rc;

/// A NAO over LoLA, on a blackboard.
///
/// There is no vision: ball and pose are published as never seen. Without a referee the game state
/// is INITIAL, in which an agent only stands up.
pub struct LolaRobot<'a> {
    output: &'a Output,
    board: &'a NaoBlackboard,
    link: Link,
    adapter: BodyAdapter<'a>,
    body: LolaBody,
    referee: Option<gamecontroller::Link>,
    ball: Writer<'a, ObjectPosition>,
    pose: Writer<'a, ObjectPosition>,
    game: Writer<'a, GameState>,
    penalty: Writer<'a, SoccerPenalty>,
    league: Writer<'a, SoccerReferee>,
    state: Writer<'a, NaoState>,
    /// Withholds what the robot must not do.
    guard: Guard,
    /// The posture and the conduct that have been logged.
    shown: Option<(Posture, Conduct)>,
    /// The number of refused motions that have been logged.
    refused: u32,
    /// Whether there is a packet to reply to.
    has_packet: bool,
    is_over: Rc<Cell<bool>>,
}

impl<'a> LolaRobot<'a> {
    /// Connects the robot to a blackboard.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of its interfaces has another writer.
    pub fn new(
        board: &'a NaoBlackboard,
        link: Link,
        referee: Option<gamecontroller::Link>,
        output: &'a Output,
    ) -> Result<Self, WriterTaken> {
        macro_rules! writer {
            ($id:literal) => {
                Provides::<_, { interface_id($id) }>::cell(board).writer()?
            };
        }
        Ok(Self {
            output,
            board,
            link,
            adapter: BodyAdapter::new(board)?,
            body: LolaBody::new(),
            referee,
            ball: writer!("WM Ball"),
            pose: writer!("WM Pose"),
            game: writer!("WM GameState"),
            penalty: writer!("SPL Penalty"),
            league: writer!("Referee"),
            state: writer!("Nao State"),
            guard: Guard::default(),
            shown: None,
            refused: 0,
            has_packet: false,
            is_over: Rc::default(),
        })
    }

    /// Returns a flag that is set at the end of the packets.
    pub fn is_over(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.is_over)
    }

    fn print(&self, now: Tick, line: &str) {
        self.output.line(format_args!("{:7.2}  {line}", now.time.as_secs_f64()));
    }
}

impl Stages for LolaRobot<'_> {
    fn sensor(&mut self, now: Tick) {
        self.has_packet = false;
        match self.link.receive() {
            Frame::Sensors { packet, begins } => {
                if begins {
                    self.body.begin();
                }
                let frame = self.body.sense(&packet);
                self.guard.sense(&frame, now.time);
                self.adapter.sense(&frame, now);
                self.has_packet = true;
            }
            Frame::Wrong(error) => self.print(now, &format!("error: packet refused: {error}")),
            Frame::End => self.is_over.set(true),
        }
    }

    fn world_model(&mut self, now: Tick) {
        self.ball.write(&ObjectPosition::default(), now.time);
        self.pose.write(&ObjectPosition::default(), now.time);
        let official = match &mut self.referee {
            None => None,
            Some(referee) => {
                let mut lines = referee.receive();
                lines.extend(referee.report(|| RobotStatus::of(self.board)));
                let official = referee.official();
                for line in lines {
                    self.print(now, &line);
                }
                Some(official)
            }
        };
        self.guard.order(official.as_ref().map(Official::order));
        let (game, penalty, league) =
            official.map(|of| (of.game, of.penalty, of.referee)).unwrap_or_default();
        self.game.write(&game, now.time);
        self.penalty.write(&penalty, now.time);
        self.league.write(&league, now.time);
        let state = self.guard.state();
        self.state.write(&state, now.time);
        let new = (state.posture, state.conduct);
        if self.shown.replace(new) != Some(new) {
            self.print(now, &format!("posture {:?}, conduct {:?}", state.posture, state.conduct));
        }
    }

    fn act(&mut self, now: Tick) {
        self.adapter.act_guarded(&mut self.body, &mut self.guard);
        if self.body.refused() != self.refused {
            self.refused = self.body.refused();
            self.print(now, "error: motion refused: this robot cannot walk, or not do that now");
        }
        if self.has_packet {
            self.link.reply(self.body.actuate());
        }
    }
}
