//! The book's page of errors shows every case: it is written from them.
//!
//! After a change: `UPDATE_DOCS=1 cargo test -p ui-tests --test docs`.

use std::fmt::Write as _;
use std::fs;
use ui_tests::{cases, root};

/// The last lines of the interface and the skill that many cases begin with.
const PRELUDE_END: &str = "            -> FAILED after 2s;\n        }\n    }\n}\n";

const INTRODUCTION: &str = "\
# Errors

This page lists the errors of the skill language: for each, a program (without its `use`
lines, and without the interface `Motion` and the skill `Walk` that many programs begin with)
and the output of the compiler. All errors of a block are reported at once. A test generates
this page from `ui-tests/cases`.

## Lint levels

Findings that are a matter of judgement are lints. As in Rust, `#[allow(skill::dead_end)]` on
a skill or a state silences a lint, and `#[warn(..)]` and `#[deny(..)]` set its level.

| lint | default | reports |
|---|---|---|
| `skill::unreachable_state` | deny | a state that no path from the start state reaches |
| `skill::dead_end` | deny | a state that no transition leaves |
| `skill::unconditional_cycle` | deny | a cycle of states whose transitions always fire |
| `skill::unused_dependency` | warn | a skill in `depends_skills` that no state runs |
| `skill::unchecked_optional` | warn | an optional interface whose fields are read, but whose writer is not checked |
| `skill::redundant_check` | warn | a transition that checks the writer or the age of a required interface |
| `skill::unreachable_transition` | warn | a transition that is never taken, since one before it always is |
| `skill::unused_argument` | warn | an argument that no code uses; `_name` is not reported |
| `skill::unused_variable` | warn | a variable that no code reads; `_name` is not reported |
| `skill::unused_parameter` | warn | a parameter of a skill or of a state that no code uses; `_name` is not reported |
| `skill::unused_interface` | warn | an interface that no code uses, though the skill requires its writer |
| `skill::never_final` | warn | a skill that no transition ends with FINAL |
| `skill::duplicate_call` | warn | a state that runs a sub-skill or an action twice with the same arguments |

";

/// Returns the page and the number of cases.
fn page() -> (String, usize) {
    let mut page = INTRODUCTION.to_owned();
    let mut topic = String::new();
    let cases = cases();
    for case in &cases {
        if case.topic != topic {
            topic.clone_from(&case.topic);
            writeln!(page, "## {topic}\n").expect("text");
        }
        let program = shortened(&case.program);
        writeln!(page, "### {}\n\n```rust\n{program}\n```\n", case.title).expect("text");
        // The file that the case reads.
        if let Ok(read) = fs::read(case.path.with_extension("xml")) {
            let read = String::from_utf8_lossy(&read);
            writeln!(page, "```xml\n{}\n```\n", read.trim_end()).expect("text");
        }
        writeln!(page, "```text\n{}\n```\n", case.output.trim_end()).expect("text");
    }
    (page, cases.len())
}

/// Returns a program without what all programs begin with.
fn shortened(program: &str) -> String {
    let body = program.split_once(PRELUDE_END).map_or(program, |(_, rest)| rest);
    let kept = body.lines().filter(|line| !line.starts_with("use ") && *line != "fn main() {}");
    kept.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[test]
fn the_page_shows_every_case() {
    let (page, cases) = page();
    assert!(cases >= 100, "{cases} cases");
    let path = root().join("book/src/errors.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).expect("written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == page,
        "book/src/errors.md is out of date: UPDATE_DOCS=1 cargo test -p ui-tests --test docs"
    );
}

#[test]
fn the_stand_up_skill_is_short() {
    let file = root().join("skills-nao/src/skills/standup.rs");
    let text = fs::read_to_string(file).expect("a file with a skill");
    let block = &text[text.find("skill! {").expect("a skill")..];
    let lines = block[..block.find("\n}\n").expect("its end")].lines().count();
    assert!(lines < 45, "the stand-up skill has {lines} lines");
}
