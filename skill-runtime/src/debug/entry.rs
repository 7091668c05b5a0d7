//! Trace entries as words.

use super::memory::{AT_SESSION, DebugMemory, ENTRY, Input, PAYLOAD, Section, halves, join, mix};
use crate::call::CallArguments;
use crate::failure::{MAX_VALUES, ValueKind};
pub use crate::failure_words::DebugValueKind;
use crate::failure_words::{KINDS, hash, of_words, send_code, send_error, to_words};
use crate::graph::SkillKey;
use crate::parameter::ParamError;
use crate::time::Instant;
use crate::trace::{TraceEntry, TraceEvent, TraceKind};

/// A trace entry in the debug interface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DebugEntry {
    /// The number of the entry: 1 for the first one that was recorded.
    pub number: u32,
    /// The entry, with the key of the skill in place of its description.
    pub entry: TraceEntry<SkillKey>,
}

/// Names that a trace entry refers to and that are not in the memory, but in the descriptions of
/// the interfaces. `()` has none: a message is then `?`, and the value of an enum in a reason has a
/// number instead of its name.
pub trait DebugNames {
    /// Returns the name of a message whose [hash](Self::hash) is `hash`, to the interface with the
    /// index `interface` in [`SkillInfo::interfaces`](crate::SkillInfo::interfaces) of the skill.
    fn message(&self, skill: SkillKey, interface: u16, hash: u32) -> &'static str {
        let _ = (skill, interface, hash);
        "?"
    }

    /// Returns the kinds of the values in a reason of a failure.
    fn kinds(&self, kinds: [DebugValueKind; MAX_VALUES]) -> &'static [ValueKind; MAX_VALUES] {
        let index = kinds.into_iter().fold(0, |index, kind| index * KINDS + kind.code());
        UNNAMED.get(index).unwrap_or(&UNNAMED[0])
    }

    /// Returns the hash of a list of names: those of an enum's values, those of an interface's
    /// messages, or a single one.
    #[must_use]
    fn hash(names: &[&str]) -> u32
    where
        Self: Sized,
    {
        hash(names)
    }
}

impl DebugNames for () {}

/// The number of combinations of kinds.
const COMBINATIONS: usize = KINDS * KINDS * KINDS * KINDS;

/// All combinations of kinds, without names.
static UNNAMED: [[ValueKind; MAX_VALUES]; COMBINATIONS] = {
    let mut all = [[ValueKind::None; MAX_VALUES]; COMBINATIONS];
    let mut index = 0;
    while index < all.len() {
        let (mut rest, mut value) = (index, MAX_VALUES);
        while value > 0 {
            value -= 1;
            all[index][value] = match rest % KINDS {
                0 => ValueKind::None,
                1 => ValueKind::Float,
                2 => ValueKind::Signed,
                3 => ValueKind::Unsigned,
                4 => ValueKind::Bool,
                _ => ValueKind::Name(&[]),
            };
            rest /= KINDS;
        }
        index += 1;
    }
    all
};

/// Writes the entry with this number.
pub(super) fn put(
    memory: &DebugMemory,
    section: Section,
    number: u32,
    instance: u32,
    event: &TraceEvent<SkillKey>,
) {
    let to = &mut memory.output(section.entry_at(number), first_check(memory, number));
    to.put_both(event.time.as_micros());
    to.put(event.skill.number());
    let code = match event.kind {
        TraceKind::Called(_) => 1,
        TraceKind::Entered { .. } => 2,
        TraceKind::Transition { .. } => 3,
        TraceKind::Result(_) => 4,
        TraceKind::Failed(_) => 5,
        TraceKind::Limit { .. } => 6,
        TraceKind::Reset => 7,
        TraceKind::Refused { .. } => 8,
        TraceKind::TimeWentBack { .. } => 9,
        TraceKind::Parameter { .. } => 10,
        TraceKind::Stopped { .. } => 11,
    };
    to.put(code | instance << 8);
    let payload = match event.kind {
        TraceKind::Called(arguments) | TraceKind::Result(arguments) => arguments.to_words(),
        TraceKind::Entered { state } => words([state.into()]),
        TraceKind::Transition { from, transition } => words([from.into(), transition.into()]),
        TraceKind::Failed(failure) => words(to_words(&failure)),
        TraceKind::Limit { transition } => words([transition.into()]),
        TraceKind::Reset => words([]),
        TraceKind::Refused { interface, message, error } => {
            words([interface.into(), hash(&[message]), send_code(error)])
        }
        TraceKind::Stopped { interface, message, running } => {
            words([interface.into(), hash(&[message]), hash(&[running])])
        }
        TraceKind::Parameter { parameter, word, error } => {
            words([parameter.into(), word, param_code(error)])
        }
        TraceKind::TimeWentBack { time } => words(halves(time.as_micros())),
    };
    for word in payload {
        to.put(word);
    }
    to.put_check();
}

