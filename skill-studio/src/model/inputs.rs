//! The interfaces of a skill by how it depends on them, for lists and graphs.

use skill_runtime::SkillInfo;
use skill_runtime::graph::InterfaceUse;
use std::fmt::{self, Display, Formatter};

/// The way in which a skill depends on an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InterfaceKind {
    /// The skill is FAILED while the interface has no writer.
    Requires,
    /// The skill also runs without a writer.
    Optional,
    /// The skill is the writer.
    Writes,
}

impl InterfaceKind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Requires, Self::Optional, Self::Writes];

    /// Returns the interfaces that `skill` itself declares in this way.
    pub fn of(self, skill: &SkillInfo) -> impl Iterator<Item = &'static InterfaceUse> {
        let is_of_kind = move |of: &&InterfaceUse| match self {
            Self::Requires => !of.writes && !of.optional,
            Self::Optional => of.optional,
            Self::Writes => of.writes,
        };
        skill.interfaces.iter().filter(is_of_kind)
    }
}

impl Display for InterfaceKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Requires => "requires",
            Self::Optional => "optional",
            Self::Writes => "writes",
        })
    }
}

/// Shows the name of a skill, and on further lines the interfaces that it declares, as the mark on
/// its graph: `standup`, `requires naomotion`, `optional naosensors`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub skill: &'static SkillInfo,
    /// The text between two lines.
    pub separator: &'static str,
}

impl Display for Mark {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.skill.name)?;
        for kind in InterfaceKind::ALL {
            let names: Vec<&str> = kind.of(self.skill).map(|each| each.variable).collect();
            if !names.is_empty() {
                write!(f, "{}{kind} {}", self.separator, names.join(", "))?;
            }
        }
        Ok(())
    }
}
