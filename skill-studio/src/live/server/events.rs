//! The stream of views, as server-sent events.

use crate::live::{Hub, Newest, News};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
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
    news: News,
    events: VecDeque<Event>,
}

/// Returns the stream: first each kind of event once, then those that come.
pub fn stream(hub: &Hub) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut newest = hub.subscribe();
    // Values published before the client connected are sent, too, until a newer one comes.
    newest.mark_changed();
    let first = Event::default().retry(RETRY).comment("skill-studio");
    let client = Client { newest, news: News::default(), events: VecDeque::from([first]) };
    let stream = unfold(client, |mut client| async move {
        loop {
            if let Some(event) = client.events.pop_front() {
                return Some((Ok(event), client));
            }
            // The robot is gone with the hub.
            client.newest.changed().await.ok()?;
            tokio::time::sleep(PERIOD).await;
            let newest = client.newest.borrow_and_update().clone();
            client.events.extend(
                client
                    .news
                    .collect(&newest)
                    .into_iter()
                    .map(|event| Event::default().event(event.kind).data(event.json)),
            );
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(5)))
}
