//! A bench for testing robot skills, agents and skill spaces.
//!
//! A test of a skill needs a blackboard, a writer for each interface, a clock, and a record
//! of what happened. A [`Bench`] has them:
//!
//! - [`Bench::driver`] claims the writer of an interface. The [`Driver`] publishes the value
//!   you set and collects the messages that the skill sends to it.
//! - [`Bench::add`] adds a simulator, or anything else with [`Stages`](skill_runtime::Stages).
//! - [`Bench::pass`] runs one pass of the main loop and moves the clock on by the period.
//! - [`Bench::trace`] and [`Bench::transitions`] return what happened, as text; [`Bench::why`] why the
//!   last pass took a transition, or none.
//!
//! The subject is chosen once: a machine by itself ([`Bench::with_skill`]), a skiller with a
//! skill space ([`Bench::with_skiller`]), or an agent above that skiller
//! ([`Bench::with_agent`]).
//!
//! With the feature `recorded`, `run_recording` makes a test of a recording of the robot.
//!
//! # Examples
//!
//! ```
//! use skill_runtime::{Status, blackboard, interface, skill};
//! use skill_test::Bench;
//! use std::time::Duration;
//!
//! interface! {
//!     /// A gripper.
//!     pub Gripper {
//!         fields {
//!             /// Whether it is closed.
//!             closed: bool,
//!         }
//!         messages (capacity = 4) {
//!             /// Closes it.
//!             Close,
//!         }
//!     }
//! }
//! blackboard! {
//!     /// The data that the robot shares.
//!     pub Board { gripper: Gripper }
//! }
//! skill! {
//!     /// Closes the gripper.
//!     pub skill Grip() {
//!         depends_interfaces { gripper: Gripper }
//!         start state Close {
//!             init { gripper.send(gripper::Close); }
//!             -> FAILED("no writer for gripper") when gripper.refused();
//!             -> FINAL when gripper.closed;
//!             -> FAILED("not closed after 2 s") after 2s;
//!         }
//!     }
//! }
//!
//! let mut bench = Bench::<Board>::new().with_skill(Grip {});
//! let gripper = bench.driver(|board| &board.gripper);
//!
//! assert_eq!(bench.pass(), Status::Running);
//! assert_eq!(gripper.take(), [gripper::Message::Close(gripper::Close {})]);
//!
//! gripper.update(|value| value.closed = true);
//! assert_eq!(bench.pass(), Status::Final);
//! assert_eq!(bench.transitions(), ["grip: Close -> FINAL"]);
//!
//! // A gripper that never closes.
//! let mut bench = Bench::<Board>::new().with_skill(Grip {});
//! let _gripper = bench.driver(|board| &board.gripper);
//! assert_eq!(bench.run_to_failure(), "not closed after 2 s");
//! assert_eq!(bench.elapsed(), Duration::from_secs(2));
//!
//! // A gripper whose driver never started.
//! let mut bench = Bench::<Board>::new().with_skill(Grip {});
//! assert_eq!(bench.run_to_failure(), "no writer for gripper");
//! ```
#![forbid(unsafe_code)]

mod agent;
mod bench;
mod covered;
mod driver;
mod explanation;
mod record;
#[cfg(feature = "recorded")]
mod recorded;
mod skill;
mod skiller;

pub use agent::AgentOnSkiller;
pub use bench::{Bench, Runner};
pub use covered::{COVERAGE_VARIABLE, Covered};
pub use driver::Driver;
pub use explanation::ExplanationCheck;
pub use record::Record;
#[cfg(feature = "recorded")]
pub use recorded::run_recording;
pub use skill::SingleSkill;
pub use skiller::{HasSpace, OnSkiller};
