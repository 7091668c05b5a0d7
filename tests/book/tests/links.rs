//! Links of the shipped pages lead to existing files and headings.

#[path = "../pages.rs"]
mod pages;

use pages::{chapters, root};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Pages outside the book.
const OTHERS: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/// Returns the page without its fenced blocks and inline code, where brackets are not links.
fn prose(page: &str) -> String {
    let mut inside = false;
    let lines = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let parts = text.split('`').enumerate();
    parts.filter_map(|(index, part)| (index % 2 == 0).then_some(part)).collect::<Vec<_>>().join("`")
}

/// Returns the targets of the links in a page.
fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let targets = prose.split("](").skip(1);
    targets.filter_map(|target| Some(target.split_once(')')?.0.to_owned())).collect()
}

/// Returns the anchors of a page's headings, as mdBook and GitHub make them: equal ones are counted.
fn anchors(page: &str) -> Vec<String> {
    let mut inside = false;
    let headings = page.lines().filter(|line| {
        inside ^= line.starts_with("```");
        !inside && line.starts_with('#')
    });
    let anchor = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut counted = |anchor: String| {
        let count = counts.entry(anchor.clone()).or_default();
        *count += 1;
        if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
    };
    headings.map(anchor).map(&mut counted).collect()
}

/// Returns whether `file`, as linked by a page of the book, is outside of the book.
fn leaves(page: &Path, file: &str) -> bool {
    let depth = page.components().count() - 1;
    file.matches("../").count() > depth
}

/// Returns the problem of the link `target` of the page at `path`, if any.
fn problem(path: &Path, text: &str, target: &str) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').map_or((target, None), |(f, a)| (f, Some(a)));
    let book = root().join("book/src");
    if path.starts_with(&book) && path.strip_prefix(&book).iter().any(|page| leaves(page, file)) {
        return Some(format!("{}: {target} is not in the built book", path.display()));
    }
    let linked = if file.is_empty() {
        text.to_owned()
    } else {
        let place = path.parent().expect("a folder").join(file);
        match (place.is_dir(), fs::read(&place)) {
            (true, _) => String::new(),
            // A picture has no headings to link to.
            (false, Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            (false, Err(_)) => return Some(format!("{}: no {target}", path.display())),
        }
    };
    let found = anchor.is_none_or(|anchor| anchors(&linked).iter().any(|a| a == anchor));
    (!found).then(|| format!("{}: no heading for {target}", path.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let book = chapters().into_iter().map(|chapter| format!("book/src/{chapter}"));
    let pages = book.chain(["book/src/SUMMARY.md".to_owned()]).chain(OTHERS.map(str::to_owned));
    let (mut count, mut problems) = (0, Vec::new());
    for page in pages {
        let path = root().join(&page);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
        for target in links(&text) {
            count += 1;
            problems.extend(problem(&path, &text, &target));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 40, "{count} links");
}

#[test]
fn a_dead_link_is_found() {
    let page = "# One heading\n[a](nowhere.md) [b](#one-heading) [c](#two) `[d](code)`\n";
    let path = root().join("README.md");
    let bad: Vec<_> =
        links(page).iter().filter_map(|target| problem(&path, page, target)).collect();
    assert_eq!(bad.len(), 2, "{bad:?}");
}
