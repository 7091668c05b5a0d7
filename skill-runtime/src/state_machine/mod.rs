//! The state machine that all skills share. The code that `skill!` generates checks guards, and
//! enters and leaves the states of one skill.
//!
//! A pass has a hot and a cold part. [`StateMachine::check`] evaluates the guards of the active
//! states and returns the number of the transition that fires; it is inlined into the tick, through
//! all levels of sub-skills. Whatever fires is handled by `settle`, which is cold and exists once
//! per skill. Its loop contains no guard, because the optimizer would move constants of a guard out
//! of the loop, to where every tick passes.

mod activation;
mod active_state;
mod memory;
mod message;
mod parameters;
mod pass;
mod refusal;
mod run;
mod states;
mod step;

pub use activation::{Activation, Clock, Inactive};
pub use active_state::ActiveState;
pub use memory::{Lasting, Rising};
pub use message::SentMessage;
pub use refusal::{count_refusal, refusal};
pub use run::Run;
pub use states::States;
pub use step::StateMachine;
