//! The symbols of a linked object, and what they give away.

use std::collections::BTreeMap;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};

/// What each object exports.
const ROOT: &str = "proof_exec";
const OTHER_ROOTS: [&str; 2] = ["proof_start", "proof_refresh"];
const STATE: &str = "PROOF_STATE";

/// What the compiler calls for plain copies and comparisons.
pub const ALLOWED_OUTSIDE: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// What the panic handler and the allocator of the generated crate call.
const MARKERS: [(&str, &str); 3] = [
    ("proof_panics", "reaches a panic"),
    ("proof_allocates", "reaches an allocation"),
    ("proof_frees", "frees what was allocated"),
];

/// Parts of the names of functions that panic or allocate.
const TELLTALE: &[&str] = &[
    "panicking",
    "panic_",
    "unwrap_failed",
    "expect_failed",
    "index_fail",
    "error_fail",
    "begin_unwind",
    "__rust_alloc",
    "__rg_",
    "__rdl_",
    "alloc_error",
    "malloc",
    "5alloc5alloc",
];

/// A linked object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The bytes of the machine.
    pub state: u64,
    /// The bytes of all functions.
    pub code: u64,
    defined: Vec<String>,
    outside: Vec<String>,
}

impl Linked {
    /// Reads an object.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
        let mut functions = BTreeMap::new();
        let mut defined = Vec::new();
        let mut outside = Vec::new();
        let mut state = None;
        for symbol in file.symbols() {
            let name = symbol.name().unwrap_or_default();
            if symbol.is_undefined() {
                // What is weak is the C library's start-up, and may be missing.
                if !name.is_empty() && !symbol.is_weak() {
                    outside.push(name.to_owned());
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
            return Err("the functions to be judged are not in it".to_owned());
        }
        Ok(Linked {
            state: state.ok_or("the size of the machine is not in it")?,
            code: functions.values().sum(),
            defined,
            outside,
        })
    }

    /// What it must not reach: the faults, and the names that tell.
    pub fn faults(&self) -> Vec<String> {
        let outside = self.outside.iter();
        let needed = outside.filter(|name| !ALLOWED_OUTSIDE.contains(&name.as_str()));
        let needed = needed.map(|name| {
            let marker = MARKERS.iter().find(|(marker, _)| marker == name);
            marker.map_or_else(|| format!("calls `{name}`"), |(_, what)| (*what).to_owned())
        });
        let telling = self.defined.iter().filter(|name| tells(name));
        needed.chain(telling.map(|name| format!("contains `{name}`"))).collect()
    }
}

/// Whether a function of that name panics or allocates.
pub fn tells(name: &str) -> bool {
    TELLTALE.iter().any(|part| name.contains(part))
}

/// The 8 bytes at an address of the object.
fn word_at(file: &object::File<'_>, address: u64) -> Option<u64> {
    let bytes =
        file.sections().find_map(|section| section.data_range(address, 8).ok().flatten())?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(defined: &[&str], outside: &[&str]) -> Linked {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Linked { state: 8, code: 100, defined: owned(defined), outside: owned(outside) }
    }

    #[test]
    fn what_only_copies_has_no_fault() {
        let faults = linked(&["proof_exec", "_RNvX4Kick2go"], &["memcpy", "bcmp"]).faults();
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn every_way_to_panic_or_allocate_is_a_fault() {
        for outside in ["proof_panics", "proof_allocates", "proof_frees", "malloc"] {
            assert_eq!(linked(&[], &[outside]).faults().len(), 1, "{outside}");
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
    fn what_is_no_object_is_refused() {
        assert!(Linked::parse(b"#!/bin/sh").is_err());
    }
}
