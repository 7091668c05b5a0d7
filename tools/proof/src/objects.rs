//! The generated crate: a `cdylib` for each object.
//!
//! The linker drops from a `cdylib` what its exported functions do not reach.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use tool_support::{GeneratedCrate, packages};

use crate::linked::Linked;

const PROFILE: &str = r#"
[profile.release]
opt-level = 3
panic = "abort"
lto = "fat"
codegen-units = 1
strip = "none"
"#;

const LIB: &str = include_str!("templates/lib.rs");
const SKILL: &str = include_str!("templates/skill.rs");
const ELEMENTS: &str = include_str!("templates/elements.rs");
const SNAPSHOT: &str = include_str!("templates/snapshot.rs");
const CONTROL: &str = include_str!("templates/control.rs");

/// A function that panics for an index above 2.
const PLANTED: &str = r#"
#[unsafe(no_mangle)]
pub extern "C" fn proof_planted(list: &[u8; 3], index: usize) -> u8 {
    list[index]
}
"#;

/// An object to link.
#[derive(Debug, Clone)]
pub struct Object {
    name: String,
    source: String,
}

impl Object {
    /// Returns the object with `exec` and `reset` of a shipped skill.
    pub fn skill(skill: &str, tracer: &str, suffix: &str, plant: bool) -> Self {
        let mut source = SKILL.replace("SKILL_NAME", skill).replace("TRACER_TYPE", tracer);
        if plant {
            source.push_str(PLANTED);
        }
        let name = format!("{}_{suffix}", skill.to_lowercase());
        Object { name, source }
    }

    /// Returns the object of a skill with the elements that the shipped ones do not use.
    pub fn elements(tracer: &str, suffix: &str) -> Self {
        Object {
            name: format!("elements_{suffix}"),
            source: ELEMENTS.replace("TRACER_TYPE", tracer),
        }
    }

    /// Returns the object with what runs before `exec`.
    pub fn snapshot() -> Self {
        Object { name: "snapshot".to_owned(), source: SNAPSHOT.to_owned() }
    }

    /// Returns the object of a function with a fault.
    pub fn control(number: usize, fault: &str) -> Self {
        Object { name: format!("control_{number}"), source: CONTROL.replace("FAULT", fault) }
    }
}

/// The linked objects.
#[derive(Debug)]
pub struct Objects(GeneratedCrate);

impl Objects {
    /// Links the objects; `skills` is the number of skills in the space.
    pub fn link<'a>(
        workspace: &Path,
        skills: usize,
        objects: impl Iterator<Item = &'a Object>,
    ) -> anyhow::Result<Self> {
        let generated = GeneratedCrate::new(workspace, "proof");
        generated.clean("examples")?;
        generated.write("src/lib.rs", LIB.replace("SKILL_COUNT", &skills.to_string()))?;
        let mut tables = PROFILE.to_owned();
        for Object { name, source } in objects {
            let _ = write!(tables, "\n[[example]]\nname = \"{name}\"\ncrate-type = [\"cdylib\"]\n");
            generated.write(&format!("examples/{name}.rs"), source)?;
        }
        let dependencies = packages::RUNTIME.dependency(workspace, &[])
            + &packages::SKILLS_NAO.dependency(workspace, &[]);
        generated.write_package("proof-run", &dependencies, &tables)?;
        generated.build(&["--release", "--examples"], "proof: linking the objects")?;
        Ok(Objects(generated))
    }

    /// Reads a linked object.
    pub fn read(&self, object: &Object) -> anyhow::Result<Linked> {
        let file = format!("release/examples/lib{}.so", object.name);
        let file = self.0.target().join(file);
        let bytes = fs::read(&file).with_context(|| {
            format!(
                "cannot read {}\nhelp: the proof needs x86_64-unknown-linux-gnu",
                file.display()
            )
        })?;
        Linked::parse(&bytes).map_err(|problem| anyhow!("{}: {problem}", file.display()))
    }
}
