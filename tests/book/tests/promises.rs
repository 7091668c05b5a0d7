//! Each promise names a test or a check that exists.

#[path = "../pages.rs"]
mod pages;

use pages::root;
use std::fs;

/// Returns what is wrong with a test of a promise: `FILE: NAME` or `check NAME`.
fn fault(test: &str, steps: &str) -> Option<String> {
    if let Some(name) = test.strip_prefix("check ") {
        let is_known = steps.contains(&format!("\"{name}\", \""));
        return (!is_known).then(|| format!("no check `{name}`"));
    }
    let Some((path, name)) = test.split_once(": ") else {
        return Some(format!("`{test}` names no test"));
    };
    let Ok(text) = fs::read_to_string(root().join(path)) else {
        return Some(format!("no file `{path}`"));
    };
    let Some((before, _)) = text.split_once(&format!("fn {name}(")) else {
        return Some(format!("no test `{name}` in `{path}`"));
    };
    let lines = before.lines().rev().map(str::trim).skip_while(|line| line.is_empty());
    let attributes: Vec<&str> = lines.take_while(|line| line.starts_with("#[")).collect();
    let runs =
        attributes.contains(&"#[test]") && !attributes.iter().any(|of| of.contains("ignore"));
    (!runs).then(|| format!("`{name}` in `{path}` is not run"))
}

/// Returns the promises of a page with their tests.
fn promises(page: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter_map(|row| {
        let (promise, tests) = row.split_once(" | ")?;
        let tests = tests.split('`').skip(1).step_by(2).collect();
        (promise != "promise").then_some((promise, tests))
    })
    .collect()
}

#[test]
fn each_promise_has_a_test() {
    let page = fs::read_to_string(root().join("book/src/promises.md")).expect("the page");
    let steps = fs::read_to_string(root().join("xtask/src/steps.rs")).expect("the checks");
    let promises = promises(&page);
    assert!(promises.len() > 40, "{promises:?}");
    let mut wrong = Vec::new();
    for (promise, tests) in promises {
        if tests.is_empty() {
            wrong.push(format!("{promise}: no test"));
        }
        let faults = tests.into_iter().filter_map(|test| fault(test, &steps));
        wrong.extend(faults.map(|fault| format!("{promise}: {fault}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_test_that_is_not_there_is_found() {
    let wrong = |test: &str| fault(test, "step(Deep, \"bench\", \"..?\"").is_some();
    assert!(wrong("check nothing") && !wrong("check bench"));
    let here = "tests/book/tests/promises.rs";
    assert!(!wrong(&format!("{here}: each_promise_has_a_test")));
    assert!(wrong(&format!("{here}: each_promise")) && wrong(&format!("{here}: fault")));
    assert!(wrong("tests/nowhere.rs: each_promise_has_a_test") && wrong("each_promise_has_a_test"));
}
