//! A robot of which another program or a processor shows the words of its memory.

use super::error::WatchError;
use super::source::{Header, Source};
use crate::live::{Capabilities, Hub, Moment, clock};
use crate::model::describe::Description;
use crate::model::view::{self, LogLine, View};
use crate::text::escape::Escaped;
use std::sync::Arc;
use std::time::Duration;

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
        let mut feed = Feed { hub: watched, source, looks: 0, last: None };
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
    /// The last pass, and when it was seen first.
    last: Option<(u32, std::time::Instant)>,
}

impl Feed {
    /// Publishes the robot as it is now.
    fn look(&mut self) -> Result<(), WatchError> {
        let description = self.hub.description;
        let seen = clock();
        let image = self.source.sample(&description)?;
        let (view, now) = view::view(&description, &image).map_err(WatchError::Image)?;
        let news = self.source.news().map(|text| LogLine { time_sec: now.as_secs_f64(), text });
        self.hub.log(news.into_iter().collect());
        let view = View { alive: self.is_alive(view.pass), ..view };
        let mut moment = Moment::default();
        if self.looks.is_multiple_of(SLOW) {
            moment.board = Some(view::board(&description, &image.board, now));
            moment.why = Some(view::known(&description, &image, &view, now));
        }
        self.looks = self.looks.wrapping_add(1);
        moment.view = Some(view);
        self.hub.publish(seen, moment);
        Ok(())
    }

    /// Returns whether passes go on.
    fn is_alive(&mut self, pass: u32) -> bool {
        let now = std::time::Instant::now();
        match &self.last {
            Some((last, seen)) if *last == pass => seen.elapsed() < STOPPED,
            _ => {
                self.last = Some((pass, now));
                true
            }
        }
    }
}
