//! The stream of views, as server-sent events.

use crate::live::{Hub, Newest};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::watch::Receiver;

/// The time between two batches of events.
const PERIOD: Duration = Duration::from_millis(15);
/// The time after which a browser connects again.
const RETRY: Duration = Duration::from_millis(500);

/// A client of the stream.
struct Client {
    newest: Receiver<Newest>,
    /// The numbers of what it has: view, board, why, scene, log.
    sent: [u64; 5],
    events: VecDeque<Event>,
}

/// Returns the stream: first each kind of event once, then those that come.
pub fn stream(hub: &Hub) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut newest = hub.subscribe();
    // What was published while nobody watched can be old; a view with a passed number is newer.
    newest.mark_changed();
    let first = Event::default().retry(RETRY).comment("skill-studio");
    let client = Client { newest, sent: [0; 5], events: VecDeque::from([first]) };
    let stream = unfold(client, |mut client| async move {
        loop {
            if let Some(event) = client.events.pop_front() {
                return Some((Ok(event), client));
            }
            // The robot is gone with the hub.
            client.newest.changed().await.ok()?;
            tokio::time::sleep(PERIOD).await;
            client.collect();
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(5)))
}

impl Client {
    /// Collects what the client does not have.
    fn collect(&mut self) {
        let newest = self.newest.borrow_and_update().clone();
        let Newest { view, board, why, scene, log } = &newest;
        let number = view.value.trace.iter().map(|entry| entry.number).max().unwrap_or(0);
        let lines = log.value.len().min(usize::try_from(log.number - self.sent[4]).unwrap_or(0));
        let mut add = |kind: usize, name: &str, of: u64, json: &dyn Fn() -> Option<Event>| {
            if std::mem::replace(&mut self.sent[kind], of) != of
                && let Some(event) = json()
            {
                self.events.push_back(event.event(name).id(number.to_string()));
            }
        };
        add(0, "view", view.number, &|| event(&*view.value));
        add(1, "board", board.number, &|| event(&*board.value));
        add(2, "why", why.number, &|| event(&*why.value));
        add(3, "scene", scene.number, &|| event(&*scene.value));
        let lines: Vec<_> = log.value.iter().skip(log.value.len() - lines).collect();
        add(4, "log", log.number, &|| event(&serde_json::json!({ "lines": lines })));
    }
}

fn event(value: &impl Serialize) -> Option<Event> {
    Event::default().json_data(value).ok()
}
