//! Failures as words, in the debug interface and in that of the skiller.

use crate::blackboard::SendError;
use crate::failure::{CallFault, Cause, MAX_VALUES, StoredFailure, ValueKind};
use crate::float::{f32_from_i32, f32_from_u32};
use crate::hash::fnv;

/// The kind of a value in a reason, as in [`ValueKind`]. A name is one of a list that has this
/// [hash](crate::debug::DebugNames::hash), of which only the bits in [`NAME_HASH`](Self::NAME_HASH) are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // those of `ValueKind`
pub enum DebugValueKind {
    None,
    Float,
    Signed,
    Unsigned,
    Bool,
    Name(u32),
}

/// The number of kinds.
pub const KINDS: usize = 6;
/// The number of bits of an index in a list of names; the others are bits of the list's hash.
const NAME_BITS: u32 = 10;

impl DebugValueKind {
    /// The bits of the hash of a list of names that are kept.
    pub const NAME_HASH: u32 = u32::MAX << NAME_BITS;

    pub(crate) const fn code(self) -> usize {
        match self {
            Self::None => 0,
            Self::Float => 1,
            Self::Signed => 2,
            Self::Unsigned => 3,
            Self::Bool => 4,
            Self::Name(_) => 5,
        }
    }
}

/// Returns the hash of a list of names.
#[allow(clippy::cast_possible_truncation)] // half is enough
pub fn hash(names: &[&str]) -> u32 {
    let hash = names.iter().fold(0xcbf2_9ce4_8422_2325, |hash, name| fnv(hash ^ 0xff, name));
    (hash >> 32) as u32 ^ hash as u32
}

pub const fn send_code(error: SendError) -> u32 {
    match error {
        SendError::NoWriter => 0,
        SendError::QueueFull => 1,
    }
}

pub const fn send_error(code: u32) -> Option<SendError> {
    match code {
        0 => Some(SendError::NoWriter),
        1 => Some(SendError::QueueFull),
        _ => None,
    }
}

/// The number of words of a failure.
pub const FAILURE_WORDS: usize = 3 + MAX_VALUES;

/// Returns the skill in which a failure arose, its cause, the kinds of its values, and these.
pub fn to_words(failure: &StoredFailure) -> [u32; FAILURE_WORDS] {
    let (skill, kinds, mut bits) = failure.parts();
    let (code, more, index) = match failure.cause {
        Cause::Transition(transition) => (1, 0, transition),
        Cause::MissingArgument(argument) => (2, 0, argument),
        Cause::ArgumentOutOfRange(argument) => (3, 0, argument),
        Cause::Refused { interface, error } => (4, send_code(error), interface.into()),
        Cause::ResultOutOfRange(field) => (5, 0, field),
        Cause::NoWriter(interface) => (6, 0, interface),
        Cause::Stale(interface) => (7, 0, interface),
        Cause::Call(fault) => (8, call_fault_code(fault), 0),
    };
    let mut codes = [0; MAX_VALUES];
    for ((code, kind), bits) in codes.iter_mut().zip(kinds).zip(&mut bits) {
        let kind = match kind {
            ValueKind::None => DebugValueKind::None,
            ValueKind::Float => DebugValueKind::Float,
            ValueKind::Signed => DebugValueKind::Signed,
            ValueKind::Unsigned => DebugValueKind::Unsigned,
            ValueKind::Bool => DebugValueKind::Bool,
            ValueKind::Name(names) => {
                let of = hash(names) & DebugValueKind::NAME_HASH;
                *bits = of | *bits & !DebugValueKind::NAME_HASH;
                DebugValueKind::Name(of)
            }
        };
        #[allow(clippy::cast_possible_truncation)] // below 6
        {
            *code = kind.code() as u8;
        }
    }
    let [a, b, c, d] = bits;
    let cause = code | more << 8 | u32::from(index) << 16;
    [skill, cause, u32::from_le_bytes(codes), a, b, c, d]
}

const fn call_fault_code(fault: CallFault) -> u32 {
    match fault {
        CallFault::NotSent => 0,
        CallFault::Stopped => 1,
        CallFault::Failed => 2,
        CallFault::ResultUnreadable => 3,
    }
}

