//! The skill spaces that can be chosen.

use clap::ValueEnum;
use skill_runtime::{SkillInfo, SkillSpace};
use skills_nao::skills::{NaoDemo, NaoSoccer};

/// A skill space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Space {
    /// All that a NAO needs to play.
    Soccer,
    /// For a NAO that shows itself: nothing that walks.
    Demo,
}

/// Runs `$body` with `$Space` as the type of the space that was chosen.
macro_rules! in_space {
    ($space:expr, $Space:ident => $body:expr) => {
        match $space {
            $crate::spaces::Space::Soccer => {
                type $Space = skills_nao::skills::NaoSoccer;
                $body
            }
            $crate::spaces::Space::Demo => {
                type $Space = skills_nao::skills::NaoDemo;
                $body
            }
        }
    };
}
pub(crate) use in_space;

impl Space {
    /// How it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Space::Soccer => "soccer",
            Space::Demo => "demo",
        }
    }

    /// Its skills.
    pub fn skills(self) -> &'static [&'static SkillInfo] {
        match self {
            Space::Soccer => NaoSoccer::SKILLS,
            Space::Demo => NaoDemo::SKILLS,
        }
    }
}
