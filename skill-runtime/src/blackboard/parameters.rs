//! The parameters that somebody has set, on the blackboard.

use super::cell::{Cell, Sample, WriterTaken};
use super::info::{FieldInfo, FieldType, InterfaceInfo};
use super::interface::Interface;
use super::words::{Decoder, Encoder, Words};
use crate::atomic::{AtomicU32, Ordering::Relaxed};
use crate::hash::{fnv, interface_id};
use crate::time::Instant;
use core::fmt;

/// The interface with the parameters of skills and agents that differ from their defaults, at most
/// `N` of them. It has the id `"Parameters"`:
///
/// ```
/// use skill_runtime::{Blackboard, Instant, Parameters, blackboard, skill};
///
/// blackboard! { pub Board { "Parameters": Parameters<16> } }
///
/// skill! {
///     /// Waits.
///     pub skill Wait() {
///         params { wait_sec: f32 = 12.5 in 1.0..=30.0 }
///         start state Waiting { -> FINAL after self.wait_sec; }
///     }
/// }
///
/// fn main() {
///     let board = Board::new();
///     let wait_sec = &Wait.params[0];
///     assert_eq!(wait_sec.check(11_f32.to_bits()), Ok(11.0));
///     board.set_parameter(wait_sec.key, Some(11_f32.to_bits()), Instant::ZERO).expect("room");
///     assert_eq!(board.parameters.sample().data.get(wait_sec.key), Some(11_f32.to_bits()));
/// }
/// ```
///
/// On a blackboard without it, parameters are constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters<const N: usize> {
    /// The key and the word of each; the key 0 is none.
    entries: [[u32; 2]; N],
}

impl<const N: usize> Default for Parameters<N> {
    fn default() -> Self {
        Self { entries: [[0; 2]; N] }
    }
}

impl<const N: usize> Parameters<N> {
    /// Returns the word of the parameter with a [key](crate::parameter::ParamInfo::key), unless it
    /// has its default.
    #[must_use]
    pub fn get(&self, key: u32) -> Option<u32> {
        self.entries.iter().find(|entry| entry[0] == key && key != 0).map(|entry| entry[1])
    }

    /// Returns the key and the word of each parameter that is set.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.entries.iter().filter(|entry| entry[0] != 0).map(|[key, word]| (*key, *word))
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Words for Parameters<N> {
    const LEN: usize = 2 * N;
    fn put(&self, to: &mut Encoder<'_>) {
        self.entries.as_flattened().iter().for_each(|word| to.put(*word));
    }
    fn take(from: &mut Decoder<'_>) -> Option<Self> {
        let mut all = Self::default();
        all.entries.as_flattened_mut().iter_mut().for_each(|word| *word = from.take());
        Some(all)
    }
}

#[doc(hidden)]
#[derive(Debug)]
#[repr(transparent)]
pub struct ParameterWords<const N: usize>([[AtomicU32; 2]; N]);

impl<const N: usize> AsRef<[AtomicU32]> for ParameterWords<N> {
    fn as_ref(&self) -> &[AtomicU32] {
        self.0.as_flattened()
    }
}

/// The messages of an interface that has none.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum NoMessage {}

#[diagnostic::do_not_recommend]
impl Words for NoMessage {
    const LEN: usize = 0;
    fn put(&self, _: &mut Encoder<'_>) {
        match *self {}
    }
    fn take(_: &mut Decoder<'_>) -> Option<Self> {
        None
    }
}

#[diagnostic::do_not_recommend]
#[allow(clippy::declare_interior_mutable_const)] // only the initial values of a cell
impl<const N: usize> Interface for Parameters<N> {
    const NAME: &'static str = "Parameters";
    const INFO: &'static InterfaceInfo = &InterfaceInfo {
        name: "Parameters",
        docs: "The parameters that differ from their defaults.",
        max_age_micros: None,
        fields: &[FieldInfo {
            name: "entries",
            type_name: "[[u32; 2]; N]",
            ty: FieldType::Array(&FieldType::Array(&FieldType::Unsigned(32), 2), N),
            unit: "",
            docs: "The key and the word of each; the key 0 is none.",
        }],
        messages: &[],
        enums: &[],
        constants: &[],
    };
    const LAYOUT: u64 = fnv(N as u64, "Parameters entries: [[u32; 2]; N]");
    type Message = NoMessage;
    type Data = ParameterWords<N>;
    type Ring = [AtomicU32; 0];
    const NEW_DATA: Self::Data = ParameterWords([const { [const { AtomicU32::new(0) }; 2] }; N]);
    const NEW_RING: Self::Ring = [];
    type Running = ();
}

/// The id of the interface [`Parameters`].
pub const PARAMETERS_ID: &str = "Parameters";

/// The hash of the id, by which a blackboard [provides](super::Provides) it.
#[doc(hidden)]
pub const PARAMETERS: u64 = interface_id(PARAMETERS_ID);

/// The parameters that a pass has read.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadParameters<'a> {
    pub(crate) entries: &'a [[u32; 2]],
    /// A number that each write makes another one; 0 before the first.
    pub(crate) version: u32,
}

/// [`Parameters`] of any size.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have the id \"Parameters\"",
    label = "the id of parameters",
    note = "`\"Parameters\"` is the id of `skill_runtime::Parameters<N>`: give this interface another one"
)]
pub trait ParameterTable: Interface {
    fn entries(&self) -> &[[u32; 2]];
}

#[diagnostic::do_not_recommend]
impl<const N: usize> ParameterTable for Parameters<N> {
    #[inline]
    fn entries(&self) -> &[[u32; 2]] {
        &self.entries
    }
}

/// Returns what was read of the parameters, for the generated code.
#[doc(hidden)]
#[inline]
pub fn read_parameters<I: ParameterTable>(sample: &Sample<I>) -> ReadParameters<'_> {
    ReadParameters { entries: sample.data.entries(), version: sample.version() }
}

/// Sets a parameter, for the generated code.
#[doc(hidden)]
pub fn set_parameter<I: Interface>(
    cell: &Cell<I>,
    key: u32,
    word: Option<u32>,
    now: Instant,
) -> Result<(), SetParameterError> {
    let mut writer = cell.writer().map_err(SetParameterError::Busy)?;
    let words = cell.data_words();
    let place = |key| words.iter().step_by(2).position(|word| word.load(Relaxed) == key);
    let place = match (place(key), word) {
        (None, None) => return Ok(()),
        (Some(place), _) => Some(place),
        (None, Some(_)) => place(0),
    };
    let Some(place) = place else { return Err(SetParameterError::Full(words.len() / 2)) };
    let entry = word.map_or([0; 2], |word| [key, word]);
    writer.write_from(2 * place, |to| entry.into_iter().for_each(|word| to.put(word)), now);
    Ok(())
}

/// The error of a parameter that cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetParameterError {
    /// The blackboard has no parameters.
    NoParameters,
    /// The interface has a value for this number of parameters, which is all that it has memory for.
    Full(usize),
    /// Somebody else is writing the parameters.
    Busy(WriterTaken),
}

impl fmt::Display for SetParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoParameters => f.write_str(
                "the blackboard has no parameters: add `\"Parameters\": Parameters<64>` to it",
            ),
            Self::Full(all) => {
                write!(
                    f,
                    "the blackboard has memory for {all} parameters that differ from their default: reset others, or declare it larger"
                )
            }
            Self::Busy(_) => f.write_str("another program is setting parameters: try again"),
        }
    }
}

impl core::error::Error for SetParameterError {}
