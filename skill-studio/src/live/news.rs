//! The events of the stream of views.

use super::Newest;
use super::route::json;

/// An event of the stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The kind: `view`, `board`, `why`, `scene`, `coverage`, `log`.
    pub kind: &'static str,
    /// The view as JSON.
    pub json: String,
}

/// The numbers of what a client has: view, board, why, scene, coverage,
/// log.
#[derive(Clone, Debug, Default)]
pub struct News([u64; 6]);

impl News {
    /// Returns what the client does not have: at first each kind of event once, then those that
    /// have changed.
    pub fn collect(&mut self, newest: &Newest) -> Vec<Event> {
        let Self(sent) = self;
        let Newest { view, board, why, scene, coverage, log } = newest;
        let lines = log.value.len().min(usize::try_from(log.number - sent[5]).unwrap_or(0));
        let mut events = Vec::new();
        let mut add = |index: usize, kind: &'static str, of: u64, json: &dyn Fn() -> String| {
            if std::mem::replace(&mut sent[index], of) != of {
                events.push(Event { kind, json: json() });
            }
        };
        add(0, "view", view.number, &|| json(&*view.value));
        add(1, "board", board.number, &|| json(&*board.value));
        add(2, "why", why.number, &|| json(&*why.value));
        add(3, "scene", scene.number, &|| json(&*scene.value));
        add(4, "coverage", coverage.number, &|| json(&*coverage.value));
        let lines: Vec<_> = log.value.iter().skip(log.value.len() - lines).collect();
        add(5, "log", log.number, &|| json(&serde_json::json!({ "lines": lines })));
        events
    }
}
