//! A NAO that plays football alone, or in a team in which each robot has a role or a zone.

use super::rivals::{before_foot, is_at_ball, kicks_at_once};
use super::tactics::{
    Duel, Whose, aim, facing, home, is_kick_of_another, known_ball, leads, leave, looks_away,
    may_play, may_rise, off, ready_place, turn, waiting_place, waiting_way, whose,
};
use crate::interfaces::motion::{self, Leg};
use crate::interfaces::{
    GameState, HumanoidMotion, NaoState, Navigator, ObjectPosition, Obstacles, SoccerPenalty,
    SoccerReferee, Switch, Team, button, game,
    navigation::{DriveMode, SetDriveMode, SetSecurityDistance},
    referee::Kicking,
    state::{Conduct, Posture},
};
use crate::predicates::{CAMERA_PITCH, Gaze, ball_unseen, ball_visible, seen_from};
use crate::set_plays::Moment;
use crate::skills::{ApproachBall, Goto, InterceptBall, Kick, SearchBall, Standup, TrackBall};
use skill_runtime::agent;

/// The distances from the ball on ways past it, m: of a robot that does not play it, and usually.
const CLEAR_M: f32 = 0.6;
const BESIDE_BALL_M: f32 = 0.25;

agent! {
    /// Looks for the ball, walks around it, and kicks it at the opponents' goal. It gets up after a
    /// fall, and obeys the referee: it keeps to the places that the rules allow, and does not touch a
    /// ball that is the opponents'. In a team that talks it plays the ball if it is the striker, and
    /// goes to where mates see the ball; in one that does not, it plays the ball in its zone. Else it waits
    /// at its place. While somebody holds it, or a value that it needs is stale, it waits.
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
            optional navigator: Navigator = "Navigator",
            optional referee: SoccerReferee = "Referee",
            optional team: Team = "Team",
            optional team_ball: ObjectPosition = "WM Team Ball",
            optional obstacles: Obstacles = "WM Obstacles",
            optional ball_is_obstacle: Switch = "Ball Is Obstacle",
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
            kicks: bool = false,
            /// The last kick in a team, and whether somebody is in the way.
            duel: Duel = Duel::NONE
        }

        always {
            /// a value is stale
            -> Blind
                when state.stale()
                    || naomotion.stale()
                    || game.stale()
                    || penalty.stale()
                    || referee.has_writer() && referee.stale()
                    || team.has_writer() && (team.stale() || team_ball.stale());
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
            exit {
                if self.players > 1 {
                    navigator.send(SetDriveMode { drive_mode: DriveMode::Forward });
                }
            }
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_READY || !may_play(penalty);

            /// A kick may not be over yet.
            start state Settle {
                init {
                    self.kickoff = Moment::of(game, referee) == Moment::KickOff(Kicking::Ours);
                    if self.players > 1 {
                        naomotion.send(motion::Stop {});
                        // Home from the opponents' half without turning round twice.
                        navigator.send(SetDriveMode { drive_mode: DriveMode::AllowBackward });
                    }
                }
                -> Walk when !naomotion.moving;
            }
            state Walk = Goto {
                x_m: ready_place(
                    game,
                    referee,
                    (pose, obstacles),
                    (self.kickoff_x_m, self.players)
                )
                .0,
                y_m: ready_place(
                    game,
                    referee,
                    (pose, obstacles),
                    (self.kickoff_x_m, self.players)
                )
                .1,
            } {
                -> There on FINAL;
                -> There on FAILED;
            }
            state There {
                /// its place is elsewhere
                -> Settle after 2s
                    when off(
                        pose,
                        ready_place(
                            game,
                            referee,
                            (pose, obstacles),
                            (self.kickoff_x_m, self.players)
                        )
                    ) > if self.players > 1 { 0.15 } else { 0.3 };
            }
        }
        state Play {
            -> Rise when may_rise(state);
            -> Wait when game.game_state != game::GS_SPL_PLAY || !may_play(penalty) || ball.stale();
            /// the ball is theirs, or another one's of our team
            -> Yield when turn(game, referee, team) != Whose::Mine;
            /// another one kicks off
            -> Yield when self.kickoff && is_kick_of_another(ball, referee);
            /// the ball is another one's
            -> Yield
                when !self.kicks
                    && whose(
                        (ball, team_ball, pose),
                        (team, obstacles),
                        game,
                        referee,
                        self.players,
                        true
                    ) != Whose::Mine;
            -> Pause on FAILED;

            start state Decide {
                init { self.leg = before_foot(ball); }
                /// mates see it
                -> Follow when ball_unseen(ball, 8) && leads(team, team_ball, pose);
                -> Search when ball_unseen(ball, 8);
                /// before its foot, and others are near
                -> Kick
                    when self.players > 1
                        && !self.kickoff
                        && Moment::of(game, referee) == Moment::Open
                        && kicks_at_once(ball, pose, obstacles);
                /// others are near
                -> Approach
                    when self.players > 1
                        && is_at_ball(
                            ball,
                            pose,
                            aim(
                                (ball, team_ball),
                                team,
                                game,
                                referee,
                                self.kickoff,
                                (self.players, &self.duel)
                            ),
                            obstacles
                        );
                -> Intercept otherwise;
            }
            /// Goes to where mates see the ball.
            state Follow = Goto {
                x_m: team_ball.world_x,
                y_m: team_ball.world_y,
                ori_rad: facing(team_ball, pose),
                margin_m: 0.3,
            } {
                vars { gaze: Gaze = Gaze::NOWHERE, to_m: (f32, f32) = (0.0, 0.0) }
                init { self.to_m = (team_ball.world_x, team_ball.world_y); }
                loop { self.gaze.follow(team_ball, naomotion); }
                /// seen, or elsewhere
                -> Decide
                    when ball_visible(ball)
                        || !leads(team, team_ball, pose)
                        || off(team_ball, self.to_m) > 1.0;
                -> Decide on FINAL;
            }
            state Search = SearchBall { turns: 3 } {
                /// mates see it
                -> Decide when leads(team, team_ball, pose);
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
                dir_rad: aim(
                    (ball, team_ball),
                    team,
                    game,
                    referee,
                    self.kickoff,
                    (self.players, &self.duel)
                ),
            } {
                -> Approach on FINAL;
            }
            state Approach = ApproachBall {
                leg: self.leg,
                dir_rad: aim(
                    (ball, team_ball),
                    team,
                    game,
                    referee,
                    self.kickoff,
                    (self.players, &self.duel)
                ),
            } {
                init { self.leg = before_foot(ball); }
                -> Kick on FINAL;
            }
            state Kick = Kick { leg: self.leg } {
                vars { first: bool = false }
                init {
                    self.first = self.kickoff || Moment::of(game, referee) != Moment::Open;
                    self.kicks = true;
                    self.duel.kick(ball);
                }
                exit {
                    self.kickoff = false;
                    self.kicks = false;
                    self.duel.look(ball, self.players);
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
                init { leave(team); }
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
                when turn(game, referee, team) == Whose::Mine
                    && whose(
                        (ball, team_ball, pose),
                        (team, obstacles),
                        game,
                        referee,
                        self.players,
                        false
                    ) == Whose::Mine
                    && !(self.kickoff && is_kick_of_another(ball, referee));
            /// the kick-off is late
            -> Play after 10s
                when turn(game, referee, team) == Whose::Mine
                    && whose(
                        (ball, team_ball, pose),
                        (team, obstacles),
                        game,
                        referee,
                        self.players,
                        false
                    ) == Whose::Mine;

            start state Keep = TrackBall { time_sec: 20.0 } {
                /// it is too near
                -> Away
                    when off(
                        pose,
                        waiting_place(game, referee, (pose, ball, team_ball), team, self.players)
                    ) > 0.15;
                /// mates see it
                -> Face on FAILED when leads(team, team_ball, pose) && looks_away(team_ball, pose);
                -> Look on FAILED;
                -> Keep on FINAL;
            }
            state Away = Goto {
                margin_m: 0.1,
                ..waiting_way(game, referee, (pose, ball, team_ball), team, self.players)
            } {
                vars { gaze: Gaze = Gaze::NOWHERE }
                init {
                    ball_is_obstacle.send(button::EnableSwitch {});
                    navigator.send(SetSecurityDistance { security_distance: CLEAR_M });
                    if !Moment::of(game, referee).is_ball_ours() {
                        // Away at once, without turning round.
                        navigator.send(SetDriveMode { drive_mode: DriveMode::AllowBackward });
                    }
                }
                loop {
                    // The referee may have put it elsewhere.
                    if Moment::of(game, referee) != Moment::Open
                        && let Some((x, y)) = known_ball(referee, ball, team_ball)
                    {
                        self.gaze.look_at(seen_from(pose, x, y), naomotion);
                    }
                }
                exit {
                    ball_is_obstacle.send(button::DisableSwitch {});
                    navigator.send(SetSecurityDistance { security_distance: BESIDE_BALL_M });
                    navigator.send(SetDriveMode { drive_mode: DriveMode::Forward });
                }
                -> Keep on FINAL;
                -> Rest on FAILED;
            }
            /// It may be falling: then it lies soon.
            state Rest { -> Keep after self.pause_sec; }
            /// Turns to where mates see the ball.
            state Face = Goto {
                x_m: pose.world_x,
                y_m: pose.world_y,
                ori_rad: facing(team_ball, pose),
                margin_m: 0.2,
            } {
                init {
                    let pitch = (team_ball.slope - CAMERA_PITCH).clamp(-0.6, 0.5);
                    naomotion.send(motion::YawPitchHead { yaw: 0.0, pitch, time_sec: 0.2 });
                }
                -> Keep on FINAL;
                -> Keep on FAILED;
            }
            state Look = SearchBall { turns: 1 } {
                /// it is too near
                -> Away
                    when off(
                        pose,
                        waiting_place(game, referee, (pose, ball, team_ball), team, self.players)
                    ) > 0.15;
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
                    && !(referee.has_writer() && referee.stale())
                    && !(team.has_writer() && (team.stale() || team_ball.stale()));
        }
    }
}