/// Returns the failure that these are the words of; `named` returns the kinds of its values. `None` if
/// they are of none.
pub fn of_words(
    [skill, cause, codes, a, b, c, d]: [u32; FAILURE_WORDS],
    named: impl FnOnce([DebugValueKind; MAX_VALUES]) -> &'static [ValueKind; MAX_VALUES],
) -> Option<StoredFailure> {
    let [code, more, low, high] = cause.to_le_bytes();
    let (more, index) = (u32::from(more), u16::from_le_bytes([low, high]));
    let cause = match code {
        1 => Cause::Transition(index),
        2 => Cause::MissingArgument(index),
        3 => Cause::ArgumentOutOfRange(index),
        4 => Cause::Refused { interface: low, error: send_error(more)? },
        5 => Cause::ResultOutOfRange(index),
        6 => Cause::NoWriter(index),
        7 => Cause::Stale(index),
        8 => {
            let all = [
                CallFault::NotSent,
                CallFault::Stopped,
                CallFault::Failed,
                CallFault::ResultUnreadable,
            ];
            Cause::Call(all.into_iter().find(|fault| call_fault_code(*fault) == more)?)
        }
        _ => return None,
    };
    let mut bits = [a, b, c, d];
    let mut kinds = [DebugValueKind::None; MAX_VALUES];
    for ((kind, code), bits) in kinds.iter_mut().zip(codes.to_le_bytes()).zip(&mut bits) {
        *kind = match code {
            0 => DebugValueKind::None,
            1 => DebugValueKind::Float,
            2 => DebugValueKind::Signed,
            3 => DebugValueKind::Unsigned,
            4 => DebugValueKind::Bool,
            5 => {
                let of = *bits & DebugValueKind::NAME_HASH;
                *bits &= !DebugValueKind::NAME_HASH;
                DebugValueKind::Name(of)
            }
            _ => return None,
        };
    }
    Some(StoredFailure::of_parts(skill, cause, named(kinds), bits))
}

/// Returns the failure that these are the words of, for an agent, which knows no names of values: a
/// number is an `f32`, and a value of another kind has a number in place of its name.
pub fn for_agent(mut words: [u32; FAILURE_WORDS]) -> Option<StoredFailure> {
    let [_, _, codes, bits @ ..] = &mut words;
    let mut kinds = codes.to_le_bytes();
    for (kind, bits) in kinds.iter_mut().zip(bits) {
        let number = match *kind {
            2 => f32_from_i32(bits.cast_signed()),
            3 => f32_from_u32(*bits),
            _ => continue,
        };
        (*kind, *bits) = (1, number.to_bits());
    }
    *codes = u32::from_le_bytes(kinds);
    of_words(words, |kinds| {
        let count = kinds.iter().take_while(|kind| **kind != DebugValueKind::None).count();
        let floats = kinds.iter().take(count).enumerate();
        let floats = floats.filter(|(_, kind)| **kind == DebugValueKind::Float);
        let index = floats.fold((1 << count) - 1, |index, (place, _)| index + (1 << place));
        NUMBERS.get(index).unwrap_or(&NUMBERS[0])
    })
}

/// The kinds of up to four values, each a number or not: those of `n` values from `2^n - 1` on.
static NUMBERS: [[ValueKind; MAX_VALUES]; (2 << MAX_VALUES) - 1] = {
    let mut all = [[ValueKind::None; MAX_VALUES]; (2 << MAX_VALUES) - 1];
    let (mut index, mut count) = (0, 0);
    while count <= MAX_VALUES {
        let mut floats = 0;
        while floats < 1 << count {
            let mut place = 0;
            while place < count {
                all[index][place] = match floats >> place & 1 {
                    1 => ValueKind::Float,
                    _ => ValueKind::Name(&[]),
                };
                place += 1;
            }
            floats += 1;
            index += 1;
        }
        count += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_sees_the_numbers_of_a_failure() {
        let kinds: &[ValueKind; MAX_VALUES] =
            &[ValueKind::Signed, ValueKind::Name(&["a", "b"]), ValueKind::Float, ValueKind::Bool];
        let bits = [(-7_i32).cast_unsigned(), 1, 2.5_f32.to_bits(), 1];
        let failure = StoredFailure::of_parts(3, Cause::Transition(9), kinds, bits);
        let seen = for_agent(to_words(&failure)).unwrap();
        assert_eq!(seen.cause, failure.cause);
        assert!(seen.arose_in(3));
        let numbers: [_; 4] = core::array::from_fn(|place| seen.number(place));
        assert_eq!(numbers, [Some(-7.0), None, Some(2.5), None]);
        assert_eq!(for_agent([0; FAILURE_WORDS]), None);
        let two: &[ValueKind; MAX_VALUES] =
            &[ValueKind::Bool, ValueKind::Unsigned, ValueKind::None, ValueKind::None];
        let seen = StoredFailure::of_parts(3, Cause::Stale(1), two, [1, 4, 0, 0]);
        let seen = for_agent(to_words(&seen)).unwrap();
        assert_eq!([seen.number(0), seen.number(1), seen.number(2)], [None, Some(4.0), None]);
        assert!(seen.is_input());
    }
}
