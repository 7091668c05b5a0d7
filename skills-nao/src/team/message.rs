//! The message that the robots of a team send each other: 46 bytes, little endian.
//!
//! The table of its layout is in the book's page on teams; a test reads messages by that table alone.
//! Every message that is accepted has exactly one form: encoding it again gives the same bytes.

use crate::interfaces::mates::Role;
pub use crate::world_model::BallReport;
use core::f32::consts::PI;
use core::fmt;

/// The number of bytes of a message.
pub const LENGTH: usize = 46;
/// The version of the layout.
pub const VERSION: u8 = 1;
/// The first two bytes.
pub const MAGIC: [u8; 2] = *b"NT";
/// The largest number of a player.
pub const MAX_NUMBER: u8 = 20;

/// The flags.
const FALLEN: u8 = 1;
const PENALIZED: u8 = 2;
const BALL: u8 = 4;
/// The units, per m (rad, s, one).
const PLACE_UNIT: f32 = 1000.0;
const ANGLE_UNIT: f32 = 10_000.0;
const TIME_UNIT: f32 = 100.0;
const SHARE_UNIT: f32 = 100.0;
/// The limits: of a coordinate, m, and of a speed, m/s.
const MAX_PLACE_M: f32 = 20.0;
const MAX_SPEED_M_PER_SEC: f32 = 10.0;
/// A time that does not exist.
const NEVER: u16 = u16::MAX;

/// A place with its uncertainty, in the team's view of the field.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MatePose {
    /// Towards the opponents' goal from the center, m.
    pub x_m: f32,
    /// To the left of that, m.
    pub y_m: f32,
    /// The orientation, rad; 0 faces the opponents' goal.
    pub theta_rad: f32,
    /// The standard deviation in x and in y, m.
    pub deviation_m: f32,
    /// The standard deviation of the orientation, rad.
    pub theta_deviation_rad: f32,
}

/// A message.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TeamMessage {
    /// The number of the team.
    pub team: u8,
    /// The number of the sender, 1 to 20.
    pub player: u8,
    /// The number of the message, one more than that of the sender's last one; it wraps.
    pub sequence: u32,
    /// The time of the sender's clock, ms; it wraps.
    pub time_ms: u32,
    /// Whether the sender is on the ground.
    pub fallen: bool,
    /// Whether the sender has a penalty.
    pub penalized: bool,
    /// The role of the sender.
    pub role: Role,
    /// The place of the sender.
    pub pose: MatePose,
    /// The ball, if the sender has ever seen it.
    pub ball: Option<BallReport>,
    /// The time until the sender would be ready to kick the ball, s; at most 655.34. `None`: it cannot, or
    /// leaves the ball to others.
    pub to_ball_sec: Option<f32>,
    /// The place that the sender walks to, m.
    pub target_m: (f32, f32),
}

/// A field that cannot be encoded: it is not a number, or beyond its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodeError {
    /// The name of the field in the book's table.
    pub field: &'static str,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a number or out of range", self.field)
    }
}

/// The reason to refuse a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// It has fewer bytes than a message.
    Short {
        /// The number of bytes.
        length: usize,
    },
    /// It has more bytes than a message.
    Long {
        /// The number of bytes.
        length: usize,
    },
    /// It does not begin as a team message.
    Magic,
    /// It has another version.
    Version {
        /// The version.
        found: u8,
    },
    /// It is of another team.
    ForeignTeam {
        /// The number of that team.
        found: u8,
    },
    /// It has the receiver's own number.
    OwnNumber,
    /// A field has a value that is not allowed.
    Field {
        /// The position of its first byte.
        offset: usize,
        /// The name of the field in the book's table.
        field: &'static str,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { length } => write!(f, "{length} bytes are too few, not {LENGTH}"),
            Self::Long { length } => write!(f, "{length} bytes are too many, not {LENGTH}"),
            Self::Magic => f.write_str("bytes 0 and 1 are not those of a team message"),
            Self::Version { found } => write!(f, "version {found} at byte 2, not {VERSION}"),
            Self::ForeignTeam { found } => write!(f, "byte 3: a message of team {found}"),
            Self::OwnNumber => f.write_str("byte 4: the receiver's own number"),
            Self::Field { offset, field } => write!(f, "byte {offset}: `{field}` out of range"),
        }
    }
}

