//! The values of the fields of control packets.

/// A version of control packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Version 18: Standard Platform League 2025.
    V18,
    /// Version 19: Humanoid Soccer League 2026.
    V19,
}

/// A division of the Humanoid Soccer League.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// Small robots.
    Small,
    /// Middle robots.
    Middle,
    /// Large robots.
    Large,
}

/// A competition. Each version has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Competition {
    /// Version 18.
    Spl {
        /// A game of the play-offs, not of the round robin.
        playoff: bool,
        /// The challenge for the most passes.
        most_passes: bool,
    },
    /// Version 19.
    Humanoid(Division),
}

/// A phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePhase {
    /// The two halves.
    Normal,
    /// The penalty shoot-out.
    PenaltyShootOut,
    /// Extra time.
    ExtraTime,
    /// A timeout.
    Timeout,
}

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Before a half.
    Initial,
    /// The robots walk to their positions.
    Ready,
    /// The robots wait.
    Set,
    /// The robots play.
    Playing,
    /// The half is over.
    Finished,
    /// The robots wait for the referee's gesture; version 18 only.
    Standby,
}

/// A set play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetPlay {
    /// None, or a kick-off.
    None,
    /// A direct free kick; version 19 only.
    DirectFreeKick,
    /// An indirect free kick; version 19 only.
    IndirectFreeKick,
    /// A free kick after pushing; version 18 only.
    PushingFreeKick,
    /// A penalty kick.
    PenaltyKick,
    /// A throw-in; version 18 calls it kick-in.
    ThrowIn,
    /// A goal kick.
    GoalKick,
    /// A corner kick.
    CornerKick,
}

/// The reason why a player may not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    /// It was at a place where it must not be.
    IllegalPosition,
    /// It was at such a place in SET; version 18 only.
    IllegalPositionInSet,
    /// It moved in SET.
    MotionInSet,
    /// It moved in STANDBY; version 18 only.
    MotionInStandby,
    /// The game was stuck around it.
    LocalGameStuck,
    /// It is fallen or inactive.
    Incapable,
    /// Its team requested to pick it up.
    PickUp,
    /// It held the ball; version 19 only.
    BallHolding,
    /// It played with its arms or hands; version 19 only.
    ArmsOrHands,
    /// It held the ball or played with its hands; version 18 only.
    IllegalBallContact,
    /// It left the field.
    LeavingTheField,
    /// It pushed a player.
    Pushing,
    /// It had its legs apart for too long; version 18 only.
    Stance,
    /// It was sent off; version 19 only.
    SentOff,
    /// It is a substitute.
    Substitute,
    /// By its own button; version 18 only.
    Manual,
}

/// The color of a jersey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Blue or cyan.
    Blue,
    /// Red, magenta or pink.
    Red,
    /// Yellow.
    Yellow,
    /// Black or dark gray.
    Black,
    /// White.
    White,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Purple or violet.
    Purple,
    /// Brown.
    Brown,
    /// Lighter gray.
    Gray,
}
