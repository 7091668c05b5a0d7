//! Tools for the developers of this workspace; `cargo xtask` runs them.

pub mod corpus;