/// Reads the entry with this number. Returns `None` if it is not there, or not whole.
pub(super) fn take(
    words: &[u32],
    section: Section,
    number: u32,
    names: &impl DebugNames,
) -> Option<DebugEntry> {
    let at = section.entry_at(number);
    let session = *words.get(AT_SESSION)?;
    let from = &mut Input::new(words.get(at..)?.get(..ENTRY)?, mix(session, number));
    let time = Instant::from_micros(from.take_both());
    let skill = SkillKey::of_number(from.take());
    let (code, instance) = split8(from.take());
    let payload = core::array::from_fn::<_, PAYLOAD, _>(|_| from.take());
    let check = from.check;
    if from.take() != check {
        return None;
    }
    let [a, b, c, ..] = payload;
    let index = |word| u16::try_from(word).ok();
    let kind = match code {
        1 => TraceKind::Called(CallArguments::of_words(payload)),
        2 => TraceKind::Entered { state: index(a)? },
        3 => TraceKind::Transition { from: index(a)?, transition: index(b)? },
        4 => TraceKind::Result(CallArguments::of_words(payload)),
        5 => {
            let [words @ .., _] = payload;
            TraceKind::Failed(of_words(words, |kinds| names.kinds(kinds))?)
        }
        6 => TraceKind::Limit { transition: index(a)? },
        7 => TraceKind::Reset,
        8 => {
            let interface = index(a)?;
            let message = names.message(skill, interface, b);
            TraceKind::Refused { interface, message, error: send_error(c)? }
        }
        10 => TraceKind::Parameter { parameter: index(a)?, word: b, error: param_error(c) },
        9 => TraceKind::TimeWentBack { time: Instant::from_micros(join([a, b])) },
        11 => {
            let interface = index(a)?;
            let name = |word| names.message(skill, interface, word);
            TraceKind::Stopped { interface, message: name(b), running: name(c) }
        }
        _ => return None,
    };
    Some(DebugEntry {
        number,
        entry: TraceEntry { instance, event: TraceEvent { time, skill, kind } },
    })
}

/// The checksum before the first word of an entry: that of another writer, or of an earlier turn of
/// the ring, is another one.
fn first_check(memory: &DebugMemory, number: u32) -> u32 {
    mix(memory.load(AT_SESSION), number)
}

/// Returns the first words of a payload; the others are 0.
fn words<const N: usize>(first: [u32; N]) -> [u32; PAYLOAD] {
    let mut all = [0; PAYLOAD];
    for (place, word) in all.iter_mut().zip(first) {
        *place = word;
    }
    all
}

const fn split8(word: u32) -> (u32, u32) {
    (word & 0xff, word >> 8)
}

const fn param_code(error: Option<ParamError>) -> u32 {
    match error {
        None => 0,
        Some(ParamError::OutOfRange) => 1,
        Some(ParamError::NotFinite) => 2,
        Some(ParamError::NoValue) => 3,
    }
}

/// A code of a later version is none of the others, so the value is at least known to be refused.
const fn param_error(code: u32) -> Option<ParamError> {
    match code {
        0 => None,
        1 => Some(ParamError::OutOfRange),
        2 => Some(ParamError::NotFinite),
        _ => Some(ParamError::NoValue),
    }
}
