//! `#[derive(Argument)]` and `#[derive(Arguments)]`.

mod group;
mod values;

pub use group::compile as compile_group;
pub use values::{choices, compile as compile_enum, enum_argument};
