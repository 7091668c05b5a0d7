//! The playground: the live page with the game in WebAssembly, as a folder for any web server.

mod checks;
mod folder;

use crate::browser::Chromium;
use clap::Args;
use std::path::PathBuf;
use tool_support::workspace;

/// The arguments of `playground`.
#[derive(Args)]
pub struct Options {
    /// The folder, whose files are replaced
    #[arg(long, default_value_os_t = workspace().join("target/playground"))]
    out: PathBuf,
    /// Check the page: speed, scores of 20 seeds, a call, a push, an explanation
    #[arg(long)]
    check: bool,
    /// The browser
    #[arg(long, default_value = "chromium")]
    chromium: PathBuf,
}

/// Makes the folder, and checks it if that is wanted. Returns whether all checks hold.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let folder = folder::make(&options.out)?;
    println!("{}: {folder}", options.out.display());
    folder.check()?;
    if options.check {
        let chromium = Chromium::launch(&options.chromium)?;
        for line in checks::run(&chromium, &options.out)? {
            println!("{line}");
        }
    }
    Ok(true)
}
