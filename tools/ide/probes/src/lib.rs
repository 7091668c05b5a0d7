//! Skills with probes in their comments, which `cargo xtask ide` checks with rust-analyzer.
//! `tools/ide/src/probe.rs` describes the comments; `half.rs.in` has the incomplete code.
//!
//! Incomplete and wrong code is for rust-analyzer only: `cargo check` passes.

pub mod agents;
pub mod bound;
pub mod complete;
pub mod described;
pub mod each;
pub mod failures;
pub mod flow;
pub mod goto;
pub mod handlers;
pub mod hover;
pub mod nested;
pub mod rename;
pub mod rename_compiles;
pub mod results;
pub mod resume;
pub mod sends;
pub mod side_by_side;
pub mod skills;
pub mod some_of;
pub mod symbols;
pub mod tries;
pub mod typing;
pub mod typing_inside;
pub mod typing_nested;
pub mod until;
pub mod world;

#[cfg(rust_analyzer)]
pub mod half;
#[cfg(rust_analyzer)]
pub mod wrong;
