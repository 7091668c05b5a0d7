//! The interpretation of the values in a reason.

/// The maximum number of values in a reason.
pub const MAX_VALUES: usize = 4;

/// The interpretation of the raw bits of a value in a reason.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ValueKind {
    /// No value.
    None,
    /// An `f32`.
    Float,
    /// A signed integer of at most 32 bits.
    Signed,
    /// An unsigned integer of at most 32 bits.
    Unsigned,
    /// A `bool`.
    Bool,
    /// A name: the bits are an index into this list.
    Name(&'static [&'static str]),
}
