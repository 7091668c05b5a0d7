//! A robot's view of the referee: the newest packet of its game.

use crate::control::{ControlPacket, NO_TEAM, PLAYERS, PlayerInfo, Team};
use crate::error::PacketError;
use crate::values::{GamePhase, Penalty, SetPlay, State};
use core::fmt;
use core::time::Duration;

/// A player of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerId {
    team: u8,
    number: u8,
}

impl PlayerId {
    /// Returns player `number`, 1 to 20, of `team`, 0 to 254.
    ///
    /// # Errors
    /// [`WrongPlayerId`] if one of the numbers is out of range.
    pub const fn new(team: u8, number: u8) -> Result<Self, WrongPlayerId> {
        if team == NO_TEAM {
            return Err(WrongPlayerId::Team(team));
        }
        if number == 0 || number as usize > PLAYERS {
            return Err(WrongPlayerId::Number(number));
        }
        Ok(Self { team, number })
    }

    /// Returns the number of the team.
    #[must_use]
    pub const fn team(self) -> u8 {
        self.team
    }

    /// Returns the number of the player in its team.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.number
    }
}

/// A number that no team or no player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrongPlayerId {
    /// The number of a team.
    Team(u8),
    /// The number of a player.
    Number(u8),
}

impl fmt::Display for WrongPlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Team(found) => write!(f, "no team has the number {found}: expected 0 to 254"),
            Self::Number(found) => write!(f, "no player has the number {found}: expected 1 to 20"),
        }
    }
}

impl core::error::Error for WrongPlayerId {}

/// The reason why a packet is ignored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rejected {
    /// A field has an invalid value.
    Packet(PacketError),
    /// The packet is of a game in which our team does not play.
    OtherGame {
        /// The number of our team.
        team: u8,
        /// The teams of the game.
        found: [u8; 2],
    },
    /// A newer packet has arrived before, or another one with its number.
    Late {
        /// The number of the packet.
        number: u8,
        /// The number of the newest packet.
        newest: u8,
    },
}

impl From<PacketError> for Rejected {
    fn from(error: PacketError) -> Self {
        Self::Packet(error)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => error.fmt(f),
            Self::OtherGame { team, found: [home, away] } => {
                write!(f, "a game of teams {home} and {away}, expected team {team}")
            }
            Self::Late { number, newest } if number == newest => {
                write!(f, "another packet {number} came before")
            }
            Self::Late { number, newest } => write!(f, "packet {number} came after {newest}"),
        }
    }
}

impl core::error::Error for Rejected {}

/// The reason why there is no [`Situation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoReferee {
    /// No packet has been accepted yet.
    NeverHeard,
    /// No packet has been accepted for this time.
    Silent(Duration),
}

impl fmt::Display for NoReferee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverHeard => f.write_str("no packet from the referee yet"),
            Self::Silent(time) => {
                write!(f, "no packet from the referee for {:.1} s", time.as_secs_f32())
            }
        }
    }
}

impl core::error::Error for NoReferee {}

/// The team that executes a kick-off or a set play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kicking {
    /// No team, or it is unknown.
    Nobody,
    /// Our team.
    Ours,
    /// The other team.
    Theirs,
}

/// The newest accepted packet.
#[derive(Clone, Copy, Debug)]
struct Newest {
    packet: ControlPacket,
    at: Duration,
}

/// Keeps the newest control packet of our game.
///
/// Times are those of any clock that never goes back.
#[derive(Clone, Copy, Debug)]
pub struct Receiver {
    player: PlayerId,
    newest: Option<Newest>,
}

impl Receiver {
    /// The time without a packet after which there is no [`Situation`]: ten packets.
    pub const SILENCE: Duration = Duration::from_secs(5);
    /// The time within which a packet with a smaller number is late: two periods of the referee. A
    /// referee that is restarted and counts from 0 is obeyed after it.
    const LATE: Duration = Duration::from_secs(1);
    /// The largest difference between the newest number and that of a late packet; numbers wrap.
    const LATE_NUMBERS: u8 = i8::MAX as u8;

    /// Returns a receiver for a player.
    #[must_use]
    pub const fn new(player: PlayerId) -> Self {
        Self { player, newest: None }
    }

