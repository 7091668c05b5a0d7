//! Goals as calls, and what a skill returns as results.

use crate::cdr::{CdrError, Order, Reader, Value, Writer};
use crate::package::{Action, Field, Type};
use skill_studio::arguments::quoted;
use std::fmt::{self, Display, Formatter, Write as _};

/// The reason why a goal is no call.
#[derive(Clone, PartialEq, Debug)]
pub enum GoalError {
    /// Its package has another hash; `None` if the message ends before one.
    Package {
        /// The hash in the goal.
        found: Option<u64>,
        /// That of the robot's package.
        expected: u64,
        /// The name of the package.
        package: String,
    },
    /// Its bytes are not those of the fields.
    Cdr(CdrError),
    /// A number is NaN or infinite.
    NotFinite {
        /// The field.
        field: String,
        /// The number.
        value: f64,
    },
    /// A number is none of the constants.
    NoChoice {
        /// The field.
        field: String,
        /// The number; 0 if the field was not filled in.
        found: u64,
        /// The names of the values.
        names: &'static [&'static str],
    },
}

impl Display for GoalError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Package { found, expected, package } => {
                match found {
                    Some(found) => write!(f, "the goal is of package {found:016x}")?,
                    None => f.write_str("the goal ends before its `package_hash`")?,
                }
                write!(
                    f,
                    ", the robot has {expected:016x}; write `{package}` again with `ros2 packages`, and build it"
                )
            }
            Self::Cdr(error) => error.fmt(f),
            Self::NotFinite { field, value } => {
                write!(f, "field `{field}`: expected a number, found {value}")
            }
            Self::NoChoice { field, found, names } => {
                write!(f, "field `{field}`: {found} is no value; expected ")?;
                for (number, name) in (1_u32..).zip(*names) {
                    write!(f, "{}{number} ({name})", if number == 1 { "" } else { " or " })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for GoalError {}

/// The number of bytes of the hash, which begins a goal.
const HASH: usize = 8;

/// Returns the call of a goal, `drive_to{x_m=1, y_m=0.5}`: whether the values are in their ranges is for
/// the skills to check.
///
/// # Errors
/// [`GoalError`] if the bytes are no goal of this package.
pub fn call(
    action: &Action,
    bytes: &[u8],
    (package, expected): (&str, u64),
) -> Result<String, GoalError> {
    let hash: Option<[u8; HASH]> = bytes.first_chunk().copied();
    // The order of the bytes is that in which the hash is the right one.
    let order = match hash {
        Some(hash) if hash == expected.to_le_bytes() => Order::Little,
        Some(hash) if hash == expected.to_be_bytes() => Order::Big,
        _ => {
            let (found, package) = (hash.map(u64::from_le_bytes), package.to_owned());
            return Err(GoalError::Package { found, expected, package });
        }
    };
    let mut reader = Reader::new(bytes, HASH, order);
    let mut values = Vec::new();
    for field in &action.goal {
        values.push((field, reader.field(field).map_err(GoalError::Cdr)?));
    }
    let Some(skill) = action.skill else {
        return Ok(match values.into_iter().next().and_then(|(_, of)| of.into_iter().next()) {
            Some(Value::Text(call)) => call,
            _ => String::new(),
        });
    };
    let mut call = format!("{}{{", skill.name);
    for (field, values) in values {
        for value in values {
            let comma = if call.ends_with('{') { "" } else { ", " };
            let _ = write!(call, "{comma}{}=", field.source);
            write_value(&mut call, field, value)?;
        }
    }
    call.push('}');
    Ok(call)
}

fn write_value(call: &mut String, field: &Field, value: Value) -> Result<(), GoalError> {
    let not_finite = |value| GoalError::NotFinite { field: field.name.clone(), value };
    let _ = match (value, field.ty) {
        (Value::Unsigned(found), Type::Choice(names)) => {
            let place = usize::try_from(found).ok().and_then(|of| of.checked_sub(1));
            let Some(name) = place.and_then(|place| names.get(place)) else {
                return Err(GoalError::NoChoice { field: field.name.clone(), found, names });
            };
            write!(call, "\"{name}\"")
        }
        (Value::Single(value), _) if !value.is_finite() => return Err(not_finite(value.into())),
        (Value::Double(value), _) if !value.is_finite() => return Err(not_finite(value)),
        (Value::Single(value), _) => write!(call, "{value}"),
        (Value::Double(value), _) => write!(call, "{value}"),
        (Value::Bool(value), _) => write!(call, "{value}"),
        (Value::Unsigned(value), _) => write!(call, "{value}"),
        (Value::Signed(value), _) => write!(call, "{value}"),
        (Value::Text(text), _) => write!(call, "{}", quoted(&text)),
    };
    Ok(())
}

/// The end of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Status {
    /// The skill has reached its purpose.
    Final = 1,
    /// It has failed.
    Failed = 2,
    /// It was stopped.
    Stopped = 3,
    /// The goal was not accepted.
    Refused = 4,
}

/// Returns the bytes of a result, which begin after `before` bytes of their message. `text` is that of
/// the skill's result, `{x_m=1.5, y_m=0}`; it counts for FINAL alone.
pub fn result(action: &Action, status: Status, reason: &str, text: &str, before: usize) -> Vec<u8> {
    let is_final = status == Status::Final;
    let values = if is_final { values(&action.result, text, action.skill.is_some()) } else { None };
    // The skiller's interface has place for 128 bytes.
    let is_cut = is_final && values.is_none();
    let reason = if is_cut { "the result is longer than the skiller publishes" } else { reason };
    let mut writer = Writer::after(before);
    writer.number([status as u8]);
    writer.text(reason);
    for (place, field) in action.result.iter().enumerate() {
        let of = values.as_ref().and_then(|values| values.get(place));
        writer.field(field, of.map_or(&[], Vec::as_slice));
    }
    writer.end()
}

/// Returns the values of a result's fields; `None` if the text is not whole.
fn values(fields: &[Field], text: &str, is_typed: bool) -> Option<Vec<Vec<Value>>> {
    if !is_typed {
        return Some(vec![vec![Value::Text(text.to_owned())]]);
    }
    match fields {
        [] => Some(Vec::new()),
        [field] if field.source.is_empty() => Some(vec![value(field.ty, text)?]),
        fields => {
            let inner = text.strip_prefix('{')?.strip_suffix('}')?;
            let mut parts = inner.split(", ");
            let values = fields.iter().map(|field| {
                let part = parts.next()?.strip_prefix(field.source)?.strip_prefix('=')?;
                value(field.ty, part)
            });
            let values = values.collect::<Option<Vec<_>>>()?;
            parts.next().is_none().then_some(values)
        }
    }
}

/// Reads a value of a result; none for `nil`.
fn value(ty: Type, text: &str) -> Option<Vec<Value>> {
    if text == "nil" {
        return Some(Vec::new());
    }
    let unquoted = || text.strip_prefix('"')?.strip_suffix('"');
    Some(vec![match ty {
        Type::Bool => Value::Bool(text.parse().ok()?),
        Type::Unsigned(_) | Type::Enum(_) => Value::Unsigned(text.parse().ok()?),
        Type::Signed(_) => Value::Signed(text.parse().ok()?),
        Type::Float(32) => Value::Single(text.parse().ok()?),
        Type::Float(_) => Value::Double(text.parse().ok()?),
        Type::Text(_) => Value::Text(unquoted()?.to_owned()),
        Type::Choice(names) => {
            let wanted = unquoted()?;
            let place = names.iter().position(|name| *name == wanted)?;
            Value::Unsigned(u64::try_from(place + 1).ok()?)
        }
    }])
}

/// Returns the bytes of a feedback.
pub fn feedback(path: &[String], in_state_sec: f64, waits_for: &str, before: usize) -> Vec<u8> {
    let mut writer = Writer::after(before);
    writer.length(path.len());
    for state in path {
        writer.text(state);
    }
    writer.number(in_state_sec.to_le_bytes());
    writer.text(waits_for);
    writer.end()
}

#[cfg(test)]
mod tests;
