//! Reads LLVM's textual intermediate code, as far as a proof needs it: which function calls
//! which, what refers to what, where loops are, and from which source line an instruction comes.
//!
//! The code is what remains after optimization across all crates, so it contains what the
//! program runs and nothing else.

mod body;
mod debug;
mod module;
mod text;

pub use body::{Body, Callee, Instruction, Terminator};
pub use debug::{Frame, is_std_file, plain as plain_path};
pub use module::Module;
pub use text::{name, symbols};
