//! The parts of the command line that this program was built without: options that do not exist, and
//! an error that names the feature if they are used.

use crate::console::error::Error;
#[cfg(not(all(feature = "live", feature = "record")))]
use crate::model::describe::Description;
#[cfg(not(all(feature = "live", feature = "record")))]
use crate::model::run::RobotOfRun;
#[cfg(not(feature = "record"))]
use crate::model::variables::Variable;
#[cfg(not(feature = "live"))]
use crate::model::world::RobotKind;
#[cfg(not(all(feature = "live", feature = "record")))]
use crate::running::watching::Watching;
use crate::text::escape::Escaped;
#[cfg(not(all(feature = "live", feature = "record")))]
use clap::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};
#[cfg(not(all(feature = "live", feature = "record")))]
use skill_runtime::{SkillSpace, agent::HasSkiller};
use std::path::Path;
#[cfg(not(feature = "record"))]
use std::process::ExitCode;

/// The features, whether this program has them, and the words of command lines that need them.
const WORDS: [(&str, bool, &[&str]); 8] = [
    ("foxglove", cfg!(feature = "foxglove"), &["--foxglove", "--foxglove-origin"]),
    ("index", cfg!(feature = "index"), &["ask", "index"]),
    (
        "live",
        cfg!(feature = "live"),
        &["--gui", "--allow-commands", "--allow-host", "--token", "--token-file"],
    ),
    ("mdns", cfg!(feature = "mdns"), &["--mdns"]),
    ("playground", cfg!(all(feature = "live", feature = "playground")), &["playground"]),
    (
        "record",
        cfg!(feature = "record"),
        &[
            "--record",
            "--record-keep-mb",
            "--record-keep-failures",
            "--record-max-mb",
            "--record-max-minutes",
            "replay",
            "coverage",
        ],
    ),
    ("remote", cfg!(feature = "remote"), &["--at", "call", "mcp", "set", "watch", "why"]),
    ("tui", cfg!(feature = "tui"), &["--tui"]),
];

/// Returns the error for an argument or a command that is unknown because it needs a feature.
pub(super) fn explain(error: &clap::Error) -> Option<Error> {
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => return None,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return None };
    let (feature, is_built) = feature_of(word)?;
    // Another command may take it.
    (!is_built).then(|| without(feature))
}

/// Returns the feature that a word needs, and whether this program has it.
fn feature_of(word: &str) -> Option<(&'static str, bool)> {
    let word = word.split('=').next().unwrap_or(word);
    let of = WORDS.iter().find(|(.., words)| words.contains(&word));
    of.map(|(feature, is_built, _)| (*feature, *is_built))
}

/// Returns that this program was built without a feature, and how to build it with all of them.
pub(super) fn without(feature: &str) -> Error {
    let path = std::env::args().next().unwrap_or_default();
    let program = Path::new(&path).file_stem().unwrap_or_default().to_string_lossy();
    let program = Escaped(program);
    Error::Usage(format!(
        "this `{program}` was built without `{feature}`, a feature of `robot-skill-studio`\nhelp: build \
         it with everything, in its sources: `cargo run --release -p {program} --features full --`"
    ))
}

/// The options of a command that can show a live page: none without the feature `live`.
#[cfg(not(feature = "live"))]
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Gui {}

#[cfg(not(feature = "live"))]
impl Gui {
    /// Returns whether there is to be a page: never.
    #[must_use]
    pub const fn is_requested(self) -> bool {
        false
    }

    /// Shows nothing.
    ///
    /// # Errors
    /// None.
    pub fn show<S: SkillSpace>(
        self,
        _: &crate::console::output::Output,
        _: Description,
        _: &S::Board,
        _: RobotKind,
        _: &mut Watching<'_, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        Ok(())
    }

    /// Shows nothing.
    ///
    /// # Errors
    /// None.
    pub fn show_run<'a, S: SkillSpace>(
        self,
        _: &crate::console::output::Output,
        _: &[RobotOfRun<'a, S::Board>],
        _: RobotKind,
        _: &mut [Watching<'a, S>],
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        Ok(())
    }
}

/// The options of a command that can record a robot: none without the feature `record`.
#[cfg(not(feature = "record"))]
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Record {}

#[cfg(not(feature = "record"))]
impl Record {
    /// Returns whether a file is to be recorded: never.
    #[must_use]
    pub const fn is_requested(self) -> bool {
        false
    }

    /// Records nothing.
    ///
    /// # Errors
    /// None.
    pub fn start<S: SkillSpace>(
        self,
        _: Description,
        _: &S::Board,
        _: Option<&str>,
        _: &mut Watching<'_, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        Ok(())
    }

    /// Records nothing.
    ///
    /// # Errors
    /// None.
    pub fn start_run<'a, S: SkillSpace>(
        self,
        _: &[RobotOfRun<'a, S::Board>],
        _: bool,
        _: &mut [Watching<'a, S>],
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        Ok(())
    }

    /// Does nothing.
    ///
    /// # Errors
    /// None.
    #[allow(clippy::unnecessary_wraps, clippy::unused_self)] // as with the feature
    pub(super) fn start_with<S: SkillSpace>(
        self,
        _: Vec<Variable>,
        _: Description,
        _: &S::Board,
        _: Option<&str>,
        _: &mut Watching<'_, S>,
    ) -> Result<(), Error>
    where
        S::Board: HasSkiller,
    {
        Ok(())
    }

    /// Returns `code`.
    ///
    /// # Errors
    /// None.
    pub fn end<S: SkillSpace>(_: &mut Watching<'_, S>, code: ExitCode) -> Result<ExitCode, Error>
    where
        S::Board: HasSkiller,
    {
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::{feature_of, without};

    /// The options that are there only with a feature.
    #[cfg(all(feature = "live", feature = "record"))]
    #[test]
    fn each_option_of_a_feature_names_it() {
        use crate::cli::{Gui, Record};
        use clap::{Args as _, Command};

        let options = Record::augment_args(Gui::augment_args(Command::new("robot")));
        let longs: Vec<_> = options.get_arguments().filter_map(clap::Arg::get_long).collect();
        assert!(longs.contains(&"allow-host") && longs.contains(&"record"), "{longs:?}");
        for long in longs {
            assert!(feature_of(&format!("--{long}")).is_some(), "--{long}");
        }
    }

    #[test]
    fn a_word_names_the_feature_that_it_needs() {
        let name = |word| feature_of(word).map(|(feature, _)| feature);
        assert_eq!(name("--gui"), Some("live"));
        assert_eq!(name("--record=game.mcap"), Some("record"));
        assert_eq!(name("watch"), Some("remote"));
        assert_eq!(feature_of("--guy"), None);
        let text = without("live").to_string();
        assert!(text.contains("` was built without `live`"), "{text}");
        assert!(text.contains("--features full"), "{text}");
    }
}
