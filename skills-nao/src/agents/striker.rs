//! A NAO that plays football alone, or in a team in which each robot has a zone.

use crate::interfaces::motion::Leg;
use crate::interfaces::{
    GameState, HumanoidMotion, NaoState, ObjectPosition, SoccerPenalty, SoccerReferee, game,
    object, penalty,
    referee::Kicking,
    state::{Conduct, Posture},
};
use crate::pitch::Pitch;
use crate::predicates::{ball_unseen, ball_visible};
use crate::set_plays::Moment;
use crate::skills::{ApproachBall, Goto, InterceptBall, Kick, SearchBall, Standup, TrackBall};
use crate::zones::{Zone, in_zone};
use skill_runtime::agent;

/// The distance from its place in a team within which a robot waits, m.
const AT_HOME_M: f32 = 0.4;

agent! {
    /// Looks for the ball, walks around it, and kicks it at the opponents' goal. It gets up after a
    /// fall, and obeys the referee: it keeps to the places that the rules allow, and does not touch a
    /// ball that is the opponents'. In a team it plays the ball in its zone, and else waits at its
    /// place. While somebody holds it, or a value that it needs is stale, it waits.
    pub agent Striker(
        /// The place to wait for the kick-off, m in front of the center.
        kickoff_x_m: f32 = -0.7 in -3.0..=0.0,
        /// The number of players of its team that share the field by zones; 1: it plays the ball anywhere.
        players: u8 = 1 in 1..=20,
    ) {
        depends_skills { ApproachBall, Goto, InterceptBall, Kick, SearchBall, Standup, TrackBall }
        depends_interfaces {
            optional ball: ObjectPosition = "WM Ball",
            optional pose: ObjectPosition = "WM Pose",
            optional state: NaoState = "Nao State",
            optional naomotion: HumanoidMotion = "NaoQi Motion",
            optional game: GameState = "WM GameState",
            optional penalty: SoccerPenalty = "SPL Penalty",
            optional referee: SoccerReferee = "Referee",
        }
        params {
            /// The time after a skill that has FAILED: the robot may be falling.
            pause_sec: f32 = 0.7 in 0.0..=10.0,
        }
        vars {
            leg: Leg = Leg::Left,
            /// Our kick-off has not been taken yet.
            kickoff: bool = false,
            /// A kick is not broken off because the ball leaves the zone.
            kicks: bool = false
        }

        always {
            /// a value is stale
            -> Blind
                when state.stale()
                    || naomotion.stale()
                    || game.stale()
                    || penalty.stale()
                    || referee.has_writer() && referee.stale();
            /// somebody holds it
            -> Held when state.posture == Posture::Carried;
        }

        start state Wait {
            /// fallen
            -> Rise when may_rise(state);
            -> Position when game.game_state == game::GS_SPL_READY && may_play(penalty);
            -> Play when game.game_state == game::GS_SPL_PLAY && may_play(penalty) && !ball.stale();
        }
        state Position {
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_READY || !may_play(penalty);

            /// A kick may not be over yet.
            start state Settle {
                init { self.kickoff = Moment::of(game, referee) == Moment::KickOff(Kicking::Ours); }
                -> Walk when !naomotion.moving;
            }
            state Walk = Goto {
                x_m: ready_place(game, referee, self.kickoff_x_m, self.players).0,
                y_m: ready_place(game, referee, self.kickoff_x_m, self.players).1,
            } {
                -> There on FINAL;
                -> There on FAILED;
            }
            state There {
                /// its place is elsewhere
                -> Settle after 2s
                    when off(pose, ready_place(game, referee, self.kickoff_x_m, self.players))
                        > if self.players > 1 { 0.15 } else { 0.3 };
            }
        }
        state Play {
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_PLAY || !may_play(penalty) || ball.stale();
            /// the ball is theirs, or another one's of our team
            -> Yield when !may_touch(game, referee);
            /// another one kicks off
            -> Yield when self.kickoff && is_kick_of_another(ball, referee);
            /// the ball is in another one's zone
            -> Yield when !self.kicks && !is_mine(ball, game, referee, self.players, true);
            -> Pause on FAILED;

            start state Decide {
                -> Search when ball_unseen(ball, 8);
                -> Intercept otherwise;
            }
            state Search = SearchBall { turns: 3 } {
                -> Decide on FINAL;
                -> Centre on FAILED;
            }
            state Centre = Goto {
                x_m: home(referee, self.players).0,
                y_m: home(referee, self.players).1,
            } {
                -> Search on FINAL;
                -> Decide when ball_visible(ball);
            }
            state Intercept = InterceptBall {
                dir_rad: aim(ball, game, referee, self.kickoff),
            } {
                -> Approach on FINAL;
            }
            state Approach = ApproachBall {
                leg: self.leg,
                dir_rad: aim(ball, game, referee, self.kickoff),
            } {
                init { self.leg = if ball.relative_y < 0.0 { Leg::Right } else { Leg::Left }; }
                -> Kick on FINAL;
            }
            state Kick = Kick { leg: self.leg } {
                vars { first: bool = false }
                init {
                    self.first = self.kickoff || Moment::of(game, referee) != Moment::Open;
                    self.kicks = true;
                }
                exit {
                    self.kickoff = false;
                    self.kicks = false;
                }
                /// another one has to touch it
                -> Leave on FINAL when self.first && referee.passes();
                /// one touch
                -> Leave
                    on FINAL when Moment::of(game, referee) == Moment::PenaltyKick(Kicking::Ours);
                -> Decide on FINAL;
            }
            /// Another one has to touch the ball first.
            state Leave {
                /// they had the time
                -> Decide
                    after 10s when Moment::of(game, referee) != Moment::PenaltyKick(Kicking::Ours);

                start state Watch = TrackBall { time_sec: 20.0 } {
                    -> Sweep on FAILED;
                    -> Watch on FINAL;
                }
                state Sweep = SearchBall { turns: 1 } {
                    -> Watch on FINAL;
                    -> Watch on FAILED;
                }
            }
            /// It may be falling: then it lies soon.
            state Pause { -> Decide after self.pause_sec; }
        }
        state Yield {
            exit { self.kickoff = false; }
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_PLAY || !may_play(penalty) || ball.stale();
            /// the ball is free, or ours
            -> Play
                when may_touch(game, referee)
                    && is_mine(ball, game, referee, self.players, false)
                    && !(self.kickoff && is_kick_of_another(ball, referee));
            /// the kick-off is late
            -> Play after 10s
                when may_touch(game, referee)
                    && is_mine(ball, game, referee, self.players, false);

            start state Keep = TrackBall { time_sec: 20.0 } {
                /// it is too near
                -> Away
                    when off(pose, waiting_place(game, referee, pose, ball, self.players))
                        > 0.15;
                -> Look on FAILED;
                -> Keep on FINAL;
            }
            state Away = Goto {
                x_m: waiting_place(game, referee, pose, ball, self.players).0,
                y_m: waiting_place(game, referee, pose, ball, self.players).1,
                margin_m: 0.1,
            } {
                -> Keep on FINAL;
                -> Keep on FAILED;
            }
            state Look = SearchBall { turns: 1 } {
                -> Keep on FINAL;
                -> Keep on FAILED;
            }
        }
        state Rise = Standup {} {
            -> Wait on FINAL;
            -> Trouble on FAILED;
        }
        state Trouble { -> Wait after 1s; }
        /// It has no stiffness, and is put down at last.
        state Held {
            -> Rise when state.posture != Posture::Carried && state.conduct == Conduct::Play;
        }
        state Blind {
            /// all values are new
            -> Wait
                when !state.stale()
                    && !naomotion.stale()
                    && !game.stale()
                    && !penalty.stale()
                    && !(referee.has_writer() && referee.stale());
        }
    }
}

