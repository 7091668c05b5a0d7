//! The skill spaces that can be chosen.

use clap::{Args, ValueEnum};
use skill_runtime::{Agent as _, SkillSpace as _};
use skill_studio::Space;
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::skills::{NaoDemo, NaoSoccer};

/// The name of a skill space on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SpaceName {
    /// All skills that a NAO needs to play.
    Soccer,
    /// Skills without walking, for a NAO on display.
    Demo,
}

/// The arguments of a command, and the skill space to which it applies.
#[derive(Args)]
pub struct InSpace<T: Args> {
    /// The arguments of the command.
    #[command(flatten)]
    pub command: T,
    /// The skill space; if not given, `soccer`, or each for `list`.
    #[arg(long, value_enum)]
    pub space: Option<SpaceName>,
}

impl<T: Args> InSpace<T> {
    /// Returns the command, and the space that was chosen.
    pub fn parts(self) -> (T, SpaceName) {
        (self.command, self.space.unwrap_or(SpaceName::Soccer))
    }
}

/// Runs `$body` with `$Space` as the type of the space that was chosen.
macro_rules! in_space {
    ($space:expr, $Space:ident => $body:expr) => {
        match $space {
            $crate::spaces::SpaceName::Soccer => {
                type $Space = skills_nao::skills::NaoSoccer;
                $body
            }
            $crate::spaces::SpaceName::Demo => {
                type $Space = skills_nao::skills::NaoDemo;
                $body
            }
        }
    };
}
pub(crate) use in_space;

impl SpaceName {
    /// Returns the skills of the space, and the agents that call no others.
    pub fn space(self) -> Space {
        match self {
            SpaceName::Soccer => Space {
                name: "soccer",
                skills: NaoSoccer::SKILLS,
                agents: const { &[Naojoystick::INFO, Striker::INFO] },
            },
            SpaceName::Demo => Space { name: "demo", skills: NaoDemo::SKILLS, agents: &[] },
        }
    }

    /// Returns the space that was chosen, or all.
    pub fn or_all(chosen: Option<SpaceName>) -> Vec<Space> {
        let all = Self::value_variants().iter().copied();
        all.filter(|space| chosen.is_none_or(|chosen| chosen == *space)).map(Self::space).collect()
    }
}
