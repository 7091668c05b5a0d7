//! The reason of a failure: a static text and up to four numbers, stored as raw bits.
//!
//! Stepping formats nothing; a [`Failure`] is formatted when it is displayed.

use crate::blackboard::{Refusal, SendError};
use crate::float::{f32_from_i32, f32_from_u32};
use crate::graph::SkillInfo;
pub use crate::value_kind::{MAX_VALUES, ValueKind};

/// A value that a reason can contain: `FAILED("{} off by {}", id, diff)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a failure's reason",
    label = "expected a number of at most 32 bits",
    note = "a reason carries f32, bool, integers up to 32 bits and enums of an interface; two texts are two transitions"
)]
pub trait ReasonValue: Copy {
    /// The interpretation of [`bits`](Self::bits).
    const KIND: ValueKind;
    /// Returns the value as raw bits.
    fn bits(self) -> u32;
    /// Returns the value itself, for the generated code: an error is where the user writes it.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    fn own(self) -> Self {
        self
    }
}

macro_rules! reason_values {
    ($($type:ty: $kind:ident, |$v:ident| $bits:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ReasonValue for $type {
            const KIND: ValueKind = ValueKind::$kind;
            #[inline]
            fn bits(self) -> u32 { let $v = self; $bits }
        }
    )*};
}

reason_values! {
    f32: Float, |v| v.to_bits();
    i32: Signed, |v| v.cast_unsigned();
    i16: Signed, |v| i32::from(v).cast_unsigned();
    i8: Signed, |v| i32::from(v).cast_unsigned();
    u32: Unsigned, |v| v;
    u16: Unsigned, |v| u32::from(v);
    u8: Unsigned, |v| u32::from(v);
    bool: Bool, |v| u32::from(v);
}

/// The values of one reason.
pub trait ReasonValues {
    /// The kinds, in order.
    const KINDS: &'static [ValueKind; MAX_VALUES];
    /// Returns the raw bits, in order.
    fn bits(self) -> [u32; MAX_VALUES];
    /// Returns a failure of `skill` because of `cause` with these values, for the generated code.
    #[doc(hidden)]
    #[inline]
    fn failure(self, skill: &'static SkillInfo, cause: Cause) -> StoredFailure
    where
        Self: Sized,
    {
        StoredFailure::new(skill, cause, self)
    }
}

macro_rules! reason_tuples {
    ($(($($name:ident $value:ident),*) $($rest:ident)*;)*) => {$(
        impl<$($name: ReasonValue),*> ReasonValues for ($($name,)*) {
            const KINDS: &'static [ValueKind; MAX_VALUES] =
                &[$($name::KIND,)* $(ValueKind::$rest),*];
            #[inline]
            fn bits(self) -> [u32; MAX_VALUES] {
                let ($($value,)*) = self;
                let mut bits = [0; MAX_VALUES];
                for (slot, value) in bits.iter_mut().zip([$($value.bits()),*]) {
                    *slot = value;
                }
                bits
            }
        }
    )*};
}

impl ReasonValues for () {
    const KINDS: &'static [ValueKind; MAX_VALUES] = &[ValueKind::None; MAX_VALUES];
    #[inline]
    fn bits(self) -> [u32; MAX_VALUES] {
        [0; MAX_VALUES]
    }
}

reason_tuples! {
    (A a) None None None;
    (A a, B b) None None;
    (A a, B b, C c) None;
    (A a, B b, C c, D d);
}

/// The cause of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Cause {
    /// The transition with this index in the skill's graph was taken.
    Transition(u16),
    /// The argument with this index was not given and has no default.
    MissingArgument(u16),
    /// The argument with this index is outside its range, NaN or infinite.
    ArgumentOutOfRange(u16),
    /// A message was refused, and no transition decides what happens then. The reason names it.
    Refused {
        /// The index of the interface among those of the skill.
        interface: u8,
        /// The reason why the message was refused.
        error: SendError,
    },
    /// The field of the result with this index is outside its range, NaN or infinite.
    ResultOutOfRange(u16),
    /// The required interface with this index in [`SkillInfo::interfaces`] had no writer.
    NoWriter(u16),
    /// The value of the required interface with this index in [`SkillInfo::interfaces`] was older
    /// than its `max_age`.
    Stale(u16),
    /// The call that an agent sent to the skiller did not succeed.
    Call(CallFault),
}

