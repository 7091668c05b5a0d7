//! Every Rust listing of the book and the README is compiled.

#[path = "../pages.rs"]
mod pages;

use pages::{Fence, chapters, fences, root};
use std::fs;

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the problem of a block of the page `name`, if any.
fn problem(name: &str, fence: &Fence) -> Option<String> {
    let at = format!("{name}:{}", fence.line);
    if fence.info.is_empty() {
        return Some(format!("{at}: a block names its language"));
    }
    let Some((file, anchor)) = fence.include() else {
        let inside = fence.lines.iter().any(|line| line.contains("{{#"));
        let attributes: Vec<&str> = fence.info.split(',').skip(1).collect();
        let compiled = attributes.iter().all(|word| *word == "should_panic");
        return (inside || fence.is_rust() && !compiled)
            .then(|| format!("{at}: `{}` is not compiled as it is shown", fence.info));
    };
    let path = root().join(name).parent().expect("a folder").join(file);
    let Ok(source) = fs::read_to_string(&path) else {
        return Some(format!("{at}: there is no {file}"));
    };
    let compiled = ["/examples/", "/ui-tests/valid/", "/skills-nao/src/"];
    if fence.is_rust() && !compiled.iter().any(|folder| file.contains(folder)) {
        return Some(format!("{at}: {file} is in no crate that is compiled"));
    }
    let mark = |what: &str, anchor: &str| source.contains(&format!("// {what}: {anchor}\n"));
    let found = anchor.is_none_or(|anchor| mark("ANCHOR", anchor) && mark("ANCHOR_END", anchor));
    (!found).then(|| format!("{at}: {file} has no anchor {anchor:?}"))
}

#[test]
fn every_listing_is_compiled() {
    let names = chapters()
        .into_iter()
        .map(|name| format!("book/src/{name}"))
        .chain(["README.md".to_owned()]);
    let (mut rust, mut problems) = (0, Vec::new());
    for name in names {
        for fence in fences(&page(&name)) {
            rust += usize::from(fence.is_rust());
            problems.extend(problem(&name, &fence));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(rust > 20, "{rust} listings");
}

#[test]
fn every_page_is_a_chapter() {
    let chapters = chapters();
    let mut folders = vec![root().join("book/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                let name = path.strip_prefix(root().join("book/src")).expect("inside");
                let name = name.to_str().expect("UTF-8");
                assert!(
                    name == "SUMMARY.md" || chapters.iter().any(|chapter| chapter == name),
                    "book/src/{name} is not in SUMMARY.md"
                );
            }
        }
    }
}

#[test]
fn a_listing_that_is_not_compiled_is_found() {
    let bad = "```rust,ignore\nlet x = 1;\n```\n\n```\ntext\n```\n\n```rust\n{{#include ../../nowhere/x.rs}}\n```\n";
    let found: Vec<_> =
        fences(bad).iter().filter_map(|fence| problem("book/src/x.md", fence)).collect();
    assert_eq!(found.len(), 3, "{found:?}");
}
