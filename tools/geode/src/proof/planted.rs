//! Planted faults, compiled and linked like the library, which the checks must find: a
//! proof that cannot fail proves nothing.

use std::path::Path;

use super::calls::Calls;
use super::image::Image;
use super::link::{Linker, compile};
use super::{processor, unreachable};
use crate::nao::Error;

/// A planted fault, how it is called, and the check that must find it.
type Planted = (&'static str, &'static str, fn(&Image, &str) -> bool);

/// What is planted in `planted.c`.
const PLANTED: [Planted; 7] = [
    ("planted_sse", "an SSE instruction", foreign),
    ("planted_nop", "a NOP of several bytes", foreign),
    ("planted_endbr", "an ENDBR32", foreign),
    ("planted_panic", "a panic", forbidden),
    ("planted_allocation", "an allocation", forbidden),
    ("planted_ring", "recursion", endless),
    ("planted_pointer", "a call by a pointer", endless),
];

/// Looks for each fault; how many there are.
pub fn find(workspace: &Path, directory: &Path) -> Result<usize, Error> {
    let object = directory.join("planted.a");
    std::fs::create_dir_all(directory)?;
    compile(&workspace.join("xtask/src/nao/proof/planted.c"), &object)?;
    let linker = Linker::new(&object, directory)?;
    let clean = linker.link("planted", &["planted_clean"])?;
    for (name, what, finds) in PLANTED {
        if finds(&clean, "planted_clean") {
            return Err(Error::Object("a planted function without a fault is faulted".to_owned()));
        }
        if !finds(&linker.link("planted", &[name])?, name) {
            return Err(Error::Blind(what));
        }
    }
    Ok(PLANTED.len())
}

fn foreign(image: &Image, _: &str) -> bool {
    !processor::judge(image).faults.is_empty()
}

fn forbidden(image: &Image, _: &str) -> bool {
    !unreachable::faults(image).is_empty()
}

fn endless(image: &Image, root: &str) -> bool {
    Calls::of(image).deepest(root).is_err()
}