impl core::error::Error for EncodeError {}
impl core::error::Error for DecodeError {}

/// Writes fields one after another; bytes beyond the end are dropped.
struct Writer {
    bytes: [u8; LENGTH],
    at: usize,
}

impl Writer {
    fn put<const N: usize>(&mut self, part: [u8; N]) {
        for byte in part {
            if let Some(place) = self.bytes.get_mut(self.at) {
                *place = byte;
            }
            self.at += 1;
        }
    }

    /// Writes a number in units, at most `most` in size.
    fn signed(
        &mut self,
        field: &'static str,
        of: f32,
        unit: f32,
        most: f32,
    ) -> Result<(), EncodeError> {
        if !(-most..=most).contains(&of) {
            return Err(EncodeError { field });
        }
        // The cast is exact: the limits times the units are less than 32768.
        #[allow(clippy::cast_possible_truncation)]
        self.put((libm::roundf(of * unit) as i16).to_le_bytes());
        Ok(())
    }

    /// Writes a number in units that is not negative; more than `most` units become `most`.
    fn unsigned(
        &mut self,
        field: &'static str,
        of: f32,
        unit: f32,
        most: u16,
    ) -> Result<(), EncodeError> {
        if of.is_nan() || of < 0.0 {
            return Err(EncodeError { field });
        }
        let units = libm::roundf(of * unit).min(f32::from(most));
        // The cast is exact: between 0 and 65535.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        self.put((units as u16).to_le_bytes());
        Ok(())
    }
}

/// Reads fields one after another; there are zeros beyond the end.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let part =
            core::array::from_fn(|index| self.bytes.get(self.at + index).copied().unwrap_or(0));
        self.at += N;
        part
    }

    fn byte(&mut self) -> u8 {
        let [byte] = self.take();
        byte
    }

    /// Returns the error of the field of `N` bytes that was just read.
    fn error<const N: usize>(&self, field: &'static str) -> DecodeError {
        DecodeError::Field { offset: self.at.saturating_sub(N), field }
    }

    fn signed(&mut self, field: &'static str, unit: f32, most: f32) -> Result<f32, DecodeError> {
        let of = f32::from(i16::from_le_bytes(self.take())) / unit;
        if (-most..=most).contains(&of) { Ok(of) } else { Err(self.error::<2>(field)) }
    }

    fn unsigned(&mut self, unit: f32) -> f32 {
        f32::from(u16::from_le_bytes(self.take())) / unit
    }
}

/// The largest encoded angle, rad: half a turn, rounded up to the unit.
const MAX_ANGLE_RAD: f32 = 31_416.0 / ANGLE_UNIT;

fn code(role: Role) -> u8 {
    match role {
        Role::None => 0,
        Role::Keeper => 1,
        Role::Striker => 2,
        Role::Supporter => 3,
        Role::Defender => 4,
    }
}

fn role(code: u8) -> Option<Role> {
    let roles = [Role::None, Role::Keeper, Role::Striker, Role::Supporter, Role::Defender];
    roles.into_iter().find(|role| self::code(*role) == code)
}

