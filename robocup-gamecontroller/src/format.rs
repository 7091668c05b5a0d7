//! The codes of each version: the index of a value in its table is its code.

use crate::values::{Color, Division, GamePhase, Penalty, SetPlay, State, Version};

/// The values that the expected text of an error names, and their table.
pub(crate) struct Codes<T: 'static> {
    pub(crate) expected: &'static str,
    table: &'static [Option<T>],
}

impl<T: Copy + PartialEq> Codes<T> {
    /// Returns the value of a code.
    pub(crate) fn value(&self, code: u8) -> Option<T> {
        *self.table.get(usize::from(code))?
    }

    /// Returns the code of a value.
    pub(crate) fn code(&self, value: T) -> Option<u8> {
        let index = self.table.iter().position(|each| *each == Some(value))?;
        u8::try_from(index).ok()
    }
}

/// A yes or no.
pub(crate) const FLAG: Codes<bool> =
    Codes { expected: "0 or 1", table: &[Some(false), Some(true)] };

/// The phases of a game.
pub(crate) const PHASES: Codes<GamePhase> = Codes {
    expected: "0 to 3",
    table: &[
        Some(GamePhase::Normal),
        Some(GamePhase::PenaltyShootOut),
        Some(GamePhase::ExtraTime),
        Some(GamePhase::Timeout),
    ],
};

/// The divisions of the Humanoid Soccer League.
pub(crate) const DIVISIONS: Codes<Division> = Codes {
    expected: "0 to 2",
    table: &[Some(Division::Small), Some(Division::Middle), Some(Division::Large)],
};

/// The colors of jerseys.
pub(crate) const COLORS: Codes<Color> = Codes {
    expected: "0 to 9",
    table: &[
        Some(Color::Blue),
        Some(Color::Red),
        Some(Color::Yellow),
        Some(Color::Black),
        Some(Color::White),
        Some(Color::Green),
        Some(Color::Orange),
        Some(Color::Purple),
        Some(Color::Brown),
        Some(Color::Gray),
    ],
};

/// The details in which the versions differ.
pub(crate) struct Format {
    /// The number of the version.
    pub(crate) number: u8,
    /// The length of a packet, in bytes.
    pub(crate) length: usize,
    pub(crate) states: Codes<State>,
    pub(crate) set_plays: Codes<SetPlay>,
    pub(crate) penalties: Codes<Option<Penalty>>,
    /// Whether players have warnings.
    pub(crate) has_warnings: bool,
    /// Whether players have cautions.
    pub(crate) has_cautions: bool,
}

/// The states of the Humanoid Soccer League.
const STATES: Codes<State> = Codes {
    expected: "0 to 4",
    table: &[
        Some(State::Initial),
        Some(State::Ready),
        Some(State::Set),
        Some(State::Playing),
        Some(State::Finished),
    ],
};

/// The set plays of the Humanoid Soccer League.
const SET_PLAYS: Codes<SetPlay> = Codes {
    expected: "0 to 6",
    table: &[
        Some(SetPlay::None),
        Some(SetPlay::DirectFreeKick),
        Some(SetPlay::IndirectFreeKick),
        Some(SetPlay::PenaltyKick),
        Some(SetPlay::ThrowIn),
        Some(SetPlay::GoalKick),
        Some(SetPlay::CornerKick),
    ],
};

static V18: Format = Format {
    number: 18,
    length: 118,
    states: Codes {
        expected: "0 to 5",
        table: &[
            STATES.table[0],
            STATES.table[1],
            STATES.table[2],
            STATES.table[3],
            STATES.table[4],
            Some(State::Standby),
        ],
    },
    set_plays: Codes {
        expected: "0 to 5",
        table: &[
            Some(SetPlay::None),
            Some(SetPlay::GoalKick),
            Some(SetPlay::PushingFreeKick),
            Some(SetPlay::CornerKick),
            Some(SetPlay::ThrowIn),
            Some(SetPlay::PenaltyKick),
        ],
    },
    penalties: Codes {
        expected: "0 to 11, 14 or 15",
        table: &[
            Some(None),
            Some(Some(Penalty::IllegalBallContact)),
            Some(Some(Penalty::Pushing)),
            Some(Some(Penalty::MotionInSet)),
            Some(Some(Penalty::Incapable)),
            Some(Some(Penalty::IllegalPosition)),
            Some(Some(Penalty::LeavingTheField)),
            Some(Some(Penalty::PickUp)),
            Some(Some(Penalty::LocalGameStuck)),
            Some(Some(Penalty::IllegalPositionInSet)),
            Some(Some(Penalty::Stance)),
            Some(Some(Penalty::MotionInStandby)),
            None,
            None,
            Some(Some(Penalty::Substitute)),
            Some(Some(Penalty::Manual)),
        ],
    },
    has_warnings: false,
    has_cautions: false,
};

static V19: Format = Format {
    number: 19,
    length: 198,
    states: STATES,
    set_plays: SET_PLAYS,
    penalties: Codes {
        expected: "0 to 11",
        table: &[
            Some(None),
            Some(Some(Penalty::IllegalPosition)),
            Some(Some(Penalty::MotionInSet)),
            Some(Some(Penalty::LocalGameStuck)),
            Some(Some(Penalty::Incapable)),
            Some(Some(Penalty::PickUp)),
            Some(Some(Penalty::BallHolding)),
            Some(Some(Penalty::LeavingTheField)),
            Some(Some(Penalty::ArmsOrHands)),
            Some(Some(Penalty::Pushing)),
            Some(Some(Penalty::SentOff)),
            Some(Some(Penalty::Substitute)),
        ],
    },
    has_warnings: true,
    has_cautions: true,
};

static V20: Format = Format {
    number: 20,
    length: 158,
    states: STATES,
    set_plays: SET_PLAYS,
    penalties: Codes {
        expected: "0 to 13",
        table: &[
            Some(None),
            Some(Some(Penalty::IllegalPosition)),
            Some(Some(Penalty::MotionInSet)),
            Some(Some(Penalty::MotionInStop)),
            Some(Some(Penalty::LocalGameStuck)),
            Some(Some(Penalty::Incapable)),
            Some(Some(Penalty::PickUp)),
            Some(Some(Penalty::BallHolding)),
            Some(Some(Penalty::LeavingTheField)),
            Some(Some(Penalty::ArmsOrHands)),
            Some(Some(Penalty::Pushing)),
            Some(Some(Penalty::Cautioned)),
            Some(Some(Penalty::SentOff)),
            Some(Some(Penalty::Substitute)),
        ],
    },
    has_warnings: false,
    has_cautions: true,
};

impl Version {
    pub(crate) fn format(self) -> &'static Format {
        match self {
            Version::V18 => &V18,
            Version::V19 => &V19,
            Version::V20 => &V20,
        }
    }

    /// Returns the version's number in a packet.
    #[must_use]
    pub fn number(self) -> u8 {
        self.format().number
    }

    /// Returns the length of the version's packets, in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.format().length
    }
}
