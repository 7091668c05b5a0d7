//! Proves the examples: each planted fault is found, and a skill without a fault is proved.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// The beginning of a skill's name says which kind of finding it has.
const KINDS: [(&str, &str); 11] = [
    ("PanicBy", "may panic: "),
    ("PanicIn", "may panic: index out of bounds"),
    ("Allocation", "allocates or frees memory"),
    ("Recursion", "recursion: "),
    ("Loop", "may not end: "),
    ("Stack", "stack: "),
    ("Abort", "may abort: "),
    ("Pointer", "not seen: a call by a pointer"),
    ("Extern", "not seen: the function "),
    ("Assembly", "not seen: inline assembly"),
    ("Rounding", "not rounded by the x87: 32 bits of a whole number become an f32"),
];

fn run(arguments: &[&str]) -> Output {
    run_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"), arguments)
}

fn run_in(manifest: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-skill-proof"));
    command.arg("skill-proof").arg("--manifest-path").arg(manifest).args(arguments);
    // Flags of a coverage run or the like must not affect the proof.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.output().expect("it runs")
}

/// The lines of each skill, agent and space, by its path.
fn sections(output: &Output) -> BTreeMap<String, Vec<String>> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines() {
        if ["skill ", "agent ", "space ", "function "].iter().any(|kind| line.starts_with(kind)) {
            line.split_whitespace().nth(1).unwrap_or_default().clone_into(&mut last);
        }
        sections.entry(last.clone()).or_default().push(line.to_owned());
    }
    assert!(sections.len() > 1, "{text}{}", String::from_utf8_lossy(&output.stderr));
    sections
}

#[test]
fn each_planted_fault_is_found_and_what_has_none_is_proved() {
    let output = run(&["--example", "planted", "--overflow-checks", "--x87"]);
    assert_eq!(output.status.code(), Some(1));
    let sections = sections(&output);
    let mut found = 0;
    for (path, lines) in sections.iter().filter(|(path, _)| path.starts_with("planted::")) {
        let name = path.rsplit("::").next().unwrap_or_default();
        let text = lines.join("\n");
        match KINDS.iter().find(|(begin, _)| name.starts_with(begin)) {
            None => assert!(lines[0].ends_with("  proved"), "{text}"),
            Some((_, what)) => {
                assert!(lines[0].ends_with("FAILED") || lines[0].ends_with("NOT PROVED"), "{text}");
                assert!(text.contains(what), "{text}");
                assert!(text.contains("examples/planted.rs:"), "{text}");
                found += 1;
            }
        }
    }
    // The number of declarations in the source: none is skipped.
    let source = include_str!("../examples/planted.rs");
    let planted = KINDS.iter().map(|(begin, _)| {
        let macros = source.matches(&format!("planted!({begin}")).count();
        macros
            + source.matches(&format!("skill {begin}")).count()
            + source.matches(&format!("agent {begin}")).count()
    });
    assert_eq!(found, planted.sum::<usize>());
    // `unsafe` code is not looked at, and is named.
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.starts_with("assumed: robot-skill-proof: "));
    assert!(line.is_some_and(|line| line.contains("examples/planted.rs:")), "{text}");
    for sound in ["planted::Sound", "planted::Nothing", "planted::SoundAgent", "planted::Robot"] {
        assert!(sections.contains_key(sound), "{sound} is not listed");
    }
}

#[test]
fn every_element_of_the_language_is_proved() {
    let output = run(&["--example", "elements", "--example", "accepted"]);
    let sections = sections(&output);
    assert_eq!(output.status.code(), Some(0), "{sections:#?}");
    assert!(sections["accepted::Line"][0].ends_with("proved, with what the manifest accepts"));
    assert!(sections["elements::Watcher"][0].starts_with("agent"));
    assert!(sections["elements::Limited"][0].ends_with("  proved"));
}

#[test]
fn the_stack_is_bounded_by_the_limit() {
    let output = run(&["--example", "planted", "--overflow-checks", "--max-stack", "200000"]);
    let sections = sections(&output);
    let helpers = &sections["planted::StackByHelpers"];
    assert!(helpers[0].ends_with("  proved"), "{helpers:?}");
    // Two frames, one after the other, of two arrays of 40 KiB each: the array and its copy.
    let bytes = helpers[0].split_whitespace().nth(2).and_then(|bytes| bytes.parse::<u32>().ok());
    assert!((163_840..168_000).contains(&bytes.unwrap_or_default()), "{helpers:?}");
    let array = sections["planted::StackByArray"].join("\n");
    assert!(array.contains("of which 671"), "{array}");
    assert!(array.contains("the limit is 200000"), "{array}");
    // Not asked for.
    assert!(sections["planted::RoundingByCast"][0].ends_with("  proved"));
}

#[test]
fn a_function_that_is_named_is_proved_with_what_it_calls() {
    let planted = ["--example", "planted", "--max-stack", "200000"];
    let named = ["--function", "planted::outer", "--function", "planted::helper"];
    let sections = sections(&run(&[planted, named].concat()));
    let outer = &sections["planted::outer"];
    assert!(outer[0].starts_with("function ") && outer[0].ends_with("  proved"), "{outer:?}");
    let bytes = outer[0].split_whitespace().nth(2).and_then(|bytes| bytes.parse::<u32>().ok());
    // Its frame, and that of the function it calls.
    assert!((163_840..168_000).contains(&bytes.unwrap_or_default()), "{outer:?}");
    let helper = sections["planted::helper"].join("\n");
    assert!(helper.contains("may panic: index out of bounds"), "{helper}");
    let missing = run(&["--example", "planted", "--function", "planted::no_such"]);
    assert_eq!(missing.status.code(), Some(2));
    let text = String::from_utf8_lossy(&missing.stderr);
    assert!(text.contains("there is no function `planted::no_such`"), "{text}");
}

#[test]
fn nothing_to_prove_is_an_error() {
    let output = run(&["--lib"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("there is no skill, agent or skill space"), "{text}");
}

#[test]
fn a_library_and_a_program_of_one_name_are_proved_again() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("both");
    let skill = |name: &str| {
        format!(
            "skill_runtime::skill! {{ pub skill {name}(x_m: f32) {{ \
             start state A {{ -> FINAL when self.x_m > 1.0; -> FAILED(\"{name}, {{}}\", self.x_m) after 1s; }} }} }}\n"
        )
    };
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../skill-runtime");
    let manifest = format!(
        "[package]\nname = \"both\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         skill-runtime = {{ package = \"robot-skill-runtime\", path = {runtime:?} }}\n"
    );
    std::fs::create_dir_all(here.join("src")).expect("a directory");
    for (file, text) in [
        ("Cargo.toml", manifest),
        ("src/lib.rs", skill("Library")),
        ("src/main.rs", skill("Program") + "fn main() {}\n"),
    ] {
        std::fs::write(here.join(file), text).expect("a file");
    }
    let manifest = here.join("Cargo.toml");
    // Cargo repeats the messages of what it does not compile again.
    for _ in 0..2 {
        let output = run_in(&manifest, &[]);
        let sections = sections(&output);
        assert_eq!(output.status.code(), Some(0), "{sections:#?}");
        assert!(sections.contains_key("both::Library") && sections.contains_key("both::Program"));
    }
}
