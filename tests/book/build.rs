//! Makes a documentation test of each listing of the book and the README.

#[path = "pages.rs"]
mod pages;

use std::fmt::Write as _;
use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=pages.rs");
    println!("cargo::rerun-if-changed=../../book/src");
    println!("cargo::rerun-if-changed=../../README.md");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let mut modules = String::new();
    let chapters = pages::chapters().into_iter().map(|chapter| format!("book/src/{chapter}"));
    for page in chapters.chain(["README.md".to_owned()]) {
        let text = fs::read_to_string(pages::root().join(&page))
            .unwrap_or_else(|error| panic!("{page}: {error}"));
        let name: String =
            page.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let file = Path::new(&out).join(format!("{name}.md"));
        fs::write(&file, without_includes(&text)).expect("the build directory can be written");
        writeln!(modules, "#[doc = include_str!(\"{}\")]\npub mod {name} {{}}", file.display())
            .expect("text");
    }
    fs::write(Path::new(&out).join("pages.rs"), modules)
        .expect("the build directory can be written");
}

/// Returns the page with the blocks that are included from crates no longer marked as Rust: they
/// are compiled in their crates.
fn without_includes(page: &str) -> String {
    let included: Vec<usize> = pages::fences(page)
        .into_iter()
        .filter_map(|fence| fence.include().is_some().then_some(fence.line))
        .collect();
    let lines = (1..).zip(page.lines());
    let changed =
        lines.map(|(number, line)| if included.contains(&number) { "```text" } else { line });
    changed.fold(String::new(), |text, line| text + line + "\n")
}
