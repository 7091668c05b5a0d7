//! The data of a sentence about a robot.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// The agent, or the skiller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// The agent, which calls skills.
    Agent,
    /// The skiller, which runs them.
    Skiller,
}

impl Layer {
    /// Returns the name, as it is in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Skiller => "skiller",
        }
    }

    /// Returns the layer with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Agent, Self::Skiller].into_iter().find(|layer| layer.name() == name)
    }
}

/// A sentence about a robot: what it waits for, and what happens then. Code in its texts is between backticks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sentence {
    /// The kind of moment.
    pub tone: SentenceTone,
    /// The skill or agent that it is about; empty if nothing runs.
    pub skill: String,
    /// The state of it, if one is active.
    pub state: String,
    /// The time since that state was entered, s.
    pub since_sec: Option<f64>,
    /// The sentence: ``Waits until `moving` is false``.
    pub text: String,
    /// The event that it waits for: ``then `Done` ``; empty if that is not known.
    pub then: String,
    /// The values that the guard compares: names and values as text.
    pub values: Vec<(String, String)>,
    /// The time that passes meanwhile.
    pub meter: Option<Meter>,
    /// The time for which it was seen to wait for this, s; `None` if it may be longer.
    pub waited_sec: Option<f64>,
    /// The transition that it is about.
    pub near: Option<Near>,
}

/// The kind of moment that a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SentenceTone {
    /// Nothing runs.
    #[default]
    Idle,
    /// A skill runs, and waits for something.
    Waits,
    /// Passes are paused.
    Paused,
    /// The last call is FINAL.
    Done,
    /// The last call is FAILED, or what a skill needs is missing.
    Failed,
}

/// A time that passes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Meter {
    /// The time that has passed.
    pub elapsed: f64,
    /// The time after which something happens.
    pub limit: f64,
    /// Whether both are passes, and not seconds.
    #[serde(default)]
    pub passes: bool,
}

impl Display for Meter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { elapsed, limit, passes } = *self;
        if passes {
            return write!(f, "{elapsed:.0} of {limit:.0} passes");
        }
        write!(f, "{elapsed:.1} of {limit:.1} s")
    }
}

/// The place of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Near {
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// The index of the transition in the skill's graph.
    pub transition: u16,
}

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.skill.is_empty() {
            write!(f, "{}: ", self.skill)?;
        }
        f.write_str(&self.text)?;
        // A wait for nothing but a time says it already.
        if let Some(meter) =
            self.meter.filter(|_| !self.text.starts_with("Waits ") || !self.text.ends_with(" s"))
        {
            write!(f, " ({meter})")?;
        }
        if !self.then.is_empty() {
            write!(f, ", {}", self.then)?;
        }
        Ok(())
    }
}
