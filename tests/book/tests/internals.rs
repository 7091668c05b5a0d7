//! The machine and the expansion that the book shows are those of the compiler.

#[path = "../pages.rs"]
mod pages;

use pages::{Fence, fences, root};
use skill_compiler::{Explained, explain};
use std::fs;

/// Returns the compiler's output for the skill on the page, and the page's blocks.
fn page() -> (Explained, Vec<Fence>) {
    let source = fs::read_to_string(root().join("ui-tests/valid/blink.rs")).expect("the skill");
    let (_, skill) = source.split_once("skill! {").expect("a skill");
    let (skill, _) = skill.split_once("\n}\n").expect("its end");
    let page = fs::read_to_string(root().join("book/src/internals.md")).expect("the page");
    (explain(skill.parse().expect("tokens")), fences(&page))
}

/// Returns the block that begins with this line.
fn block<'a>(fences: &'a [Fence], line: &str) -> &'a Fence {
    let found = fences
        .iter()
        .find(|fence| fence.lines.first().is_some_and(|first| first.starts_with(line)));
    found.unwrap_or_else(|| panic!("no block begins with {line}"))
}

#[test]
fn the_machine_is_what_lower_makes() {
    let (explained, fences) = page();
    assert_eq!(block(&fences, "machine Blink").lines.join("\n"), explained.machine.trim_end());
}

/// Returns the lines without indentation and without attributes.
fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    lines.map(str::trim).filter(|line| !line.starts_with("#[")).collect()
}

#[test]
fn the_expansion_is_what_emit_prints() {
    let (explained, fences) = page();
    let file = syn::parse2(explained.expansion).expect("an expansion is Rust");
    let expansion = prettyplease::unparse(&file);
    let expansion = trimmed(expansion.lines());
    let mut from = 0;
    for part in block(&fences, "fn __init_On").lines.split(|line| line == "..") {
        let part = trimmed(part.iter().map(String::as_str));
        let found = expansion[from..].windows(part.len()).position(|lines| lines == part);
        let at = found.unwrap_or_else(|| panic!("not in the expansion:\n{}", part.join("\n")));
        from += at + part.len();
    }
}
