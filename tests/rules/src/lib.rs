//! The numbered rules of the skill language, independent of how `skill!` compiles it.
//!
//! | module | contents |
//! |---|---|
//! | [`skill`] | skills as data |
//! | [`context`] | the inputs and events of a running skill |
//! | [`fault`] | faults of the interpreter, for tests of comparisons |
//! | [`interpret`] | an interpreter of the rules, written from the language reference |
//! | [`pair`] | pairs of skills that one block declares |
//! | [`random`] | random skills |
//! | [`source`] | skills as `skill!` source |

pub mod context;
mod failures;
pub mod fault;
pub mod interpret;
mod lets;
pub mod pair;
pub mod random;
pub mod skill;
pub mod source;
