//! Reading and writing a packet field by field, little endian.

use crate::error::{Field, FieldValue, PacketError};

/// A position in a packet, with the names of the array elements that it is in.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) offset: usize,
    pub(crate) team: Option<u8>,
    pub(crate) player: Option<u8>,
}

impl Place {
    fn error(self, name: &'static str, found: FieldValue, expected: &'static str) -> PacketError {
        let field = Field { name, team: self.team, player: self.player };
        PacketError { offset: self.offset, field, found, expected }
    }
}

/// Reads a packet whose length has been checked.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    pub(crate) place: Place,
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8], offset: usize) -> Self {
        Reader { bytes, place: Place { offset, ..Place::default() } }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let end = self.place.offset.saturating_add(N);
        let taken = self.bytes.get(self.place.offset..end);
        self.place.offset = end;
        taken.and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    pub(crate) fn u8(&mut self) -> u8 {
        let [byte] = self.take();
        byte
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    pub(crate) fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    /// Reads a byte that `accept` must accept.
    pub(crate) fn checked<T>(
        &mut self,
        name: &'static str,
        expected: &'static str,
        accept: impl FnOnce(u8) -> Option<T>,
    ) -> Result<T, PacketError> {
        let place = self.place;
        let byte = self.u8();
        accept(byte).ok_or_else(|| place.error(name, FieldValue::Number(byte.into()), expected))
    }

    /// Reads a number that `accept` must accept.
    pub(crate) fn real(
        &mut self,
        name: &'static str,
        expected: &'static str,
        accept: impl FnOnce(f32) -> bool,
    ) -> Result<f32, PacketError> {
        let place = self.place;
        let real = f32::from_le_bytes(self.take());
        if accept(real) {
            Ok(real)
        } else {
            Err(place.error(name, FieldValue::Real(real), expected))
        }
    }
}

/// Writes a packet into a buffer that is large enough.
pub(crate) struct Writer<'b> {
    bytes: &'b mut [u8],
    pub(crate) place: Place,
}

impl<'b> Writer<'b> {
    pub(crate) fn new(bytes: &'b mut [u8]) -> Self {
        Writer { bytes, place: Place::default() }
    }

    pub(crate) fn put(&mut self, value: &[u8]) {
        let end = self.place.offset.saturating_add(value.len());
        if let Some(to) = self.bytes.get_mut(self.place.offset..end) {
            to.copy_from_slice(value);
        }
        self.place.offset = end;
    }

    /// Writes the code of a value, if it has one.
    pub(crate) fn code(
        &mut self,
        name: &'static str,
        expected: &'static str,
        code: Option<u8>,
    ) -> Result<(), PacketError> {
        let code = code.ok_or_else(|| self.place.error(name, FieldValue::NoCode, expected))?;
        self.put(&[code]);
        Ok(())
    }

    /// Writes a byte if it `holds`.
    pub(crate) fn checked(
        &mut self,
        name: &'static str,
        expected: &'static str,
        byte: u8,
        holds: bool,
    ) -> Result<(), PacketError> {
        if !holds {
            return Err(self.place.error(name, FieldValue::Number(byte.into()), expected));
        }
        self.put(&[byte]);
        Ok(())
    }

    /// Writes a number if it `holds`.
    pub(crate) fn real(
        &mut self,
        name: &'static str,
        expected: &'static str,
        real: f32,
        holds: bool,
    ) -> Result<(), PacketError> {
        if !holds {
            return Err(self.place.error(name, FieldValue::Real(real), expected));
        }
        self.put(&real.to_le_bytes());
        Ok(())
    }
}
