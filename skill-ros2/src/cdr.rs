//! Values in messages: the encoding CDR, version 1, by the description of the fields.
//!
//! Bytes come from anywhere: each length is compared with what is left before memory is taken for it.

use crate::package::{Count, Field, Type};
use std::fmt::{self, Display, Formatter};

/// A value of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Of `bool`.
    Bool(bool),
    /// Of `uint8` to `uint64`.
    Unsigned(u64),
    /// Of `int8` to `int64`.
    Signed(i64),
    /// Of `float32`.
    Single(f32),
    /// Of `float64`.
    Double(f64),
    /// Of `string`.
    Text(String),
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The low byte first.
    Little,
    /// The high byte first.
    Big,
}

/// The reason why bytes are no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CdrError {
    /// The position in the bytes of the fields.
    pub at: usize,
    /// The field.
    pub field: String,
    /// The reason.
    pub kind: CdrErrorKind,
}

/// The kind of a [`CdrError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CdrErrorKind {
    /// The message ends before the field.
    Ends,
    /// A `bool` is this, neither 0 nor 1.
    NotBool(u8),
    /// A text is not UTF-8, or has no end.
    NotText,
    /// There are more values or bytes of a text than the field can have.
    TooMany {
        /// The number of them.
        found: usize,
        /// The greatest number.
        most: usize,
    },
}

impl Display for CdrError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the goal, field `{}`: ", self.at, self.field)?;
        match self.kind {
            CdrErrorKind::Ends => f.write_str("the message ends before it"),
            CdrErrorKind::NotBool(found) => write!(f, "{found} is no bool"),
            CdrErrorKind::NotText => f.write_str("not a text"),
            CdrErrorKind::TooMany { found, most } => {
                write!(f, "its length is {found}, expected at most {most}")
            }
        }
    }
}

impl std::error::Error for CdrError {}

/// Reads the fields of a message.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    order: Order,
}

impl<'b> Reader<'b> {
    /// Begins at `at` of bytes, of which the first is aligned to 8.
    pub fn new(bytes: &'b [u8], at: usize, order: Order) -> Self {
        Self { bytes, at, order }
    }

    /// Reads the values of a field: one, none or one, or as many as the array has.
    ///
    /// # Errors
    /// [`CdrError`] if the bytes are none.
    pub fn field(&mut self, field: &Field) -> Result<Vec<Value>, CdrError> {
        self.values(field.ty, field.count).map_err(|kind| {
            let name = field.name.clone();
            CdrError { at: self.at.min(self.bytes.len()), field: name, kind }
        })
    }

    fn values(&mut self, ty: Type, count: Count) -> Result<Vec<Value>, CdrErrorKind> {
        let count = match count {
            Count::One => 1,
            Count::Array(count) => count,
            Count::Optional => match self.length()? {
                found if found > 1 => return Err(CdrErrorKind::TooMany { found, most: 1 }),
                found => found,
            },
        };
        // A value has a byte at least.
        if count > self.bytes.len().saturating_sub(self.at) {
            return Err(CdrErrorKind::Ends);
        }
        (0..count).map(|_| self.value(ty)).collect()
    }

    fn value(&mut self, ty: Type) -> Result<Value, CdrErrorKind> {
        Ok(match ty {
            Type::Bool => match self.number::<1>()? {
                [of @ (0 | 1)] => Value::Bool(of == 1),
                [found] => return Err(CdrErrorKind::NotBool(found)),
            },
            Type::Choice(_) => Value::Unsigned(self.number::<1>()?[0].into()),
            Type::Enum(_) => Value::Unsigned(u32::from_le_bytes(self.number()?).into()),
            Type::Unsigned(bits) => Value::Unsigned(self.integer(bits)?),
            Type::Signed(bits) => {
                let above = 64_u32.saturating_sub(bits.into());
                Value::Signed((self.integer(bits)? << above).cast_signed() >> above)
            }
            Type::Float(32) => Value::Single(f32::from_le_bytes(self.number()?)),
            Type::Float(_) => Value::Double(f64::from_le_bytes(self.number()?)),
            Type::Text(most) => Value::Text(self.text(most)?),
        })
    }

    fn integer(&mut self, bits: u8) -> Result<u64, CdrErrorKind> {
        Ok(match bits {
            0..=8 => self.number::<1>()?[0].into(),
            9..=16 => u16::from_le_bytes(self.number()?).into(),
            17..=32 => u32::from_le_bytes(self.number()?).into(),
            _ => u64::from_le_bytes(self.number()?),
        })
    }

