//! The skills and the blackboard of a space. Each is checked at one place, where the error is; what
//! depends on it uses a constant that does not compile then either, so `rustc` is silent about it.

use crate::blackboard::Blackboard;
use crate::proof::AnyBoard;
use crate::sub_machine::Select;

/// The blackboard on which the skills of a space are compiled: its own, or any if it lacks an
/// interface, which is an error of the skill.
pub trait BoardOf<B> {
    /// That blackboard.
    type Board: Blackboard;
}

impl<B: Blackboard> BoardOf<B> for Select<false> {
    type Board = B;
}

impl<B> BoardOf<B> for Select<true> {
    type Board = AnyBoard;
}

/// A skill whose own interfaces are on the blackboard `B`. The skills below it are in the same
/// space, so a missing interface is reported only for the skills that declare it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a skill",
    label = "not a skill",
    note = "an agent runs skills, but nothing runs an agent as one",
    note = "if it is to be a skill, declare it with `skill! {{ .. }}`"
)]
pub trait OnBoard<B> {
    /// Named where this is required.
    const IS: () = ();
}
