//! The fields of a blackboard that show the clocks of other robots.

/// A field of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardField {
    /// The id of the interface.
    pub interface: &'static str,
    /// The name of the field.
    pub field: &'static str,
}

/// The fields of a blackboard from which the clocks of several robots are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// The number of the robot in its team, from 1 on; 0 while it is unknown.
    pub number: BoardField,
    /// For each number, from 1 on, the clock of that robot at the pass that has sent its last message: an array of `u32`, ms. It may wrap.
    pub spoken_ms: BoardField,
    /// For each number, the time since that message arrived: an array of `f32`, s; 1000 or more before the first one.
    pub age_sec: BoardField,
    /// Fields that all robots learn at the same moment, as from the packets of a referee. What counts are the moments at
    /// which they have values, all of them together, that they did not have before.
    pub common: &'static [BoardField],
}
