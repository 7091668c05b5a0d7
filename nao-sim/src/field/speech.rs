//! Speech synthesis: texts are said one after the other.

use skill_runtime::MessageId;
use std::collections::VecDeque;

/// The time for a letter, s.
const LETTER_SEC: f32 = 0.06;
/// The shortest time for a text, s.
const MIN_SEC: f32 = 0.5;
/// The capacity of the queue of texts; a further one replaces the oldest.
const MAX_WAITING: usize = 32;

/// The speech synthesis: a queue of texts.
#[derive(Clone, Debug, Default)]
pub struct Speech {
    waiting: VecDeque<(String, MessageId)>,
    text: String,
    msgid: MessageId,
    duration_sec: f32,
    left_sec: f32,
}

impl Speech {
    /// Returns the time that it takes to say `text`, s.
    #[must_use]
    pub fn duration_sec_of(text: &str) -> f32 {
        let letters = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        (f32::from(letters) * LETTER_SEC).max(MIN_SEC)
    }

    /// Queues a text.
    pub fn say(&mut self, text: &str, id: MessageId) {
        if self.waiting.len() == MAX_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back((text.into(), id));
    }

    /// Returns the text that is being said, or was last.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the id of the message that requested that text.
    #[must_use]
    pub fn msgid(&self) -> MessageId {
        self.msgid
    }

    /// Returns whether that text has been said.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.left_sec <= 0.0
    }

    /// Returns the time that the text takes, s.
    #[must_use]
    pub fn duration_sec(&self) -> f32 {
        self.duration_sec
    }

    /// Advances the speech by `sec` seconds. Returns the text that begins, if one does.
    pub(super) fn step(&mut self, sec: f32) -> Option<String> {
        self.left_sec = (self.left_sec - sec).max(0.0);
        if !self.is_final() {
            return None;
        }
        let (text, id) = self.waiting.pop_front()?;
        self.duration_sec = Speech::duration_sec_of(&text);
        self.left_sec = self.duration_sec;
        self.msgid = id;
        self.text.clone_from(&text);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_said_one_after_the_other() {
        let mut speech = Speech::default();
        assert!(speech.is_final() && speech.msgid() == MessageId::NONE);
        speech.say("Goal", MessageId(1));
        speech.say("The ball is on the left", MessageId(2));
        assert_eq!(speech.step(0.01).as_deref(), Some("Goal"));
        assert!(!speech.is_final() && speech.msgid() == MessageId(1));
        let mut steps = 0;
        while speech.step(0.01).is_none() {
            steps += 1;
        }
        assert!((49..=50).contains(&steps), "{steps}");
        assert!(!speech.is_final() && speech.msgid() == MessageId(2));
        assert_eq!(speech.text(), "The ball is on the left");
        assert!((speech.duration_sec() - 23.0 * 0.06).abs() < 1e-5);
        assert_eq!(speech.step(1.4), None);
        assert!(speech.is_final() && speech.msgid() == MessageId(2));
    }
}
