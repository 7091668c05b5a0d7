//! Control packets: parsing.

use crate::bytes::Reader;
use crate::error::{FieldValue, PacketError};
use crate::format::{COLORS, DIVISIONS, FLAG, Format, PHASES};
use crate::values::{Color, Competition, GamePhase, Penalty, SetPlay, State, Version};

/// The number of players that a packet describes for each team.
pub const PLAYERS: usize = 20;
/// The length of the longest control packet, in bytes.
pub const MAX_CONTROL_BYTES: usize = 198;

pub(crate) const HEADER: [u8; 4] = *b"RGme";
/// The code for "no team" of `kickingTeam`, so no team has this number.
pub(crate) const NO_TEAM: u8 = 255;
pub(crate) const PLAYER_NUMBER: &str = "0 (none) to 20";
pub(crate) const PLAYERS_PER_TEAM: &str = "1 to 20";
pub(crate) const TEAM_NUMBER: &str = "0 to 254, another one than the other team's";
pub(crate) const KICKING_TEAM: &str = "the number of one of the teams, or 255 for none";

/// A player in a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerInfo {
    /// The penalty of the player, if any.
    pub penalty: Option<Penalty>,
    /// The estimated time until the penalty is over, s; 0 if the referee does not know.
    pub secs_till_unpenalized: u8,
    /// The number of warnings; always 0 but in version 19.
    pub warnings: u8,
    /// The number of cautions (yellow cards); always 0 in version 18.
    pub cautions: u8,
}

/// A team in a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Team {
    /// The number, 0 to 254.
    pub number: u8,
    /// The color of the field players.
    pub field_player_color: Color,
    /// The color of the goalkeeper.
    pub goalkeeper_color: Color,
    /// The number of the player that is the goalkeeper, 1 to 20.
    pub goalkeeper: Option<u8>,
    /// The number of goals.
    pub score: u8,
    /// The number of penalty shots taken. In version 18 outside a penalty shoot-out, 1 if the
    /// team plays in fallback mode.
    pub penalty_shot: u8,
    /// The penalty shots that scored: bit n for shot n.
    pub single_shots: u16,
    /// The number of messages that the team may still send.
    pub message_budget: u16,
    /// The players; player n has the index n - 1.
    pub players: [PlayerInfo; PLAYERS],
}

/// A control packet, which the referee sends to the robots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlPacket {
    /// The number of the packet; 0 comes after 255.
    pub packet_number: u8,
    /// The number of players of each team that may play at the same time, 1 to 20.
    pub players_per_team: u8,
    /// The version of the packet.
    pub version: Version,
    /// The competition, which the version must have.
    pub competition: Competition,
    /// Play is stopped: no robot may move; always `false` in version 18.
    pub stopped: bool,
    /// The phase of the game.
    pub phase: GamePhase,
    /// The state of the game.
    pub state: State,
    /// The set play that is executed in this state.
    pub set_play: SetPlay,
    /// The first half of the game, or of extra time.
    pub first_half: bool,
    /// The number of the team that kicks off, or executes the set play.
    pub kicking_team: Option<u8>,
    /// The estimated time until the end of the half, s; negative after that.
    pub secs_remaining: i16,
    /// The time that is shown as secondary time, s: until READY, a set play or a timeout is over.
    pub secondary_time: i16,
    /// The teams. The first defends the left goal, seen from the referee's table.
    pub teams: [Team; 2],
}

