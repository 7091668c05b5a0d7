//! The packages of this workspace that the tools build and depend on.

use std::fmt::Write as _;
use std::path::Path;

/// A package of this workspace.
#[derive(Debug, Clone, Copy)]
pub struct Package {
    /// Its name, for `cargo --package`.
    pub name: &'static str,
    /// The name under which source code uses it.
    pub library: &'static str,
    /// Its directory in the workspace.
    pub directory: &'static str,
}

/// The runtime of compiled skills.
pub const RUNTIME: Package =
    Package { name: "robot-skill-runtime", library: "skill-runtime", directory: "skill-runtime" };
/// The macro that reads Fawkes's descriptions of interfaces.
pub const XML: Package =
    Package { name: "robot-skill-xml", library: "skill-xml", directory: "skill-xml" };
/// The desktop tools for skills.
pub const STUDIO: Package =
    Package { name: "robot-skill-studio", library: "skill-studio", directory: "skill-studio" };
/// The bench for tests of skills.
pub const TEST: Package =
    Package { name: "robot-skill-test", library: "skill-test", directory: "skill-test" };
/// The skills of the NAO.
pub const SKILLS_NAO: Package =
    Package { name: "skills-nao", library: "skills-nao", directory: "skills-nao" };
/// The simulated NAO.
pub const NAO_SIM: Package = Package { name: "nao-sim", library: "nao-sim", directory: "nao-sim" };
/// The program `nao`.
pub const NAO: Package = Package { name: "nao", library: "nao", directory: "nao" };
/// The C library.
pub const NAO_C: Package = Package { name: "nao-c", library: "nao_skills", directory: "nao-c" };
/// The C library of the rover.
pub const ROVER_C: Package =
    Package { name: "rover-c", library: "rover_skills", directory: "examples/rover/c" };
/// The example with hybrid skills.
pub const HYBRID: Package =
    Package { name: "hybrid", library: "hybrid", directory: "examples/hybrid" };

impl Package {
    /// Returns the line of a `[dependencies]` table for this package with its default features
    /// and `features`.
    #[must_use]
    pub fn dependency(self, workspace: &Path, features: &[&str]) -> String {
        self.with(workspace, true, features)
    }

    /// Returns the same line without the default features.
    #[must_use]
    pub fn bare_dependency(self, workspace: &Path) -> String {
        self.with(workspace, false, &[])
    }

    fn with(self, workspace: &Path, default_features: bool, features: &[&str]) -> String {
        let path = workspace.join(self.directory);
        let mut line = format!(
            "{} = {{ package = {:?}, path = {:?}, default-features = {default_features}",
            self.library,
            self.name,
            path.display().to_string()
        );
        if !features.is_empty() {
            let _ = write!(line, ", features = {features:?}");
        }
        line + " }\n"
    }
}
