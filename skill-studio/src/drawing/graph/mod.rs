//! A skill's graph as a picture, and in the notations of other programs.
//!
//! [`Svg`] is the picture, [`GraphDrawing`] what is in it and where. [`Dot`] and [`Mermaid`] can show
//! every skill; [`Scxml`] only those that SCXML can express. For JSON, serialize the [`SkillInfo`](skill_runtime::SkillInfo) itself.

mod diagram;
mod dot;
mod mermaid;
mod run;
mod scxml;
mod svg;
mod tree;

pub use diagram::{BoxKind, GraphArrow, GraphBox, GraphDrawing, Line, LineKind, View};
pub use dot::{Dot, DotOfRun};
pub use mermaid::Mermaid;
pub use run::{Run, Taken};
pub use scxml::{NotExportable, Scxml};
pub use svg::{Svg, SvgOfRun};
