//! Speech: texts are said one after the other.

use skill_runtime::MessageId;
use std::collections::VecDeque;

/// How long a letter takes, s.
const LETTER_SEC: f32 = 0.06;
/// How long a text takes at least, s.
const LEAST_SEC: f32 = 0.5;
/// How many texts may wait; further ones push out the oldest.
const MOST: usize = 32;

/// What speaks.
#[derive(Clone, Debug, Default)]
pub struct Speech {
    waiting: VecDeque<(String, MessageId)>,
    text: String,
    msgid: MessageId,
    duration_sec: f32,
    left_sec: f32,
}

impl Speech {
    /// How long it takes to say `text`, s.
    #[must_use]
    pub fn duration_sec_of(text: &str) -> f32 {
        let letters = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        (f32::from(letters) * LETTER_SEC).max(LEAST_SEC)
    }

    /// Says a text, once those before it are said.
    pub fn say(&mut self, text: &str, id: MessageId) {
        if self.waiting.len() == MOST {
            self.waiting.pop_front();
        }
        self.waiting.push_back((text.into(), id));
    }

    /// What is or was said last.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The message that asked for it.
    #[must_use]
    pub fn msgid(&self) -> MessageId {
        self.msgid
    }

    /// It has been said.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.left_sec <= 0.0
    }

    /// How long it takes, s.
    #[must_use]
    pub fn duration_sec(&self) -> f32 {
        self.duration_sec
    }

    /// Answers what begins to be said.
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
