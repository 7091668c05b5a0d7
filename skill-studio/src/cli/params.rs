//! `params` and `set`, and the options of commands that run a robot with parameters from files.

use super::Format;
use crate::params::{self, Choice, Param, Setting};
use crate::watch::{Place, Remote, RemoteError};
use crate::{Description, Error, Escaped, Output};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use skill_runtime::blackboard::PARAMETERS_ID;
use skill_runtime::{Blackboard, Instant, SkillInfo};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of a command that runs a robot with other parameters than the defaults.
#[derive(Args, Clone, Debug, Default)]
pub struct Tuning {
    /// A file with parameters, such as `params.toml`; a later file overrides an earlier one.
    #[arg(long = "params", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The robot whose tables `[robot.NAME.SKILL]` count.
    #[arg(long, value_name = "NAME", requires = "files")]
    robot: Option<String>,
    /// The place whose tables `[place.NAME.SKILL]` count.
    #[arg(long, value_name = "NAME", requires = "files")]
    place: Option<String>,
}

impl Tuning {
    /// Reads the files, for the robot of a description.
    ///
    /// # Errors
    /// [`Error::File`] if a file cannot be read; [`Error::Usage`] with all mistakes in them.
    pub fn read(&self, description: &Description) -> Result<Vec<Setting>, Error> {
        let text = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
            Ok((path.display().to_string(), text))
        };
        let files: Vec<(String, String)> =
            self.files.iter().map(text).collect::<Result<_, Error>>()?;
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let choice = Choice { robot: self.robot.as_deref(), place: self.place.as_deref() };
        params::read(&files, choice, description.all).map_err(|mistakes| {
            let count = match mistakes.len() {
                1 => "a mistake in the parameters".to_owned(),
                count => format!("{count} mistakes in the parameters"),
            };
            let lines = mistakes.iter().map(|mistake| format!("\n{mistake}"));
            Error::Usage(count + &lines.collect::<String>())
        })
    }

    /// Reads the files, and sets the parameters on the blackboard of a robot that has not run yet.
    ///
    /// # Errors
    /// As [`read`](Self::read); [`Error::Usage`] if the blackboard cannot take them.
    pub fn apply(&self, description: &Description, board: &impl Blackboard) -> Result<(), Error> {
        for Setting { param, word } in self.read(description)? {
            let set = board.set_parameter(param.info.key, Some(word), Instant::ZERO);
            set.map_err(|error| Error::Usage(format!("`{param}`: {error}")))?;
        }
        Ok(())
    }
}