impl Cause {
    /// Returns whether the arguments of the call are the cause.
    pub(crate) const fn is_invalid_call(self) -> bool {
        matches!(self, Self::MissingArgument(_) | Self::ArgumentOutOfRange(_))
    }
}

/// The reason why the call of an agent to the skiller did not succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u16)] // as wide as the indices of the other causes, so that a `Cause` fits in registers
pub enum CallFault {
    /// The call could not be sent: there is no skiller, its message queue is full, or the call
    /// is longer than 1024 bytes; without the feature `text`, more than five arguments, a text or an
    /// `f64`.
    NotSent,
    /// The skill was stopped or replaced by another call.
    Stopped,
    /// The call was invalid or broken off; the skiller's interface contains the reason.
    Failed,
    /// The skill is FINAL, but the text of its result in the skiller's interface is not complete
    /// or not one of its type.
    ResultUnreadable,
}

/// The failure of a skill: the skill in which it arose, the cause, and the values of the reason.
#[derive(Clone, Copy)]
pub struct Failure {
    /// The skill in which the failure arose: the failed one or a sub-skill of it.
    pub skill: &'static SkillInfo,
    /// Why the skill failed.
    pub cause: Cause,
    kinds: &'static [ValueKind; MAX_VALUES],
    bits: [u32; MAX_VALUES],
}

impl Failure {
    /// Creates a failure of `skill` because of `cause`, with `values` in its reason.
    #[inline]
    pub fn new<V: ReasonValues>(skill: &'static SkillInfo, cause: Cause, values: V) -> Self {
        Self { skill, cause, kinds: V::KINDS, bits: values.bits() }
    }

    /// Returns the unformatted reason, which has a `{}` for each value.
    #[must_use]
    pub fn template(&self) -> &'static str {
        match self.cause {
            Cause::Transition(transition) => self
                .skill
                .graph
                .transitions
                .get(usize::from(transition))
                .map_or("", |transition| transition.reason.unwrap_or(transition.label)),
            Cause::MissingArgument(_) => "argument `{}` is missing",
            Cause::ArgumentOutOfRange(_) => "argument `{}` is {}, outside its range {}",
            Cause::Refused { error: SendError::NoWriter, .. } => "{} refused {}: no writer",
            Cause::Refused { error: SendError::QueueFull, .. } => "{} refused {}: queue full",
            Cause::ResultOutOfRange(_) => "result `{}` is {}, outside its range {}",
            Cause::NoWriter(_) => "no writer for {}",
            Cause::Stale(_) => "{} is stale",
            Cause::Call(CallFault::NotSent) => "the skiller did not accept the call",
            Cause::Call(CallFault::Stopped) => "it was stopped",
            Cause::Call(CallFault::Failed) => "it has failed",
            Cause::Call(CallFault::ResultUnreadable) => "its result cannot be read",
        }
    }

    fn argument(&self, index: u16) -> Option<&'static crate::graph::ArgInfo> {
        self.skill.arguments().nth(usize::from(index))
    }

    /// Returns the name and the range of a field of the result; no name if it is no struct.
    fn result(&self, index: u16) -> (&'static str, Option<crate::graph::Range>) {
        let field = self.skill.result.and_then(|result| result.fields.get(usize::from(index)));
        field.map_or(("", None), |field| (field.name, field.range))
    }
}

/// A failure as a machine stores it, and as `on FAILED(why)` names it: with the key of its skill
/// instead of the description, so that a program contains only the descriptions that it reads.
#[derive(Clone, Copy)]
pub struct StoredFailure {
    skill: u32,
    /// Why the skill failed.
    pub cause: Cause,
    kinds: &'static [ValueKind; MAX_VALUES],
    bits: [u32; MAX_VALUES],
}

impl StoredFailure {
    /// Stores a failure of `skill` because of `cause`, with `values` in its reason.
    #[doc(hidden)]
    #[inline]
    pub fn new<V: ReasonValues>(skill: &'static SkillInfo, cause: Cause, values: V) -> Self {
        Self { skill: skill.key(), cause, kinds: V::KINDS, bits: values.bits() }
    }

    /// Stores a failure without values of the skill with that key.
    #[inline]
    pub(crate) fn plain(skill: u32, cause: Cause) -> Self {
        Self { skill, cause, kinds: <()>::KINDS, bits: [0; MAX_VALUES] }
    }

