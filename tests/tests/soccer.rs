//! The skills and agents of a NAO that plays: on the simulated field, and on a board whose
//! writers publish what a test sets.

#[path = "soccer/agents.rs"]
mod agents;
#[path = "soccer/calls.rs"]
mod calls;
#[path = "soccer/commands.rs"]
mod commands;
#[path = "soccer/differences.rs"]
mod differences;
#[path = "soccer/exits.rs"]
mod exits;
#[path = "soccer/failures.rs"]
mod failures;
#[path = "soccer/final.rs"]
mod r#final;
#[path = "soccer/mishaps.rs"]
mod mishaps;
#[path = "soccer/rig.rs"]
mod rig;
#[path = "soccer/stage.rs"]
mod stage;
#[path = "soccer/vanishing.rs"]
mod vanishing;
#[path = "soccer/walks.rs"]
mod walks;