impl TeamMessage {
    /// Returns the bytes of the message.
    ///
    /// # Errors
    /// [`EncodeError`] if a number is NaN or infinite, a player is not 1 to 20, a coordinate is beyond 20 m,
    /// a speed beyond 10 m/s, a share not 0 to 1, or a time or a deviation is negative. Longer times and larger
    /// deviations than the layout has become the largest ones.
    pub fn encode(&self) -> Result<[u8; LENGTH], EncodeError> {
        let mut out = Writer { bytes: [0; LENGTH], at: 0 };
        if !(1..=MAX_NUMBER).contains(&self.player) {
            return Err(EncodeError { field: "player" });
        }
        let flag = |is_so, bit| if is_so { bit } else { 0 };
        let flags = flag(self.fallen, FALLEN)
            | flag(self.penalized, PENALIZED)
            | flag(self.ball.is_some(), BALL);
        out.put(MAGIC);
        out.put([VERSION, self.team, self.player, flags, code(self.role), 0]);
        out.put(self.sequence.to_le_bytes());
        out.put(self.time_ms.to_le_bytes());
        let pose = &self.pose;
        if !pose.theta_rad.is_finite() {
            return Err(EncodeError { field: "theta" });
        }
        // Half a turn may be rounded up.
        let is_wrapped = pose.theta_rad.abs() <= MAX_ANGLE_RAD;
        let theta =
            if is_wrapped { pose.theta_rad } else { libm::remainderf(pose.theta_rad, 2.0 * PI) };
        out.signed("x", pose.x_m, PLACE_UNIT, MAX_PLACE_M)?;
        out.signed("y", pose.y_m, PLACE_UNIT, MAX_PLACE_M)?;
        out.signed("theta", theta, ANGLE_UNIT, MAX_ANGLE_RAD)?;
        out.unsigned("deviation", pose.deviation_m, PLACE_UNIT, u16::MAX)?;
        out.unsigned("theta_deviation", pose.theta_deviation_rad, ANGLE_UNIT, u16::MAX)?;
        let ball = self.ball.unwrap_or_default();
        out.signed("ball_x", ball.x_m, PLACE_UNIT, MAX_PLACE_M)?;
        out.signed("ball_y", ball.y_m, PLACE_UNIT, MAX_PLACE_M)?;
        out.signed("ball_vx", ball.x_m_per_sec, PLACE_UNIT, MAX_SPEED_M_PER_SEC)?;
        out.signed("ball_vy", ball.y_m_per_sec, PLACE_UNIT, MAX_SPEED_M_PER_SEC)?;
        out.unsigned("ball_deviation", ball.deviation_m, PLACE_UNIT, u16::MAX)?;
        out.unsigned("ball_age", ball.age_sec, TIME_UNIT, u16::MAX)?;
        if ball.confidence > 1.0 {
            return Err(EncodeError { field: "ball_confidence" });
        }
        out.unsigned("ball_confidence", ball.confidence, SHARE_UNIT, 100)?;
        match self.to_ball_sec {
            None => out.put(NEVER.to_le_bytes()),
            Some(sec) => out.unsigned("to_ball", sec, TIME_UNIT, NEVER - 1)?,
        }
        out.signed("target_x", self.target_m.0, PLACE_UNIT, MAX_PLACE_M)?;
        out.signed("target_y", self.target_m.1, PLACE_UNIT, MAX_PLACE_M)?;
        Ok(out.bytes)
    }

    /// Returns the message in a packet, for the player `own` of `team`.
    ///
    /// # Errors
    /// [`DecodeError`] with the position and the reason.
    pub fn decode(packet: &[u8], team: u8, own: u8) -> Result<TeamMessage, DecodeError> {
        let mut from = Reader { bytes: packet, at: 0 };
        let length = packet.len();
        if length < MAGIC.len() + 1 {
            return Err(DecodeError::Short { length });
        }
        if from.take() != MAGIC {
            return Err(DecodeError::Magic);
        }
        let found = from.byte();
        if found != VERSION {
            return Err(DecodeError::Version { found });
        }
        if length < LENGTH {
            return Err(DecodeError::Short { length });
        }
        if length > LENGTH {
            return Err(DecodeError::Long { length });
        }
        let found = from.byte();
        if found != team {
            return Err(DecodeError::ForeignTeam { found });
        }
        let player = from.byte();
        if !(1..=MAX_NUMBER).contains(&player) {
            return Err(from.error::<1>("player"));
        }
        if player == own {
            return Err(DecodeError::OwnNumber);
        }
        decode_rest(&mut from, team, player)
    }
}