    /// Stores the failure of the skill with that key because of a refused message.
    pub(crate) fn refused(skill: u32, refusal: &Refusal) -> Self {
        let cause = Cause::Refused { interface: refusal.interface, error: refusal.error };
        Self { skill, cause, kinds: refusal.kinds, bits: [refusal.message, 0, 0, 0] }
    }

    /// Creates a failure from what [`parts`](Self::parts) returns.
    pub(crate) const fn of_parts(
        skill: u32,
        cause: Cause,
        kinds: &'static [ValueKind; MAX_VALUES],
        bits: [u32; MAX_VALUES],
    ) -> Self {
        Self { skill, cause, kinds, bits }
    }

    /// Returns the key of the skill in which it arose, and the values of the reason.
    pub(crate) const fn parts(&self) -> (u32, &'static [ValueKind; MAX_VALUES], [u32; MAX_VALUES]) {
        (self.skill, self.kinds, self.bits)
    }

    /// Returns a failure of the skill with that key if none is there, for the generated code: whose
    /// transition will be taken is not known yet.
    #[doc(hidden)]
    #[must_use]
    pub fn or_own(failure: Option<Self>, skill: u32) -> Self {
        Self::or_of(failure, skill, Cause::Transition(u16::MAX))
    }

    /// Returns a failure without values of the skill with that key if none is there, for the generated
    /// code.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn or_of(failure: Option<Self>, skill: u32, cause: Cause) -> Self {
        failure.unwrap_or_else(|| Self::plain(skill, cause))
    }

    /// Returns whether it arose in the skill with that key.
    pub(crate) const fn arose_in(&self, skill: u32) -> bool {
        self.skill == skill
    }

    /// Returns whether it is of this kind: `FAILED(SLOW: "..")` in the skill `Lift` is `Lift::SLOW`.
    #[must_use]
    pub fn is(&self, kind: FailureKind) -> bool {
        let Cause::Transition(index) = self.cause else { return false };
        self.skill == kind.skill && kind.transitions.contains(&index)
    }

    /// Returns whether a required interface had no writer, or a value that was too old.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(self.cause, Cause::NoWriter(_) | Cause::Stale(_))
    }

    /// Returns the number at a place of the reason; `None` if it has none there, or no number.
    #[must_use]
    pub fn number(&self, place: usize) -> Option<f32> {
        let bits = *self.bits.get(place)?;
        match self.kinds.get(place)? {
            ValueKind::Float => Some(f32::from_bits(bits)),
            ValueKind::Signed => Some(f32_from_i32(bits.cast_signed())),
            ValueKind::Unsigned => Some(f32_from_u32(bits)),
            ValueKind::Bool | ValueKind::Name(_) | ValueKind::None => None,
        }
    }

    /// Returns the failure, where `failed` is the skill that failed: it, or a skill that it can run,
    /// is where the failure arose.
    #[must_use]
    pub fn of(&self, failed: &'static SkillInfo) -> Failure {
        let skill = failed.find(self.skill).unwrap_or(failed);
        Failure { skill, cause: self.cause, kinds: self.kinds, bits: self.bits }
    }
}

/// A value that `FAILED(value)` takes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a failure, found `{Self}`",
    label = "not a failure",
    note = "a failure has the type `StoredFailure`, as `why` of `on FAILED(why)`; a reason with a number is `FAILED(\"text {{}}\", number)`"
)]
pub trait IsFailure {
    fn failure(self) -> StoredFailure;
}

#[diagnostic::do_not_recommend]
impl IsFailure for StoredFailure {
    #[inline]
    fn failure(self) -> StoredFailure {
        self
    }
}

/// A kind of failure: the transitions of a skill into FAILED that have the same name before their
/// reasons.
#[derive(Clone, Copy, Debug)]
pub struct FailureKind {
    skill: u32,
    transitions: &'static [u16],
}

impl FailureKind {
    /// The kind of these transitions of the skill with that number, for the generated code.
    #[doc(hidden)]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // as for `SkillInfo::key`
    pub const fn new(skill: u64, transitions: &'static [u16]) -> Self {
        Self { skill: skill as u32, transitions }
    }
}

