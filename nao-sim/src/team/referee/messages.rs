//! The count of team messages.

/// The number of messages that a team may send in a game.
pub(in crate::team) const BUDGET: u16 = 12_000;

/// The messages of a team.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Messages {
    sent: u32,
}

impl Messages {
    /// Counts a message. Returns whether it is the first one beyond the budget.
    pub(super) fn count(&mut self, budget: u16) -> bool {
        self.sent = self.sent.saturating_add(1);
        self.sent == u32::from(budget) + 1
    }

    /// Returns the number of messages.
    pub(super) fn sent(self) -> u32 {
        self.sent
    }

    /// Returns the number of messages that may still be sent.
    pub(super) fn left(self, budget: u16) -> u16 {
        u16::try_from(u32::from(budget).saturating_sub(self.sent)).unwrap_or(u16::MAX)
    }

    /// Returns whether they were too many: none of the team's goals counts.
    pub(super) fn are_too_many(self, budget: u16) -> bool {
        self.sent > u32::from(budget)
    }
}
