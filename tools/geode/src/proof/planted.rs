//! Planted faults, compiled and linked as the library is. The checks must find them: a proof
//! that cannot fail proves nothing.

use std::path::Path;

use anyhow::bail;

use super::calls::Calls;
use super::image::Image;
use super::link::{Linker, compile};
use super::{processor, unreachable};

/// A planted function, its fault, and the check that must find it.
type Planted = (&'static str, &'static str, fn(&Image, &str) -> bool);

/// The functions in `planted.c`.
const PLANTED: [Planted; 7] = [
    ("planted_sse", "an SSE instruction", foreign),
    ("planted_nop", "a NOP of several bytes", foreign),
    ("planted_endbr", "an ENDBR32", foreign),
    ("planted_panic", "a panic", forbidden),
    ("planted_allocation", "an allocation", forbidden),
    ("planted_ring", "recursion", endless),
    ("planted_pointer", "a call by a pointer", endless),
];

/// Checks that each fault is found. Returns the number of faults.
pub fn find(workspace: &Path, directory: &Path) -> anyhow::Result<usize> {
    let object = directory.join("planted.a");
    std::fs::create_dir_all(directory)?;
    compile(&workspace.join("tools/geode/src/proof/planted.c"), &object)?;
    let linker = Linker::new(&object, directory)?;
    let clean = linker.link("planted", &["planted_clean"])?;
    for (name, fault, finds) in PLANTED {
        if finds(&clean, "planted_clean") {
            bail!("the proof is void: it finds {fault} in a function without a fault");
        }
        if !finds(&linker.link("planted", &[name])?, name) {
            bail!("the proof is void: it does not find {fault}");
        }
    }
    Ok(PLANTED.len())
}

fn foreign(image: &Image, _: &str) -> bool {
    !processor::check(image).faults.is_empty()
}

fn forbidden(image: &Image, _: &str) -> bool {
    !unreachable::faults(image).is_empty()
}

fn endless(image: &Image, root: &str) -> bool {
    Calls::of(image).deepest(root).is_err()
}
