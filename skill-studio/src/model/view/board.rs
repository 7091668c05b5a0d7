//! The words of interfaces as values, and the reverse.

use super::{BoardView, InterfaceView};
use crate::model::describe::Description;
use serde_json::{Number, Value};
use skill_runtime::Instant;
#[cfg(feature = "record")]
use skill_runtime::blackboard::FieldInfo;
use skill_runtime::blackboard::PARAMETERS_ID;
use skill_runtime::blackboard::{BoardEntry, CellWords, FieldType};
use std::collections::BTreeMap;

#[cfg(feature = "record")]
/// Returns the fields of an interface with the places of their words.
pub(crate) fn fields(
    entry: &BoardEntry,
) -> impl Iterator<Item = (&'static FieldInfo, usize)> + use<> {
    let first = entry.offset + CellWords::HEAD;
    entry.interface.fields.iter().scan(first, |next, field| {
        let place = *next;
        *next += field.ty.words();
        Some((field, place))
    })
}

/// The words of an interface in the image of a blackboard.
#[derive(Clone, Copy)]
pub(crate) struct Words<'i> {
    head: &'i [u32; CellWords::HEAD],
    /// The words of the value.
    pub data: &'i [u32],
    indices: &'i [u32; CellWords::INDICES],
}

impl<'i> Words<'i> {
    /// Returns the words of an interface, if the image is that long.
    pub fn of(board: &'i [u32], entry: &BoardEntry) -> Option<Self> {
        let words = board.get(entry.offset..)?.get(..entry.words)?;
        let (head, rest) = words.split_first_chunk()?;
        let (data, rest) = rest.split_at_checked(entry.data_words)?;
        Some(Self { head, data, indices: rest.first_chunk()? })
    }

    /// Returns whether it has a writer.
    pub fn has_writer(&self) -> bool {
        self.head[1] != 0
    }

    /// Returns the time of the last write; `None` before the first.
    pub fn write_time(&self) -> Option<Instant> {
        write_time(self.head)
    }

    /// Returns whether the value was being written when the image was made.
    fn is_being_written(&self) -> bool {
        self.head[0] & 1 != 0
    }
}

/// Returns the time of the last write of an interface, from the words before its value; `None` before
/// the first.
pub(crate) fn write_time(head: &[u32; CellWords::HEAD]) -> Option<Instant> {
    let micros = u64::from(head[2]) | u64::from(head[3]) << 32;
    (head[0] > 1).then(|| Instant::from_micros(micros))
}

/// Returns the time of the newest write; `None` before the first.
#[cfg(feature = "remote")]
pub(crate) fn newest_write(description: &Description, image: &[u32]) -> Option<Instant> {
    let words = description.interfaces.iter().filter_map(|entry| Words::of(image, entry));
    words.filter_map(|words| words.write_time()).max()
}

/// Returns the blackboard at the time `now`.
#[must_use]
pub fn board(description: &Description, image: &[u32], now: Instant) -> BoardView {
    let interfaces = description.interfaces.iter();
    let interfaces = interfaces.map(|entry| interface(description, entry, image, now)).collect();
    BoardView { time_sec: now.as_secs_f64(), interfaces }
}

fn interface(
    description: &Description,
    entry: &BoardEntry,
    image: &[u32],
    now: Instant,
) -> InterfaceView {
    let mut view = InterfaceView {
        id: entry.id.to_owned(),
        has_writer: false,
        age_sec: None,
        problem: Some("not in the memory".to_owned()),
        queued: 0,
        overflows: 0,
        values: Vec::new(),
    };
    let Some(words) = Words::of(image, entry) else { return view };
    let [tail, head, overflows] = *words.indices;
    view.has_writer = words.has_writer();
    view.age_sec = words.write_time().map(|time| now.as_secs_f64() - time.as_secs_f64());
    (view.queued, view.overflows) = (tail.wrapping_sub(head), overflows);
    let mut from = words.data.iter().copied();
    let values = entry.interface.fields.iter().map(|field| value(field.ty, &mut from));
    let values: Vec<Option<Value>> = values.collect();
    let uses = description.all.iter().flat_map(|skill| skill.interfaces);
    let uses = uses.filter(|of| of.id == entry.id && !of.writes);
    let max_age = uses.filter_map(|of| of.max_age.micros(entry.interface)).min();
    let is_stale = |micros| words.write_time().is_none_or(|time| time.is_off(now, micros));
    let problem = if words.is_being_written() {
        Some("being written")
    } else if values.contains(&None) {
        Some("not valid")
    } else if !words.has_writer() && entry.id != PARAMETERS_ID {
        Some("no writer")
    } else if max_age.is_some_and(is_stale) {
        Some("stale")
    } else {
        None
    };
    view.problem = problem.map(str::to_owned);
    view.values = values.into_iter().map(Option::unwrap_or_default).collect();
    view
}

