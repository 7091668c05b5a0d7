//! The options of a game of teams.

use super::radio::RadioOptions;
use super::referee;
use super::side::{MOST_PLAYERS, PlayerId, Team};
use crate::body::MotionTimes;
use crate::body::noise::Noise;
use crate::game::Clock;
use core::time::Duration;
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::pitch::Pitch;

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
    /// The durations of their motions; by default, [`MotionTimes::of_keyframes`].
    pub times: MotionTimes,
    /// The measures of the field and the ball.
    pub pitch: Pitch,
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
    /// Whether each robot has a clock of its own: see [`clock`](Setup::clock).
    pub own_clocks: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            seed: 1,
            players: [3, 3],
            half: Duration::from_secs(5 * 60),
            slip: 1.0,
            stumble: 1.0,
            times: MotionTimes::of_keyframes(),
            pitch: Pitch::SPL_2008,
            agents: true,
            talk: [true; 2],
            radio: RadioOptions::default(),
            message_budget: referee::BUDGET,
            hearing: 1.0,
            announcement: referee::FREE,
            own_clocks: false,
        }
    }
}

impl Setup {
    /// Returns new blackboards, one for each player.
    #[must_use]
    pub fn boards(&self) -> Vec<NaoBlackboard> {
        self.ids().map(|_| NaoBlackboard::new()).collect()
    }

    /// Returns the players in the order of their passes, and of their [`boards`](Setup::boards).
    pub fn ids(&self) -> impl Iterator<Item = PlayerId> {
        let [left, right] = self.players.map(|count| count.clamp(1, MOST_PLAYERS));
        (1..=MOST_PLAYERS).flat_map(move |number| {
            let of = move |team, count| (number <= count).then_some(PlayerId::new(team, number));
            [of(Team::Left, left), of(Team::Right, right)].into_iter().flatten()
        })
    }

    /// Returns the clock of a player: one of its own, by the seed, has begun up to two minutes before the game, and is at most
    /// 50 millionths fast or slow.
    #[must_use]
    pub fn clock(&self, id: PlayerId) -> Clock {
        if !self.own_clocks {
            return Clock::default();
        }
        let number = 16 * id.team.index() as u64 + u64::from(id.number);
        let mut noise = Noise::stream(self.seed, 0xc10c_0000 + number);
        let begin = Duration::from_secs(120).mul_f32(noise.uniform());
        #[allow(clippy::cast_possible_truncation)] // it is small
        Clock { begin, fast_ppm: noise.between(-50.0, 50.0) as i32 }
    }

    /// Returns the agent of a player.
    #[must_use]
    pub fn striker(&self, id: PlayerId) -> Striker {
        let players = self.players[id.team.index()].clamp(1, MOST_PLAYERS);
        Striker { players: Some(players), ..Striker::default() }
    }
}
