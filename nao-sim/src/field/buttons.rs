//! Buttons and bumpers; presses are counted as in Fawkes.

use core::time::Duration;

/// The longest press that does not count.
const BOUNCE: Duration = Duration::from_millis(25);
/// The longest press that is short.
const LONG: Duration = Duration::from_millis(500);
/// The time without a press after which the counters are cleared.
const IDLE: Duration = Duration::from_secs(2);

/// The time when a press counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// At its end, when its length is known: short or long presses.
    Release,
    /// At its start, as a short press.
    Press,
}

/// The counters of one button.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Presses {
    counting: Counting,
    pressed: bool,
    value: f32,
    /// The time since the last change.
    since: Duration,
    short: u32,
    long: u32,
    all: u32,
}

impl Presses {
    /// Returns a button that has never been pressed.
    #[must_use]
    pub fn new(counting: Counting) -> Presses {
        Presses {
            counting,
            pressed: false,
            value: 0.0,
            since: Duration::ZERO,
            short: 0,
            long: 0,
            all: 0,
        }
    }

    /// Holds the button at a value for `dt`; 0.5 and more is pressed. Returns whether this
    /// counted a short press.
    pub fn step(&mut self, value: f32, dt: Duration) -> bool {
        let pressed = value >= 0.5;
        let (mut short, mut long) = (false, false);
        self.value = value;
        if pressed != self.pressed {
            match self.counting {
                Counting::Press => short = pressed,
                Counting::Release if pressed => {}
                Counting::Release => {
                    long = self.since > LONG;
                    short = !long && self.since > BOUNCE;
                }
            }
            self.pressed = pressed;
            self.since = Duration::ZERO;
        }
        self.since = self.since.saturating_add(dt);
        if !self.pressed && self.since > IDLE {
            self.short = 0;
            self.long = 0;
        }
        self.short = self.short.saturating_add(u32::from(short));
        self.long = self.long.saturating_add(u32::from(long));
        self.all = self.all.saturating_add(u32::from(short || long));
        short
    }

    /// Returns whether it is pressed.
    #[must_use]
    pub fn pressed(&self) -> bool {
        self.pressed
    }

    /// Returns the value that the button was last held at, 0 to 1.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.value
    }

    /// Returns the time for which it has been pressed, s, or negative, not pressed.
    #[must_use]
    pub fn history_sec(&self) -> f32 {
        let sec = self.since.as_secs_f32();
        if self.pressed { sec } else { -sec }
    }

    /// Returns the recent short and long presses, and the number of all presses ever.
    #[must_use]
    pub fn counts(&self) -> (u32, u32, u32) {
        (self.short, self.long, self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(presses: &mut Presses, value: f32, millis: u64) {
        for _ in 0..millis / 5 {
            presses.step(value, Duration::from_millis(5));
        }
    }

    #[test]
    fn a_press_counts_when_it_ends() {
        let mut chest = Presses::new(Counting::Release);
        hold(&mut chest, 1.0, 20);
        hold(&mut chest, 0.0, 100);
        assert_eq!(chest.counts(), (0, 0, 0), "it bounced");
        hold(&mut chest, 0.6, 100);
        assert_eq!(chest.counts(), (0, 0, 0));
        assert!(chest.pressed() && (chest.history_sec() - 0.1).abs() < 1e-6);
        hold(&mut chest, 0.4, 100);
        assert_eq!(chest.counts(), (1, 0, 1));
        assert!((chest.history_sec() + 0.1).abs() < 1e-6);
        hold(&mut chest, 1.0, 505);
        hold(&mut chest, 0.0, 1900);
        assert_eq!(chest.counts(), (1, 1, 2));
        hold(&mut chest, 0.0, 200);
        assert_eq!(chest.counts(), (0, 0, 2), "cleared");
    }

    #[test]
    fn a_bumper_counts_when_it_is_hit() {
        let mut bumper = Presses::new(Counting::Press);
        assert!(bumper.step(1.0, Duration::from_millis(10)));
        assert!(!bumper.step(1.0, Duration::from_millis(10)));
        hold(&mut bumper, 0.0, 50);
        assert_eq!(bumper.counts(), (1, 0, 1));
    }
}
