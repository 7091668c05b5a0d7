//! The skills as files: each in the file of its name, from the start state down, and none longer
//! than Fawkes's file of the same skill.

use skill_runtime::SkillSpace;
use skills_nao::skills::NaoSoccer;
use std::fs;
use std::path::Path;

/// The number of lines of Fawkes's files: in August 2011, of `walk`, `led`, `strafe` and `beckon`
/// today, of `search_ball` in 2008.
const FAWKES: [(&str, usize); 16] = [
    ("standup", 98),
    ("getup", 60),
    ("servo", 192),
    ("park", 72),
    ("stop", 47),
    ("kick", 66),
    ("relgoto", 132),
    ("goto", 161),
    ("turn", 74),
    ("strafe", 79),
    ("walk", 48),
    ("say", 91),
    ("led", 158),
    ("beckon", 95),
    ("intercept_ball", 125),
    ("search_ball", 188),
];

#[test]
fn each_skill_is_one_short_file_of_its_name() {
    for skill in NaoSoccer::SKILLS {
        let text = read(skill.name);
        let head = format!("pub skill {}(", skill.type_name);
        assert!(text.contains(&head), "{} is not in its file", skill.type_name);
        assert_eq!(text.matches("skill! {").count(), 1, "{}", skill.name);
        assert!(!skill.docs.is_empty(), "{} has no documentation", skill.name);
        for arg in skill.arguments() {
            assert!(!arg.docs.is_empty() || skill.group.is_some(), "{}: {}", skill.name, arg.name);
        }
        let lines = text.lines().count();
        let theirs = FAWKES.iter().find(|(name, _)| *name == skill.name).map_or(125, |(_, n)| *n);
        assert!(lines <= theirs, "{}: {lines} lines, Fawkes's has {theirs}", skill.name);
    }
}

/// A skill reads in the order of its run.
#[test]
fn each_skill_begins_with_its_start_state() {
    for skill in NaoSoccer::SKILLS {
        assert_eq!(skill.graph.start, 0, "{}", skill.name);
    }
}

/// The language handles missing inputs, refused messages, and failures of sub-skills; no skill does
/// so by hand.
#[test]
fn skills_are_free_of_boilerplate() {
    let transitions: usize =
        NaoSoccer::SKILLS.iter().map(|skill| skill.graph.transitions.len()).sum();
    assert!(transitions <= 87, "{transitions} transitions");
    for skill in NaoSoccer::SKILLS {
        let text = read(skill.name);
        assert!(!text.contains("refused()"), "{}", skill.name);
        assert!(!text.contains("FAILED on FAILED"), "{}", skill.name);
        for interface in skill.interfaces.iter().filter(|interface| !interface.optional) {
            let check = format!("{}.has_writer()", interface.variable);
            assert!(!text.contains(&check), "{}: {check}", skill.name);
        }
    }
    assert!(read("standup").lines().count() <= 53);
    assert!(read("intercept_ball").lines().count() <= 65);
}

/// Returns the file of a skill.
fn read(skill: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../skills-nao/src/skills");
    let path = folder.join(skill).with_extension("rs");
    fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {}", path.display()))
}
