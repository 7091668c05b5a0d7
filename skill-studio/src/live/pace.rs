//! The pace of the passes and of the views, by a clock that others have.

use skill_runtime::Instant;
use std::time::Duration;

/// The least time between two views.
const VIEW: Duration = Duration::from_millis(5);
/// The time after which a view is published even if nothing has happened.
const IDLE: Duration = Duration::from_millis(40);
/// The time between two blackboards and explanations.
pub(crate) const SLOW: Duration = Duration::from_millis(100);
/// The time between two pictures of the world.
const SCENE: Duration = Duration::from_millis(50);

/// The time of a pass, by the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// It begins now, and must be run.
    Now,
    /// It begins at this time of the clock.
    At(Duration),
    /// Passes are paused until a command comes.
    Paused,
}

/// The control of the passes.
pub(crate) struct Pace {
    pub paused: bool,
    /// Whether one pass is to run although the robot is paused.
    pub steps: bool,
    /// The speed as a multiple of the clock's.
    pub speed: Option<f64>,
    /// The begin of the last pass: by the clock, and the robot's.
    last: Option<(Duration, Instant)>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { paused: false, steps: false, speed: Some(1.0), last: None }
    }
}

impl Pace {
    /// Begins to keep pace anew, with another time of the robot.
    #[cfg(feature = "record")]
    pub fn restart(&mut self) {
        self.last = None;
    }

    /// Returns whether no pass begins until a command comes.
    pub fn is_held(&self) -> bool {
        self.paused && !self.steps
    }

    /// Returns when the pass at `time` is due, and begins it if that is now.
    pub fn begin(&mut self, time: Instant, clock: Duration) -> Due {
        let due = match (self.paused, self.steps, self.last, self.speed) {
            (true, false, ..) => return Due::Paused,
            (_, true, ..) | (_, _, None, _) | (.., None) => clock,
            (_, _, Some((last_clock, last)), Some(speed)) => {
                let passed_sec = time.since(last).as_secs_f64() / speed;
                last_clock + Duration::from_secs_f64(passed_sec)
            }
        };
        if due > clock {
            return Due::At(due);
        }
        // Passes that are missed are not caught up with for long.
        let missed = clock.saturating_sub(due) > SLOW;
        (self.steps, self.last) = (false, Some((if missed { clock } else { due }, time)));
        Due::Now
    }
}

/// The times at which something was published last.
pub(super) struct Published {
    view: Option<Duration>,
    slow: Option<Duration>,
    scene: Option<Duration>,
    /// Whether something has happened since the last view.
    pub changed: bool,
}

/// The parts that are published with a view.
pub(super) struct Publish {
    /// The blackboard and the explanation.
    pub slow: bool,
    pub scene: bool,
}

impl Default for Published {
    fn default() -> Self {
        Self { view: None, slow: None, scene: None, changed: true }
    }
}

fn is_due(last: Option<Duration>, period: Duration, clock: Duration) -> bool {
    last.is_none_or(|last| clock.saturating_sub(last) >= period)
}

impl Published {
    /// Returns what is due, or `None` if no view is; `wanted` is the time between two blackboards if somebody
    /// needs another one than the page.
    pub fn due(&self, clock: Duration, wanted: Option<Duration>, paused: bool) -> Option<Publish> {
        let period = if self.changed { VIEW } else { IDLE };
        let is_slow_due = is_due(self.slow, wanted.unwrap_or(SLOW), clock);
        let is_view_due = is_due(self.view, period, clock) || is_slow_due && wanted.is_some();
        is_view_due.then(|| Publish {
            slow: is_slow_due || self.changed && paused,
            scene: is_due(self.scene, SCENE, clock),
        })
    }

    /// Records what was published.
    pub fn record(
        &mut self,
        clock: Duration,
        wanted: Option<Duration>,
        Publish { slow, scene }: Publish,
    ) {
        (self.view, self.changed) = (Some(clock), false);
        if slow {
            // Passes are no multiple of the period: what was late is no reason for the next one to be.
            let due = self.slow.zip(wanted).map(|(last, period)| (last + period, period));
            let on_time = due.filter(|(due, period)| *due <= clock && clock < *due + *period);
            self.slow = on_time.map(|(due, _)| due).or(Some(clock));
        }
        self.scene = if scene { Some(clock) } else { self.scene };
    }

    /// Has the world shown as soon as possible.
    pub fn show_scene(&mut self) {
        self.scene = None;
    }
}
