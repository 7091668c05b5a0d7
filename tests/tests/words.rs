//! Documentation and diagnostics are written in plain technical English: the doc comments of
//! all crates, the expected output of `ui-tests` and the pages contain none of the words that
//! earlier versions used with a meaning of their own.

use std::fs;
use std::path::{Path, PathBuf};

/// Words with the plain ones to use instead. A phrase matches a sequence of whole words, also
/// over the end of a line.
const WORDS: [(&str, &str); 24] = [
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("untold", "pending, unreported"),
    ("heed", "accept, consider"),
    ("heeds", "accepts, considers"),
    ("tell", "log, report, show"),
    ("tells", "logs, reports, shows"),
    ("told", "logged, reported, commanded"),
    ("asks", "checks, requests"),
    ("asked", "checked, requested"),
    ("answers", "returns, responds"),
    ("answered", "returned, handled"),
    ("at the most", "at most"),
    ("gone to", "reached, entered"),
    ("behind", "after"),
    ("stand", "be, represent"),
    ("stands", "is, represents"),
    ("for good", "permanently"),
    ("those who", "viewers, readers, .."),
    ("whoever", "the caller, every client, .."),
    ("spoiled", "corrupted"),
    ("lets time pass", "advances"),
];

/// Words that a doc comment does not begin with: it begins with a verb or names the thing.
const OPENINGS: [&str; 4] = ["What", "Who", "How", "Where"];

/// Phrases in which a word has its usual meaning, in all files.
const USUAL: [&str; 6] = [
    "stand up",
    "stands up",
    "the robot stand",
    "the robot stands",
    "walks behind it",
    "falls behind",
];

/// Paths in which words have their usual meaning.
const ALLOWED: [(&str, &[&str]); 6] = [
    // Robots, balls and fields have places.
    ("nao-sim", &["behind", "stand", "stands"]),
    ("skills-nao", &["behind", "stand", "stands"]),
    ("tests/tests/soccer", &["behind", "stand", "stands"]),
    ("nao", &["stands"]),
    // A language server answers requests.
    ("tools/ide", &["answers", "answered"]),
    // The label of a transition in a recorded graph.
    ("tests/tests/graph.rs", &["asks"]),
];

/// Returns the words of `line`, without code between backticks.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let prose = line.split('`').step_by(2);
    let separates = |c: char| !c.is_alphanumeric() && c != '-' && c != '\'';
    prose.flat_map(move |part| part.split(separates)).filter(|word| !word.is_empty())
}

/// Removes the doc comment markers before `line`. Examples have doc comments of their own.
fn documented(line: &str) -> Option<(usize, &str)> {
    let (mut depth, mut rest) = (0, line.trim_start());
    while let Some(inner) = rest.strip_prefix("///").or_else(|| rest.strip_prefix("//!")) {
        (depth, rest) = (depth + 1, inner.trim_start());
    }
    (depth > 0).then_some((depth, rest))
}

/// Returns the private words in `text`, the contents of the file `path`, as messages.
fn findings(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // Words in a row, each with its line.
    let mut prose: Vec<(usize, String)> = Vec::new();
    let (mut outer, source) = (0, Path::new(path).extension() == Some("rs".as_ref()));
    for (number, line) in (1..).zip(text.lines()) {
        let (depth, line) = documented(line).unwrap_or((0, line));
        let opening = words(line).next().filter(|_| depth > outer);
        if let Some(word) = opening.filter(|word| OPENINGS.contains(word)) {
            found.push(format!("{path}:{number}: a doc comment begins with \"{word}\""));
        }
        if source && depth != outer {
            report(path, &prose, &mut found);
            prose.clear();
        }
        outer = depth;
        if depth > 0 || !source {
            prose.extend(words(line).map(|word| (number, word.to_lowercase())));
        }
    }
    report(path, &prose, &mut found);
    found
}

/// Adds a message to `found` for each private word in `prose`.
fn report(path: &str, prose: &[(usize, String)], found: &mut Vec<String>) {
    let is_at = |phrase: &str, place: usize| {
        let rest = prose[place..].iter().map(|(_, word)| word.as_str());
        phrase.split(' ').eq(rest.take(phrase.split(' ').count()))
    };
    let allowed = |word| {
        let allows = |(folder, words): &(&str, &[&str])| {
            Path::new(path).starts_with(folder) && words.contains(&word)
        };
        ALLOWED.iter().any(allows)
    };
    for (place, (line, _)) in prose.iter().enumerate() {
        let usual = |phrase: &&str| {
            let before = phrase.split(' ').count() - 1;
            (place.saturating_sub(before)..=place).any(|start| is_at(phrase, start))
        };
        for (word, instead) in WORDS {
            if is_at(word, place) && !allowed(word) && !USUAL.iter().any(usual) {
                found.push(format!("{path}:{line}: \"{word}\" instead of \"{instead}\""));
            }
        }
    }
}

/// Adds the files to check in `folder` to `files`, in order.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != "node_modules" && !name.starts_with('.') {
                collect(&path, files);
            }
        } else if name != "CHANGELOG.md"
            && path
                .extension()
                .is_some_and(|ext| ["rs", "stderr", "md"].map(AsRef::as_ref).contains(&ext))
        {
            files.push(path);
        }
    }
}

#[test]
fn documentation_and_diagnostics_use_plain_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let names = files.iter().map(|file| file.strip_prefix(&root).unwrap().to_str().unwrap());
    let names: Vec<_> = names.collect();
    for part in ["skill-runtime/src/lib.rs", "skill-compiler/src/lib.rs", "README.md"] {
        assert!(names.contains(&part), "{part} is not checked");
    }
    assert!(names.iter().filter(|name| name.ends_with(".stderr")).count() > 20);

    let found = names.iter().zip(&files);
    let found = found.flat_map(|(name, file)| findings(name, &fs::read_to_string(file).unwrap()));
    let found: Vec<_> = found.collect();
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

#[test]
fn private_words_are_found() {
    let found = |path, text| findings(path, text).len();
    let (library, field) = ("skill-runtime/src/lib.rs", "skills-nao/src/lib.rs");
    assert_eq!(
        findings(library, "/// Tells of it.\nfn a() {}\n"),
        [r#"skill-runtime/src/lib.rs:1: "tells" instead of "logs, reports, shows""#]
    );
    assert_eq!(found(library, "    //! Four at the\n    //! most."), 1, "over two lines");
    assert_eq!(found(library, "/// What runs."), 1, "the opening");
    assert_eq!(found(library, "//! ```\n//! /// What runs.\n//! ```"), 1, "in an example");
    assert_eq!(found(library, "/// The value\n/// stands behind."), 2);
    assert_eq!(found(field, "/// The robot waits behind the ball."), 0, "a place");
    assert_eq!(found(field, "/// It mends the ball."), 1);
    assert_eq!(found("ui-tests/cases/a.stderr", "error: it stands twice"), 1);
    assert_eq!(found("book/src/nao.md", "The robot stands up; `tells` is code."), 0);
    // Neither code, nor words that contain one of them, nor other comments.
    assert_eq!(found(library, "let told = 1; // what was told\n/// A stand-up amends."), 0);
}
