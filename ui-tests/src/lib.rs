//! What the compiler of the skill language says to mistakes: each case under
//! `cases/` is a program that must be refused, beside it what must be said.
//!
//! After a change of wording: `TRYBUILD=overwrite cargo test -p ui-tests`, then
//! read every difference.
