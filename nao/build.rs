//! Links the program `nao` with the interned strings of `defmt`, if it has that feature. Does
//! nothing otherwise.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=defmt-linux.x");
    let is = |name: &str| env::var_os(name).is_some();
    if !is("CARGO_FEATURE_DEFMT") {
        return;
    }
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        println!("cargo:warning=nao with feature `defmt` can be linked for Linux alone");
        return;
    }
    let directory = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    // Only GNU ld knows INSERT. The strings are numbered by their addresses, which must
    // not move: no position-independent executable.
    for argument in ["-fuse-ld=bfd", "-no-pie", &format!("-Wl,-T,{directory}/defmt-linux.x")] {
        println!("cargo:rustc-link-arg={argument}");
    }
}
