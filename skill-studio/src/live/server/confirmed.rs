//! The batches that the viewers of streams have confirmed.

use crate::live::Refusal;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The most bytes that are on the way to a viewer, unless a single batch has more: a third of a second at
/// 50 kB/s, and enough for 40 kB/s where a confirmation takes 400 ms.
const MAX_UNCONFIRMED: usize = 16 * 1024;

type Streams = Arc<Mutex<BTreeMap<u64, watch::Sender<u64>>>>;

fn lock(streams: &Streams) -> MutexGuard<'_, BTreeMap<u64, watch::Sender<u64>>> {
    streams.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The open streams whose viewers confirm, by the number that the viewer has chosen.
#[derive(Clone, Debug, Default)]
pub struct Confirmed(Streams);

impl Confirmed {
    /// Adds a stream.
    ///
    /// # Errors
    /// `bad_request` if there is a stream with this number.
    pub fn open(&self, stream: u64) -> Result<Window, Refusal> {
        let (sender, confirmed) = watch::channel(0);
        match lock(&self.0).entry(stream) {
            Entry::Occupied(_) => Err(Refusal::bad_request("there is a stream with this number")),
            Entry::Vacant(place) => {
                place.insert(sender);
                let sent = VecDeque::new();
                Ok(Window { stream, all: Arc::clone(&self.0), confirmed, sent })
            }
        }
    }

    /// Notes that the viewer of a stream has taken everything up to a batch. Returns whether there is
    /// such a stream.
    pub fn confirm(&self, stream: u64, number: u64) -> bool {
        let streams = lock(&self.0);
        let Some(confirmed) = streams.get(&stream) else { return false };
        confirmed.send_if_modified(|last| {
            let is_newer = number > *last;
            *last = number.max(*last);
            is_newer
        });
        true
    }
}

/// The batches that are on the way to a viewer.
#[derive(Debug)]
pub struct Window {
    stream: u64,
    all: Streams,
    confirmed: watch::Receiver<u64>,
    /// The numbers and sizes of the batches, the oldest first.
    sent: VecDeque<(u64, usize)>,
}

impl Window {
    /// Notes that a batch is on its way.
    pub fn send(&mut self, number: u64, bytes: usize) {
        self.sent.push_back((number, bytes));
    }

    /// Waits until another batch may be sent.
    pub async fn opens(&mut self) {
        loop {
            let confirmed = *self.confirmed.borrow_and_update();
            while self.sent.front().is_some_and(|(number, _)| *number <= confirmed) {
                self.sent.pop_front();
            }
            if self.sent.iter().map(|(_, bytes)| bytes).sum::<usize>() < MAX_UNCONFIRMED {
                return;
            }
            // Its sender is there until this is dropped.
            if self.confirmed.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    async fn is_open(window: &mut Window) -> bool {
        tokio::time::timeout(Duration::from_millis(20), window.opens()).await.is_ok()
    }

    #[test]
    fn a_viewer_that_does_not_confirm_gets_nothing_more() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let all = Confirmed::default();
            let mut window = all.open(7).expect("the first");
            assert!(all.open(7).is_err());
            window.send(1, 10 * MAX_UNCONFIRMED);
            assert!(!is_open(&mut window).await);
            assert!(!all.confirm(8, 1) && all.confirm(7, 1));
            assert!(is_open(&mut window).await);
            window.send(2, MAX_UNCONFIRMED - 1);
            assert!(is_open(&mut window).await);
            window.send(3, 1);
            assert!(!is_open(&mut window).await);
            assert!(all.confirm(7, 2));
            // An older number changes nothing.
            assert!(all.confirm(7, 1));
            assert!(is_open(&mut window).await);
            drop(window);
            assert!(!all.confirm(7, 3) && all.open(7).is_ok());
        });
    }
}
