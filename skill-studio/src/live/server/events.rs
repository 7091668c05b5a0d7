//! The stream of batches, as server-sent events.
//!
//! A viewer that confirms what it has taken is never sent more than it takes: it skips what happens
//! meanwhile, and gets the newest. So nothing waits on the way to it, whatever is between.

use super::confirmed::{Confirmed, Window};
use crate::live::{Batch, Hub, Newest, News, Refusal};
use axum::response::sse::{Event, Sse};
use futures_util::stream::{Stream, unfold};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, sleep_until, timeout_at};

/// The least time between two batches.
const PERIOD: Duration = Duration::from_millis(40);
/// The time after which a batch is sent although nothing has changed.
const ALIVE: Duration = Duration::from_millis(500);
/// The time after which a browser connects again.
const RETRY: Duration = Duration::from_millis(500);

struct Viewer {
    newest: Receiver<Newest>,
    news: News,
    window: Option<Window>,
    last: Instant,
    is_first: bool,
}

/// Returns the stream: first everything, then what has changed. `stream` is its number if its viewer
/// confirms what it has taken.
///
/// # Errors
/// `bad_request` if there is a stream with this number.
pub fn stream(
    hub: &Hub,
    confirmed: &Confirmed,
    stream: Option<u64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, Refusal> {
    let mut newest = hub.subscribe();
    // Values published before the client connected are sent, too, until a newer one comes.
    newest.mark_changed();
    let viewer = Viewer {
        newest,
        news: News::default(),
        window: stream.map(|number| confirmed.open(number)).transpose()?,
        last: Instant::now(),
        is_first: true,
    };
    Ok(Sse::new(unfold(viewer, |mut viewer| async move {
        if std::mem::take(&mut viewer.is_first) {
            // At once, so that its client knows that it is connected.
            let first = Event::default().retry(RETRY).comment("skill-studio");
            return Some((Ok(first), viewer));
        }
        let event = viewer.next().await?;
        Some((Ok(event), viewer))
    })))
}

impl Viewer {
    /// Waits until something has changed and the viewer has taken what came before. Returns `None`
    /// when the robot is gone.
    async fn next(&mut self) -> Option<Event> {
        if let Some(window) = &mut self.window {
            window.opens().await;
        }
        sleep_until(self.last + PERIOD).await;
        let batch = loop {
            let changed = timeout_at(self.last + ALIVE, self.newest.changed()).await;
            if matches!(changed, Ok(Err(_))) {
                return None;
            }
            let newest = self.newest.borrow_and_update().clone();
            if let Some(batch) = self.news.collect(&newest) {
                break batch;
            }
            if changed.is_err() || self.last.elapsed() >= ALIVE {
                break self.news.alive(&newest);
            }
        };
        self.last = Instant::now();
        Some(self.event(&batch))
    }

    fn event(&mut self, batch: &Batch) -> Event {
        // All that is sent are maps with texts as keys.
        let json = serde_json::to_string(batch).unwrap_or_default();
        if let Some(window) = &mut self.window {
            window.send(batch.number, json.len());
        }
        Event::default().event("batch").data(json)
    }
}
