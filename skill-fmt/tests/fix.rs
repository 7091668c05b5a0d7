//! `--fix`: which cures are applied, and which are left to people.

use skill_fmt::Formatter;
use std::fs;
use std::path::Path;

fn fixed(text: &str) -> (String, usize) {
    let formatter = Formatter::new(".".into(), Some("2024".into())).unwrap();
    let (fixed, fixes) = formatter.fixed(text).unwrap();
    (fixed, fixes.len())
}

/// Returns a skill with an item of a state.
fn skill(item: &str) -> String {
    format!(
        "skill! {{\n    pub skill Probe(limit: f32 = 1.0) {{\n        depends_interfaces {{ motion: Motion }}\n        \
         start state Idle {{ {item} -> FAILED after 9s; }}\n    }}\n}}\n"
    )
}

#[test]
fn cures_are_applied_where_they_are_meant() {
    for (wrong, right) in [
        ("-> FINAL after 2sec;", "-> FINAL after 2s;"),
        ("-> FINAL after 2 seconds;", "-> FINAL after 2s;"),
        ("-> FINL when motion.moving;", "-> FINAL when motion.moving;"),
        ("-> Idel after 2s;", "-> Idle after 2s;"),
        ("-> FINAL wehn motion.moving;", "-> FINAL when motion.moving;"),
        ("-> FINAL when motion->moving;", "-> FINAL when motion.moving;"),
        ("-> FINAL when motion.speed <- 1.0;", "-> FINAL when motion.speed < - 1.0;"),
        (
            "-> FINAL when motion.moving and motion.ready;",
            "-> FINAL when motion.moving && motion.ready;",
        ),
        ("-> FINAL when motion.speed > limit;", "-> FINAL when motion.speed > self.limit;"),
        ("if motion.moving -> FINAL;", "-> FINAL when motion.moving;"),
        ("motion.moving -> FINAL;", "-> FINAL when motion.moving;"),
    ] {
        assert_eq!(fixed(&skill(wrong)).0, skill(right), "{wrong}");
    }
    let other = |name: &str| skill(&format!("-> {name} after 1s; }} state Zörn {{"));
    assert_eq!(fixed(&other("Zern")).0, other("Zörn"));
    let two = skill("-> FINL after 2sec;").replace("depends_interfaces", "depend_interfaces");
    assert_eq!(fixed(&two), (skill("-> FINAL after 2s;"), 3));
}

#[test]
fn examples_and_choices_are_left_to_people() {
    for wrong in [
        // Another time is another meaning.
        "-> FINAL after 0s;",
        "-> FINAL after -5s;",
        // The text of a reason is an example.
        "-> FAILED(42) after 1s;",
        // Which one is wrong?
        "init { } init { }",
        "-> FINAL when self.motion.moving(1).then(2);",
    ] {
        assert_eq!(fixed(&skill(wrong)), (skill(wrong), 0), "{wrong}");
    }
    let text = skill("").replace("skill Probe", "//! Documentation.\n    skill Probe");
    assert_eq!(fixed(&text).0, text);
}

/// Every cure of the wrong programs of the compiler's own tests makes an error less, and no other.
#[test]
fn no_cure_makes_it_worse() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-tests/cases");
    let Ok(cases) = fs::read_dir(cases) else { return };
    let mut count = 0;
    for case in cases.map(|entry| entry.unwrap().path()) {
        if case.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&case).unwrap();
            let formatter = Formatter::new(".".into(), Some("2024".into())).unwrap();
            // One is no Rust of this edition.
            let Ok((once, fixes)) = formatter.fixed(&text) else { continue };
            let fixes = fixes.len();
            count += fixes;
            assert_eq!(fixes > 0, once != text, "{}", case.display());
            assert_eq!(fixed(&once), (once.clone(), 0), "{}", case.display());
        }
    }
    assert!(count > 80, "{count} cures");
}
