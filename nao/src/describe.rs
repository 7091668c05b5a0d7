//! `nao describe`, and the robots that the program knows.

use crate::spaces::SpaceName;
use clap::Args;
use skill_studio::{Description, Error, Output, cli};
use skills_nao::skills::{NaoBody, NaoDemo, NaoSoccer};
use std::process::ExitCode;

/// The arguments of `nao describe`.
#[derive(Args)]
pub struct DescribeNao {
    /// Describes the robot of the C library instead of that of the program.
    #[arg(long, conflicts_with = "space")]
    library: bool,
    #[command(flatten)]
    common: cli::Describe,
}

impl DescribeNao {
    /// Prints the description, or writes it to a file.
    pub fn run(&self, output: &Output, space: SpaceName) -> Result<ExitCode, Error> {
        let description = match (self.library, space) {
            (true, _) => library(),
            (false, SpaceName::Soccer) => soccer(),
            (false, SpaceName::Demo) => demo(),
        };
        self.common.run(output, &description)
    }
}

/// Returns the description of the robot in the space `soccer`.
pub fn soccer() -> Description {
    Description::of::<NaoSoccer>("nao", SpaceName::Soccer.space().agents)
}

/// Returns the description of the robot in the space `demo`.
pub fn demo() -> Description {
    Description::of::<NaoDemo>("nao", &[])
}

fn library() -> Description {
    Description::of::<NaoBody>("nao", &[])
}

/// Returns the robots that the program was built with.
#[cfg(any(feature = "record", feature = "remote"))]
pub fn known() -> Vec<Description> {
    vec![soccer(), demo(), library()]
}
