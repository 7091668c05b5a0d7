//! The files of a new robot.

use std::path::Path;

/// The crates of the engine that the robot and its parts use; in a clone, each is in a directory of this name.
pub const DEPENDENCIES: [&str; 4] = ["skill-c", "skill-runtime", "skill-studio", "skill-test"];

/// The files, as `cargo generate` finds them.
const FILES: [(&str, &str); 11] = [
    ("Cargo.toml", include_str!("../../template/Cargo.toml.liquid")),
    ("README.md", include_str!("../../template/README.md")),
    (".gitignore", include_str!("../../template/.gitignore")),
    (".github/workflows/ci.yml", include_str!("../../template/.github/workflows/ci.yml")),
    ("src/lib.rs", include_str!("../../template/src/lib.rs")),
    ("src/main.rs", include_str!("../../template/src/main.rs")),
    ("src/interfaces.rs", include_str!("../../template/src/interfaces.rs")),
    ("src/skills.rs", include_str!("../../template/src/skills.rs")),
    ("src/agent.rs", include_str!("../../template/src/agent.rs")),
    ("src/simulator.rs", include_str!("../../template/src/simulator.rs")),
    ("tests/skills.rs", include_str!("../../template/tests/skills.rs")),
];

/// The files of a C library.
pub const C: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("../../parts/c/Cargo.toml.liquid")),
    (".gitignore", include_str!("../../parts/c/.gitignore")),
    ("src/lib.rs", include_str!("../../parts/c/src/lib.rs")),
    ("examples/header.rs", include_str!("../../parts/c/examples/header.rs")),
    ("c/simulation.h", include_str!("../../parts/c/c/simulation.h")),
    ("c/engine.c", include_str!("../../parts/c/c/engine.c")),
    ("c/host.c", include_str!("../../parts/c/c/host.c")),
    ("c/behaviour.c", include_str!("../../parts/c/c/behaviour.c")),
];

/// The files of a firmware.
pub const FIRMWARE: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("../../parts/firmware/Cargo.toml.liquid")),
    (".gitignore", include_str!("../../parts/firmware/.gitignore")),
    (".cargo/config.toml", include_str!("../../parts/firmware/.cargo/config.toml")),
    ("build.rs", include_str!("../../parts/firmware/build.rs")),
    ("memory.x", include_str!("../../parts/firmware/memory.x")),
    ("src/main.rs", include_str!("../../parts/firmware/src/main.rs")),
    ("src/board.rs", include_str!("../../parts/firmware/src/board.rs")),
    ("src/robot.rs", include_str!("../../parts/firmware/src/robot.rs")),
];

/// The crates of the compiler, and a word that `cargo new` takes for a name.
const RESERVED: [&str; 5] = ["alloc", "core", "gen", "proc_macro", "std"];

/// Returns why no robot can have a library of this name, beside the reasons of `cargo new`.
pub fn refusal(crate_name: &str) -> Option<String> {
    if DEPENDENCIES.iter().any(|used| used.replace('-', "_") == crate_name) {
        return Some(format!("the robot depends on a crate `{crate_name}`"));
    }
    if RESERVED.contains(&crate_name) {
        return Some(format!("`{crate_name}` is a name of Rust's own"));
    }
    if !crate_name.is_ascii() {
        return Some(format!("`{crate_name}` is not ASCII, which the name of a crate has to be"));
    }
    // Both would be meant in the files that use the library.
    let users = FILES.iter().filter(|(_, text)| text.contains("use {{crate_name}}"));
    let uses = users.flat_map(|(_, text)| text.lines()).filter(|line| line.starts_with("use "));
    let mut names = uses
        .filter_map(|line| line.rsplit("::").next())
        .flat_map(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_'));
    names.any(|name| name == crate_name).then(|| format!("the robot has another `{crate_name}`"))
}

/// A template with its values.
pub struct Template<'a> {
    /// The name of the package.
    pub name: &'a str,
    /// The name of its library.
    pub crate_name: &'a str,
    /// A clone of the engine.
    pub engine: Option<&'a Path>,
    /// Whether the package is in a workspace, whose root has the profiles.
    pub is_member: bool,
}

impl Template<'_> {
    /// Returns each file with its text.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, String)> {
        FILES.iter().map(|&(file, text)| {
            let text = self.filled(text);
            (file, if file == "Cargo.toml" { self.manifest(&text) } else { text })
        })
    }

    /// Returns each file of a crate beside the robot with its text.
    pub fn part(
        &self,
        files: &'static [(&'static str, &'static str)],
    ) -> impl Iterator<Item = (&'static str, String)> {
        files.iter().map(|&(file, text)| {
            let text = self.filled(text);
            let lines = text.lines().map(|line| self.dependency(line) + "\n");
            (file, if file == "Cargo.toml" { lines.collect() } else { text })
        })
    }

    /// Returns the text with the names.
    fn filled(&self, text: &str) -> String {
        // A prefix of C is in lower case, and in upper case; its types begin as those of the header.
        let words = self.crate_name.split('_').map(|word| {
            let (first, rest) = word.split_at(usize::from(!word.is_empty()));
            first.to_ascii_uppercase() + rest
        });
        text.replace("{{project-name}}", self.name)
            .replace("{{crate_name}}", self.crate_name)
            .replace("{{prefix}}", self.crate_name)
            .replace("{{Prefix}}", &words.collect::<String>())
            .replace("{{PREFIX}}", &self.crate_name.to_ascii_uppercase())
    }

    fn manifest(&self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(|line| self.dependency(line)).collect();
        if self.is_member {
            let profile = lines.iter().position(|line| line.starts_with("[profile."));
            // With its comment, and the empty line before that.
            lines.truncate(profile.map_or(lines.len(), |line| line - 2));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the line, with a path if it is a dependency on a crate of the engine.
    fn dependency(&self, line: &str) -> String {
        let used = DEPENDENCIES.iter().find(|used| line.starts_with(&format!("{used} = ")));
        let (Some(engine), Some(used)) = (self.engine, used) else { return line.to_owned() };
        // A string of TOML has the escapes of one of Rust for what can be in a path.
        let path = format!("path = {:?}", engine.join(used).display().to_string());
        let version = line.find("version = \"").expect("a version");
        let end = line[version..].match_indices('"').nth(1).expect("its end").0 + version + 1;
        format!("{}{path}{}", &line[..version], &line[end..])
    }
}
