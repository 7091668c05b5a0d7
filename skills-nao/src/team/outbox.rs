//! The times to speak, within the league's budget.
//!
//! A team has so many messages for a game, and all of its goals are void if it sends one more. So a robot
//! spreads its share of the rest over the rest of the game. An event may spend up to three messages in
//! advance. Near the end of the budget robots are silent: a reserve covers what mates send before the
//! referee's next count.

use core::time::Duration;
use skill_runtime::Instant;

/// The most messages per second, if the budget allows more.
const MAX_RATE_PER_SEC: f32 = 2.0;
/// The most messages that a silent robot saves up, and that events spend in advance.
const SAVED: f32 = 1.0;
const ADVANCE: f32 = 3.0;
/// The least time between two messages.
const GAP: Duration = Duration::from_millis(100);
/// The messages of each speaker that are never spent: those of events, and those that the referee has not
/// counted yet when it announces the rest, twice a second.
const RESERVE: u16 = 10;

/// The rest of the budget, and of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ration {
    /// The messages that the team may still send.
    pub budget: u16,
    /// The time that they have to last for, s.
    pub left_sec: f32,
    /// The number of robots of the team that speak.
    pub speakers: u8,
}

impl Ration {
    /// Returns the share of one robot.
    fn share(self) -> u16 {
        let speakers = u16::from(self.speakers.max(1));
        (self.budget / speakers).saturating_sub(RESERVE)
    }

    /// Returns the rate at which one robot may speak, 1/s; 0: not at all.
    #[must_use]
    pub fn rate_per_sec(self) -> f32 {
        (f32::from(self.share()) / self.left_sec.max(1.0)).clamp(0.0, MAX_RATE_PER_SEC)
    }
}

/// The times at which a robot speaks.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// The messages that it may send now; negative after events.
    saved: f32,
    last_step: Option<Instant>,
    last_sent: Option<Instant>,
    /// The budget at the last step, and the messages sent since it changed.
    budget: u16,
    unannounced: u16,
    sent: u32,
}

impl Default for Outbox {
    fn default() -> Self {
        Self { saved: SAVED, last_step: None, last_sent: None, budget: 0, unannounced: 0, sent: 0 }
    }
}

impl Outbox {
    /// Returns whether to send a message now; the caller does send it then. `event`: there is news that mates
    /// need at once. Without a ration, in a state of the game in which the robot does not speak, the answer
    /// is no.
    pub fn step(&mut self, ration: Option<Ration>, event: bool, now: Instant) -> bool {
        let passed = self.last_step.map_or(0.0, |last| now.since(last).as_secs_f32());
        self.last_step = Some(now);
        let Some(mut ration) = ration else { return false };
        if ration.budget != self.budget {
            (self.budget, self.unannounced) = (ration.budget, 0);
        }
        ration.budget = ration.budget.saturating_sub(self.unannounced);
        let rate = ration.rate_per_sec();
        self.saved = (self.saved + rate * passed).min(SAVED);
        let rested = self.last_sent.is_none_or(|last| now.since(last) >= GAP);
        let least = if event { 1.0 - ADVANCE } else { 1.0 };
        // Exactly one period later the sum of many small parts may be a little less than one.
        let sends = rate > 0.0 && rested && self.saved > least - 1e-3;
        if sends {
            self.saved -= 1.0;
            self.last_sent = Some(now);
            self.unannounced = self.unannounced.saturating_add(1);
            self.sent = self.sent.wrapping_add(1);
        }
        sends
    }

    /// Returns the number of messages so far, which wraps.
    #[must_use]
    pub fn sent(&self) -> u32 {
        self.sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;
    use std::vec;
    use std::vec::Vec;

    /// A game of robots that hear the rest of the budget twice a second, and have an event every `event_ms`.
    struct Game {
        budget: u32,
        sec: u64,
        robots: u8,
        event_ms: u64,
    }

    impl Game {
        /// Returns the numbers of messages in each tenth of the game, and of all.
        fn play(&self) -> (Vec<u32>, u32) {
            let mut robots = vec![Outbox::default(); usize::from(self.robots)];
            let (mut parts, mut sent, mut announced) = (vec![0; 10], 0, self.budget);
            for pass in 0..self.sec * 100 {
                if pass.is_multiple_of(50) {
                    announced = self.budget.saturating_sub(sent);
                }
                let passed = Duration::from_millis(pass * 10);
                let left = Duration::from_secs(self.sec).saturating_sub(passed);
                let ration = Ration {
                    budget: announced.try_into().unwrap(),
                    left_sec: left.as_secs_f32(),
                    speakers: self.robots,
                };
                let event = (pass * 10).is_multiple_of(self.event_ms);
                for robot in &mut robots {
                    if robot.step(Some(ration), event, Instant::ZERO.after(passed)) {
                        sent += 1;
                        parts[usize::try_from(pass * 10 / (self.sec * 100)).unwrap()] += 1;
                    }
                }
            }
            (parts, sent)
        }
    }

    #[test]
    fn a_full_game_of_five_and_of_seven_is_within_the_budget_and_even() {
        for robots in [1, 5, 7] {
            let game = Game { budget: 12_000, sec: 1400, robots, event_ms: u64::MAX };
            let (parts, sent) = game.play();
            assert!(
                sent <= 12_000 && parts.iter().all(|part| *part > 0),
                "{robots}: {sent} {parts:?}"
            );
            let (least, most) = (parts.iter().min().unwrap(), parts.iter().max().unwrap());
            assert!(most - least < 30, "{robots}: {parts:?}");
            let expected = (2 * 1400 * u32::from(robots)).min(12_000);
            assert!(sent > expected * 95 / 100, "{robots}: {sent} of {expected}");
        }
    }

    #[test]
    fn many_events_never_spend_more_than_the_rest() {
        for (budget, event_ms) in [(12_000, 10), (300, 10), (60, 10), (100, 1000), (0, 10), (7, 10)]
        {
            let game = Game { budget, sec: 300, robots: 5, event_ms };
            let (parts, sent) = game.play();
            assert!(sent <= budget, "{sent} of {budget}: {parts:?}");
        }
    }

    #[test]
    fn an_event_is_sent_at_once_and_three_of_them_in_a_row() {
        let ration = Some(Ration { budget: 12_000, left_sec: 1200.0, speakers: 5 });
        let mut robot = Outbox::default();
        let at = |ms| Instant::ZERO.after(Duration::from_millis(ms));
        assert!(robot.step(ration, false, at(0)), "the first one");
        assert!(!robot.step(ration, true, at(50)), "too soon");
        let sent: Vec<_> =
            (1..=4).filter(|tenth| robot.step(ration, true, at(tenth * 100))).collect();
        assert_eq!(sent.len(), 3, "{sent:?}");
        assert!(!robot.step(ration, false, at(1000)), "it pays back");
        assert!(robot.step(ration, false, at(3000)));
        assert_eq!(robot.sent(), 5);
    }

    #[test]
    fn without_a_ration_it_is_silent() {
        let mut robot = Outbox::default();
        let at = |ms| Instant::ZERO.after(Duration::from_millis(ms));
        assert!((0..100).all(|tenth| !robot.step(None, true, at(tenth * 100))));
        let over = Some(Ration { budget: 20, left_sec: 1200.0, speakers: 5 });
        assert!((100..200).all(|tenth| !robot.step(over, true, at(tenth * 100))), "the reserve");
    }
}