    /// Returns the player that the receiver was made for.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        self.player
    }

    /// Takes a packet that arrived at the time `now`.
    ///
    /// # Errors
    /// [`Rejected`] if the packet is wrong, is of another game, or is older than the newest; then
    /// nothing has changed.
    pub fn receive(&mut self, bytes: &[u8], now: Duration) -> Result<&ControlPacket, Rejected> {
        let packet = ControlPacket::parse(bytes)?;
        let found = packet.teams.map(|team| team.number);
        let team = self.player.team;
        if !found.contains(&team) {
            return Err(Rejected::OtherGame { team, found });
        }
        if let Some(Newest { packet: newest, at }) = &self.newest {
            let lag = newest.packet_number.wrapping_sub(packet.packet_number);
            // The network may repeat the newest; another one with its number is none of the referee's.
            let is_late = match lag {
                0 => *newest != packet,
                lag => lag <= Self::LATE_NUMBERS,
            };
            if is_late && now.saturating_sub(*at) < Self::LATE && newest.version == packet.version {
                let (number, newest) = (packet.packet_number, newest.packet_number);
                return Err(Rejected::Late { number, newest });
            }
        }
        Ok(&self.newest.insert(Newest { packet, at: now }).packet)
    }

    /// Returns the newest packet, however old it is.
    #[must_use]
    pub fn newest(&self) -> Option<&ControlPacket> {
        self.newest.as_ref().map(|newest| &newest.packet)
    }

    /// Returns the situation at the time `now`.
    ///
    /// # Errors
    /// [`NoReferee`] if no packet was accepted within [`SILENCE`](Self::SILENCE).
    pub fn situation(&self, now: Duration) -> Result<Situation<'_>, NoReferee> {
        let situation = self.situation_of_newest(now).ok_or(NoReferee::NeverHeard)?;
        if situation.age >= Self::SILENCE {
            return Err(NoReferee::Silent(situation.age));
        }
        Ok(situation)
    }

    /// Returns the situation by the newest packet, however old it is.
    #[must_use]
    pub fn situation_of_newest(&self, now: Duration) -> Option<Situation<'_>> {
        let Newest { packet, at } = self.newest.as_ref()?;
        Some(Situation { packet, player: self.player, age: now.saturating_sub(*at) })
    }
}

/// The contents of a packet, from the viewpoint of our player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation<'a> {
    packet: &'a ControlPacket,
    player: PlayerId,
    age: Duration,
}

impl<'a> Situation<'a> {
    /// Returns the packet that the situation is derived from.
    #[must_use]
    pub fn packet(&self) -> &'a ControlPacket {
        self.packet
    }

    /// Returns the number of our player in its team.
    #[must_use]
    pub fn number(&self) -> u8 {
        self.player.number
    }

    /// Returns the time since the packet arrived.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.age
    }

    /// Returns whether our team is the packet's first, which defends the left goal seen from the
    /// referee's table.
    #[must_use]
    pub fn is_left(&self) -> bool {
        let [left, _] = &self.packet.teams;
        left.number == self.player.team
    }

    /// Returns our team's part of the packet.
    #[must_use]
    pub fn ours(&self) -> &'a Team {
        let [left, right] = &self.packet.teams;
        if self.is_left() { left } else { right }
    }

    /// Returns the other team.
    #[must_use]
    pub fn theirs(&self) -> &'a Team {
        let [left, right] = &self.packet.teams;
        if self.is_left() { right } else { left }
    }

    /// Returns our player's part of the packet.
    #[must_use]
    pub fn me(&self) -> PlayerInfo {
        let index = usize::from(self.player.number.saturating_sub(1));
        self.ours().players.get(index).copied().unwrap_or_default()
    }

    /// Returns our player's penalty.
    #[must_use]
    pub fn penalty(&self) -> Option<Penalty> {
        self.me().penalty
    }

    /// Returns the estimated time until our player's penalty is over; zero if it has none, or the
    /// referee does not know.
    #[must_use]
    pub fn penalty_left(&self) -> Duration {
        Duration::from_secs(self.me().secs_till_unpenalized.into()).saturating_sub(self.age)
    }

    /// Returns the team that executes the kick-off or the set play.
    #[must_use]
    pub fn kicking(&self) -> Kicking {
        match self.packet.kicking_team {
            None => Kicking::Nobody,
            Some(team) if team == self.player.team => Kicking::Ours,
            Some(_) => Kicking::Theirs,
        }
    }

    /// Returns whether the state is one of a kick-off: the ball is on the center in SET.
    #[must_use]
    pub fn is_kickoff(&self) -> bool {
        self.packet.set_play == SetPlay::None && self.packet.phase != GamePhase::PenaltyShootOut
    }

    /// Returns whether our player is the goalkeeper.
    #[must_use]
    pub fn is_goalkeeper(&self) -> bool {
        self.ours().goalkeeper == Some(self.player.number)
    }

    /// Returns whether our player may walk: in READY and PLAYING, without a penalty, while play is
    /// not stopped and there is no timeout.
    #[must_use]
    pub fn may_move(&self) -> bool {
        matches!(self.packet.state, State::Ready | State::Playing)
            && !self.packet.stopped
            && self.packet.phase != GamePhase::Timeout
            && self.penalty().is_none()
    }
}
