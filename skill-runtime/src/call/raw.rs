//! The arguments of a call as a trace keeps them: raw, without text and without allocation.

use super::Argument;
use crate::graph::{ArgInfo, SkillInfo};
use core::fmt;

/// A value of an argument as raw bits, so that a trace can keep it. What is wider is kept
/// as far as 32 bits show it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum RawValue {
    /// `true` or `false`.
    Bool(bool),
    /// A number with a fraction.
    Float(f32),
    /// A signed number.
    Signed(i32),
    /// An unsigned number.
    Unsigned(u32),
    /// One of a few names.
    Name(&'static str),
    /// A value that has no raw form, such as a text.
    Other,
}

/// A value as it is in a skill string.
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

/// How the bits of a value are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
enum Tag {
    #[default]
    Other,
    Bool,
    Float,
    Signed,
    Unsigned,
    /// The place among the argument's choices.
    Choice,
}

/// The arguments with which a skill was called: the first few that were given, raw.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CallArguments {
    bits: [u32; Self::MAX],
    /// The place of each among the skill's arguments.
    places: [u8; Self::MAX],
    tags: [Tag; Self::MAX],
    /// How many were given, also those that are not kept.
    given: u8,
    /// How many arguments came before, those that are not given included.
    place: u8,
}

impl CallArguments {
    /// How many arguments are kept at most.
    pub const MAX: usize = 5;

    /// Returns the arguments of `call`.
    pub(crate) fn of<S: crate::Skill>(call: &S) -> Self {
        let mut arguments = Self::default();
        call.keep_arguments(&mut arguments);
        arguments
    }

    /// Keeps the next argument, if it is given and there is room.
    pub(super) fn push<T: Argument>(&mut self, value: Option<&T>) {
        let place = self.place;
        self.place = place.saturating_add(1);
        let Some(value) = value else { return };
        let index = usize::from(self.given);
        self.given = self.given.saturating_add(1);
        let (tag, bits) = match value.raw() {
            RawValue::Bool(value) => (Tag::Bool, u32::from(value)),
            RawValue::Float(value) => (Tag::Float, value.to_bits()),
            RawValue::Signed(value) => (Tag::Signed, value.cast_unsigned()),
            RawValue::Unsigned(value) => (Tag::Unsigned, value),
            RawValue::Name(name) => {
                let choice = T::CHOICES.iter().position(|choice| *choice == name);
                choice
                    .and_then(|choice| u32::try_from(choice).ok())
                    .map_or((Tag::Other, 0), |n| (Tag::Choice, n))
            }
            RawValue::Other => (Tag::Other, 0),
        };
        if let (Some(at), Some(of), Some(how)) =
            (self.bits.get_mut(index), self.places.get_mut(index), self.tags.get_mut(index))
        {
            (*at, *of, *how) = (bits, place, tag);
        }
    }

    /// Returns how many arguments were given; [`iter`](Self::iter) has the first
    /// [`MAX`](Self::MAX) of them.
    #[must_use]
    pub const fn given(&self) -> usize {
        self.given as usize
    }

    /// Returns the arguments that are kept: each with its value. `skill` is the one that
    /// was called.
    pub fn iter(
        &self,
        skill: &'static SkillInfo,
    ) -> impl Iterator<Item = (&'static ArgInfo, RawValue)> {
        let Self { bits, places, tags, .. } = *self;
        let all = bits.into_iter().zip(places).zip(tags).take(self.given());
        all.filter_map(move |((bits, place), tag)| {
            let argument = skill.arguments().nth(usize::from(place))?;
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

    /// Returns the call of `skill` as a skill string, to be printed: `goto{x=1.5, y=0}`. A
    /// `..` stands for what is not kept.
    #[must_use]
    pub fn text(&self, skill: &'static SkillInfo) -> impl fmt::Display {
        RawCall(skill, *self)
    }
}

struct RawCall(&'static SkillInfo, CallArguments);

impl fmt::Display for RawCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(skill, arguments) = self;
        write!(f, "{}{{", skill.name)?;
        for (index, (argument, value)) in arguments.iter(skill).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}={value}", argument.name)?;
        }
        f.write_str(if arguments.given() > CallArguments::MAX { ", ..}" } else { "}" })
    }
}

impl fmt::Debug for CallArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.places.iter().zip(&self.bits).take(self.given());
        f.debug_map().entries(all).finish()
    }
}
