//! The words of the referee for each robot.

use super::Referee;
use super::restart::Kind;
use super::seats::goalkeeper;
use crate::team::{PlayerId, Team};
use core::time::Duration;
use skills_nao::interfaces::referee::{Kicking, SetPlay};
use skills_nao::interfaces::{GameState, SoccerPenalty, SoccerReferee, game, penalty};
use skills_nao::referee::{Decisions, Official, State};

impl Referee {
    /// Returns the state that robots are informed of.
    fn announced(&self) -> State {
        if self.state == State::Play && !self.unannounced.is_zero() {
            State::Set
        } else {
            self.state
        }
    }

    /// Returns what a player hears of the referee.
    pub(in crate::team) fn official(&self, id: PlayerId) -> Official {
        let (ours, theirs) = (id.team, id.team.other());
        let given = self.penalty(id);
        let code = given.map_or(penalty::SPL_PENALTY_NONE, |given| given.offence.code());
        let penalty_left = given.map_or(Duration::ZERO, |given| given.left);
        let remaining = seconds(penalty_left);
        let state = self.announced();
        let of = match (state, self.restart) {
            (State::Play, Some(restart)) => Some(restart.of),
            (State::Ready | State::Set, _) => self.kick_off,
            _ => None,
        };
        let (our_team, their_team) = (color(ours), color(theirs));
        let score = (self.score[ours.index()], self.score[theirs.index()]);
        let kickoff = of == Some(ours);
        let stopped = self.is_stopped();
        let keeper = goalkeeper(self.players[ours.index()]);
        Official {
            decisions: Decisions {
                state,
                centered: false,
                kickoff,
                score,
                penalty: code,
                penalty_left,
            },
            game: GameState {
                game_state: match state {
                    State::Ready | State::Play if stopped => game::GS_SPL_SET,
                    State::Initial => game::GS_SPL_INITIAL,
                    State::Ready => game::GS_SPL_READY,
                    State::Set => game::GS_SPL_SET,
                    State::Play => game::GS_SPL_PLAY,
                    State::Finished => game::GS_SPL_FINISHED,
                },
                state_team: match of {
                    None => game::Team::Both,
                    Some(of) if of == ours => our_team,
                    Some(_) => their_team,
                },
                our_team,
                our_goal_color: match ours {
                    Team::Left => game::GoalColor::Blue,
                    Team::Right => game::GoalColor::Yellow,
                },
                half: if self.half == 1 { game::Half::First } else { game::Half::Second },
                kickoff,
                role: if id.number == keeper { game::Role::Goalie } else { game::Role::Attacker },
                score_cyan: self.score[Team::Left.index()],
                score_magenta: self.score[Team::Right.index()],
            },
            penalty: SoccerPenalty { penalty: code, remaining },
            referee: self.beside(id, of, keeper),
        }
    }

    /// Returns the words beside state and penalty.
    fn beside(&self, id: PlayerId, of: Option<Team>, keeper: u8) -> SoccerReferee {
        let ours = id.team;
        let set_play = match self.restart.map(|restart| restart.kind) {
            None => SetPlay::None,
            Some(Kind::Direct) => SetPlay::DirectFreeKick,
            Some(Kind::Indirect) => SetPlay::IndirectFreeKick,
            Some(Kind::ThrowIn) => SetPlay::ThrowIn,
            Some(Kind::GoalKick) => SetPlay::GoalKick,
            Some(Kind::Corner) => SetPlay::CornerKick,
        };
        let secondary = match (self.state, self.restart) {
            (State::Ready, _) => self.left,
            (_, Some(restart)) => restart.left,
            _ => Duration::ZERO,
        };
        SoccerReferee {
            heard: true,
            stopped: self.is_stopped(),
            set_play,
            kicking: match of {
                None => Kicking::Nobody,
                Some(of) if of == ours => Kicking::Ours,
                Some(_) => Kicking::Theirs,
            },
            first_half: self.half == 1,
            players_per_team: self.players[ours.index()],
            number: id.number,
            our_goalkeeper: keeper,
            remaining_sec: i16::try_from(self.clock.as_secs()).unwrap_or(i16::MAX),
            secondary_sec: i16::try_from(seconds(secondary)).unwrap_or(i16::MAX),
            message_budget: self.messages[ours.index()].left(self.budget),
            our_penalties: self.penalties_of(ours),
            their_penalties: self.penalties_of(ours.other()),
            ..SoccerReferee::default()
        }
    }

    /// Returns the penalties of a team's players; those that it does not have are substitutes.
    fn penalties_of(&self, team: Team) -> [u8; 20] {
        let byte = |code: u16| u8::try_from(code).unwrap_or(u8::MAX);
        let mut all = [byte(penalty::SPL_PENALTY_SUBSTITUTE); 20];
        for watch in self.watches.iter().filter(|watch| watch.id.team == team) {
            if let Some(place) = all.get_mut(usize::from(watch.id.number) - 1) {
                let code = watch.penalty.map(|penalty| penalty.offence.code());
                *place = byte(code.unwrap_or(penalty::SPL_PENALTY_NONE));
            }
        }
        all
    }
}

/// Returns a time in whole seconds, rounded up.
fn seconds(time: Duration) -> u16 {
    u16::try_from(time.as_millis().div_ceil(1000)).unwrap_or(u16::MAX)
}

fn color(team: Team) -> game::Team {
    match team {
        Team::Left => game::Team::Cyan,
        Team::Right => game::Team::Magenta,
    }
}