impl ControlPacket {
    /// Reads a packet.
    ///
    /// # Errors
    /// Returns an error naming the first invalid field.
    pub fn parse(bytes: &[u8]) -> Result<Self, PacketError> {
        let version = check_start(bytes)?;
        let format = version.format();
        let mut reader = Reader::new(bytes, 5);
        let r = &mut reader;
        let packet_number = r.u8();
        let players_per_team = r.checked("playersPerTeam", PLAYERS_PER_TEAM, |number| {
            (1..=20).contains(&number).then_some(number)
        })?;
        let (competition, stopped) = match version {
            Version::V18 => {
                let playoff = r.checked("competitionPhase", FLAG.expected, |c| FLAG.value(c))?;
                let most_passes = r.checked("competitionType", FLAG.expected, |c| FLAG.value(c))?;
                (Competition::Spl { playoff, most_passes }, false)
            }
            Version::V19 | Version::V20 => {
                let division =
                    r.checked("competitionType", DIVISIONS.expected, |c| DIVISIONS.value(c))?;
                let stopped = r.checked("stopped", FLAG.expected, |c| FLAG.value(c))?;
                (Competition::Humanoid(division), stopped)
            }
        };
        let phase = r.checked("gamePhase", PHASES.expected, |c| PHASES.value(c))?;
        let state = r.checked("state", format.states.expected, |c| format.states.value(c))?;
        let set_play =
            r.checked("setPlay", format.set_plays.expected, |c| format.set_plays.value(c))?;
        let first_half = r.checked("firstHalf", FLAG.expected, |c| FLAG.value(c))?;
        let kicking_place = r.place.offset;
        let kicking = r.u8();
        let (secs_remaining, secondary_time) = (r.i16(), r.i16());
        let home = team(r, format, 0, None)?;
        let away = team(r, format, 1, Some(home.number))?;
        let kicking_team = (kicking != NO_TEAM).then_some(kicking);
        if kicking_team.is_some_and(|number| number != home.number && number != away.number) {
            let found = FieldValue::Number(kicking.into());
            return Err(PacketError::new(kicking_place, "kickingTeam", found, KICKING_TEAM));
        }
        Ok(Self {
            packet_number,
            players_per_team,
            version,
            competition,
            stopped,
            phase,
            state,
            set_play,
            first_half,
            kicking_team,
            secs_remaining,
            secondary_time,
            teams: [home, away],
        })
    }
}

/// Checks header, version and length; returns the version.
fn check_start(bytes: &[u8]) -> Result<Version, PacketError> {
    let wrong_length = |expected| {
        let found = FieldValue::Number(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        PacketError::new(bytes.len(), "length", found, expected)
    };
    let any = "118 bytes (version 18), 198 (version 19) or 158 (version 20)";
    let (&header, rest) = bytes.split_first_chunk().ok_or_else(|| wrong_length(any))?;
    if header != HEADER {
        return Err(PacketError::new(0, "header", FieldValue::Bytes(header), "\"RGme\""));
    }
    let (version, expected) = match rest.first() {
        Some(18) => (Version::V18, "118 bytes"),
        Some(19) => (Version::V19, "198 bytes"),
        Some(20) => (Version::V20, "158 bytes"),
        Some(&other) => {
            let found = FieldValue::Number(other.into());
            return Err(PacketError::new(4, "version", found, "18 to 20"));
        }
        None => return Err(wrong_length(any)),
    };
    if bytes.len() == version.bytes() { Ok(version) } else { Err(wrong_length(expected)) }
}

/// Reads the team with this index; its number is not `other`.
fn team(
    r: &mut Reader<'_>,
    format: &Format,
    index: u8,
    other: Option<u8>,
) -> Result<Team, PacketError> {
    r.place.team = Some(index);
    let number = r.checked("teamNumber", TEAM_NUMBER, |number| {
        (number != NO_TEAM && Some(number) != other).then_some(number)
    })?;
    let field_player_color =
        r.checked("fieldPlayerColour", COLORS.expected, |c| COLORS.value(c))?;
    let goalkeeper_color = r.checked("goalkeeperColour", COLORS.expected, |c| COLORS.value(c))?;
    let goalkeeper = r.checked("goalkeeper", PLAYER_NUMBER, |number| match number {
        0 => Some(None),
        1..=20 => Some(Some(number)),
        _ => None,
    })?;
    let mut team = Team {
        number,
        field_player_color,
        goalkeeper_color,
        goalkeeper,
        score: r.u8(),
        penalty_shot: r.u8(),
        single_shots: r.u16(),
        message_budget: r.u16(),
        players: [PlayerInfo::default(); PLAYERS],
    };
    let codes = &format.penalties;
    for (index, player) in (0..).zip(&mut team.players) {
        r.place.player = Some(index);
        player.penalty = r.checked("penalty", codes.expected, |c| codes.value(c))?;
        player.secs_till_unpenalized = r.u8();
        if format.has_warnings {
            player.warnings = r.u8();
        }
        if format.has_cautions {
            player.cautions = r.u8();
        }
    }
    r.place.player = None;
    Ok(team)
}
