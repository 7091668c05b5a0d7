//! The files of a robot that follow what it knows: the variables of its agent, and the parameters that are set.
//!
//! | module | contains |
//! |---|---|
//! | `agent` | the variables of an agent |
//! | `params` | parameters in their file |
//! | `later` | a thread that writes the newest, at most once a second |

mod agent;
mod later;
mod params;

pub use agent::KeptAgent;
pub use params::{KeptParams, ParamFiles};

use crate::console::error::Error;
use skill_runtime::{AgentStage, Blackboard};

/// The files that follow a robot, as far as there are any.
#[derive(Debug, Default)]
pub struct Kept {
    /// That with the variables of its agent.
    pub agent: Option<KeptAgent>,
    /// That with its parameters.
    pub params: Option<KeptParams>,
}

impl Kept {
    /// Notes what has changed in a pass.
    pub fn note(&mut self, agent: &impl AgentStage, board: &impl Blackboard) {
        if let Some(kept) = &mut self.agent {
            kept.note(agent);
        }
        if let Some(kept) = &mut self.params {
            kept.note(board);
        }
    }

    /// Writes what was not written yet, and ends.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self) -> Result<(), Error> {
        let params = self.params.map_or(Ok(()), KeptParams::finish);
        self.agent.map_or(Ok(()), KeptAgent::finish).and(params)
    }
}
