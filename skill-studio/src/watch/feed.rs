//! A robot of which another program or a processor shows the words of its memory.

use super::error::WatchError;
use super::source::{Header, Source};
use crate::live::{Capabilities, Hub, Moment, clock};
use crate::model::describe::Description;
use crate::model::view::{self, LogLine, View};
use crate::text::escape::Escaped;
use skill_runtime::Instant as RobotTime;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two looks at the memory.
const PERIOD: Duration = Duration::from_millis(20);
/// The number of looks between two blackboards and explanations.
const SLOW: u32 = 5;
/// The time without a pass after which the robot counts as stopped.
const STOPPED: Duration = Duration::from_millis(500);

/// Returns the description of the robot of a source, which is one of those that are `known`, built with texts or without.
///
/// # Errors
/// [`WatchError`] if there is no such robot.
pub fn described(
    source: &mut dyn Source,
    known: &[Description],
) -> Result<Description, WatchError> {
    let Header { layout, descriptions: skills, .. } = source.header()?;
    let mut known = known.iter().flat_map(|of| [*of, of.without_text()]);
    let described = known.find(|of| (of.layout, of.hash) == (layout, skills));
    described.ok_or(WatchError::Unknown { layout, skills })
}

/// Begins to watch the robot of a source, which is one of those that are `known`. The thread goes on when the robot
/// was lost and is there again, and ends with the program.
///
/// # Errors
/// [`WatchError`] if there is no such robot.
pub fn watch(mut source: Box<dyn Source>, known: &[Description]) -> Result<Arc<Hub>, WatchError> {
    let description = described(&mut *source, known)?;
    let hub = Hub::read_only(description, Capabilities::default());
    let watched = Arc::clone(&hub);
    let feed = move || {
        let mut feed = Feed { hub: watched, source, looks: 0, pulse: Pulse::default() };
        loop {
            if let Err(error) = feed.look() {
                feed.hub.publish_lost(Escaped(error.in_a_line()).to_string());
            }
            std::thread::sleep(PERIOD);
        }
    };
    let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(feed);
    thread.map_err(WatchError::Thread)?;
    Ok(hub)
}

struct Feed {
    hub: Arc<Hub>,
    source: Box<dyn Source>,
    looks: u32,
    pulse: Pulse,
}

impl Feed {
    /// Publishes the robot as it is now, from when it is known whether passes go on.
    fn look(&mut self) -> Result<(), WatchError> {
        let description = self.hub.description;
        let seen = clock();
        let image = self.source.sample(&description)?;
        let (view, now) = view::view(&description, &image).map_err(WatchError::Image)?;
        let news = self.source.news().map(|text| LogLine { time_sec: now.as_secs_f64(), text });
        self.hub.log(news.into_iter().collect());
        let Some(goes_on) = self.pulse.look((view.pass, now), &image.board) else {
            return Ok(());
        };
        let stopped = goes_on.err().map(|drivers| stopped(&view, drivers));
        let view = View { alive: stopped.is_none(), stopped, ..view };
        let mut moment = Moment::default();
        if self.looks.is_multiple_of(SLOW) {
            // Without passes, values are compared with the newest one.
            let newest = view::newest_write(&description, &image.board).filter(|_| !view.alive);
            let newest = newest.map_or(now, |newest| newest.max(now));
            moment.board = Some(view::board(&description, &image.board, newest));
            moment.why = Some(view::known(&description, &image, &view, now));
        }
        self.looks = self.looks.wrapping_add(1);
        moment.view = Some(view);
        self.hub.publish(seen, moment);
        Ok(())
    }
}

/// Returns the text about a robot without passes.
fn stopped(view: &View, Drivers { publish }: Drivers) -> String {
    let since = format!("No pass since {:.3} s", view.time_sec);
    match (view.skiller.present, publish) {
        (false, _) => format!("{since}: the program of the skills has ended"),
        (true, true) => format!("{since}: the skills are killed or stopped, while drivers publish"),
        (true, false) => format!(
            "{since}, and no driver publishes: the program of the drivers is killed or stopped, \
             perhaps that of the skills, too"
        ),
    }
}

/// The drivers of a robot without passes.
struct Drivers {
    /// Whether the blackboard goes on to change.
    publish: bool,
}

/// Passes and values, as they were seen to change.
#[derive(Default)]
struct Pulse {
    pass: Changes<(u32, RobotTime)>,
    board: Changes<Vec<u32>>,
}

impl Pulse {
    /// Returns whether passes go on, or else what the drivers do; `None` while that is not known.
    fn look(&mut self, pass: (u32, RobotTime), board: &[u32]) -> Option<Result<(), Drivers>> {
        let now = Instant::now();
        self.pass.look(now, pass);
        self.board.look(now, board.to_owned());
        let (passed, written) = (self.pass.last?, self.board.last?);
        if now - passed < STOPPED {
            return self.pass.are_seen.then_some(Ok(()));
        }
        // What the last pass has seen may come a look later than the pass.
        let publish = now - written < STOPPED && written - passed > STOPPED / 2;
        Some(Err(Drivers { publish }))
    }
}

/// The changes of a value.
#[derive(Default)]
struct Changes<T> {
    value: Option<T>,
    /// The time of the last change, or of the first look.
    last: Option<Instant>,
    /// Whether the value has changed since the first look.
    are_seen: bool,
}

impl<T: PartialEq> Changes<T> {
    fn look(&mut self, now: Instant, value: T) {
        let value = Some(value);
        if self.value != value {
            self.are_seen = self.value.is_some();
            (self.value, self.last) = (value, Some(now));
        }
    }
}
