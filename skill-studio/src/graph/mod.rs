//! A skill's graph in the notations of other programs.
//!
//! [`Dot`] and [`Mermaid`] can show every skill; [`Scxml`] only those that SCXML can
//! express. For JSON, serialize the [`SkillInfo`](skill_runtime::SkillInfo) itself.

mod dot;
mod mermaid;
mod scxml;
mod tree;

pub use dot::Dot;
pub use mermaid::Mermaid;
pub use scxml::{NotExportable, Scxml};