/// Returns whether the robot is down, and may get up.
fn may_rise(state: &NaoState) -> bool {
    state.posture.is_down() && matches!(state.conduct, Conduct::Stay | Conduct::Play)
}

/// Returns whether the robot has no penalty.
fn may_play(penalty: &SoccerPenalty) -> bool {
    penalty.penalty == penalty::SPL_PENALTY_NONE
}

/// Returns the direction to play the ball in, rad: into the opponents' goal, or past it if the touch that
/// our kick-off or set play begins with must not score.
fn aim(ball: &ObjectPosition, game: &GameState, referee: &SoccerReferee, kickoff: bool) -> f32 {
    let pitch = Pitch::of(referee.division);
    let indirect = Moment::FreeKick { of: Kicking::Ours, indirect: true };
    let (x, y) = if kickoff || Moment::of(game, referee) == indirect {
        let beside = f32::midpoint(pitch.goal_half_width_m, pitch.half_width_m);
        (pitch.half_length_m, beside.copysign(ball.world_y))
    } else {
        (pitch.half_length_m + 0.2, 0.0)
    };
    libm::atan2f(y - ball.world_y, x - ball.world_x)
}

/// Returns whether another robot of our team is to kick off, and has not yet.
fn is_kick_of_another(ball: &ObjectPosition, referee: &SoccerReferee) -> bool {
    !referee.is_kicker() && libm::hypotf(ball.world_x, ball.world_y) < 0.3
}

