//! The count of team messages.

use super::Referee;
use super::scene::Verdict;
use crate::team::Team;
use skills_nao::referee::State;

/// The number of messages that a team may send in a game.
pub(in crate::team) const BUDGET: u16 = 12_000;

/// The messages of a team.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Messages {
    sent: u32,
    /// Whether they were too many: none of its goals counts.
    is_void: bool,
}

impl Referee {
    /// Counts a message of a team. One beyond the budget makes all its goals void.
    pub(in crate::team) fn count_message(&mut self, of: Team, verdict: &mut Verdict) {
        if !matches!(self.state, State::Ready | State::Set | State::Play) {
            return;
        }
        let budget = self.budget;
        let messages = &mut self.messages[of.index()];
        messages.sent = messages.sent.saturating_add(1);
        if messages.sent > u32::from(budget) && !messages.is_void {
            messages.is_void = true;
            self.score[of.index()] = 0;
            verdict.say(format!("team {} has sent more than {budget} messages", of.number()));
        }
    }

    /// Returns the number of counted messages of a team.
    pub(in crate::team) fn messages(&self, of: Team) -> u32 {
        self.messages[of.index()].sent
    }

    /// Returns the number of messages that a team may still send.
    pub(super) fn budget_left(&self, of: Team) -> u16 {
        let left = u32::from(self.budget).saturating_sub(self.messages(of));
        u16::try_from(left).unwrap_or(u16::MAX)
    }

    /// Returns whether goals of a team count.
    pub(super) fn counts_goals(&self, of: Team) -> bool {
        !self.messages[of.index()].is_void
    }
}
