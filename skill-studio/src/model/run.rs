//! Runs of several robots.

use crate::model::describe::Description;

/// A robot of a run: of several ones with names, in one program, on one clock.
#[derive(Debug)]
pub struct RobotOfRun<'a, B> {
    /// The name. It differs from those of the others in its letters and digits.
    pub name: String,
    /// The description of its skills and agents.
    pub description: Description,
    /// The blackboard.
    pub board: &'a B,
    /// The name of the agent that commands it, if there is one.
    pub agent: Option<&'a str>,
}
