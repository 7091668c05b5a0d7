//! Unusual programs that compile without a warning, as each of them denies warnings.
#![allow(clippy::all, clippy::pedantic, dead_code)] // not written as one should

#[path = "../valid/attributes.rs"]
#[rustfmt::skip]
mod attributes;
#[path = "../valid/bound.rs"]
mod bound;
#[path = "../valid/blink.rs"]
#[rustfmt::skip]
mod blink;
#[path = "../valid/constants.rs"]
#[rustfmt::skip]
mod constants;
#[path = "../valid/each.rs"]
#[rustfmt::skip]
mod each;
#[path = "../valid/equal_names.rs"]
#[rustfmt::skip]
mod equal_names;
#[path = "../valid/first_values.rs"]
#[rustfmt::skip]
mod first_values;
#[path = "../valid/look_alikes.rs"]
#[rustfmt::skip]
mod look_alikes;
#[path = "../valid/nested_deeply.rs"]
#[rustfmt::skip]
mod nested_deeply;
#[path = "../valid/no_cycles.rs"]
#[rustfmt::skip]
mod no_cycles;
#[path = "../valid/robot_parts.rs"]
#[rustfmt::skip]
mod robot_parts;
#[path = "../valid/raw_names.rs"]
#[rustfmt::skip]
mod raw_names;
#[path = "../valid/renamed_runtime.rs"]
#[rustfmt::skip]
mod renamed_runtime;
#[path = "../valid/short_names.rs"]
#[rustfmt::skip]
mod short_names;
#[path = "../valid/writes_in_turn.rs"]
#[rustfmt::skip]
mod writes_in_turn;
