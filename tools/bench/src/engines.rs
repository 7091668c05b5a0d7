//! The engines: skills, the hand-written floor, and other libraries.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    Ours,
    /// A hand-written `match`.
    Floor,
    /// The crate `statig`.
    Statig,
    /// The crate `smlang`.
    Smlang,
    /// The crate `rust-fsm`.
    RustFsm,
    /// The crate `hsmc`.
    Hsmc,
    /// A hand-written `switch` in C++.
    Cpp,
}

impl Engine {
    /// Returns its name in files, modules and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Ours => "ours",
            Engine::Floor => "floor",
            Engine::Statig => "statig",
            Engine::Smlang => "smlang",
            Engine::RustFsm => "rust_fsm",
            Engine::Hsmc => "hsmc",
            Engine::Cpp => "cpp",
        }
    }

    pub const fn dependency(self) -> Option<&'static str> {
        match self {
            Engine::Ours | Engine::Floor | Engine::Cpp => None,
            Engine::Statig => Some("statig = \"=0.4.1\"\n"),
            Engine::Smlang => Some("smlang = \"=0.8.0\"\n"),
            Engine::RustFsm => Some(
                "rust-fsm = { version = \"=0.8.0\", default-features = false, \
                 features = [\"dsl\"] }\n",
            ),
            Engine::Hsmc => Some("hsmc = \"=0.6.0\"\n"),
        }
    }

    /// Returns whether it writes the same trace.
    pub const fn traces(self) -> bool {
        matches!(self, Engine::Ours | Engine::Floor)
    }
}
