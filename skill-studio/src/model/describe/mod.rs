//! The description of a robot: its skills, agents and interfaces as data.
//!
//! A program describes its own robot ([`Description::of`]). A program that watches a robot which it
//! was not built with reads the description from a file or a server ([`Description::read`]); it is
//! the same data then, so graphs, lists and traces are made by the same code.

mod error;
mod interfaces;
mod keep;
mod read;
mod skills;

pub use error::DescriptionError;

use crate::model::space::Space;
use serde::{Serialize, Serializer};
use skill_runtime::blackboard::{BoardEntry, InterfaceSet};
use skill_runtime::debug::descriptions_hash;
use skill_runtime::graph::{Activity, Graph, StateInfo};
use skill_runtime::skiller::{INTERFACE_ID, without_text};
use skill_runtime::{Blackboard, PartInfo, SkillInfo, SkillKey, SkillSpace};

/// The version of the format.
const FORMAT: u32 = 1;

/// A robot's skills, agents and interfaces.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name of the robot's program.
    pub robot: &'static str,
    /// Its skills and agents.
    pub space: Space,
    /// All that these run, too; agents last.
    pub all: &'static [&'static SkillInfo],
    /// The interfaces on its blackboard.
    pub interfaces: &'static [BoardEntry],
    /// The hash of these, [`Blackboard::LAYOUT`].
    pub layout: u64,
    /// The hash of the skills and agents, [`descriptions_hash`].
    pub hash: u64,
}

impl Description {
    /// Returns the description of the skill space `S` and of the agents that call its skills.
    #[must_use]
    pub fn of<S: SkillSpace>(robot: &'static str, agents: &'static [&'static SkillInfo]) -> Self {
        let space = Space { name: S::NAME, skills: S::SKILLS, agents };
        Self::new(robot, space, S::Board::INTERFACES, S::Board::LAYOUT)
    }

    /// Returns the description of a part of a robot.
    #[must_use]
    pub fn of_part(robot: &'static str, part: &PartInfo) -> Self {
        let space = Space { name: part.space, skills: part.skills, agents: part.agents };
        Self::new(robot, space, part.interfaces, part.layout)
    }

    fn new(
        robot: &'static str,
        space: Space,
        interfaces: &'static [BoardEntry],
        layout: u64,
    ) -> Self {
        let mut all = Vec::new();
        space.all().for_each(|skill| add_with_subs(&mut all, skill));
        all.sort_by_key(|skill| space.agents.contains(skill));
        let hash = descriptions_hash(space.skills, space.agents);
        Self { robot, space, all: all.leak(), interfaces, layout, hash }
    }

    /// Returns the description of the same robot in a program whose runtime lacks the feature `text`, as on a
    /// microcontroller.
    #[must_use]
    pub fn without_text(&self) -> Self {
        let mut offset = 0;
        let small = |entry: &BoardEntry| {
            let mut entry = *entry;
            if entry.id == INTERFACE_ID {
                entry = BoardEntry::of::<without_text::SkillerInterface>(entry.id, entry.writer, 0);
            }
            entry.offset = offset;
            offset += entry.words;
            entry
        };
        let interfaces: Vec<BoardEntry> = self.interfaces.iter().map(small).collect();
        let layout = BoardEntry::layout(&interfaces);
        Self { interfaces: interfaces.leak(), layout, ..*self }
    }

    /// Returns the skill or agent with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'static SkillInfo> {
        self.all.iter().copied().find(|skill| skill.name == name)
    }

    /// Returns the skill or agent with this key.
    #[must_use]
    pub fn by_key(&self, key: SkillKey) -> Option<&'static SkillInfo> {
        self.all.iter().copied().find(|skill| SkillKey::of(skill) == key)
    }

    /// Returns the interface with this id, and its index.
    #[must_use]
    pub fn interface(&self, id: &str) -> Option<(usize, &'static BoardEntry)> {
        self.interfaces.iter().enumerate().find(|(_, entry)| entry.id == id)
    }

    /// Returns the set of the interface with this id, or the empty set.
    #[must_use]
    pub fn interface_set(&self, id: &str) -> InterfaceSet {
        let index = self.interface(id).and_then(|(index, _)| u32::try_from(index).ok());
        index.map_or(InterfaceSet::NONE, InterfaceSet::of)
    }

    /// Returns whether the skill is an agent.
    #[must_use]
    pub fn is_agent(&self, skill: &'static SkillInfo) -> bool {
        self.space.agents.contains(&skill)
    }
}

/// Adds a skill after those that it runs, each once.
fn add_with_subs(all: &mut Vec<&'static SkillInfo>, skill: &'static SkillInfo) {
    if all.contains(&skill) {
        return;
    }
    let run = |state: &'static StateInfo| {
        state.runs().iter().filter_map(|activity| match activity {
            Activity::SubSkill(sub) => Some(sub.skill),
            Activity::Action(_) | Activity::Message(_) => None,
        })
    };
    let Graph { states, .. } = &skill.graph;
    let below = skill.deps.iter().copied().chain(states.iter().flat_map(run));
    below.for_each(|dep| add_with_subs(all, dep));
    all.push(skill);
}

/// A skill with the place that it has in the description.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    skill: &'static SkillInfo,
    /// Whether it is an agent.
    agent: bool,
    /// Whether it can be called.
    callable: bool,
    /// Its place among the agents or the skills that can be called.
    position: usize,
}

/// Writes the description as [`Description::read`] reads it.
impl Serialize for Description {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct DescriptionFile {
            format: u32,
            robot: &'static str,
            space: &'static str,
            layout: String,
            skills: Vec<Listed>,
            interfaces: &'static [BoardEntry],
        }
        let position = |all: &[&'static SkillInfo], skill: &&'static SkillInfo| {
            all.iter().position(|of| of == skill)
        };
        let listed = |skill: &&'static SkillInfo| Listed {
            skill,
            agent: self.is_agent(skill),
            callable: self.space.skills.contains(skill),
            position: position(self.space.agents, skill)
                .or_else(|| position(self.space.skills, skill))
                .unwrap_or(0),
        };
        let written = DescriptionFile {
            format: FORMAT,
            robot: self.robot,
            space: self.space.name,
            layout: format!("{:016x}", self.layout),
            skills: self.all.iter().map(listed).collect(),
            interfaces: self.interfaces,
        };
        written.serialize(serializer)
    }
}
