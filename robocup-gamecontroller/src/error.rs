//! Errors of the codec.

use core::fmt;

/// A field of a packet, with the name that it has in the league's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name of the field in the league's header.
    pub name: &'static str,
    /// The index in `teams` of the team that the field is in.
    pub team: Option<u8>,
    /// The index in `players` of the player that the field is in: one less than its number.
    pub player: Option<u8>,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(team) = self.team {
            write!(f, "teams[{team}].")?;
        }
        if let Some(player) = self.player {
            write!(f, "players[{player}].")?;
        }
        f.write_str(self.name)
    }
}

/// An invalid value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FieldValue {
    /// An integer of one to four bytes.
    Number(u32),
    /// The four bytes of a header.
    Bytes([u8; 4]),
    /// A floating point number.
    Real(f32),
    /// A value that has no code in this version.
    NoCode,
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldValue::Number(number) => write!(f, "{number}"),
            FieldValue::Bytes(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
            FieldValue::Real(number) => write!(f, "{number}"),
            FieldValue::NoCode => f.write_str("a value of another version"),
        }
    }
}

/// An invalid value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PacketError {
    /// The offset of the field from the start of the packet, in bytes. For a wrong length, the end
    /// of the packet.
    pub offset: usize,
    /// The invalid field.
    pub field: Field,
    /// The invalid value.
    pub found: FieldValue,
    /// The valid values.
    pub expected: &'static str,
}

impl PacketError {
    /// Returns the version of a control packet, if the packet is refused because that is unknown: it
    /// is of another season.
    #[must_use]
    pub fn unknown_version(&self) -> Option<u8> {
        match self.found {
            FieldValue::Number(found) if self.field.name == "version" => u8::try_from(found).ok(),
            _ => None,
        }
    }

    /// Returns an error in a field that is not inside a team.
    pub(crate) const fn new(
        offset: usize,
        name: &'static str,
        found: FieldValue,
        expected: &'static str,
    ) -> Self {
        Self { offset, field: Field { name, team: None, player: None }, found, expected }
    }
}

impl fmt::Display for PacketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, field, found, expected } = self;
        write!(f, "byte {offset}: `{field}` is {found}, expected {expected}")
    }
}

impl core::error::Error for PacketError {}
