//! The functions of the traced program.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use object::{Object as _, ObjectSymbol as _, SymbolKind};

/// The functions of a program, by address.
pub struct Symbols {
    functions: BTreeMap<u64, String>,
}

impl Symbols {
    pub fn read(program: &Path) -> anyhow::Result<Self> {
        let bytes = std::fs::read(program)?;
        let file = object::File::parse(&*bytes)?;
        let functions = file
            .symbols()
            .filter(|symbol| symbol.is_definition() && is_code(symbol.kind()))
            .filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?.to_owned())))
            .collect();
        Ok(Symbols { functions })
    }

    /// Returns the address of a function.
    pub fn address(&self, name: &str) -> anyhow::Result<u64> {
        let found = self.functions.iter().find(|(_, other)| *other == name);
        found.map(|(address, _)| *address).with_context(|| format!("no symbol `{name}`"))
    }

    /// Returns the function at an address, with the offset in it.
    pub fn location(&self, address: u64) -> String {
        match self.functions.range(..=address).next_back() {
            Some((start, name)) => {
                format!("{:#}+{:#x}", rustc_demangle::demangle(name), address - start)
            }
            None => format!("{address:#x}"),
        }
    }
}

fn is_code(kind: SymbolKind) -> bool {
    // Labels of assembly have no type.
    matches!(kind, SymbolKind::Text | SymbolKind::Label | SymbolKind::Unknown)
}
