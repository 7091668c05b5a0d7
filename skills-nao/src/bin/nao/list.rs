//! `nao list`: the skills of the space.

use skill_runtime::SkillSpace;
use skill_runtime::graph::{ArgInfo, SkillInfo};
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;

/// Prints the list.
pub fn list() -> ExitCode {
    println!("{}: {} skills", NaoSoccer::NAME, NaoSoccer::SKILLS.len());
    for skill in NaoSoccer::SKILLS {
        println!();
        describe(skill);
    }
    ExitCode::SUCCESS
}

fn describe(skill: &SkillInfo) {
    println!("{}", skill.name);
    for line in skill.docs.lines() {
        println!("  {line}");
    }
    let args: Vec<&ArgInfo> = skill.arguments().collect();
    let name_width = args.iter().map(|arg| arg.name.len()).max().unwrap_or(0);
    let kinds: Vec<String> = args.iter().map(|arg| kind(arg)).collect();
    let kind_width = kinds.iter().map(String::len).max().unwrap_or(0);
    for (arg, kind) in args.iter().zip(&kinds) {
        let docs = arg.docs.lines().collect::<Vec<_>>().join(" ");
        println!("    {:name_width$}  {kind:kind_width$}  {docs}", arg.name);
    }
    if !skill.deps.is_empty() {
        let names: Vec<&str> = skill.deps.iter().map(|dep| dep.name).collect();
        println!("  executes: {}", names.join(", "));
    }
    let interfaces: Vec<String> = skill
        .interfaces
        .iter()
        .map(|each| {
            let verb = if each.writes { "writes " } else { "" };
            format!("{verb}{} ({} \"{}\")", each.variable, each.type_name, each.id)
        })
        .collect();
    if !interfaces.is_empty() {
        println!("  interfaces: {}", interfaces.join(", "));
    }
}

/// `f32 s, default 3.0, 0.1..=30.0`
fn kind(arg: &ArgInfo) -> String {
    let bare = arg.type_name.strip_prefix("Option<").and_then(|inner| inner.strip_suffix('>'));
    let mut text = bare.unwrap_or(arg.type_name).to_owned();
    if !arg.choices.is_empty() {
        text = arg.choices.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ");
    }
    if !arg.unit.is_empty() {
        text = format!("{text} {}", arg.unit);
    }
    match arg.default {
        Some("None") => text.push_str(", optional"),
        Some(default) => text = format!("{text}, default {default}"),
        None => text.push_str(", must be given"),
    }
    match arg.range {
        Some(range) => format!("{text}, {}", range.text),
        None => text,
    }
}