impl From<Failure> for StoredFailure {
    fn from(failure: Failure) -> Self {
        let Failure { skill, cause, kinds, bits } = failure;
        Self { skill: skill.key(), cause, kinds, bits }
    }
}

impl PartialEq for StoredFailure {
    fn eq(&self, other: &Self) -> bool {
        self.skill == other.skill && self.cause == other.cause && self.bits == other.bits
    }
}

/// Shows the cause, because the skill is known only by its key.
impl core::fmt::Debug for StoredFailure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "StoredFailure({:?})", self.cause)
    }
}

/// The reason why a call cannot be run: its [`Failure`] without what all calls of a skill share.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct InvalidCall {
    cause: Cause,
    value: u32,
}

impl InvalidCall {
    /// Keeps that the argument at `index` is missing.
    #[inline]
    pub(crate) const fn missing(index: u16) -> Self {
        Self { cause: Cause::MissingArgument(index), value: 0 }
    }

    /// Keeps that the argument at `index` is outside its range.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // for display
    pub const fn out_of_range(index: u16, value: f64) -> Self {
        Self { cause: Cause::ArgumentOutOfRange(index), value: (value as f32).to_bits() }
    }

    /// Keeps a stored failure because of an argument.
    pub(crate) const fn stored(failure: &StoredFailure) -> Self {
        Self { cause: failure.cause, value: failure.bits[0] }
    }

    /// Returns the failure of a call of the skill with that key.
    pub(crate) fn failure(self, skill: u32) -> StoredFailure {
        match self.cause {
            Cause::ArgumentOutOfRange(_) => StoredFailure {
                kinds: <(f32,)>::KINDS,
                bits: [self.value, 0, 0, 0],
                ..StoredFailure::plain(skill, self.cause)
            },
            _ => StoredFailure::plain(skill, self.cause),
        }
    }
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.skill, other.skill)
            && self.cause == other.cause
            && self.bits == other.bits
    }
}

impl core::fmt::Debug for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Failure({}: {self})", self.skill.name)
    }
}

/// Formats the reason.
impl core::fmt::Display for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.cause {
            Cause::Transition(_) if self.kinds == <()>::KINDS => f.write_str(self.template()),
            Cause::Transition(_) => format(f, self.template(), self.kinds, &self.bits),
            Cause::MissingArgument(index) => {
                let name = self.argument(index).map_or("?", |arg| arg.name);
                write!(f, "argument `{name}` is missing")
            }
            Cause::ArgumentOutOfRange(index) => {
                let (name, range) =
                    self.argument(index).map_or(("?", None), |arg| (arg.name, arg.range));
                write!(f, "argument `{name}` is ")?;
                self.outside(f, range)
            }
            Cause::ResultOutOfRange(index) => {
                match self.result(index) {
                    ("", _) => f.write_str("the result is ")?,
                    (name, _) => write!(f, "result `{name}` is ")?,
                }
                self.outside(f, self.result(index).1)
            }
            Cause::Refused { interface, error } => {
                write!(f, "{} refused ", self.skill.interface_name(interface.into()))?;
                value(f, self.kinds[0], self.bits[0], None)?;
                write!(f, ": {error}")
            }
            Cause::NoWriter(index) => {
                write!(f, "no writer for {}", self.skill.interface_name(index))
            }
            Cause::Stale(index) => write!(f, "{} is stale", self.skill.interface_name(index)),
            Cause::Call(_) => write!(f, "{}: {}", self.skill.name, self.template()),
        }
    }
}

impl Failure {
    /// Writes the value, and the range that it is outside of.
    fn outside(
        &self,
        f: &mut core::fmt::Formatter<'_>,
        range: Option<crate::graph::Range>,
    ) -> core::fmt::Result {
        value(f, self.kinds[0], self.bits[0], None)?;
        match range {
            Some(range) => write!(f, ", outside its range {range}"),
            None => f.write_str(", not a finite number"),
        }
    }
}

/// A part of a reason.
enum Piece<'a> {
    Text(&'a str),
    /// A value: its kind, its bits, and the number of decimal places if the template gives one.
    Number(ValueKind, u32, Option<usize>),
}

