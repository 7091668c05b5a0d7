//! The debug interface: what a skiller and an agent are doing, in a memory of fixed layout that a
//! debugger or a viewer reads without their help.
//!
//! It contains the newest trace entries, the active states with their times of entry, the call and
//! its arguments, and breakpoints. As the blackboard, [`DebugMemory`] consists of 32-bit atomic
//! words, so it can be in shared memory, and nothing that another process leaves there is undefined
//! behavior. [`DebugWriter`] fills it after a pass, [`DebugImage`] reads a copy of its words. What
//! describes the skills and the interfaces is not in it: a reader has it from its own build, and
//! compares [the layout](DebugImage::layout) and [the descriptions](DebugImage::descriptions).
//!
//! A pass in which nothing has changed stores one word, its time. Otherwise the part that has
//! changed is written under a sequence lock, with checksums. A writer can be killed
//! at every store, and a stopped one can continue after another one has replaced it: a reader sees
//! what was there before, what is there afterwards, or that it is [being
//! written](DebugError::BeingWritten), but never a mixture.
//!
//! ```
//! use skill_runtime::debug::{DebugImage, DebugMemory, DebugWriter, descriptions_hash};
//! use skill_runtime::skiller::SkillerInterface;
//! use skill_runtime::{Instant, SkillSpace, Skiller, Tick, TraceRing, blackboard, skill, skill_space};
//!
//! blackboard! { pub Board { "Skiller": SkillerInterface } }
//!
//! skill! {
//!     /// Waits.
//!     pub skill Wait() { start state Idle { -> FINAL after 1s; } }
//! }
//!
//! skill_space! { pub Space on Board { Wait } }
//!
//! const DESCRIPTIONS: u64 = descriptions_hash(Space::SKILLS, &[]);
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (board, memory) = (Board::new(), DebugMemory::new());
//! let mut skiller = Skiller::<Space>::new(&board)?;
//! let mut ring = TraceRing::<16>::new();
//! let mut debug = DebugWriter::new(&memory, &board, DESCRIPTIONS);
//!
//! skiller.start(Wait {})?;
//! let now = Tick { time: Instant::from_millis(20), count: 1 };
//! skiller.tick(now, &mut ring);
//! debug.publish_skiller(now, &skiller, &ring);
//!
//! let words = memory.copy();
//! let image = DebugImage::parse(&words)?;
//! let seen = image.skiller(&())?.expect("the skiller has published something");
//! let active = &seen.active[0];
//! assert_eq!(active.skill.find(Space::SKILLS).map(|skill| skill.name), Some("wait"));
//! assert_eq!((active.state, active.entered), (Some(0), Some(now.time)));
//! assert_eq!(seen.trace.last().map(|newest| newest.number), Some(2)); // the call, and its start
//! # Ok(())
//! # }
//! ```

mod describe;
mod entry;
mod memory;
mod read;
#[cfg(feature = "serial")]
pub mod serial;
mod write;

#[cfg(all(test, not(loom)))]
mod tests;

pub use describe::descriptions_hash;
pub use entry::{DebugEntry, DebugNames, DebugValueKind};
pub use memory::{BreakpointKind, DebugBreakpoint, DebugMemory};
pub use read::{DebugActive, DebugCall, DebugError, DebugImage, DebugPart};
pub use write::DebugWriter;
