//! The measures of the simulated field.

use crate::numbers::number;
use clap::error::{ContextKind, ContextValue, ErrorKind};
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
        for Bound { option, part, of } in BOUNDS {
            let (is, most) = (value(option), part * value(of));
            if is > most {
                let half = if part < 1.0 { "half of " } else { "" };
                let cure = format!("give at most {most}, {half}'--{of}', or change that one");
                let mut error = Error::new(ErrorKind::ValueValidation);
                let text = ContextValue::String;
                error.insert(ContextKind::InvalidArg, text(format!("--{option} <M>")));
                error.insert(ContextKind::InvalidValue, text(is.to_string()));
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
