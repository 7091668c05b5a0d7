//! The measures of the simulated field.

use crate::numbers::number;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use nao_sim::field::Pitch;
use skills_nao::pitch::MEASURES;
use std::ops::RangeInclusive;

/// The options of commands that simulate the field; in a file of `--params`, in the table `[options]`.
pub struct FieldArgs {
    /// The field.
    pub pitch: Pitch,
}

/// A measure: its option, its range in m, and what it is.
struct Measure {
    option: &'static str,
    range: RangeInclusive<f32>,
    help: &'static str,
}

const fn measure(option: &'static str, range: RangeInclusive<f32>, help: &'static str) -> Measure {
    Measure { option, range, help }
}

/// The measures, in the order of [`Pitch::measures`].
const ALL: [Measure; MEASURES] = [
    measure("field-length-m", 3.0..=30.0, "The length of the field, between the goal lines"),
    measure("field-width-m", 2.0..=20.0, "The width of the field"),
    measure("border-m", 0.3..=5.0, "The width of the carpet beyond the lines"),
    measure("center-circle-m", 0.2..=3.0, "The radius of the center circle"),
    measure(
        "penalty-area-length-m",
        0.3..=10.0,
        "The length of a penalty area, from the goal line on",
    ),
    measure("penalty-area-width-m", 0.5..=20.0, "The width of a penalty area"),
    measure("goal-area-length-m", 0.3..=10.0, "The length of a goal area"),
    measure("goal-area-width-m", 0.5..=20.0, "The width of a goal area"),
    measure("penalty-mark-m", 0.3..=10.0, "The distance of a penalty mark from its goal line"),
    measure("goal-width-m", 0.5..=5.0, "The width of a goal, between the middles of its posts"),
    measure("goal-depth-m", 0.2..=2.0, "The depth of a goal"),
    measure("ball-radius-m", 0.02..=0.07, "The radius of the ball"),
];

/// A measure that is at most a part of another one.
struct Bound {
    option: &'static str,
    part: f32,
    of: &'static str,
}

const BOUNDS: [Bound; 9] = [
    Bound { option: "penalty-area-length-m", part: 0.5, of: "field-length-m" },
    Bound { option: "penalty-area-width-m", part: 1.0, of: "field-width-m" },
    Bound { option: "goal-area-length-m", part: 1.0, of: "penalty-area-length-m" },
    Bound { option: "goal-area-width-m", part: 1.0, of: "penalty-area-width-m" },
    Bound { option: "penalty-mark-m", part: 0.5, of: "field-length-m" },
    Bound { option: "center-circle-m", part: 0.5, of: "field-width-m" },
    Bound { option: "center-circle-m", part: 0.5, of: "field-length-m" },
    Bound { option: "goal-width-m", part: 1.0, of: "goal-area-width-m" },
    Bound { option: "goal-depth-m", part: 1.0, of: "border-m" },
];