/// The arguments of `params`.
#[derive(Args, Clone, Debug)]
pub struct Params {
    /// The robot whose values are shown: HOST:PORT of its live page. Otherwise the values are the
    /// defaults, and those of the files.
    #[arg(long = "at", value_name = "ROBOT", env = "SKILL_STUDIO_ROBOT", conflicts_with = "files")]
    robot_at: Option<Place>,
    #[command(flatten)]
    tuning: Tuning,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A parameter as JSON.
#[derive(Serialize)]
struct Listed {
    name: String,
    skill: &'static str,
    #[serde(rename = "type")]
    ty: &'static str,
    default: Value,
    value: Value,
    range: Option<String>,
    unit: &'static str,
    docs: &'static str,
}

impl Params {
    /// Lists the parameters of the robot of `description`, or of the running one.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no such robot, or a file has mistakes.
    pub fn run(&self, output: &Output, description: &Description) -> Result<ExitCode, Error> {
        let (skills, set) = match &self.robot_at {
            Some(place) => running(place)?,
            None => {
                let set = self.tuning.read(description)?;
                let set = set.iter().map(|of| (of.param.info.key, of.word));
                (description.all, set.collect())
            }
        };
        let all: Vec<Param> = params::all(skills).collect();
        let word = |param: &Param| {
            let info = param.info;
            // What is no value of it counts as little as on the robot.
            let set = set.get(&info.key).copied().filter(|word| info.check(*word).is_ok());
            set.unwrap_or(info.default_word)
        };
        if self.format == Format::Json {
            let listed = all.iter().map(|param| Listed {
                name: param.to_string(),
                skill: param.skill.name,
                ty: param.info.ty.name(),
                default: param.json(param.info.default_word),
                value: param.json(word(param)),
                range: param.info.range.map(|range| range.to_string()),
                unit: param.info.unit,
                docs: param.info.docs,
            });
            output.pretty_json(&listed.collect::<Vec<_>>());
            return Ok(ExitCode::SUCCESS);
        }
        let rows = all.iter().map(|param| {
            let info = param.info;
            let range = info.range.map_or(String::new(), |range| format!(", {range}"));
            let value = param.text(word(param));
            let default = param.text(info.default_word);
            let value =
                if value == default { value } else { format!("{value} (default {default})") };
            let ty = format!("{} {}", info.ty.name(), info.unit);
            let docs = info.docs.lines().collect::<Vec<_>>().join(" ");
            [param.to_string(), value, format!("{}{range}", ty.trim_end()), docs]
        });
        let rows: Vec<[String; 4]> = rows.collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let [first, second, third] = [width(0), width(1), width(2)];
        for [name, value, ty, docs] in &rows {
            let line = format!("{name:first$}  {value:second$}  {ty:third$}  {docs}");
            output.line(Escaped(line.trim_end()));
        }
        if rows.is_empty() && !output.is_quiet() {
            output.line("no skill has parameters");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The skills of a robot, and the words of its parameters that are set, by key.
type Running = (&'static [&'static SkillInfo], BTreeMap<u32, u32>);

/// Returns the parameters of a running robot.
fn running(place: &Place) -> Result<Running, Error> {
    let remote = remote(place, None)?;
    let refused = |error: RemoteError| Error::Usage(Escaped(error).to_string());
    let (description, _) = remote.description().map_err(refused)?;
    let board = remote.get("/api/board").map_err(refused)?;
    let interfaces = board["interfaces"].as_array().into_iter().flatten();
    let found = interfaces.filter(|of| of["id"] == PARAMETERS_ID);
    let entries = found.flat_map(|of| of["values"][0].as_array().into_iter().flatten());
    let number = |value: &Value| value.as_u64().and_then(|value| u32::try_from(value).ok());
    let set = entries.filter_map(|entry| Some((number(&entry[0])?, number(&entry[1])?)));
    Ok((description.all, set.filter(|(key, _)| *key != 0).collect()))
}

fn remote(place: &Place, token: Option<String>) -> Result<Remote, Error> {
    match place {
        Place::Server { host, token: own } => Ok(Remote::new(host.clone(), own.clone().or(token))),
        Place::SharedMemory(_) => Err(Error::Usage(
            "the parameters of a robot in shared memory are constants: give the address of a live page".to_owned(),
        )),
    }
}

/// The arguments of `set`.
#[derive(Args, Clone, Debug)]
pub struct Set {
    /// The parameter, `standup.wait_sec`.
    #[arg(value_name = "NAME")]
    name: String,
    /// The value; `default` for its default.
    #[arg(value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// The robot: HOST:PORT of its live page, or the address that it has printed.
    #[arg(long = "at", value_name = "ROBOT", env = "SKILL_STUDIO_ROBOT")]
    robot: Place,
    /// The token for commands.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Set {
    /// Sets a parameter of a running robot.
    ///
    /// # Errors
    /// [`Error::Usage`] if the robot refuses.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        let remote = remote(&self.robot, self.token.clone())?;
        let value = match &*self.value {
            "default" => Value::Null,
            text => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        };
        let answer = remote
            .post("/api/params", &json!({ "name": self.name, "value": value }))
            .map_err(|error| {
                let help = match &error {
                    RemoteError::Refused { answer, .. } => answer["help"].as_str(),
                    _ => None,
                };
                let help =
                    help.map_or(String::new(), |help| format!("\n  help: {}", Escaped(help)));
                Error::Usage(format!("{}{help}", Escaped(&error)))
            })?;
        match self.format {
            Format::Json => output.json(&answer),
            Format::Text => {
                let text = format!("{} = {}", self.name, answer["value"]);
                output.line(Escaped(&text));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
