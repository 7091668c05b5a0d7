//! The times in which a member was not running: stopped by a signal, or without its processor.

use skill_studio::live::Refusal;
use std::time::{Duration, Instant};

/// The longest time between two beats of a member that runs, which has one each 100 ms; and the time after a longer
/// one in which old requests come.
const MOST: Duration = Duration::from_secs(1);

/// The time without beats after which a stop may be lost: its client waits no longer, and the links of zenoh end soon after.
const LOST: Duration = Duration::from_secs(5);

/// The beats of a member. Requests have no age that two clocks agree on, but those that have waited while the member
/// was not running come right after that.
#[derive(Debug)]
pub struct Beat {
    last: Instant,
    /// When the last gap was noticed, and its length.
    gap: Option<(Instant, Duration)>,
}

impl Beat {
    pub fn new(now: Instant) -> Self {
        Self { last: now, gap: None }
    }

    /// Notes that the member runs. Returns the time for which it was not, if a stop may be lost.
    pub fn beat(&mut self, now: Instant) -> Option<Duration> {
        let since = now.saturating_duration_since(self.last);
        if since > MOST {
            self.gap = Some((now, since));
        }
        self.last = now;
        (since > LOST).then_some(since)
    }

    /// Checks that a request which is carried out now is no old one.
    ///
    /// # Errors
    /// `not_running`: its client may have given up.
    pub fn check(&self, now: Instant) -> Result<(), Refusal> {
        match self.gap {
            Some((at, gap)) if now.saturating_duration_since(at) < MOST => {
                let message = format!("the robot was not running for {:.1} s", gap.as_secs_f64());
                Err(not_running(message))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the refusal of a call that could have moved the robot long after it was sent.
pub fn not_running(message: String) -> Refusal {
    Refusal::new(503, "not_running", message).with("help", "call again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::json;

    #[test]
    fn requests_after_a_gap_are_refused_for_a_second() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut beat = Beat::new(start);
        assert_eq!(beat.beat(at(900)), None);
        assert_eq!((beat.beat(at(1900)), beat.check(at(1900))), (None, Ok(())));
        assert_eq!(beat.beat(at(11_700)), Some(Duration::from_millis(9800)));
        let refused = beat.check(at(11_700)).expect_err("old");
        assert_eq!(refused.message, "the robot was not running for 9.8 s");
        assert!(json(&refused).contains("\"help\":\"call again\""), "{refused:?}");
        assert_eq!(beat.beat(at(11_800)), None);
        assert!(beat.check(at(12_600)).is_err());
        assert_eq!(beat.check(at(12_700)), Ok(()));
    }
}
