//! The AST of `robot_parts!`.

use syn::{Attribute, Ident, Path, Visibility};

/// The parts of a robot as written.
pub struct RobotParts {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub parts: Vec<Part>,
}

/// `name: Space`, perhaps `with Agent`
pub struct Part {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub space: Path,
    pub agent: Option<Path>,
}