    fn length(&mut self) -> Result<usize, CdrErrorKind> {
        let length = u32::from_le_bytes(self.number()?);
        usize::try_from(length).map_err(|_| CdrErrorKind::Ends)
    }

    fn text(&mut self, most: usize) -> Result<String, CdrErrorKind> {
        // With the zero at its end, which some leave out of an empty text.
        let length = self.length()?;
        let bytes = self.take(length)?;
        let text = match bytes.split_last() {
            None => bytes,
            Some((0, text)) => text,
            Some(_) => return Err(CdrErrorKind::NotText),
        };
        if most > 0 && text.len() > most {
            return Err(CdrErrorKind::TooMany { found: text.len(), most });
        }
        let text = std::str::from_utf8(text).map_err(|_| CdrErrorKind::NotText)?;
        Ok(text.to_owned())
    }

    /// Reads an aligned number, the low byte first.
    fn number<const N: usize>(&mut self) -> Result<[u8; N], CdrErrorKind> {
        self.at = self.at.next_multiple_of(N);
        let bytes = self.take(N)?;
        let mut number: [u8; N] = bytes.try_into().map_err(|_| CdrErrorKind::Ends)?;
        if self.order == Order::Big {
            number.reverse();
        }
        Ok(number)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], CdrErrorKind> {
        let rest = self.bytes.get(self.at..).ok_or(CdrErrorKind::Ends)?;
        let taken = rest.get(..length).ok_or(CdrErrorKind::Ends)?;
        self.at += length;
        Ok(taken)
    }
}

/// Writes the fields of a message, the low byte first.
#[derive(Clone, Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    /// The number of bytes before the first, of which the first is aligned to 8.
    before: usize,
}

impl Writer {
    /// Begins after this number of bytes of a message.
    pub fn after(before: usize) -> Self {
        Self { bytes: Vec::new(), before }
    }

    /// Returns the bytes.
    pub fn end(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes a number, aligned to its length.
    pub fn number<const N: usize>(&mut self, number: [u8; N]) {
        let at = self.before + self.bytes.len();
        self.bytes.resize(at.next_multiple_of(N) - self.before, 0);
        self.bytes.extend(number);
    }

    /// Writes a length.
    pub fn length(&mut self, length: usize) {
        self.number(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    }

    /// Writes a text up to its first zero, which none can have.
    pub fn text(&mut self, text: &str) {
        let text = text.split('\0').next().unwrap_or_default();
        self.length(text.len() + 1);
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    /// Writes the values of a field. Those that are missing are zeros or empty, as of a message that was not
    /// filled in, and those that are too many or of another type are left out.
    pub fn field(&mut self, field: &Field, values: &[Value]) {
        let count = match field.count {
            Count::One => 1,
            Count::Array(count) => count,
            Count::Optional => {
                let count = values.len().min(1);
                self.length(count);
                count
            }
        };
        (0..count).for_each(|place| self.value(field.ty, values.get(place)));
    }

    fn value(&mut self, ty: Type, value: Option<&Value>) {
        let unsigned = match value {
            Some(Value::Unsigned(value)) => *value,
            Some(Value::Signed(value)) => value.cast_unsigned(),
            Some(Value::Bool(value)) => u64::from(*value),
            _ => 0,
        };
        // The low bytes.
        let [a, b, c, d, ..] = unsigned.to_le_bytes();
        match ty {
            Type::Bool => self.number([u8::from(unsigned != 0)]),
            Type::Choice(_) => self.number([a]),
            Type::Enum(_) => self.number([a, b, c, d]),
            Type::Unsigned(bits) | Type::Signed(bits) => match bits {
                0..=8 => self.number([a]),
                9..=16 => self.number([a, b]),
                17..=32 => self.number([a, b, c, d]),
                _ => self.number(unsigned.to_le_bytes()),
            },
            Type::Float(32) => {
                let value = if let Some(Value::Single(value)) = value { *value } else { 0.0 };
                self.number(value.to_le_bytes());
            }
            Type::Float(_) => {
                let value = if let Some(Value::Double(value)) = value { *value } else { 0.0 };
                self.number(value.to_le_bytes());
            }
            Type::Text(_) => {
                self.text(if let Some(Value::Text(text)) = value { text } else { "" });
            }
        }
    }
}
