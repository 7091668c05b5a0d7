//! Inputs that skills lose: a value that becomes too old, a writer that goes away, a flag that falls.

use crate::model::describe::Description;
use crate::model::view::write_time;
use skill_runtime::Instant;
use skill_runtime::blackboard::{CellWords, FieldType};
use std::fmt::{self, Display, Formatter};

/// The time for which an input must have been there before, so that one that flickers has no marks, s.
const SETTLED_SEC: f64 = 1.0;

/// An input of the skills and agents of a robot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// The value of an interface. It is lost when it has no writer, or is older than some microseconds.
    Value { of: Place, max_age: Option<u64> },
    /// A Boolean field, by its index and the place of its word in the value. It is lost when it becomes
    /// false.
    Flag { of: Place, field: usize, word: usize },
}

/// The place of an interface: its index, and its first word on the blackboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub interface: usize,
    first: usize,
}

impl Input {
    /// Returns the place of its interface.
    pub fn place(self) -> Place {
        match self {
            Self::Value { of, .. } | Self::Flag { of, .. } => of,
        }
    }

    /// Returns the words of the blackboard that it needs.
    #[cfg(feature = "record")]
    pub fn words(self) -> impl Iterator<Item = usize> {
        let first = self.place().first;
        let head = first..first + CellWords::HEAD;
        let word = match self {
            Self::Value { .. } => None,
            Self::Flag { word, .. } => Some(first + CellWords::HEAD + word),
        };
        head.chain(word)
    }
}

/// The reason why an input is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lack {
    NoWriter,
    Stale,
    False,
}

impl Display for Lack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWriter => "has no writer",
            Self::Stale => "is stale",
            Self::False => "is false",
        })
    }
}

/// An interface at one moment, as far as an input needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub has_writer: bool,
    /// The time of the last write; `None` before the first.
    pub written: Option<Instant>,
    /// Whether the word of a flag is not 0.
    pub flag: bool,
}

impl Sample {
    /// Reads what an input needs from the words of a blackboard.
    #[cfg(feature = "record")]
    pub fn of_words(board: &[u32], input: Input) -> Option<Self> {
        let head = board.get(input.place().first..)?.first_chunk()?;
        let flag = input.words().nth(CellWords::HEAD).and_then(|word| board.get(word));
        Some(Self::of_head(*head, flag.is_some_and(|word| *word != 0)))
    }

    /// Reads the words before the value of an interface.
    pub fn of_head(head: [u32; CellWords::HEAD], flag: bool) -> Self {
        let written = write_time(&head);
        Self { has_writer: head[1] != 0, written, flag }
    }

    fn lack(self, input: Input, now: Instant) -> Option<Lack> {
        match input {
            Input::Flag { .. } => (!self.flag).then_some(Lack::False),
            Input::Value { .. } if !self.has_writer => Some(Lack::NoWriter),
            Input::Value { max_age, .. } => {
                let is_off = |limit| self.written.is_none_or(|time| time.is_off(now, limit));
                max_age.is_some_and(is_off).then_some(Lack::Stale)
            }
        }
    }
}

/// A skill or agent that reads an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    pub skill: &'static str,
    pub variable: &'static str,
}

/// An input that was lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss<'l> {
    pub time_sec: f64,
    /// The skills and agents that read it.
    pub readers: &'l [Reader],
    /// The name of the field, of a flag.
    pub field: Option<&'static str>,
    pub lack: Lack,
}

#[derive(Clone, Debug)]
struct Watched {
    input: Input,
    field: Option<&'static str>,
    readers: Vec<Reader>,
    /// Since when it is there, s.
    since_sec: Option<f64>,
}

/// Finds the moments at which inputs are lost.
///
/// The value of each interface that a skill or agent reads is an input, and so is each Boolean field of
/// an interface that takes no messages: flags of the others fall when a command ends, which is no loss.
#[derive(Clone, Debug)]
pub(crate) struct Losses {
    watched: Vec<Watched>,
    last: Instant,
}

impl Losses {
    /// Watches the inputs of all skills and agents.
    pub fn of(description: &Description) -> Self {
        let mut losses = Self { watched: Vec::new(), last: Instant::ZERO };
        for skill in description.all {
            for of in skill.interfaces.iter().filter(|of| !of.writes) {
                let Some((interface, entry)) = description.interface(of.id) else { continue };
                let place = Place { interface, first: entry.offset };
                let reader = Reader { skill: skill.name, variable: of.variable };
                let max_age = of.max_age.micros(entry.interface);
                losses.add(Input::Value { of: place, max_age }, None, reader);
                if !entry.interface.messages.is_empty() {
                    continue;
                }
                let mut next = 0;
                for (index, field) in entry.interface.fields.iter().enumerate() {
                    let word = next;
                    next += field.ty.words();
                    if field.ty == FieldType::Bool {
                        let flag = Input::Flag { of: place, field: index, word };
                        losses.add(flag, Some(field.name), reader);
                    }
                }
            }
        }
        losses
    }

    fn add(&mut self, input: Input, field: Option<&'static str>, reader: Reader) {
        match self.watched.iter_mut().find(|of| of.input == input) {
            Some(of) => of.readers.push(reader),
            None => {
                self.watched.push(Watched { input, field, readers: vec![reader], since_sec: None });
            }
        }
    }

    /// Returns the inputs that are watched.
    #[cfg(feature = "record")]
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        self.watched.iter().map(|of| of.input)
    }

    /// Takes the inputs of a pass, as `read` has them, and calls `lost` for each that is lost in it. One
    /// that cannot be read stays as it was.
    pub fn pass(
        &mut self,
        now: Instant,
        read: impl Fn(Input) -> Option<Sample>,
        mut lost: impl FnMut(Loss<'_>),
    ) {
        let time_sec = now.as_secs_f64();
        let has_restarted = now < self.last;
        self.last = now;
        for Watched { input, field, readers, since_sec } in &mut self.watched {
            if has_restarted {
                *since_sec = None;
            }
            let Some(sample) = read(*input) else { continue };
            let Some(lack) = sample.lack(*input, now) else {
                since_sec.get_or_insert(time_sec);
                continue;
            };
            if since_sec.take().is_some_and(|since| time_sec - since >= SETTLED_SEC) {
                lost(Loss { time_sec, readers, field: *field, lack });
            }
        }
    }
}