/// Splits `template` at its placeholders `{}` and `{:.N}`, which the values fill in order, and
/// calls `emit` with each piece. `{{` and `}}` are escaped braces.
fn pieces<E>(
    template: &str,
    kinds: &[ValueKind],
    bits: &[u32],
    mut emit: impl FnMut(Piece<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut values = kinds.iter().zip(bits);
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let (text, tail) = rest.split_at(at);
        emit(Piece::Text(text))?;
        if let Some(tail) = tail.strip_prefix("{{") {
            emit(Piece::Text("{"))?;
            rest = tail;
        } else if let Some((spec, tail)) = tail.strip_prefix('{').and_then(|t| t.split_once('}')) {
            let digits = spec.strip_prefix(":.").and_then(|digits| digits.parse().ok());
            if let Some((kind, bits)) = values.next() {
                emit(Piece::Number(*kind, *bits, digits))?;
            }
            rest = tail;
        } else {
            emit(Piece::Text(&tail[..1]))?;
            rest = tail.strip_prefix("}}").unwrap_or(&tail[1..]);
        }
    }
    emit(Piece::Text(rest))
}

/// Writes `template` with its values filled in.
fn format(
    f: &mut core::fmt::Formatter<'_>,
    template: &str,
    kinds: &[ValueKind],
    bits: &[u32],
) -> core::fmt::Result {
    pieces(template, kinds, bits, |piece| match piece {
        Piece::Text(text) => f.write_str(text),
        Piece::Number(kind, bits, digits) => value(f, kind, bits, digits),
    })
}

impl crate::graph::TransitionInfo {
    /// Writes the reason of the failure before it has one: `value` writes the value at an index, with
    /// the decimal places that the reason gives it.
    ///
    /// # Errors
    /// Returns the error of `out` or of `value`.
    pub fn write_reason<W: core::fmt::Write>(
        &self,
        out: &mut W,
        mut value: impl FnMut(&mut W, usize, Option<usize>) -> core::fmt::Result,
    ) -> core::fmt::Result {
        let unknown = ([ValueKind::None; MAX_VALUES], [0; MAX_VALUES]);
        let mut index = 0;
        pieces(self.reason.unwrap_or_default(), &unknown.0, &unknown.1, |piece| match piece {
            Piece::Text(text) => out.write_str(text),
            Piece::Number(_, _, digits) => {
                index += 1;
                value(out, index - 1, digits)
            }
        })
    }
}

fn value(
    f: &mut core::fmt::Formatter<'_>,
    kind: ValueKind,
    bits: u32,
    digits: Option<usize>,
) -> core::fmt::Result {
    match (kind, digits) {
        (ValueKind::None, _) => Ok(()),
        (ValueKind::Float, Some(digits)) => write!(f, "{:.digits$}", f32::from_bits(bits)),
        (ValueKind::Float, None) => write!(f, "{}", f32::from_bits(bits)),
        (ValueKind::Signed, _) => write!(f, "{}", bits.cast_signed()),
        (ValueKind::Unsigned, _) => write!(f, "{bits}"),
        (ValueKind::Bool, _) => write!(f, "{}", bits != 0),
        (ValueKind::Name(names), _) => match names.get(bits as usize) {
            Some(name) => f.write_str(name),
            None => write!(f, "#{bits}"),
        },
    }
}

/// Logs the same reason as [`Display`](core::fmt::Display). The values are sent as raw bits, so
/// `{:.N}` does not limit their decimal places.
#[cfg(feature = "defmt")]
impl defmt::Format for Failure {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.cause {
            Cause::Transition(_) if self.kinds == <()>::KINDS => {
                defmt::write!(f, "{=str}", self.template());
            }
            Cause::Transition(_) => {
                let _ = pieces(self.template(), self.kinds, &self.bits, |piece| {
                    match piece {
                        Piece::Text("") => {}
                        Piece::Text(text) => defmt::write!(f, "{=str}", text),
                        Piece::Number(kind, bits, _) => log_value(f, kind, bits),
                    }
                    Ok::<(), core::convert::Infallible>(())
                });
            }
            Cause::MissingArgument(index) => {
                let name = self.argument(index).map_or("?", |arg| arg.name);
                defmt::write!(f, "argument `{=str}` is missing", name);
            }
            Cause::ArgumentOutOfRange(index) => {
                let (name, range) =
                    self.argument(index).map_or(("?", None), |arg| (arg.name, arg.range));
                defmt::write!(f, "argument `{=str}` is ", name);
                self.log_outside(f, range);
            }
            Cause::ResultOutOfRange(index) => {
                let (name, range) = self.result(index);
                if name.is_empty() {
                    defmt::write!(f, "the result is ");
                } else {
                    defmt::write!(f, "result `{=str}` is ", name);
                }
                self.log_outside(f, range);
            }
            Cause::Refused { interface, error } => {
                defmt::write!(f, "{=str} refused ", self.skill.interface_name(interface.into()));
                log_value(f, self.kinds[0], self.bits[0]);
                defmt::write!(f, ": {=str}", error.text());
            }
            Cause::NoWriter(index) => {
                defmt::write!(f, "no writer for {=str}", self.skill.interface_name(index));
            }
            Cause::Stale(index) => {
                defmt::write!(f, "{=str} is stale", self.skill.interface_name(index));
            }
            Cause::Call(_) => {
                defmt::write!(f, "{=str}: {=str}", self.skill.name, self.template());
            }
        }
    }
}

