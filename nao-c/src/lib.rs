//! The NAO's skills for programs in C: `libnao_skills.a` and `nao_skills.h`, by [`skill_c`].
//!
//! | file | contains |
//! |---|---|
//! | `abi` | the structs and constants of the NAO |
//! | `host` | the NAO's body as the hardware of the library |
//! | `boundary` | the C functions |
//! | `robot` | a simulated NAO for programs that play the hardware (feature `robot`) |
//!
//! Nothing unwinds over the boundary: the library is built with `panic = "abort"`, and
//! `cargo xtask nao proof` shows that no panic can be reached from a tick.
#![cfg_attr(not(test), no_std)]

pub mod abi;
mod host;
#[cfg(feature = "planted")]
pub mod planted;
#[cfg(feature = "robot")]
pub mod robot;

/// The C functions.
pub mod boundary {
    skill_c::library! { prefix: nao, robot: crate::host::Nao }

    pub use skill_c::boundary::blackboard;
}

/// The NAO, for functions of `boundary` that name their robot.
pub use host::Nao;

/// Returns the C header; with the simulated robot if the feature `robot` is on.
#[must_use]
pub fn header() -> skill_c::header::Header {
    let header = boundary::header().with_about(ABOUT).with_constants(abi::CONSTANTS);
    #[cfg(feature = "robot")]
    let header = header.with_optional("NAO_ROBOT", robot::PART);
    header
}

const ABOUT: &str = "\
The NAO's skills: libnao_skills.a. On the NAO (i586) set the x87 control word to 24 bits
(fldcw 0x007f) around the calls: then a run gives the same trace as on any other machine. See
README.md of nao-c.

The safe commands of `nao_actuators_safe` are to sit down, with a stiffness of 0.3.
";

#[cfg(all(feature = "freestanding", not(test)))]
skill_c::panic_handler!();
