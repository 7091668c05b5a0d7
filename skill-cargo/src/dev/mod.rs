//! `cargo skill dev`: builds a robot's program after each change, and hands over to it.

mod build;
mod kept;
mod page;
mod project;
mod robot;
mod sources;
mod stderr;
mod supervisor;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use build::Build;
use kept::Kept;
use robot::Launch;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};
use sources::Sources;
use supervisor::Supervisor;

/// Keep a robot running while its skills are written: `ROBOT start`, built anew after each change
///
/// A program that was built takes the place of the one before: that one stops its skill by its `exit` blocks.
/// If the new one does not come up, the one before is started again. What does not compile is
/// printed, and shown in the live page of the robot, which goes on at the same address.
#[derive(clap::Args)]
pub struct Dev {
    #[command(flatten)]
    build: Build,
    /// The arguments of `start`, such as `--gui`
    #[arg(last = true, value_name = "ARGUMENTS")]
    arguments: Vec<String>,
}

impl Dev {
    /// Keeps the robot running until a signal comes.
    pub fn run(&self) -> Result<(), String> {
        let is_over = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // A second one ends the program at once.
            let conditional = register_conditional_default(signal, Arc::clone(&is_over));
            let noted = conditional.and_then(|_| register(signal, Arc::clone(&is_over)));
            noted.map_err(|error| format!("cannot catch signals: {error}"))?;
        }
        let project = self.build.project()?;
        let sources = Sources::watch(&project)?;
        let target = project.target();
        let kept =
            Kept::create(&target).map_err(|error| format!("{}: {error}", target.display()))?;
        let token = page::token(&self.arguments);
        let launch = Launch { arguments: page::with_port(&self.arguments), token, is_over };
        Supervisor::new(&self.build, launch, sources, kept).run();
        Ok(())
    }
}
