//! Reading a description.

use super::error::{DescriptionError, contradiction};
use super::keep::kept;
use super::{Description, FORMAT, interfaces, skills};
use crate::model::space::Space;
use serde::Deserialize;
use skill_runtime::SkillInfo;
use skill_runtime::debug::descriptions_hash;

#[derive(Deserialize)]
struct DescriptionFile {
    robot: String,
    space: String,
    layout: String,
    skills: Vec<Listed>,
    interfaces: Vec<interfaces::Entry>,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

#[derive(Deserialize)]
struct Listed {
    #[serde(flatten)]
    skill: skills::Skill,
    agent: bool,
    callable: bool,
    position: usize,
}

/// Returns skills in the order of their positions, which the hash of a description depends on.
fn in_order(mut skills: Vec<(usize, &'static SkillInfo)>) -> &'static [&'static SkillInfo] {
    skills.sort_by_key(|(position, _)| *position);
    skills.into_iter().map(|(_, skill)| skill).collect::<Vec<_>>().leak()
}

impl Description {
    /// Reads a description. It stays in memory until the end of the program, as that of the
    /// program's own robot does.
    ///
    /// # Errors
    /// [`DescriptionError`] with the place and the reason.
    pub fn read(json: &str) -> Result<Self, DescriptionError> {
        let Format { format } = serde_json::from_str(json).map_err(DescriptionError::Json)?;
        if format != FORMAT {
            return Err(DescriptionError::Format(format));
        }
        let written: DescriptionFile =
            serde_json::from_str(json).map_err(DescriptionError::Json)?;
        let Ok(layout) = u64::from_str_radix(&written.layout, 16) else {
            return contradiction(format!("`layout` is `{}`, not 16 hex digits", written.layout));
        };
        let (mut all, mut skills, mut agents) = (Vec::new(), Vec::new(), Vec::new());
        for Listed { skill, agent, callable, position } in written.skills {
            let skill: &'static SkillInfo = skill.keep(&all)?;
            all.push(skill);
            if agent {
                agents.push((position, skill));
            } else if callable {
                skills.push((position, skill));
            }
        }
        let (skills, agents) = (in_order(skills), in_order(agents));
        let space = Space { name: kept(written.space), skills, agents };
        let interfaces = written.interfaces.into_iter().map(interfaces::Entry::keep);
        let interfaces = interfaces.collect::<Result<Vec<_>, _>>()?.leak();
        let hash = descriptions_hash(space.skills, space.agents);
        let (robot, all) = (kept(written.robot), all.leak());
        Ok(Self { robot, space, all, interfaces, layout, hash })
    }
}
