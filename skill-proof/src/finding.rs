//! The findings of a proof.

use std::fmt;

use crate::ir::{Frame, is_std_file};

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A call of a function that panics.
    Panic,
    /// A call of a function that ends the process.
    Abort,
    /// Memory is allocated or freed.
    Allocation,
    /// A function may call itself.
    Recursion,
    /// A loop without a visible bound.
    Loop,
    /// More stack than the limit, or an unknown amount.
    Stack,
    /// A call through a pointer.
    Pointer,
    /// A call of a function without Rust code.
    Extern,
    /// Inline assembly, which the proof cannot read.
    Assembly,
    /// A whole number becomes a float that the x87 does not round.
    Rounding,
}

impl Kind {
    /// All kinds of findings.
    pub const ALL: [Self; 10] = [
        Self::Panic,
        Self::Abort,
        Self::Allocation,
        Self::Recursion,
        Self::Loop,
        Self::Stack,
        Self::Pointer,
        Self::Extern,
        Self::Assembly,
        Self::Rounding,
    ];

    /// Returns the name under which a manifest accepts findings of this kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Abort => "abort",
            Self::Allocation => "allocation",
            Self::Recursion => "recursion",
            Self::Loop => "loop",
            Self::Stack => "stack",
            Self::Pointer => "pointer",
            Self::Extern => "extern",
            Self::Assembly => "assembly",
            Self::Rounding => "rounding",
        }
    }

    /// Returns whether the finding is code that the proof cannot analyze, and not a proven fault.
    #[must_use]
    pub const fn is_blind(self) -> bool {
        matches!(self, Self::Pointer | Self::Extern | Self::Assembly)
    }
}

/// Something that may panic, allocate or not end, or that the proof cannot analyze.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The kind of the finding.
    pub kind: Kind,
    /// The fault in a few words: "index out of bounds".
    pub what: String,
    /// The place, followed by the inlined calls and the calls that lead there, up to the function
    /// that is proved.
    pub frames: Vec<Frame>,
}

impl Finding {
    /// Returns the innermost place that is not in the standard library.
    #[must_use]
    pub fn place(&self) -> Option<&Frame> {
        let own = |frame: &&Frame| !frame.file.is_empty() && !is_std_file(&frame.file);
        self.frames.iter().find(own)
    }

    /// Returns the functions that contain the finding, innermost first.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.frames.iter().map(|frame| frame.function.as_str())
    }
}

/// `src/agent.rs:41:9: panics: index out of bounds, in `robot::agent::Striker::decide``
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.frames.first();
        let place = self.place().or(first);
        if let Some(Frame { file, line, column, .. }) = place.filter(|place| !place.file.is_empty())
        {
            write!(f, "{file}:{line}")?;
            if *column != 0 {
                write!(f, ":{column}")?;
            }
            f.write_str(": ")?;
        }
        let verb = match self.kind {
            Kind::Panic => "may panic: ",
            Kind::Abort => "may abort: ",
            Kind::Allocation => "allocates or frees ",
            Kind::Recursion => "recursion: ",
            Kind::Loop => "may not end: ",
            Kind::Stack => "stack: ",
            Kind::Rounding => "not rounded by the x87: ",
            Kind::Pointer | Kind::Extern | Kind::Assembly => "not seen: ",
        };
        write!(f, "{verb}{}", self.what)?;
        if let Some(place) = place {
            write!(f, ", in `{}`", place.function)?;
        }
        if let (Some(first), Some(place)) = (first, place)
            && !std::ptr::eq(first, place)
        {
            write!(f, " (through `{}`)", first.function)?;
        }
        Ok(())
    }
}
