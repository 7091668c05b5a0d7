//! The measured figures.

use std::collections::BTreeMap;

use anyhow::Context as _;

use super::calls::Depth;
use super::program::Program;
use super::sizes::{Part, Size};

#[derive(Debug)]
pub struct Measured {
    /// Code that `nao_behaviour_tick` reaches, by part.
    pub tick: BTreeMap<Part, Size>,
    pub whole: BTreeMap<Part, Size>,
    /// Bytes of `.data` and `.bss` of the whole library.
    pub variables: u32,
    /// Bytes of `.eh_frame` of the whole library.
    pub unwinding: u32,
    /// Bytes of the function that reads the blackboard.
    pub refresh: u32,
    /// Bytes of state, by name.
    pub state: BTreeMap<String, u32>,
    /// The stack of each root.
    pub depths: Vec<(&'static str, Depth)>,
    pub instructions: Instructions,
}

/// The instructions of one `exec` with the trace on.
#[derive(Debug)]
pub struct Instructions {
    /// `standup` waits and nothing happens.
    pub resident: u64,
    /// The deepest chain of sub-skills waits.
    pub deepest: u64,
    pub transition: u64,
    /// The snapshot of the blackboard, when all that `standup` uses has changed.
    pub snapshot: u64,
    /// The same when nothing has changed.
    pub unchanged: u64,
    /// Steps of the skiller on the robot's processor.
    pub steps: Steps,
    pub native_steps: Steps,
}

/// The instructions of one step of the skiller with the trace on, while `standup` waits.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    pub step: u64,
    /// The step, and its publication in the debug interface.
    pub publish: u64,
}

impl Steps {
    fn count(program: &Program) -> anyhow::Result<Self> {
        Ok(Self { step: program.count("step")?, publish: program.count("publish")? })
    }

    pub fn publication(self) -> u64 {
        self.publish.saturating_sub(self.step)
    }
}

impl Instructions {
    pub fn count(program: &Program, native: &Program) -> anyhow::Result<Self> {
        Ok(Self {
            resident: program.count("resident")?,
            deepest: program.count("deepest")?,
            transition: program.count("transition")?,
            // The sensors are written so that there is something new; this is not counted.
            snapshot: program.count("snapshot")?.saturating_sub(program.count("sense")?),
            unchanged: program.count("unchanged")?,
            steps: Steps::count(program)?,
            native_steps: Steps::count(native)?,
        })
    }
}

impl Measured {
    /// Returns the bytes of state that are limited: the blackboard and the skiller.
    pub fn bounded_state(&self) -> anyhow::Result<u32> {
        Ok(self.state("blackboard")? + self.state("skiller")?)
    }

    /// Returns the bytes of state of a part.
    pub fn state(&self, name: &str) -> anyhow::Result<u32> {
        let bytes = self.state.get(name).copied();
        bytes.with_context(|| format!("`ticks sizes` does not print `{name}`"))
    }
}
