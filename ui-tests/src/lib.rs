//! Tests of the compiler errors of the skill language: each case in `cases/` is a program that
//! must not compile, next to the output that is expected of `rustc`.
//!
//! After a change of messages: `TRYBUILD=overwrite cargo test -p ui-tests`, then read every
//! difference.
