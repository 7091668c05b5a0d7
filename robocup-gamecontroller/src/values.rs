//! The values of the fields of control packets.

/// A version of control packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Version 18: Standard Platform League 2025.
    V18,
    /// Version 19: German Open 2026, and the Humanoid Soccer League's simulation.
    V19,
    /// Version 20: RoboCup 2026, Humanoid Soccer League.
    V20,
}

/// A division of the Humanoid Soccer League.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// The division of small robots.
    Small,
    /// The division of middle-sized robots.
    Middle,
    /// The division of large robots.
    Large,
}

/// A competition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Competition {
    /// A competition of version 18, the Standard Platform League.
    Spl {
        /// A game of the play-offs, not of the round robin.
        playoff: bool,
        /// The challenge for the most passes.
        most_passes: bool,
    },
    /// A competition of the Humanoid Soccer League, in one of its divisions; from version 19 on.
    Humanoid(Division),
}

/// A phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePhase {
    /// The two halves of a game.
    Normal,
    /// The penalty shoot-out that decides a tie.
    PenaltyShootOut,
    /// Extra time after a tie.
    ExtraTime,
    /// A timeout of a team or the referee.
    Timeout,
}

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Before a half: the robots do not move.
    Initial,
    /// The robots walk to their positions.
    Ready,
    /// The robots wait for the kick-off or set play.
    Set,
    /// The game is on.
    Playing,
    /// The half is over.
    Finished,
    /// The robots wait for the referee's gesture; version 18 only.
    Standby,
}

/// The set play that READY, SET and the beginning of PLAYING belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetPlay {
    /// No set play, or a kick-off.
    None,
    /// A direct free kick; from version 19 on.
    DirectFreeKick,
    /// An indirect free kick; from version 19 on.
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
    /// The player was in an illegal position.
    IllegalPosition,
    /// The player was in an illegal position in SET; version 18 only.
    IllegalPositionInSet,
    /// It moved in SET.
    MotionInSet,
    /// It moved in STANDBY; version 18 only.
    MotionInStandby,
    /// It moved while play was stopped; from version 20 on.
    MotionInStop,
    /// The game was stuck around it.
    LocalGameStuck,
    /// It is fallen or inactive.
    Incapable,
    /// Its team requested to pick it up.
    PickUp,
    /// It held the ball; from version 19 on.
    BallHolding,
    /// It played with its arms or hands; from version 19 on.
    ArmsOrHands,
    /// It held the ball or played with its hands; version 18 only.
    IllegalBallContact,
    /// It left the field.
    LeavingTheField,
    /// It pushed a player.
    Pushing,
    /// It had its legs apart for too long; version 18 only.
    Stance,
    /// It was cautioned; from version 20 on.
    Cautioned,
    /// It was sent off; from version 19 on.
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
