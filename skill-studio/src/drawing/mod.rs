//! Pictures and lists of skills.
//!
//! | module | contains |
//! |---|---|
//! | `layout` | places for boxes and arrows; it knows no skill |
//! | `graph` | a skill's graph as SVG, DOT, Mermaid and SCXML |
//! | `listing` | the skills and agents of a space, as text and as DOT |
//!
//! Imports `model` and the styles of `console`. It never imports what runs: a picture depends on
//! descriptions alone, so it is the same for a robot at work and for one that was never started.

pub mod graph;
pub mod layout;
pub mod listing;
