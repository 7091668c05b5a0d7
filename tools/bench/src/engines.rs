//! Who is measured: the skill engine, its floor and its peers.

/// Who runs a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// `skill!`.
    Ours,
    /// A `match` written by hand.
    Floor,
    Statig,
    Smlang,
    RustFsm,
    Hsmc,
    /// A `switch` written by hand, by the C++ compiler.
    Cpp,
}

impl Engine {
    /// As files, modules and tables call it.
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

    /// What its machines depend on.
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

    /// Whether it traces into the same ring.
    pub const fn traces(self) -> bool {
        matches!(self, Engine::Ours | Engine::Floor)
    }
}
