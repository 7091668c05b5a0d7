//! The arguments of a call, and results, in the form for a trace: as raw bits, without text or allocation.

use crate::graph::{ArgInfo, SkillInfo};
use core::fmt;

/// The value of an argument in the form for a trace. An `f64` is rounded to an `f32`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum RawValue {
    /// `true` or `false`.
    Bool(bool),
    /// A floating-point number.
    Float(f32),
    /// A signed integer.
    Signed(i32),
    /// An unsigned integer.
    Unsigned(u32),
    /// The name of an enum value.
    Name(&'static str),
    /// A value that has no raw form, such as a text.
    Other,
}

/// Writes the value in the syntax of skill strings.
impl fmt::Display for RawValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value}"),
            Self::Signed(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Name(name) => write!(f, "\"{name}\""),
            Self::Other => f.write_str("\"..\""),
        }
    }
}

/// The interpretation of the bits of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub(super) enum Tag {
    #[default]
    Other,
    Bool,
    Float,
    Signed,
    Unsigned,
    /// The index in the argument's choices.
    Choice,
}

impl Tag {
    const ALL: [Self; 6] =
        [Self::Other, Self::Bool, Self::Float, Self::Signed, Self::Unsigned, Self::Choice];
}

/// The arguments with which a skill was called, or the fields of its result. Only the first [`MAX`](Self::MAX) that were given
/// are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CallArguments {
    pub(super) bits: [u32; Self::MAX],
    /// The index of each in the skill's arguments.
    pub(super) places: [u8; Self::MAX],
    pub(super) tags: [Tag; Self::MAX],
    /// The number of arguments that were given, including those that are not kept.
    pub(super) given: u8,
    /// The number of arguments pushed so far, including those that were not given.
    pub(super) place: u8,
}

impl CallArguments {
    /// The maximum number of arguments that are kept.
    pub const MAX: usize = 5;

    /// The number of words of [`to_words`](Self::to_words).
    const WORDS: usize = Self::MAX + 3;

    /// Returns the words that represent the arguments in the debug interface: the bits, then the
    /// rest in bytes.
    pub(crate) fn to_words(self) -> [u32; Self::WORDS] {
        let Self { bits, places, tags, given, place } = self;
        let tags = tags.into_iter().map(|tag| tag as u8);
        let mut bytes = places.into_iter().chain(tags).chain([given, place]);
        let rest = [(); 3].map(|()| [(); 4].map(|()| bytes.next().unwrap_or_default()));
        let mut words = bits.into_iter().chain(rest.map(u32::from_le_bytes));
        [(); Self::WORDS].map(|()| words.next().unwrap_or_default())
    }

    /// Returns the arguments that words represent. A value of no known kind has no raw form.
    pub(crate) fn of_words(words: [u32; Self::WORDS]) -> Self {
        let mut words = words.into_iter();
        let bits = [(); Self::MAX].map(|()| words.next().unwrap_or_default());
        let mut bytes = words.flat_map(u32::to_le_bytes);
        let mut byte = || bytes.next().unwrap_or_default();
        let places = [(); Self::MAX].map(|()| byte());
        let tags = [(); Self::MAX].map(|()| {
            let tag = byte();
            Tag::ALL.into_iter().find(|known| *known as u8 == tag).unwrap_or_default()
        });
        Self { bits, places, tags, given: byte(), place: byte() }
    }

    /// Returns the number of arguments that were given. [`iter`](Self::iter) returns the first
    /// [`MAX`](Self::MAX) of them.
    #[must_use]
    pub const fn given_count(&self) -> usize {
        self.given as usize
    }

    /// Returns the arguments that are kept, with their values. `skill` must be the skill that was
    /// called.
    pub fn iter(
        &self,
        skill: &'static SkillInfo,
    ) -> impl Iterator<Item = (&'static ArgInfo, RawValue)> {
        self.named_by(move |place| skill.arguments().nth(place))
    }

    /// Returns the fields of a result that are kept, with their values. `skill` must be the skill
    /// that gave the result.
    pub fn result_fields(
        &self,
        skill: &'static SkillInfo,
    ) -> impl Iterator<Item = (&'static ArgInfo, RawValue)> {
        let fields = skill.result.map_or(&[][..], |result| result.fields);
        self.named_by(move |place| fields.get(place))
    }

    fn named_by(
        &self,
        named: impl Fn(usize) -> Option<&'static ArgInfo>,
    ) -> impl Iterator<Item = (&'static ArgInfo, RawValue)> {
        let Self { bits, places, tags, .. } = *self;
        let all = bits.into_iter().zip(places).zip(tags).take(self.given_count());
        all.filter_map(move |((bits, place), tag)| {
            let argument = named(usize::from(place))?;
            let value = match tag {
                Tag::Other => RawValue::Other,
                Tag::Bool => RawValue::Bool(bits != 0),
                Tag::Float => RawValue::Float(f32::from_bits(bits)),
                Tag::Signed => RawValue::Signed(bits.cast_signed()),
                Tag::Unsigned => RawValue::Unsigned(bits),
                Tag::Choice => RawValue::Name(argument.choices.get(bits as usize)?),
            };
            Some((argument, value))
        })
    }

    /// Returns the call of `skill` as a skill string for display: `goto{x=1.5, y=0}`. `..` replaces
    /// arguments and values that are not kept.
    #[must_use]
    pub fn text(&self, skill: &'static SkillInfo) -> impl fmt::Display {
        RawCall(skill, *self)
    }

    /// Returns the result of `skill` as a text for display: `{x_m=1.5, y_m=0}`, or the value if
    /// it is not a struct. `..` replaces fields and values that are not kept.
    #[must_use]
    pub fn result_text(&self, skill: &'static SkillInfo) -> impl fmt::Display {
        RawResult(skill, *self)
    }

    /// Writes `{x=1.5, y=0}`.
    fn list(
        &self,
        f: &mut fmt::Formatter<'_>,
        all: impl Iterator<Item = (&'static ArgInfo, RawValue)>,
    ) -> fmt::Result {
        f.write_str("{")?;
        for (index, (argument, value)) in all.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}={value}", argument.name)?;
        }
        f.write_str(if self.given_count() > Self::MAX { ", ..}" } else { "}" })
    }
}

struct RawCall(&'static SkillInfo, CallArguments);

impl fmt::Display for RawCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(skill, arguments) = self;
        f.write_str(skill.name)?;
        arguments.list(f, arguments.iter(skill))
    }
}

struct RawResult(&'static SkillInfo, CallArguments);

impl fmt::Display for RawResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(skill, values) = self;
        match values.result_fields(skill).next() {
            Some((field, value)) if field.name.is_empty() => write!(f, "{value}"),
            _ => values.list(f, values.result_fields(skill)),
        }
    }
}

impl fmt::Debug for CallArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.places.iter().zip(&self.bits).take(self.given_count());
        f.debug_map().entries(all).finish()
    }
}