impl Args for FieldArgs {
    fn augment_args(command: Command) -> Command {
        ALL.iter().zip(Pitch::SPL_2008.measures()).fold(command, |command, (measure, default)| {
            let Measure { option, range, help } = measure;
            let arg = Arg::new(*option).long(*option).value_name("M").help(format!(
                "{help}, in m, {} to {}",
                range.start(),
                range.end()
            ));
            let arg = arg.value_parser(number("meters", range.clone()));
            command.arg(arg.default_value(default.to_string()).allow_negative_numbers(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FieldArgs {
    /// Returns the field.
    ///
    /// # Errors
    /// [`ErrorKind::ValueValidation`] if a measure does not fit to another one.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let value = |option| matches.get_one::<f32>(option).copied().unwrap_or_default();
        let is_given = |option| matches.value_source(option) != Some(ValueSource::DefaultValue);
        for Bound { option, part, of } in BOUNDS {
            let (is, most) = (value(option), part * value(of));
            if is > most {
                let is_half = part < 1.0;
                // That which was given is wrong.
                let (wrong, cure) = if is_given(option) || !is_given(of) {
                    let half = if is_half { "half of " } else { "" };
                    (option, format!("at most {most}, {half}'--{of}'"))
                } else {
                    let twice = if is_half { "twice " } else { "" };
                    (of, format!("at least {}, {twice}'--{option}'", is / part))
                };
                let cure = format!("give {cure}, or change that one");
                let mut error = Error::new(ErrorKind::ValueValidation);
                let text = ContextValue::String;
                error.insert(ContextKind::InvalidArg, text(format!("--{wrong} <M>")));
                error.insert(ContextKind::InvalidValue, text(value(wrong).to_string()));
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![cure.into()]));
                return Err(error);
            }
        }
        Ok(Self { pitch: Pitch::from(ALL.map(|measure| value(measure.option))) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Pitch, Error> {
        let command = FieldArgs::augment_args(Command::new("play").no_binary_name(true));
        let matches = command.try_get_matches_from(words)?;
        FieldArgs::from_arg_matches(&matches).map(|args| args.pitch)
    }

    #[test]
    fn each_option_is_its_measure() {
        assert_eq!(read(&[]).unwrap(), Pitch::SPL_2008);
        let usual = Pitch::SPL_2008.measures();
        let values = [7.0, 5.0, 0.9, 0.5, 0.7, 2.4, 0.5, 2.0, 1.4, 1.2, 0.3, 0.05];
        for (index, (measure, value)) in ALL.iter().zip(values).enumerate() {
            let mut expected = usual;
            expected[index] = value;
            let word = format!("--{}={value}", measure.option);
            assert_eq!(read(&[&word]).unwrap(), Pitch::from(expected), "{word}");
        }
        let words = ALL.iter().zip(values).map(|(of, value)| format!("--{}={value}", of.option));
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(read(&words).unwrap(), Pitch::from(values));
        let pitch = read(&words).unwrap();
        assert_eq!((pitch.half_length_m, pitch.goal_half_width_m, pitch.mark_m), (3.5, 0.6, 1.4));
    }

    #[test]
    fn each_option_has_a_range_and_all_fit_to_each_other() {
        for Measure { option, range, .. } in ALL {
            for value in ["-1", "0", "nan", "inf", "much", &(range.end() + 0.01).to_string()] {
                let error = read(&[&format!("--{option}={value}")]).unwrap_err().to_string();
                let [least, most] = [range.start(), range.end()];
                let text = format!(
                    "error: invalid value '{value}' for '--{option} <M>': expected meters, {least} to {most}\n"
                );
                assert!(error.starts_with(&text), "{error}");
            }
        }
        for (words, wrong, cure) in [
            (
                "--field-length-m=3",
                "'3' for '--field-length-m",
                "least 3.6, twice '--penalty-mark-m'",
            ),
            (
                "--penalty-area-width-m=1",
                "'1' for '--penalty-area-width-m",
                "least 2.2, '--goal-area-width-m'",
            ),
            (
                "--penalty-mark-m=3.1",
                "'3.1' for '--penalty-mark-m",
                "most 3, half of '--field-length-m'",
            ),
            (
                "--penalty-area-length-m=4",
                "'4' for '--penalty-area-length-m",
                "most 3, half of '--field-length-m'",
            ),
            (
                "--penalty-area-width-m=4.1",
                "'4.1' for '--penalty-area-width-m",
                "most 4, '--field-width-m'",
            ),
            (
                "--goal-area-length-m=1",
                "'1' for '--goal-area-length-m",
                "most 0.6, '--penalty-area-length-m'",
            ),
            (
                "--goal-area-width-m=3",
                "'3' for '--goal-area-width-m",
                "most 2.2, '--penalty-area-width-m'",
            ),
            (
                "--center-circle-m=2.1",
                "'2.1' for '--center-circle-m",
                "most 2, half of '--field-width-m'",
            ),
            (
                "--center-circle-m=2 --field-length-m=3.8",
                "'2' for '--center-circle-m",
                "most 1.9, half of '--field-length-m'",
            ),
            ("--goal-width-m=2.3", "'2.3' for '--goal-width-m", "most 2.2, '--goal-area-width-m'"),
            ("--goal-depth-m=0.8", "'0.8' for '--goal-depth-m", "most 0.7, '--border-m'"),
        ] {
            let words: Vec<&str> = words.split(' ').collect();
            let error = read(&words).unwrap_err().to_string();
            let text = format!(
                "error: invalid value {wrong} <M>'\n\n  tip: give at {cure}, or change that one\n"
            );
            assert!(error.starts_with(&text), "{words:?}: {error}");
        }
    }
}
