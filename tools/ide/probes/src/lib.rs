//! Skills with questions to rust-analyzer in their comments; `cargo xtask ide` asks
//! them. What the comments mean stands in `xtask/src/ide/probe.rs`.
//!
//! What is half typed or wrong is for rust-analyzer alone: `cargo check` passes.

pub mod agents;
pub mod complete;
pub mod described;
pub mod flow;
pub mod goto;
pub mod hover;
pub mod nested;
pub mod rename;
pub mod skills;
pub mod typing;
pub mod typing_nested;
pub mod world;

#[cfg(rust_analyzer)]
pub mod half;
#[cfg(rust_analyzer)]
pub mod wrong;