impl BoardView {
    /// Returns the words of the parameters that are set, by key.
    #[must_use]
    pub fn parameters(&self) -> BTreeMap<u32, u32> {
        let found = self.interfaces.iter().find(|of| of.id == PARAMETERS_ID);
        let entries = found.and_then(|of| of.values.first()?.as_array()).into_iter().flatten();
        let number = |value: &Value| value.as_u64().and_then(|value| u32::try_from(value).ok());
        let words = entries.filter_map(|entry| {
            let (key, word) = (entry.get(0)?, entry.get(1)?);
            Some((number(key)?, number(word)?))
        });
        words.filter(|(key, _)| *key != 0).collect()
    }
}

/// Reads a value; `None` if the words are not one. It takes as many words in any case.
pub(crate) fn value(ty: FieldType, from: &mut impl Iterator<Item = u32>) -> Option<Value> {
    let mut word = || from.next().unwrap_or(0);
    match ty {
        FieldType::Bool => Some((word() != 0).into()),
        FieldType::Unsigned(64) => Some((u64::from(word()) | u64::from(word()) << 32).into()),
        FieldType::Signed(64) => {
            Some((u64::from(word()) | u64::from(word()) << 32).cast_signed().into())
        }
        FieldType::Float(64) => {
            Some(float(f64::from_bits(u64::from(word()) | u64::from(word()) << 32)))
        }
        FieldType::Float(_) => Some(single(f32::from_bits(word()))),
        FieldType::Unsigned(bits) => {
            let word = word();
            (bits >= 32 || word >> bits == 0).then(|| word.into())
        }
        FieldType::Signed(bits) => {
            let (word, above) = (word().cast_signed(), 32_u32.saturating_sub(bits.into()));
            ((word << above) >> above == word).then(|| word.into())
        }
        FieldType::Enum(of) => of.value(word()).map(|value| value.name.into()),
        FieldType::Text(bytes) => {
            let len = word() as usize;
            let all: Vec<u8> = (0..bytes.div_ceil(4)).flat_map(|_| word().to_le_bytes()).collect();
            let text = all.get(..len).filter(|_| len <= bytes)?;
            std::str::from_utf8(text).ok().map(Value::from)
        }
        FieldType::Array(of, count) => {
            let all: Vec<Option<Value>> = (0..count).map(|_| value(*of, from)).collect();
            all.into_iter().collect::<Option<Vec<Value>>>().map(Value::from)
        }
        FieldType::Other(words) => {
            for _ in 0..words {
                word();
            }
            Some(Value::Null)
        }
    }
}

fn float(value: f64) -> Value {
    Number::from_f64(value).map_or_else(|| value.to_string().into(), Value::Number)
}

/// The shortest number that is the value as an `f32`.
fn single(value: f32) -> Value {
    value.to_string().parse().map_or(Value::Null, float)
}

