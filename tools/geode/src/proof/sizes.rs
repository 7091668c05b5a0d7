//! Assigns the bytes of an image to parts of the library.

use std::collections::{BTreeMap, BTreeSet};

use super::image::{Image, Kind, Section, Target};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Skill(&'static str),
    Engine,
    Blackboard,
    Shared,
    Host,
    Boundary,
    Texts,
}

/// The skills of `NaoBody`.
pub const SKILLS: [&str; 6] = ["standup", "getup", "servo", "park", "stop", "kick"];

impl Part {
    /// Returns all parts, in the order of the table.
    pub fn all() -> impl Iterator<Item = Part> {
        let others =
            [Part::Engine, Part::Blackboard, Part::Shared, Part::Host, Part::Boundary, Part::Texts];
        SKILLS.into_iter().map(Part::Skill).chain(others)
    }

    pub fn name(self) -> &'static str {
        match self {
            Part::Skill(skill) => skill,
            Part::Engine => "engine: stepping, skiller, space",
            Part::Blackboard => "blackboard and interfaces",
            Part::Shared => "constants of several parts, 64-bit division",
            Part::Host => "side of the hardware",
            Part::Boundary => "C functions",
            Part::Texts => "reading calls, making texts",
        }
    }

    /// Returns the part of a function or constant with that demangled name.
    fn of(name: &str) -> Part {
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let skill = |skill: &&&str| name.contains(&format!("skills_nao::skills::{skill}::"));
        if let Some(skill) = SKILLS.iter().find(skill) {
            Part::Skill(skill)
        } else if has(&["SkillSpace>::try_refresh"]) {
            Part::Blackboard
        } else if name.starts_with("__") || name.starts_with("fm") {
            Part::Shared
        } else if has(&["skill_c::host", "boundary::host_", "skills_nao::adapter", "nao_host"]) {
            Part::Host
        } else if has(&["Behaviour<nao_skills::host::Nao>>::tick", "behaviour_tick"]) {
            // The skills that it steps are inlined.
            Part::Engine
        } else if has(&[
            "Behaviour<nao_skills::host::Nao>>::serve",
            "NaoBodyCall",
            "skill_runtime::call",
        ]) || has(&[
            "core::fmt",
            "core::num",
            "core::str",
            "core::panicking",
            "core::option",
        ]) || has(&["core::slice::index", "rust_begin_unwind", "skill_c::text"])
            || has(&["skill_runtime::failure::value"])
        {
            Part::Texts
        } else if has(&["skills_nao::skills", "skill_runtime::skiller::Skiller", "state_machine::"])
        {
            Part::Engine
        } else if has(&["skill_runtime::blackboard", "skills_nao::interfaces"]) {
            Part::Blackboard
        } else if name.starts_with("nao_") || has(&["nao_skills::", "skill_c::"]) {
            Part::Boundary
        } else {
            Part::Engine
        }
    }
}

/// Bytes of code and of constants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    pub code: u32,
    pub constants: u32,
}

impl Size {
    pub fn all(self) -> u32 {
        self.code + self.constants
    }
}

/// Returns the bytes of each part of an image.
pub fn sizes(image: &Image) -> BTreeMap<Part, Size> {
    let owners = owners(image);
    let mut sizes = BTreeMap::<Part, Size>::new();
    for (section, owner) in image.sections.iter().zip(owners) {
        let size = sizes.entry(owner).or_default();
        match section.kind {
            Kind::Code => size.code += section.size,
            Kind::Constants => size.constants += section.size,
            Kind::Variables | Kind::Unwinding => {}
        }
    }
    sizes
}

/// Returns the part of each section: by its name, or else by the sections that refer to it.
fn owners(image: &Image) -> Vec<Part> {
    let named: Vec<_> = (0..image.sections.len()).map(|number| by_name(image, number)).collect();
    let mut users: Vec<BTreeSet<Part>> =
        named.iter().map(|part| part.iter().copied().collect()).collect();
    // Constants refer to constants: repeat until nothing changes.
    loop {
        let before = users.clone();
        for (number, section) in image.sections.iter().enumerate() {
            for target in section.references.values() {
                if let Target::Inside((target, _)) = target
                    && named[*target].is_none()
                    && section.kind != Kind::Unwinding
                {
                    users[*target].extend(&before[number]);
                }
            }
        }
        if users == before {
            break;
        }
    }
    let only = |users: BTreeSet<Part>| match users.len() {
        1 => users.into_iter().next().unwrap_or(Part::Shared),
        _ => Part::Shared,
    };
    users.into_iter().map(only).collect()
}

fn by_name(image: &Image, number: usize) -> Option<Part> {
    let section: &Section = &image.sections[number];
    let name = match section.kind {
        Kind::Code => image.functions.range((number, 0)..).next()?.1.name.as_str(),
        // `.rodata._RNv..`, `.data.rel.ro..Lswitch.table._RNv..205`
        _ => section.name.get(section.name.find("._R").map(|dot| dot + 1)?..)?,
    };
    Some(Part::of(&format!("{:#}", rustc_demangle::demangle(name))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::image::tests::image;

    #[test]
    fn the_name_determines_the_part() {
        for (name, part) in [
            (
                "<skills_nao::skills::servo::_::ServoActiveState as StateMachine<..>>::enter",
                Part::Skill("servo"),
            ),
            (
                "<skill_runtime::state_machine::Run<skills_nao::skills::stop::_::S>>::go",
                Part::Skill("stop"),
            ),
            ("<skills_nao::skills::_::NaoBodyMachine as Exec<..>>::reset", Part::Engine),
            ("<skill_c::behaviour::Behaviour<nao_skills::host::Nao>>::tick", Part::Engine),
            ("<skills_nao::skills::NaoBody as SkillSpace>::try_refresh", Part::Blackboard),
            ("<skills_nao::skills::NaoBodyCall as CallSet>::set_argument", Part::Texts),
            ("<skill_runtime::failure::Failure as core::fmt::Display>::fmt", Part::Texts),
            ("<skill_c::host::Host<nao_skills::host::Nao>>::act", Part::Host),
            ("nao_engine_tick", Part::Boundary),
            ("__udivdi3", Part::Shared),
        ] {
            assert_eq!(Part::of(name), part, "{name}");
        }
    }

    #[test]
    fn constants_belong_to_their_users() {
        let mut image = image(&[("nao_a", &[0xc3; 8], &[]), ("nao_host_b", &[0xc3; 8], &[])]);
        for name in [".rodata..Lanon.1", ".rodata..Lanon.2", ".rodata..Lanon.3"] {
            let mut section = image.sections[0].clone();
            (section.name, section.kind) = (name.to_owned(), Kind::Constants);
            image.sections.push(section);
        }
        // The first by a; the second by the first and by b; the third by the second.
        for (from, at, to) in [(0, 0, 2), (2, 0, 3), (1, 0, 3), (3, 0, 4)] {
            image.sections[from].references.insert(at, Target::Inside((to, 0)));
        }
        let sizes = sizes(&image);
        assert_eq!(sizes[&Part::Boundary], Size { code: 8, constants: 8 });
        assert_eq!(sizes[&Part::Host], Size { code: 8, constants: 0 });
        assert_eq!(sizes[&Part::Shared], Size { code: 0, constants: 16 });
    }
}
