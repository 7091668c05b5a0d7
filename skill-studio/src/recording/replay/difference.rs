//! The first difference between a recording and what a program does.

use crate::model::view::{Layer, TraceView};
use crate::recording::record::{Event, SentMessage};
use crate::text::escape::Escaped;
use skill_runtime::Instant;
use std::fmt::{self, Display, Formatter};

/// The first difference between a recording and what this program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the pass.
    pub pass: u32,
    /// The robot's time of the pass.
    pub time: Instant,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The skill of the event that differs; empty for a message.
    pub skill: String,
    /// The interface to which another message was sent; `None` for an event.
    pub interface: Option<String>,
    /// The event or the message in the recording; `None` if there is none.
    pub recorded: Option<String>,
    /// The event or the message of this program; `None` if there is none.
    pub replayed: Option<String>,
    /// The recording's values of the fields that differ, if it is the same message.
    pub fields: Vec<String>,
    /// The transitions that this program has checked in the pass.
    pub why: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { pass, time, interface, recorded, replayed, fields, why, .. } = self;
        writeln!(f, "first difference in pass {pass} at {:.3} s", time.as_secs_f64())?;
        if let Some(interface) = interface {
            let text = |of: Option<String>| {
                of.map_or("nothing".to_owned(), |text| format!("`{}`", Escaped(text)))
            };
            let different = (!fields.is_empty()).then(|| fields.join(", "));
            let recorded = text(different.or_else(|| recorded.clone()));
            let (replayed, interface) = (text(replayed.clone()), Escaped(interface));
            writeln!(f, "  sent {replayed}, recorded {recorded}: to `{interface}`")?;
        } else {
            let text =
                |of: &Option<String>| Escaped(of.as_deref().unwrap_or("nothing")).to_string();
            writeln!(f, "  recorded:     {}", text(recorded))?;
            writeln!(f, "  this program: {}", text(replayed))?;
        }
        write!(f, "{}", why.trim_end())
    }
}

/// A difference of two messages to an interface: of the recording, and of this program.
pub(super) type Messages<'m> = (Option<&'m SentMessage>, Option<&'m SentMessage>);

/// Returns what the recorded message has in the fields that differ: its value alone if there is no
/// other field. Nothing if the whole message differs.
pub(super) fn different_fields((recorded, replayed): Messages<'_>) -> Vec<String> {
    let (Some(recorded), Some(replayed)) = (recorded, replayed) else { return Vec::new() };
    if recorded.name != replayed.name || recorded.fields.len() != replayed.fields.len() {
        return Vec::new();
    }
    let pairs = recorded.fields.iter().zip(&replayed.fields);
    let different = pairs.filter(|(one, other)| one != other).map(|(one, _)| one);
    let value = |field: &String| match field.split_once(": ") {
        Some((_, value)) if recorded.fields.len() == 1 => value.to_owned(),
        _ => field.clone(),
    };
    different.map(value).collect()
}

/// Returns the first two messages that differ. Those to different interfaces have no order.
pub(super) fn first_message<'m>(
    recorded: &'m [SentMessage],
    replayed: &'m [SentMessage],
    exact: bool,
) -> Option<Messages<'m>> {
    let interfaces = recorded.iter().chain(replayed).map(|of| &of.interface);
    interfaces.into_iter().find_map(|interface| {
        let mut one = recorded.iter().filter(|of| of.interface == *interface);
        let mut other = replayed.iter().filter(|of| of.interface == *interface);
        loop {
            match (one.next(), other.next()) {
                (None, None) => return None,
                (Some(one), Some(other)) if is_same(one, other, exact) => {}
                different => return Some(different),
            }
        }
    })
}

fn is_same(one: &SentMessage, other: &SentMessage, exact: bool) -> bool {
    one.name == other.name
        && one.fields.len() == other.fields.len()
        && one
            .fields
            .iter()
            .zip(&other.fields)
            .all(|(one, other)| one == other || !exact && almost_the_same(one, other))
}

/// Returns the first two events that differ.
pub(super) fn first_event<'e>(
    recorded: &'e [Event],
    replayed: &'e [TraceView],
    exact: bool,
) -> Option<(Option<&'e Event>, Option<&'e TraceView>)> {
    let same = |event: &Event, view: &TraceView| {
        let is_same_text =
            event.text == view.text || !exact && almost_the_same(&event.text, &view.text);
        (&event.skill, &event.kind, event.machine) == (&view.skill, &view.kind, view.machine)
            && is_same_text
    };
    let count = recorded.len().max(replayed.len());
    (0..count).map(|index| (recorded.get(index), replayed.get(index))).find(|pair| match pair {
        (Some(event), Some(view)) => !same(event, view),
        _ => true,
    })
}

/// Returns whether two texts are the same but for the last digits of numbers.
///
/// Processors without SSE round differently, so a call has `-1.1902364` on the one and `-1.1902366` on the
/// other.
fn almost_the_same(one: &str, other: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
    let parts = |text: &str| -> Vec<String> {
        text.split_inclusive(|c| !is_part(c))
            .flat_map(|part| match part.char_indices().next_back() {
                Some((at, last)) if !is_part(last) => vec![part[..at].to_owned(), last.to_string()],
                _ => vec![part.to_owned()],
            })
            .collect()
    };
    let (one, other) = (parts(one), parts(other));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| {
            one == other
                || match (one.parse::<f64>(), other.parse::<f64>()) {
                    (Ok(one), Ok(other)) => (one - other).abs() <= 1e-5 * one.abs().max(1e-3),
                    _ => false,
                }
        })
}

#[cfg(test)]
mod tests {
    use super::almost_the_same;

    #[test]
    fn last_digits_do_not_matter() {
        let same = [
            ("go{dir_rad=-1.1902364, x=2}", "go{dir_rad=-1.1902366, x=2}"),
            ("not there after 12.5 s", "not there after 12.500001 s"),
            ("go{x=1e-7}", "go{x=0.000000101}"),
        ];
        for (one, other) in same {
            assert!(almost_the_same(one, other), "{one}");
        }
        let different = [
            ("go{dir_rad=-1.1902364}", "go{dir_rad=-1.1903}"),
            ("go{n=2}", "go{n=3}"),
            ("go{x=1}", "go{x=1, y=2}"),
            ("go: Roll -> FINAL", "go: Roll -> FAILED"),
            ("", "1"),
        ];
        for (one, other) in different {
            assert!(!almost_the_same(one, other), "{one}");
        }
    }
}