/// Returns the words of a value, or what was expected instead.
///
/// # Errors
/// A description of the expected value.
pub fn encode(ty: FieldType, value: &Value) -> Result<Vec<u32>, String> {
    #[allow(clippy::cast_possible_truncation)] // the two halves
    let halves = |bits: u64| vec![bits as u32, (bits >> 32) as u32];
    let number = || match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match &text[..] {
            "NaN" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    };
    match ty {
        FieldType::Bool => match value {
            Value::Bool(value) => Ok(vec![u32::from(*value)]),
            _ => Err("true or false".to_owned()),
        },
        FieldType::Unsigned(bits) => {
            let high = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            match value.as_u64().filter(|value| *value <= high) {
                Some(value) if bits > 32 => Ok(halves(value)),
                #[allow(clippy::cast_possible_truncation)] // at most `high`
                Some(value) => Ok(vec![value as u32]),
                None => Err(format!("an integer, 0 to {high}")),
            }
        }
        FieldType::Signed(bits) => {
            let high = i64::MAX >> (64 - u32::from(bits.clamp(1, 64)));
            let low = -high - 1;
            match value.as_i64().filter(|value| (low..=high).contains(value)) {
                Some(value) if bits > 32 => Ok(halves(value.cast_unsigned())),
                #[allow(clippy::cast_possible_truncation)] // between `low` and `high`
                Some(value) => Ok(vec![(value as i32).cast_unsigned()]),
                None => Err(format!("an integer, {low} to {high}")),
            }
        }
        FieldType::Float(bits) => match number() {
            Some(value) if bits > 32 => Ok(halves(value.to_bits())),
            Some(value) => {
                #[allow(clippy::cast_possible_truncation)] // rounds
                let single = value as f32;
                if single.is_infinite() && value.is_finite() {
                    return Err(format!("a number, {:e} to {:e}", f32::MIN, f32::MAX));
                }
                Ok(vec![single.to_bits()])
            }
            None => Err("a number".to_owned()),
        },
        FieldType::Enum(of) => {
            let named = |text: &str| of.values.iter().find(|of| of.name == text || of.text == text);
            value.as_str().and_then(named).map(|of| vec![of.number]).ok_or_else(|| {
                let names: Vec<&str> = of.values.iter().map(|value| value.name).collect();
                format!("one of {}", names.join(", "))
            })
        }
        FieldType::Text(bytes) => match value.as_str().filter(|text| text.len() <= bytes) {
            Some(text) => {
                let mut all = text.bytes();
                #[allow(clippy::cast_possible_truncation)] // at most `bytes`
                let mut words = vec![text.len() as u32];
                words.extend(
                    (0..bytes.div_ceil(4))
                        .map(|_| u32::from_le_bytes([(); 4].map(|()| all.next().unwrap_or(0)))),
                );
                Ok(words)
            }
            None => Err(format!("a text of at most {bytes} bytes")),
        },
        FieldType::Array(of, count) => match value.as_array().filter(|all| all.len() == count) {
            Some(all) => {
                let words = all.iter().map(|value| encode(*of, value));
                Ok(words.collect::<Result<Vec<_>, _>>()?.concat())
            }
            None => Err(format!("an array of {count} values")),
        },
        FieldType::Other(_) => Err("nothing: the type has no description".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skill_runtime::blackboard::{EnumInfo, EnumValue};

    #[test]
    fn values_are_written_and_read() {
        static LEG: EnumInfo = EnumInfo {
            name: "Leg",
            docs: "",
            values: &[EnumValue { name: "Left", text: "left", number: 3, docs: "" }],
        };
        for (ty, written) in [
            (FieldType::Bool, Value::from(true)),
            (FieldType::Unsigned(8), 255.into()),
            (FieldType::Signed(16), (-5).into()),
            (FieldType::Signed(64), i64::MIN.into()),
            (FieldType::Unsigned(64), u64::MAX.into()),
            (FieldType::Float(32), float(0.1)),
            (FieldType::Float(64), float(-1e300)),
            (FieldType::Float(32), "NaN".into()),
            (FieldType::Float(32), "-inf".into()),
            (FieldType::Float(32), single(f32::MAX)),
            (FieldType::Text(13), "häßlich".into()),
            (FieldType::Enum(&LEG), "Left".into()),
            (FieldType::Array(&FieldType::Bool, 2), vec![true, false].into()),
        ] {
            let words = encode(ty, &written).unwrap();
            assert_eq!(words.len(), ty.words());
            assert_eq!(value(ty, &mut words.into_iter()), Some(written));
        }
        for (ty, wrong) in [
            (FieldType::Bool, Value::from(1)),
            (FieldType::Unsigned(8), 256.into()),
            (FieldType::Signed(8), 128.into()),
            (FieldType::Float(32), float(1e39)),
            (FieldType::Float(32), float(-1e39)),
            (FieldType::Text(3), "four".into()),
            (FieldType::Enum(&LEG), "Right".into()),
            (FieldType::Array(&FieldType::Bool, 2), vec![true].into()),
            (FieldType::Other(1), 1.into()),
        ] {
            assert!(encode(ty, &wrong).is_err(), "{ty:?} {wrong}");
        }
        for (ty, words) in [
            (FieldType::Unsigned(8), vec![256]),
            (FieldType::Signed(8), vec![128]),
            (FieldType::Enum(&LEG), vec![0]),
            (FieldType::Text(4), vec![5, 0]),
            (FieldType::Text(4), vec![2, 0xff_ff]),
        ] {
            assert_eq!(value(ty, &mut words.into_iter()), None, "{ty:?}");
        }
    }
}
