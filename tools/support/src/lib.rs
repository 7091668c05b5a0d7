//! Tools for the developers of this workspace; `cargo xtask` runs them.

pub mod bench;
mod commands;
pub mod corpus;
mod generated;
pub mod ide;
pub mod interfaces;
pub mod loom;
pub mod nao;
pub mod nested;
mod progress;
pub mod proof;
pub mod scxml;
pub mod season;
pub mod trace;
