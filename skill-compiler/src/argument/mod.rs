//! `#[derive(Argument)]`, `#[derive(Arguments)]` and `#[derive(SkillResult)]`.

mod group;
mod values;

pub use group::{compile as compile_group, compile_result};
pub use values::{choices, compile as compile_enum, enum_argument};
