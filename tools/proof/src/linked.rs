//! The symbols of a linked object, which show whether it panics or allocates.

use std::collections::BTreeMap;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};
use tool_support::symbols::{ALLOWED_EXTERNAL, is_forbidden};

/// The functions that an object exports.
const ROOT: &str = "proof_exec";
const OTHER_ROOTS: [&str; 2] = ["proof_start", "proof_refresh"];
const STATE: &str = "PROOF_STATE";

/// The functions that the panic handler and the allocator of the generated crate call.
const MARKERS: [(&str, &str); 3] = [
    ("proof_panics", "reaches a panic"),
    ("proof_allocates", "reaches an allocation"),
    ("proof_frees", "frees what was allocated"),
];

/// A linked object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The bytes of the machine.
    pub state: u64,
    /// The bytes of all functions.
    pub code: u64,
    defined: Vec<String>,
    external: Vec<String>,
}

impl Linked {
    /// Reads an object.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
        let mut functions = BTreeMap::new();
        let mut defined = Vec::new();
        let mut external = Vec::new();
        let mut state = None;
        for symbol in file.symbols() {
            let name = symbol.name().unwrap_or_default();
            if symbol.is_undefined() {
                // The weak ones belong to the startup code of the C library.
                if !name.is_empty() && !symbol.is_weak() {
                    external.push(name.to_owned());
                }
                continue;
            }
            if symbol.kind() == SymbolKind::Text {
                functions.insert(symbol.address(), symbol.size());
            }
            if name == STATE {
                state = word_at(&file, symbol.address());
            }
            defined.push(name.to_owned());
        }
        let root = |name: &String| name == ROOT || OTHER_ROOTS.contains(&name.as_str());
        if !defined.iter().any(root) {
            return Err("it does not contain the exported functions".to_owned());
        }
        Ok(Linked {
            state: state.ok_or("it does not contain the size of the machine")?,
            code: functions.values().sum(),
            defined,
            external,
        })
    }

    /// Returns descriptions of the panics and allocations that it reaches.
    pub fn faults(&self) -> Vec<String> {
        let external = self.external.iter();
        let needed = external.filter(|name| !ALLOWED_EXTERNAL.contains(&name.as_str()));
        let needed = needed.map(|name| {
            let marker = MARKERS.iter().find(|(marker, _)| marker == name);
            marker.map_or_else(|| format!("calls `{name}`"), |(_, fault)| (*fault).to_owned())
        });
        let defined = self.defined.iter().filter(|name| is_forbidden(name));
        needed.chain(defined.map(|name| format!("contains `{name}`"))).collect()
    }
}

/// Returns the 8 bytes at an address of the object.
fn word_at(file: &object::File<'_>, address: u64) -> Option<u64> {
    let bytes =
        file.sections().find_map(|section| section.data_range(address, 8).ok().flatten())?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(defined: &[&str], external: &[&str]) -> Linked {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Linked { state: 8, code: 100, defined: owned(defined), external: owned(external) }
    }

    #[test]
    fn copying_is_no_fault() {
        let faults = linked(&["proof_exec", "_RNvX4Kick2go"], &["memcpy", "bcmp"]).faults();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn panics_and_allocations_are_faults() {
        for external in ["proof_panics", "proof_allocates", "proof_frees", "malloc"] {
            assert_eq!(linked(&[], &[external]).faults().len(), 1, "{external}");
        }
        for defined in [
            "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check",
            "_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt",
            "_RNvNtCsgEmfK2I1SDS_4core6option13unwrap_failed",
            "_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail",
            "_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind",
            "_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc",
            "_RNvNtCslNYArtu3iFV_5alloc5alloc18handle_alloc_error",
        ] {
            assert_eq!(linked(&[defined], &[]).faults().len(), 1, "{defined}");
        }
    }

    #[test]
    fn rejects_other_files() {
        assert!(Linked::parse(b"#!/bin/sh").is_err());
    }
}
