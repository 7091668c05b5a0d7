//! The changes of the skills, chosen when they run: one of two hundred, or none.

use std::cell::Cell;
use std::fmt::{self, Display, Formatter};

/// A place in the skills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site(pub u8);

/// The replacement of the original.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Edit {
    /// A number is multiplied.
    Scaled(f32),
    /// A number is added to the message's field of this index.
    Field(usize, f32),
    /// A guard has this value.
    Always(bool),
    Negated,
    /// Two statements or two transitions change places.
    Swapped,
    /// A statement at an entry or exit is missing.
    Removed,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change(pub Site, pub Edit);

impl Display for Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "site {}: {:?}", self.0.0, self.1)
    }
}

thread_local! { static CHANGE: Cell<Option<Change>> = const { Cell::new(None) }; }

/// Changes the skills of this thread until the next call.
pub fn apply(change: Option<Change>) {
    CHANGE.set(change);
}

fn edit(site: Site) -> Option<Edit> {
    CHANGE.get().filter(|change| change.0 == site).map(|change| change.1)
}

pub fn number(site: Site, original: f32) -> f32 {
    match edit(site) {
        Some(Edit::Scaled(by)) => original * by,
        _ => original,
    }
}

/// Returns the fields of a message.
pub fn message(site: Site, mut fields: [f32; 2]) -> (f32, f32) {
    if let Some(Edit::Field(index, by)) = edit(site) {
        fields[index] += by;
    }
    (fields[0], fields[1])
}

pub fn guard(site: Site, original: bool) -> bool {
    match edit(site) {
        Some(Edit::Always(value)) => value,
        Some(Edit::Negated) => !original,
        _ => original,
    }
}

/// Returns the guard of a transition that may change places with the next, whose guard is `next`: then
/// it is taken only if that one is not.
pub fn ordered(site: Site, original: bool, next: bool) -> bool {
    original && !(edit(site) == Some(Edit::Swapped) && next)
}

/// Returns whether two statements have changed places.
pub fn swaps(site: Site) -> bool {
    edit(site) == Some(Edit::Swapped)
}

/// Returns whether a statement is there.
pub fn holds(site: Site) -> bool {
    edit(site) != Some(Edit::Removed)
}

/// Returns all changes.
pub fn all() -> Vec<Change> {
    let mut all = Vec::new();
    let mut each = |sites: std::ops::RangeInclusive<u8>, edits: &[Edit]| {
        for site in sites {
            all.extend(edits.iter().map(|edit| Change(Site(site), *edit)));
        }
    };
    let scaled = [0.7, 0.999, 1.001].map(Edit::Scaled);
    each(0..=38, &scaled);
    each(40..=45, &[Edit::Field(0, 0.01), Edit::Field(1, 0.01), Edit::Field(1, -0.5)]);
    each(58..=69, &[Edit::Always(false), Edit::Always(true), Edit::Negated]);
    each(70..=74, &[Edit::Swapped]);
    each(80..=84, &[Edit::Swapped]);
    each(90..=96, &[Edit::Removed]);
    // Those with a larger effect.
    each(4..=15, &[Edit::Scaled(1.5)]);
    all
}
