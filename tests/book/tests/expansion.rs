//! `SKILL_EXPANSION` writes the expansion of a real skill as a short file.

#[path = "../pages.rs"]
mod pages;

use pages::root;
use skill_compiler::{Options, skill};
use std::env;
use std::fs;
use std::process::Command;

/// Expands `standup`. The variable cannot be set in this process, which has other threads.
#[test]
#[ignore = "run by `the_expansion_of_standup_is_short`"]
fn expand_standup() {
    let source = root().join("skills-nao/src/skills/standup.rs");
    let source = fs::read_to_string(source).expect("the skill");
    let (_, skill_block) = source.split_once("skill! {").expect("a skill");
    let (skill_block, _) = skill_block.rsplit_once('}').expect("its end");
    let _ = skill(skill_block.parse().expect("tokens"), Options::default());
}

#[test]
fn the_expansion_of_standup_is_short() {
    let directory = env::temp_dir().join(format!("standup-expansion-{}", std::process::id()));
    let output = Command::new(env::current_exe().expect("this program"))
        .args(["--ignored", "--exact", "expand_standup"])
        .env("SKILL_EXPANSION", &directory)
        .env("CARGO_CRATE_NAME", "robot")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let text = fs::read_to_string(directory.join("robot_Standup.rs")).expect("the expansion");
    fs::remove_dir_all(&directory).expect("it can be removed");
    let lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().take_while(|line| line.starts_with("//")).count();
    assert_eq!(header, 4, "lines of the header");
    // Without `rustfmt` it is one line.
    assert!((400..830).contains(&lines.len()), "{} lines", lines.len());
}
