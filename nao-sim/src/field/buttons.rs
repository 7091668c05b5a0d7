//! Buttons and bumpers, counted as Fawkes counts them.

use core::time::Duration;

/// A press that is not longer does not count.
const BOUNCE: Duration = Duration::from_millis(25);
/// A press that is longer is long.
const LONG: Duration = Duration::from_millis(500);
/// The counters are cleared when nothing was pressed for so long.
const IDLE: Duration = Duration::from_secs(2);

/// When a press counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// When it ends: short or long.
    Release,
    /// When it begins, as a short one.
    Press,
}

/// The counters of one button.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Presses {
    counting: Counting,
    pressed: bool,
    value: f32,
    /// How long it has been as it is.
    since: Duration,
    short: u32,
    long: u32,
    all: u32,
}

impl Presses {
    /// A button that has never been pressed.
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

    /// The button has a value from now on for `dt`; 0.5 and more is pressed. Answers
    /// whether a short press has just been counted.
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

    /// Whether it is pressed.
    #[must_use]
    pub fn pressed(&self) -> bool {
        self.pressed
    }

    /// Its value.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.value
    }

    /// For how long it has been pressed, s; negative: not pressed.
    #[must_use]
    pub fn history_sec(&self) -> f32 {
        let sec = self.since.as_secs_f32();
        if self.pressed { sec } else { -sec }
    }

    /// Short presses, those long ones, and all ever.
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
