//! Why a state was left, or not: each transition that a pass checked, with its guard, its parts and
//! the values in them.
//!
//! With the feature `why` the macros emit each guard a second time, in its parts. It is evaluated at
//! the place where the machine checks its transitions, on the same snapshot, and has no effect. A
//! machine explains itself to a tracer whose [`WHY`](crate::Tracer::WHY) is set, such as
//! [`WhyTrace`]; for all others its code is the same as without the feature.

mod decide;
mod explanation;
mod holds;
mod overrides;
mod show;
mod variables;

pub use crate::trace::WhyTrace;
pub use explanation::{Part, PartKind, StateWhy, TransitionWhy, Why};
pub use holds::{GuardFallback, GuardValue};
pub use overrides::{Overridden, Override};
pub use variables::{MachineVariables, Variables};
