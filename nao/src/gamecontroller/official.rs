//! The meaning of packets for the blackboard.

use robocup_gamecontroller::{
    Color, Competition, ControlPacket, Division, GamePhase, Kicking, Penalty, Receiver, SetPlay,
    Situation, State, Team,
};
use skills_nao::interfaces::{
    GameState, SoccerPenalty, SoccerReferee, game, penalty, referee as wire,
};
use skills_nao::referee::{self, Decisions, Official};
use std::time::Duration;

/// Returns the decisions at the time `now`. Before the first packet and while the referee is
/// silent the robot waits, as before a game.
pub(super) fn official(receiver: &Receiver, now: Duration) -> Official {
    if let Ok(situation) = receiver.situation(now) {
        return of_situation(&situation);
    }
    // The situation of the last packet, as an interrupted game.
    let last = receiver.situation_of_newest(now);
    let mut official = last.as_ref().map_or_else(before_any_packet, of_situation);
    official.game.game_state = game::GS_SPL_INITIAL;
    (official.referee.heard, official.referee.stopped) = (false, false);
    official
}

fn before_any_packet() -> Official {
    Official {
        decisions: Decisions {
            state: referee::State::Initial,
            centered: false,
            kickoff: false,
            score: (0, 0),
            penalty: penalty::SPL_PENALTY_NONE,
            penalty_left: Duration::ZERO,
        },
        game: GameState {
            state_team: game::Team::Both,
            our_team: game::Team::Cyan,
            role: game::Role::Attacker,
            ..GameState::default()
        },
        penalty: SoccerPenalty::default(),
        referee: SoccerReferee::default(),
    }
}

fn of_situation(situation: &Situation<'_>) -> Official {
    let packet = situation.packet();
    let (ours, theirs) = (situation.ours(), situation.theirs());
    let score = (u32::from(ours.score), u32::from(theirs.score));
    let magenta = ours.field_player_color == Color::Red;
    let (our_team, their_team) = if magenta {
        (game::Team::Magenta, game::Team::Cyan)
    } else {
        (game::Team::Cyan, game::Team::Magenta)
    };
    let kickoff = situation.kicking() == Kicking::Ours;
    let code = situation.penalty().map_or(penalty::SPL_PENALTY_NONE, penalty_code);
    let penalty_left = situation.penalty_left();
    let remaining = u16::try_from(penalty_left.as_millis().div_ceil(1000)).unwrap_or(u16::MAX);
    Official {
        decisions: Decisions {
            state: match packet.state {
                State::Initial | State::Standby => referee::State::Initial,
                State::Ready => referee::State::Ready,
                State::Set => referee::State::Set,
                State::Playing => referee::State::Play,
                State::Finished => referee::State::Finished,
            },
            centered: situation.is_kickoff(),
            kickoff,
            score,
            penalty: code,
            penalty_left,
        },
        game: GameState {
            game_state: game_state(packet),
            state_team: match situation.kicking() {
                Kicking::Nobody => game::Team::Both,
                Kicking::Ours => our_team,
                Kicking::Theirs => their_team,
            },
            our_team,
            our_goal_color: if situation.is_left() {
                game::GoalColor::Blue
            } else {
                game::GoalColor::Yellow
            },
            half: if packet.first_half { game::Half::First } else { game::Half::Second },
            kickoff,
            role: if situation.is_goalkeeper() { game::Role::Goalie } else { game::Role::Attacker },
            score_cyan: if magenta { score.1 } else { score.0 },
            score_magenta: if magenta { score.0 } else { score.1 },
        },
        penalty: SoccerPenalty { penalty: code, remaining },
        referee: referee_of(situation),
    }
}

