//! Return packets: what a robot sends to the referee.

use crate::bytes::{Reader, Writer};
use crate::error::{FieldValue, PacketError};
use crate::receiver::PlayerId;

/// The length of a return packet, in bytes.
pub const RETURN_BYTES: usize = 32;

const HEADER: [u8; 4] = *b"RGrt";
const VERSION: u8 = 4;
const FINITE: &str = "a finite number";
const AGE: &str = "-1 (never seen), or at least 0";

/// The ball as a robot sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ball {
    /// The time since it was seen, s.
    pub age_sec: f32,
    /// The distance to the front and to the left of the robot, mm.
    pub position_mm: [f32; 2],
}

/// A return packet of version 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReturnPacket {
    /// The robot that sends the packet.
    pub player: PlayerId,
    /// Whether the robot is fallen and cannot play.
    pub fallen: bool,
    /// The robot's place, mm, and direction, rad. (0, 0) is the center of the field, x points to
    /// the opponents' goal, y to the left.
    pub pose: [f32; 3],
    /// The ball, if the robot has ever seen it.
    pub ball: Option<Ball>,
}

impl ReturnPacket {
    /// Returns the bytes of the packet.
    ///
    /// # Errors
    /// Returns an error naming the first number that is not finite, or a negative age.
    pub fn write(&self) -> Result<[u8; RETURN_BYTES], PacketError> {
        let mut bytes = [0; RETURN_BYTES];
        let mut w = Writer::new(&mut bytes);
        w.put(&HEADER);
        w.put(&[VERSION, self.player.number(), self.player.team(), self.fallen.into()]);
        for component in self.pose {
            w.real("pose", FINITE, component, component.is_finite())?;
        }
        let age = self.ball.map_or(-1.0, |ball| ball.age_sec);
        let is_age = self.ball.is_none() || age.is_finite() && age >= 0.0;
        w.real("ballAge", AGE, age, is_age)?;
        for component in self.ball.map_or([0.0; 2], |ball| ball.position_mm) {
            w.real("ball", FINITE, component, component.is_finite())?;
        }
        Ok(bytes)
    }

    /// Reads a packet.
    ///
    /// # Errors
    /// Returns an error naming the first invalid field.
    pub fn parse(bytes: &[u8]) -> Result<Self, PacketError> {
        if bytes.len() != RETURN_BYTES {
            let found = FieldValue::Number(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
            return Err(PacketError::new(bytes.len(), "length", found, "32 bytes"));
        }
        if let Some(&header) = bytes.first_chunk()
            && header != HEADER
        {
            return Err(PacketError::new(0, "header", FieldValue::Bytes(header), "\"RGrt\""));
        }
        let mut r = Reader::new(bytes, HEADER.len());
        r.checked("version", "4", |version| (version == VERSION).then_some(()))?;
        let number = r.checked("playerNum", "1 to 20", |n| (1..=20).contains(&n).then_some(n))?;
        let player = r.checked("teamNum", "0 to 254", |team| PlayerId::new(team, number).ok())?;
        let fallen = r.checked("fallen", "0 or 1", |byte| (byte <= 1).then_some(byte == 1))?;
        let mut pose = [0.0; 3];
        for component in &mut pose {
            *component = r.real("pose", FINITE, f32::is_finite)?;
        }
        #[allow(clippy::float_cmp)] // the code of a ball that was never seen
        let never = |age: f32| age == -1.0;
        let age_sec = r.real("ballAge", AGE, |age| never(age) || age.is_finite() && age >= 0.0)?;
        let mut position_mm = [0.0; 2];
        for component in &mut position_mm {
            *component = r.real("ball", FINITE, f32::is_finite)?;
        }
        let ball = (!never(age_sec)).then_some(Ball { age_sec, position_mm });
        Ok(Self { player, fallen, pose, ball })
    }
}