#[cfg(feature = "defmt")]
impl Failure {
    /// Logs the value, and the range that it is outside of.
    fn log_outside(&self, f: defmt::Formatter<'_>, range: Option<crate::graph::Range>) {
        log_value(f, self.kinds[0], self.bits[0]);
        match range {
            Some(range) => {
                defmt::write!(f, ", outside its range ");
                log_range(f, &range);
            }
            None => defmt::write!(f, ", not a finite number"),
        }
    }
}

#[cfg(feature = "defmt")]
#[allow(clippy::cast_possible_truncation)] // for display
fn log_range(f: defmt::Formatter<'_>, range: &crate::graph::Range) {
    let bound = |bound: Option<f64>| {
        if let Some(bound) = bound {
            defmt::write!(f, "{=f32}", bound as f32);
        }
    };
    if !range.text.is_empty() {
        return defmt::write!(f, "{=str}", range.text);
    }
    bound(range.low);
    defmt::write!(f, "{=str}", if range.inclusive { "..=" } else { ".." });
    bound(range.high);
}

#[cfg(feature = "defmt")]
fn log_value(f: defmt::Formatter<'_>, kind: ValueKind, bits: u32) {
    match kind {
        ValueKind::None => {}
        ValueKind::Float => defmt::write!(f, "{=f32}", f32::from_bits(bits)),
        ValueKind::Signed => defmt::write!(f, "{=i32}", bits.cast_signed()),
        ValueKind::Unsigned => defmt::write!(f, "{=u32}", bits),
        ValueKind::Bool => defmt::write!(f, "{=bool}", bits != 0),
        ValueKind::Name(names) => match names.get(bits as usize) {
            Some(name) => defmt::write!(f, "{=str}", name),
            None => defmt::write!(f, "#{=u32}", bits),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write as _;

    struct MaybeDebug<V>(&'static str, V);
    impl<V: ReasonValues + Copy> core::fmt::Display for MaybeDebug<V> {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            format(f, self.0, V::KINDS, &self.1.bits())
        }
    }

    fn formatted<V: ReasonValues + Copy>(
        template: &'static str,
        values: V,
    ) -> heapless::String<128> {
        let mut text = heapless::String::new();
        write!(text, "{}", MaybeDebug(template, values)).unwrap();
        text
    }

    #[test]
    fn numbers_fill_the_braces_in_order() {
        assert_eq!(formatted("{} off by {}", (7_u8, -0.5_f32)), "7 off by -0.5");
        assert_eq!(formatted("a {:.3} b {:.0} c", (1.5_f32, 2.0_f32)), "a 1.500 b 2 c");
        assert_eq!(formatted("{{{}}} }", (-3_i16,)), "{-3} }");
        assert_eq!(formatted("too few {} {} {}", (true,)), "too few true  ");
        assert_eq!(formatted("unclosed {", (1_u32,)), "unclosed {");
    }

    #[test]
    fn a_reason_without_its_values_has_their_places() {
        let reason = Some("{{{}}} after {:.1} s");
        let info = crate::graph::TransitionInfo { reason, ..crate::graph::TransitionInfo::PLAIN };
        let mut text = heapless::String::<64>::new();
        info.write_reason(&mut text, |out, index, digits| write!(out, "<{index} {digits:?}>"))
            .unwrap();
        assert_eq!(text, "{<0 None>} after <1 Some(1)> s");
    }
}
