//! Proves that stepping the skills and agents of a crate neither panics nor allocates, and that it
//! terminates, within a bound of the stack: the library of `cargo skill-proof`.
//!
//! During a proof, the environment variable `SKILL_PROOF` is set; then `skill!`, `agent!` and
//! `skill_space!` add a `static` to their expansions that refers to the functions which step what
//! they declare. So each is found, private ones included, and none is listed by hand. The crate is
//! compiled for a release, with all crates in one module, and written in LLVM's intermediate code,
//! in which this library follows every call. That code is the same for every processor, has types
//! of calls and jumps that an object no longer has, and source lines with the inlined functions.
//!
//! A skill is generic over its blackboard: it is proved on `skill_runtime::proof::AnyBoard`, which
//! has every interface and of which the compiler knows nothing.
//!
//! | module | contains |
//! |---|---|
//! | `cargo` | compiles the targets of a package |
//! | `messages` | what the compiler says: frames, and `unsafe` code |
//! | `ir` | reads LLVM's intermediate code |
//! | `roots` | the functions to prove |
//! | `reach` | the functions that they reach, and the findings there |
//! | `names` | functions known by name: panics, allocators, the C library |
//! | `recursion`, `loops` | recursion, and loops without a visible bound |
//! | `stack` | the stack of the deepest chain of calls |
//! | `accept` | findings that are known to be harmless |
//! | `proof`, `report` | the proof of a program, and its text |
#![forbid(unsafe_code)]

mod accept;
mod cargo;
mod finding;
mod ir;
mod loops;
mod messages;
mod names;
mod proof;
mod reach;
mod recursion;
pub mod report;
mod roots;
mod stack;

pub use accept::Accepted;
pub use cargo::{Package, Selection, Target, TargetKind, Workspace};
pub use finding::{Finding, Kind};
pub use ir::Frame;
pub use names::{COPIES, is_fault};
pub use proof::{Code, Limits, Proof, Stack, prove};
pub use stack::{Frames, OUTSIDE};