/// Returns whether this robot may play the ball.
fn may_touch(game: &GameState, referee: &SoccerReferee) -> bool {
    let moment = Moment::of(game, referee);
    moment.is_ball_ours() && (moment == Moment::Open || referee.is_kicker())
}

/// Returns whether the ball is this robot's in its team. A set play is the kicker's, wherever it is.
fn is_mine(
    ball: &ObjectPosition,
    game: &GameState,
    referee: &SoccerReferee,
    players: u8,
    plays: bool,
) -> bool {
    Moment::of(game, referee) != Moment::Open || in_zone(ball, referee, players, plays)
}

/// Returns the place to look for the ball from: the center, or that of its zone.
fn home(referee: &SoccerReferee, players: u8) -> (f32, f32) {
    Zone::of(referee, players).map_or((0.0, 0.0), |zone| zone.home())
}

/// Returns the place to go to in READY.
fn ready_place(
    game: &GameState,
    referee: &SoccerReferee,
    kickoff_x_m: f32,
    players: u8,
) -> (f32, f32) {
    let pitch = Pitch::of(referee.division);
    let kicks = referee.is_kicker();
    match Moment::of(game, referee) {
        Moment::KickOff(Kicking::Ours) if kicks => (kickoff_x_m, 0.0),
        Moment::PenaltyKick(Kicking::Ours) if kicks => (pitch.mark_x_m() - 0.5, 0.0),
        Moment::PenaltyKick(Kicking::Theirs) if game.role == game::Role::Goalie => {
            (-pitch.half_length_m, 0.0)
        }
        moment => {
            let wish = Zone::of(referee, players).map_or((kickoff_x_m, 0.0), |zone| zone.home());
            moment.legal_place(pitch, wish, None)
        }
    }
}

/// Returns the place to wait at while the ball is not ours.
fn waiting_place(
    game: &GameState,
    referee: &SoccerReferee,
    pose: &ObjectPosition,
    ball: &ObjectPosition,
    players: u8,
) -> (f32, f32) {
    let pitch = Pitch::of(referee.division);
    let moment = Moment::of(game, referee);
    if moment == Moment::PenaltyKick(Kicking::Theirs) && game.role == game::Role::Goalie {
        return (-pitch.half_length_m, 0.0);
    }
    let known = (ball.flags != object::FLAG_NONE).then_some((ball.world_x, ball.world_y));
    let here = (pose.world_x, pose.world_y);
    // The way home may lead through the circle around a ball that is theirs.
    let zone = Zone::of(referee, players).filter(|_| moment.is_ball_ours());
    let home = zone.map(|zone| zone.home());
    let wish = home.filter(|home| off(pose, *home) > AT_HOME_M).unwrap_or(here);
    moment.legal_place(pitch, wish, known)
}

/// Returns how far the robot is from a place, m.
fn off(pose: &ObjectPosition, (x, y): (f32, f32)) -> f32 {
    libm::hypotf(pose.world_x - x, pose.world_y - y)
}
