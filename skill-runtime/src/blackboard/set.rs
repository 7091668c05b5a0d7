//! Sets of interfaces.

/// A set of interfaces of a blackboard: a bit set by `INDEX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InterfaceSet(pub u64);

impl InterfaceSet {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The set of all interfaces.
    pub const ALL: Self = Self(u64::MAX);
    /// The maximum number of interfaces of a blackboard.
    pub const MAX: usize = 64;

    /// Returns the set that contains only the interface at `index`.
    #[must_use]
    pub const fn of(index: u32) -> Self {
        Self(1 << index)
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the interfaces that are in both sets.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the indices of the interfaces in the set.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let index = rest.trailing_zeros();
            rest &= rest.checked_sub(1)?;
            Some(index)
        })
    }

    /// Returns whether the interface at `index` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, index: u32) -> bool {
        self.0 & (1 << index) != 0
    }
}
