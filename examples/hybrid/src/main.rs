//! Hybrid skills, compared with their closed forms: exponential decay, a bouncing ball, a
//! thermostat, two tanks.
//!
//! `cargo run --release -p hybrid [-- --svg FILE]` prints how far each is off, and
//! draws them; it exits with 1 if one is off by more than it may be.

mod ball;
mod checks;
mod decay;
mod picture;
mod run;
mod tanks;
mod thermostat;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Hybrid skills, compared with their closed forms.
#[derive(Parser)]
struct Arguments {
    /// Draw them into this file
    #[arg(long)]
    svg: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut held = true;
    for check in checks::all() {
        let verdict = if check.holds() { "" } else { "  TOO MUCH" };
        held &= check.holds();
        println!(
            "{:44} off by {:9.2e}, at most {:.0e}{verdict}",
            check.what, check.error, check.bound
        );
    }
    if let Some(path) = arguments.svg {
        if let Err(error) = std::fs::write(&path, picture::draw()) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
        println!("drawn into {}", path.display());
    }
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_are_as_their_closed_forms_say() {
        for check in super::checks::all() {
            assert!(check.holds(), "{}: {:e} > {:e}", check.what, check.error, check.bound);
        }
    }

    #[test]
    fn the_picture_is_well_formed() {
        let picture = super::picture::draw();
        let document = roxmltree::Document::parse(&picture).expect("XML");
        let curves = document.descendants().filter(|node| node.has_tag_name("polyline"));
        assert_eq!(curves.count(), 5, "a curve for each variable");
    }
}