/// Reads the fields after the number of the player.
fn decode_rest(from: &mut Reader<'_>, team: u8, player: u8) -> Result<TeamMessage, DecodeError> {
    let flags = from.byte();
    if flags & !(FALLEN | PENALIZED | BALL) != 0 {
        return Err(from.error::<1>("flags"));
    }
    let Some(role) = role(from.byte()) else { return Err(from.error::<1>("role")) };
    if from.byte() != 0 {
        return Err(from.error::<1>("reserved"));
    }
    let sequence = u32::from_le_bytes(from.take());
    let time_ms = u32::from_le_bytes(from.take());
    let pose = MatePose {
        x_m: from.signed("x", PLACE_UNIT, MAX_PLACE_M)?,
        y_m: from.signed("y", PLACE_UNIT, MAX_PLACE_M)?,
        theta_rad: from.signed("theta", ANGLE_UNIT, MAX_ANGLE_RAD)?,
        deviation_m: from.unsigned(PLACE_UNIT),
        theta_deviation_rad: from.unsigned(ANGLE_UNIT),
    };
    let ball_at = from.at;
    let ball = BallReport {
        x_m: from.signed("ball_x", PLACE_UNIT, MAX_PLACE_M)?,
        y_m: from.signed("ball_y", PLACE_UNIT, MAX_PLACE_M)?,
        x_m_per_sec: from.signed("ball_vx", PLACE_UNIT, MAX_SPEED_M_PER_SEC)?,
        y_m_per_sec: from.signed("ball_vy", PLACE_UNIT, MAX_SPEED_M_PER_SEC)?,
        deviation_m: from.unsigned(PLACE_UNIT),
        age_sec: from.unsigned(TIME_UNIT),
        confidence: from.unsigned(SHARE_UNIT),
    };
    if ball.confidence > 1.0 {
        return Err(from.error::<2>("ball_confidence"));
    }
    // Without a ball its fields are 0.
    if flags & BALL == 0 && ball != BallReport::default() {
        return Err(DecodeError::Field { offset: ball_at, field: "ball_x" });
    }
    let never = u16::from_le_bytes(from.take());
    let target_m = (
        from.signed("target_x", PLACE_UNIT, MAX_PLACE_M)?,
        from.signed("target_y", PLACE_UNIT, MAX_PLACE_M)?,
    );
    Ok(TeamMessage {
        team,
        player,
        sequence,
        time_ms,
        fallen: flags & FALLEN != 0,
        penalized: flags & PENALIZED != 0,
        role,
        pose,
        ball: (flags & BALL != 0).then_some(ball),
        to_ball_sec: (never != NEVER).then(|| f32::from(never) / TIME_UNIT),
        target_m,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message with a value in each field.
    fn full() -> TeamMessage {
        TeamMessage {
            team: 5,
            player: 3,
            sequence: 70_000,
            time_ms: 123_456,
            fallen: true,
            penalized: false,
            role: Role::Defender,
            pose: MatePose {
                x_m: -1.5,
                y_m: 2.0,
                theta_rad: -3.0,
                deviation_m: 0.25,
                theta_deviation_rad: 0.1,
            },
            ball: Some(BallReport {
                x_m: 1.25,
                y_m: -0.5,
                x_m_per_sec: 0.5,
                y_m_per_sec: -1.0,
                deviation_m: 0.1,
                age_sec: 1.5,
                confidence: 0.9,
            }),
            to_ball_sec: Some(12.5),
            target_m: (1.0, -1.0),
        }
    }

    #[test]
    fn a_message_is_decoded_as_it_was_encoded() {
        let bytes = full().encode().unwrap();
        assert_eq!(TeamMessage::decode(&bytes, 5, 2), Ok(full()));
        let without = TeamMessage { ball: None, to_ball_sec: None, ..full() };
        assert_eq!(TeamMessage::decode(&without.encode().unwrap(), 5, 2), Ok(without));
    }

    #[test]
    fn each_refusal_says_where_and_why() {
        let bytes = full().encode().unwrap();
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes;
            bytes[at] = byte;
            TeamMessage::decode(&bytes, 5, 2)
        };
        assert_eq!(TeamMessage::decode(&bytes[..45], 5, 2), Err(DecodeError::Short { length: 45 }));
        assert_eq!(TeamMessage::decode(&[], 5, 2), Err(DecodeError::Short { length: 0 }));
        let mut long = [0; 47];
        long[..46].copy_from_slice(&bytes);
        assert_eq!(TeamMessage::decode(&long, 5, 2), Err(DecodeError::Long { length: 47 }));
        assert_eq!(with(0, b'R'), Err(DecodeError::Magic));
        assert_eq!(with(2, 9), Err(DecodeError::Version { found: 9 }));
        assert_eq!(with(3, 6), Err(DecodeError::ForeignTeam { found: 6 }));
        assert_eq!(TeamMessage::decode(&bytes, 5, 3), Err(DecodeError::OwnNumber));
        let field = |offset, field| Err(DecodeError::Field { offset, field });
        assert_eq!(with(4, 0), field(4, "player"));
        assert_eq!(with(5, 0x80), field(5, "flags"));
        assert_eq!(with(6, 5), field(6, "role"));
        assert_eq!(with(7, 1), field(7, "reserved"));
        assert_eq!(with(17, 0x7f), field(16, "x"));
        assert_eq!(with(21, 0x7f), field(20, "theta"));
        assert_eq!(with(39, 1), field(38, "ball_confidence"));
        assert_eq!(with(5, 0), field(26, "ball_x"), "a ball without its flag");
    }

    #[test]
    fn what_is_no_number_is_not_encoded() {
        let pose = MatePose { x_m: f32::NAN, ..full().pose };
        let error = TeamMessage { pose, ..full() }.encode().unwrap_err();
        assert_eq!(error.field, "x");
        let field = |message: TeamMessage| message.encode().unwrap_err().field;
        assert_eq!(field(TeamMessage { player: 21, ..full() }), "player");
        assert_eq!(field(TeamMessage { to_ball_sec: Some(-0.1), ..full() }), "to_ball");
        assert_eq!(field(TeamMessage { target_m: (0.0, f32::INFINITY), ..full() }), "target_y");
        let ball = BallReport { confidence: 1.1, ..BallReport::default() };
        assert_eq!(field(TeamMessage { ball: Some(ball), ..full() }), "ball_confidence");
        let pose = MatePose { theta_rad: f32::NEG_INFINITY, ..full().pose };
        assert_eq!(field(TeamMessage { pose, ..full() }), "theta");
        // Too long, too unsure: the largest value.
        let late = TeamMessage { to_ball_sec: Some(1e9), ..full() };
        let bytes = late.encode().unwrap();
        assert_eq!(TeamMessage::decode(&bytes, 5, 2).unwrap().to_ball_sec, Some(655.34));
    }

    /// Decodes packets that differ from messages in some bytes, or in their length. What is accepted has one
    /// form.
    fn mutate(count: u32, mut seed: u64) -> u32 {
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        let mut accepted = 0;
        for _ in 0..count {
            let mut packet = [0_u8; 64];
            packet[..LENGTH].copy_from_slice(&full().encode().unwrap());
            let low = |of: u64| u8::try_from(of % 256).unwrap();
            for _ in 0..next() % 4 {
                let at = usize::try_from(next()).unwrap() % LENGTH;
                packet[at] = low(next());
            }
            let length = if next() % 8 == 0 { usize::from(low(next()) % 65) } else { LENGTH };
            let packet = &packet[..length];
            match TeamMessage::decode(packet, 5, 2) {
                Ok(message) => {
                    accepted += 1;
                    assert_eq!(message.encode().unwrap(), *packet, "{message:?}");
                    assert!(message.player != 2 && message.team == 5);
                }
                Err(DecodeError::Field { offset, .. }) => assert!(offset < LENGTH),
                Err(_) => {}
            }
        }
        accepted
    }

    #[test]
    fn mutated_packets_are_refused_or_have_one_form() {
        assert!(mutate(20_000, 1) > 5_000);
    }

    #[test]
    #[ignore = "long: a million packets"]
    fn a_million_mutated_packets_are_refused_or_have_one_form() {
        assert!(mutate(1_000_000, 2) > 250_000);
    }
}
