//! A game of the striker with a referee that says what a test wants.

use crate::rig::{CALM, Rig};
use nao_sim::field::{EventKind, Field, Options, Place, Point};
use skill_runtime::AgentRunner;
use skills_nao::agents::Striker;
use skills_nao::interfaces::referee::{Kicking, Phase, SetPlay};
use skills_nao::interfaces::{
    GameState, NaoBlackboard, SoccerPenalty, SoccerReferee, game, penalty,
};
use skills_nao::referee::{Decisions, Official, State};
use std::time::Duration;

/// The radius of the center circle of the simulated field, m: how far opponents keep from the ball.
pub const CIRCLE: f32 = 0.6;
/// Half the width of a robot, m.
pub const ROBOT: f32 = 0.13;

/// The words of the referee.
#[derive(Clone, Copy)]
pub struct Words {
    pub state: State,
    pub stopped: bool,
    pub phase: Phase,
    pub set_play: SetPlay,
    pub kicking: Kicking,
    /// The time until the set play is over, s.
    pub secondary_sec: i16,
    /// The penalty of the robot, and its time left, s.
    pub penalty: (u16, u16),
    /// The numbers of our robots that play.
    pub players: &'static [u8],
    pub number: u8,
    pub goalkeeper: u8,
    /// The number of messages that the team may still send.
    pub budget: u16,
}

/// A game without set play, of one robot.
pub const PLAY: Words = Words {
    state: State::Play,
    stopped: false,
    phase: Phase::Normal,
    set_play: SetPlay::None,
    kicking: Kicking::Nobody,
    secondary_sec: 0,
    penalty: (penalty::SPL_PENALTY_NONE, 0),
    players: &[2],
    number: 2,
    goalkeeper: 1,
    budget: 0,
};
pub const READY: Words = Words { state: State::Ready, secondary_sec: 45, ..PLAY };
pub const SET: Words = Words { state: State::Set, ..PLAY };

impl Words {
    fn official(&self, passed_sec: i16) -> Official {
        let (penalty, remaining) = self.penalty;
        let out = u8::try_from(penalty::SPL_PENALTY_SUBSTITUTE).unwrap();
        let mut our_penalties = [out; 20];
        for number in self.players {
            our_penalties[usize::from(*number) - 1] = 0;
        }
        Official {
            decisions: Decisions {
                state: self.state,
                centered: false,
                kickoff: self.kicking == Kicking::Ours,
                score: (0, 0),
                penalty,
                penalty_left: Duration::from_secs(remaining.into()),
            },
            game: GameState {
                game_state: match self.state {
                    _ if self.phase == Phase::Timeout => game::GS_SPL_INITIAL,
                    State::Ready | State::Play if self.stopped => game::GS_SPL_SET,
                    State::Initial => game::GS_SPL_INITIAL,
                    State::Ready => game::GS_SPL_READY,
                    State::Set => game::GS_SPL_SET,
                    State::Play => game::GS_SPL_PLAY,
                    State::Finished => game::GS_SPL_FINISHED,
                },
                kickoff: self.kicking == Kicking::Ours,
                role: if self.number == self.goalkeeper {
                    game::Role::Goalie
                } else {
                    game::Role::Attacker
                },
                ..GameState::default()
            },
            penalty: SoccerPenalty { penalty, remaining },
            referee: SoccerReferee {
                heard: true,
                stopped: self.stopped,
                phase: self.phase,
                set_play: self.set_play,
                kicking: self.kicking,
                players_per_team: 5,
                number: self.number,
                our_goalkeeper: self.goalkeeper,
                secondary_sec: self.secondary_sec.saturating_sub(passed_sec),
                our_penalties,
                message_budget: self.budget,
                remaining_sec: 600,
                ..SoccerReferee::default()
            },
        }
    }
}

/// The robot in its game.
pub struct Game<'a> {
    pub rig: Rig<'a, AgentRunner<'a, Striker, NaoBlackboard>>,
    words: Words,
    passes: u32,
}

impl<'a> Game<'a> {
    /// A robot at a place, and the ball at a point that it has seen.
    pub fn new(board: &'a NaoBlackboard, robot: Place, ball: Point, words: Words) -> Self {
        Self::of(board, robot, ball, words, Striker::default())
    }