fn referee_of(situation: &Situation<'_>) -> SoccerReferee {
    let packet = situation.packet();
    let (ours, theirs) = (situation.ours(), situation.theirs());
    let penalties = |team: &Team| {
        team.players.map(|player| {
            let code = player.penalty.map_or(penalty::SPL_PENALTY_NONE, penalty_code);
            u8::try_from(code).unwrap_or(u8::MAX)
        })
    };
    SoccerReferee {
        heard: true,
        stopped: packet.stopped,
        phase: match packet.phase {
            GamePhase::Normal => wire::Phase::Normal,
            GamePhase::PenaltyShootOut => wire::Phase::PenaltyShootOut,
            GamePhase::ExtraTime => wire::Phase::ExtraTime,
            GamePhase::Timeout => wire::Phase::Timeout,
        },
        set_play: match packet.set_play {
            SetPlay::None => wire::SetPlay::None,
            SetPlay::DirectFreeKick | SetPlay::PushingFreeKick => wire::SetPlay::DirectFreeKick,
            SetPlay::IndirectFreeKick => wire::SetPlay::IndirectFreeKick,
            SetPlay::PenaltyKick => wire::SetPlay::PenaltyKick,
            SetPlay::ThrowIn => wire::SetPlay::ThrowIn,
            SetPlay::GoalKick => wire::SetPlay::GoalKick,
            SetPlay::CornerKick => wire::SetPlay::CornerKick,
        },
        kicking: match situation.kicking() {
            Kicking::Nobody => wire::Kicking::Nobody,
            Kicking::Ours => wire::Kicking::Ours,
            Kicking::Theirs => wire::Kicking::Theirs,
        },
        division: match packet.competition {
            Competition::Spl { .. } => wire::Division::None,
            Competition::Humanoid(Division::Small) => wire::Division::Small,
            Competition::Humanoid(Division::Middle) => wire::Division::Middle,
            Competition::Humanoid(Division::Large) => wire::Division::Large,
        },
        first_half: packet.first_half,
        players_per_team: packet.players_per_team,
        number: situation.number(),
        our_goalkeeper: ours.goalkeeper.unwrap_or(0),
        remaining_sec: packet.secs_remaining,
        secondary_sec: packet.secondary_time,
        message_budget: ours.message_budget,
        our_penalties: penalties(ours),
        their_penalties: penalties(theirs),
        our_cautions: ours.players.map(|player| player.cautions),
        whistle: wire::Whistle::None,
        ..SoccerReferee::default()
    }
}

/// Returns the state as skills know it. In a timeout and in STANDBY the robot waits as in INITIAL;
/// while play is stopped, as in SET.
fn game_state(packet: &ControlPacket) -> u32 {
    match packet.state {
        _ if packet.phase == GamePhase::Timeout => game::GS_SPL_INITIAL,
        State::Initial | State::Standby => game::GS_SPL_INITIAL,
        State::Ready | State::Playing if packet.stopped => game::GS_SPL_SET,
        State::Ready => game::GS_SPL_READY,
        State::Set => game::GS_SPL_SET,
        State::Playing => game::GS_SPL_PLAY,
        State::Finished => game::GS_SPL_FINISHED,
    }
}

/// Returns a penalty as skills know it.
fn penalty_code(of: Penalty) -> u16 {
    match of {
        Penalty::IllegalPosition | Penalty::IllegalPositionInSet => {
            penalty::SPL_PENALTY_ILLEGAL_POSITION
        }
        Penalty::MotionInSet | Penalty::MotionInStandby => penalty::SPL_PENALTY_MOTION_IN_SET,
        Penalty::MotionInStop => penalty::SPL_PENALTY_MOTION_IN_STOP,
        Penalty::LocalGameStuck => penalty::SPL_PENALTY_LOCAL_GAME_STUCK,
        Penalty::Incapable => penalty::SPL_PENALTY_INACTIVE_PLAYER,
        Penalty::PickUp => penalty::SPL_PENALTY_REQ_FOR_PICKUP,
        Penalty::BallHolding | Penalty::IllegalBallContact => penalty::SPL_PENALTY_BALL_HOLDING,
        Penalty::ArmsOrHands => penalty::SPL_PENALTY_PLAYING_WITH_HANDS,
        Penalty::LeavingTheField => penalty::SPL_PENALTY_LEAVING_THE_FIELD,
        Penalty::Pushing => penalty::SPL_PENALTY_PLAYER_PUSHING,
        Penalty::Stance => penalty::SPL_PENALTY_PLAYER_STANCE,
        Penalty::Cautioned => penalty::SPL_PENALTY_CAUTIONED,
        Penalty::SentOff => penalty::SPL_PENALTY_SENT_OFF,
        Penalty::Substitute => penalty::SPL_PENALTY_SUBSTITUTE,
        Penalty::Manual => penalty::SPL_PENALTY_MANUAL,
    }
}