    /// The same with a striker that is not the default one.
    pub fn of(
        board: &'a NaoBlackboard,
        robot: Place,
        ball: Point,
        words: Words,
        striker: Striker,
    ) -> Self {
        let mut field = Field::new(&Options { start: robot, ..CALM });
        field.move_ball(ball);
        let rig = Rig::of(board, field, striker);
        let mut game = Self { rig, words, passes: 0 };
        game.say(words);
        game
    }

    /// The same, after READY and SET of the words `of` a state.
    pub fn after_set(
        board: &'a NaoBlackboard,
        robot: Place,
        (ball, ready_sec): (Point, u32),
        of: impl Fn(Words) -> Words,
    ) -> Self {
        let mut game = Self::new(board, robot, ball, of(READY));
        game.pass_for(ready_sec);
        game.say(of(SET));
        game.pass_for(5);
        game.say(of(PLAY));
        game
    }

    /// Has the referee say something else from now on.
    pub fn say(&mut self, words: Words) {
        (self.words, self.passes) = (words, 0);
        self.rig.sim.follow(words.official(0));
    }

    fn pass(&mut self) {
        self.passes += 1;
        // Packets come twice a second.
        if self.passes.is_multiple_of(50) {
            let passed = i16::try_from(self.passes / 100).unwrap();
            self.rig.sim.follow(self.words.official(passed));
        }
        self.rig.pass();
    }

    /// Runs passes until `is_so`, for at most `sec` seconds.
    pub fn until(&mut self, sec: u32, is_so: impl FnMut(&mut Self) -> bool) -> bool {
        self.until_passes(sec * 100, is_so)
    }

    /// Runs passes until `is_so`, at most so many.
    pub fn until_passes(&mut self, passes: u32, mut is_so: impl FnMut(&mut Self) -> bool) -> bool {
        (0..passes).any(|_| {
            self.pass();
            is_so(self)
        })
    }

    pub fn pass_for(&mut self, sec: u32) {
        self.until(sec, |_| false);
    }

    /// Checks something in each pass.
    pub fn always(&mut self, sec: u32, mut is_so: impl FnMut(&mut Self) -> bool) {
        let words = self.words;
        let broken = self.until(sec, |game| !is_so(game));
        let (time, place) = (self.passes, self.rig.place());
        let (state, set_play, of) = (words.state, words.set_play, words.kicking);
        let robot = self.rig.state();
        assert!(
            !broken,
            "after {time} passes of {state:?}, {set_play:?} of {of:?}: {place:?}, {robot:?}, calls {:?}",
            self.rig.calls
        );
    }

    pub fn at(&self) -> Point {
        self.rig.place().point()
    }

    pub fn ball(&self) -> Point {
        self.rig.sim.field().ball().at
    }

    /// The distance of the robot from the ball, m.
    pub fn gap(&self) -> f32 {
        (self.at() - self.ball()).length()
    }

    /// Whether the robot has kicked the ball since the last call, or pushed it.
    pub fn kicked(&mut self) -> bool {
        let events = std::mem::take(&mut self.rig.events);
        events.iter().any(|event| matches!(event.kind, EventKind::Kicked { hit: true, .. }))
    }

    /// Checks that after a kick the robot leaves the ball to others.
    pub fn leaves_the_ball(&mut self) {
        // The kick comes to its end; the ball lies where it could be played again.
        self.pass_for(7);
        let at = self.rig.place().global(Point::new(0.5, 0.1));
        self.rig.sim.field_mut().move_ball(at);
        self.always(8, |game| !game.kicked() && !game.rig.moves());
    }

    /// Checks that from a second on, for which it may come to rest, robot and legs stay as they are.
    pub fn rests(&mut self, sec: u32) {
        self.pass_for(1);
        let before = self.rig.place();
        self.always(sec - 1, |game| {
            let now = game.rig.place();
            let turned = (now.theta - before.theta).abs();
            (now.point() - before.point()).length() < 0.1 && turned < 0.3 && !game.rig.moves()
        });
    }
}
