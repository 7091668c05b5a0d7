//! `params`, and the options of commands that run a robot with parameters from files.

use super::param_files::{files_of, read_whole, refused};
use super::{Format, file_options};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::model::describe::Description;
use crate::model::params::{self, Choice, OPTIONS, Param, Setting};
use crate::running::kept::ParamFiles;
use crate::text::escape::Escaped;
#[cfg(feature = "remote")]
use crate::watch::Place;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use skill_runtime::{Blackboard, Instant, SkillInfo};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of a command that runs a robot with other parameters than the defaults.
#[derive(Args, Clone, Debug, Default)]
pub struct Tuning {
    /// A file with parameters, such as `params.toml`, or a directory: its files `*.toml` by their names. A
    /// later file overrides an earlier one.
    #[arg(long = "params", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The robot whose tables `[robot.NAME.SKILL]` count.
    #[arg(long, value_name = "NAME")]
    robot: Option<String>,
    /// The place whose tables `[place.NAME.SKILL]` count.
    #[arg(long, value_name = "NAME")]
    place: Option<String>,
    /// Whether the robot and the place may have no tables.
    #[arg(skip)]
    is_of_run: bool,
}

impl Tuning {
    /// Returns these options with further files, which override those given.
    fn with(mut self, files: &[PathBuf]) -> Tuning {
        self.files.retain(|file| !files.contains(file));
        self.files.extend_from_slice(files);
        self
    }

    /// Returns the name of the robot among others, if it is given.
    pub(super) fn robot(&self) -> Option<&str> {
        self.robot.as_deref()
    }

    /// Reads the files, for the robot of a description.
    ///
    /// # Errors
    /// [`Error::File`] if a file cannot be read; [`Error::Usage`] with all mistakes in them.
    pub fn read(&self, description: &Description) -> Result<Vec<Setting>, Error> {
        self.settings(&self.files()?, description)
    }

    /// Reads the files.
    pub(super) fn files(&self) -> Result<ParamFiles, Error> {
        let text = |path: &PathBuf| {
            let bytes = read_whole(path)?;
            let text = String::from_utf8(bytes).map_err(|error| {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = before.split(|byte| *byte == b'\n').count();
                let place = Escaped(format_args!("{}:{line}", path.display()));
                Error::Usage(format!("{place}: not UTF-8\nhelp: save the file as UTF-8"))
            })?;
            Ok((path.clone(), text))
        };
        let paths = self.files.iter().map(|path| files_of(path)).collect::<Result<Vec<_>, _>>()?;
        let files = paths.iter().flatten().map(text).collect::<Result<_, Error>>()?;
        let given = [("--robot", &self.robot), ("--place", &self.place)];
        match given.iter().find(|(_, name)| name.is_some() && paths.is_empty() && !self.is_of_run) {
            Some((option, _)) => Err(Error::Usage(format!(
                "{option} chooses tables in files with parameters\nhelp: add them with --params FILE"
            ))),
            None => Ok(ParamFiles { files, robot: self.robot.clone(), place: self.place.clone() }),
        }
    }

    /// Returns what files that were read set.
    pub(super) fn settings(
        &self,
        files: &ParamFiles,
        description: &Description,
    ) -> Result<Vec<Setting>, Error> {
        let files = files.files.iter().map(|(path, text)| (path.display().to_string(), text));
        let files: Vec<(String, &String)> = files.collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, text.as_str())).collect();
        let Self { robot, place, is_of_run: may_lack, .. } = self;
        let choice =
            Choice { robot: robot.as_deref(), place: place.as_deref(), may_lack: *may_lack };
        params::read(&files, choice, description.all)
            .map_err(|mistakes| refused("parameters", &mistakes))
    }

    /// Reads the files, and sets the parameters on the blackboard of a robot that has not run yet.
    ///
    /// # Errors
    /// As [`read`](Self::read); [`Error::Usage`] if the blackboard cannot take them.
    pub fn apply(&self, description: &Description, board: &impl Blackboard) -> Result<(), Error> {
        self.apply_files(&self.files()?, description, board)
    }

    /// Sets the parameters of robots of a run, each with its name, files that override those given, and its blackboard.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), with all mistakes in files of all robots; [`Error::Usage`] if the options name a
    /// robot.
    pub fn apply_each<B: Blackboard>(
        &self,
        robots: &[(String, &[PathBuf], &B)],
        description: &Description,
    ) -> Result<(), Error> {
        if let (Some(_), [(name, ..), ..]) = (&self.robot, robots) {
            return Err(Error::Usage(format!(
                "--robot is for one robot alone\nhelp: of several, each has the tables of its name, as `[robot.\"{name}\".SKILL]`"
            )));
        }
        let all = robots.iter().fold(self.clone(), |all, (_, files, _)| all.with(files));
        let given = all.files()?;
        all.settings(&given, description)?;
        for (path, text) in given.files {
            let reads = |files: &[PathBuf]| files.iter().any(|of| path.starts_with(of));
            if !reads(&self.files) && has_options(&text) {
                return Err(Error::Usage(format!(
                    "{}: it has options, but it is a file of some of the robots, and options are of the program\n\
                     help: give a file with options to --params",
                    Escaped(path.display())
                )));
            }
            let readers = robots.iter().filter(|(_, files, _)| reads(&self.files) || reads(files));
            let names: Vec<&str> = readers.map(|(name, ..)| &**name).collect();
            let Some(name) = other_player(&text, &names) else { continue };
            return Err(Error::Usage(format!(
                "{}: there is no robot `{name}` in this game that reads the file\nhelp: those that do are {}",
                Escaped(path.display()),
                names.join(", ")
            )));
        }
        for (name, files, board) in robots {
            let robot = Some(name.clone());
            let of_one = Self { robot, is_of_run: true, ..self.clone().with(files) };
            of_one.apply(description, *board)?;
        }
        Ok(())
    }

    /// Returns these options for a part of a robot, which has the tables of its name.
    pub(super) fn of_part(&self, part: &str) -> Self {
        Self { robot: Some(part.to_owned()), is_of_run: true, ..self.clone() }
    }

    /// Returns these options for all parts of a robot.
    pub(super) fn of_all_parts(&self) -> Self {
        Self { robot: None, ..self.clone() }
    }

    /// Sets the parameters of files that were read.
    pub(super) fn apply_files(
        &self,
        files: &ParamFiles,
        description: &Description,
        board: &impl Blackboard,
    ) -> Result<(), Error> {
        set_all(&self.settings(files, description)?, board)
    }
}

/// Sets parameters on the blackboard of a robot that has not run yet.
pub(super) fn set_all(settings: &[Setting], board: &impl Blackboard) -> Result<(), Error> {
    for Setting { param, word } in settings {
        let set = board.set_parameter(param.info.key, Some(*word), Instant::ZERO);
        set.map_err(|error| Error::Usage(format!("`{param}`: {error}")))?;
    }
    Ok(())
}

/// Returns whether a file has a table of options, of all robots or of some robot or place.
fn has_options(text: &str) -> bool {
    let Ok(file) = text.parse::<toml::Table>() else { return false };
    let of = |name: &str| file.get(name).and_then(toml::Value::as_table);
    let inner = ["robot", "place"].into_iter().filter_map(of).flat_map(toml::Table::values);
    let mut tables = inner.filter_map(toml::Value::as_table).chain([&file]);
    tables.any(|table| table.contains_key(OPTIONS))
}

/// Returns the name of a table `[robot."TEAM.NUMBER"]` of a file that is none of these robots. Other names are those
/// of robots elsewhere.
fn other_player(text: &str, names: &[&str]) -> Option<String> {
    let file: toml::Table = text.parse().ok()?;
    let is_player = |name: &&String| {
        let is_number = |part: &str| part.parse::<u32>().is_ok();
        name.split_once('.').is_some_and(|(team, number)| is_number(team) && is_number(number))
    };
    let mut players = file.get("robot")?.as_table()?.keys().filter(is_player);
    players.find(|name| !names.contains(&name.as_str())).cloned()
}

/// The arguments of `params`.
#[derive(Args, Clone, Debug)]
pub struct Params {
    /// The robot whose values are shown: HOST:PORT of its live page. Otherwise the values are the
    /// defaults, and those of the files.
    #[cfg(feature = "remote")]
    #[arg(long = "at", value_name = "ROBOT", env = "SKILL_STUDIO_ROBOT", conflicts_with = "files")]
    robot_at: Option<Place>,
    #[command(flatten)]
    tuning: Tuning,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Returns the words of parameters that are set, by key.
pub(super) fn words(set: &[Setting]) -> BTreeMap<u32, u32> {
    set.iter().map(|of| (of.param.info.key, of.word)).collect()
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

/// A parameter, or an option of a command that a file sets, as JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum ListedRow {
    Param(Listed),
    Option(&'static file_options::Listed),
}

impl Params {
    /// Lists the parameters of the robot of `description`, or of the running one.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no such robot, or a file has mistakes.
    pub fn run(&self, output: &Output, description: &Description) -> Result<ExitCode, Error> {
        #[cfg(feature = "remote")]
        if let Some(place) = &self.robot_at {
            let (skills, set) = super::set::running(place)?;
            self.print(output, skills, &set, file_options::listed());
            return Ok(ExitCode::SUCCESS);
        }
        let set = self.tuning.read(description)?;
        self.print(output, description.all, &words(&set), file_options::listed());
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the options for files.
    pub(super) fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the format.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Returns whether the parameters are those of a robot that runs.
    #[cfg(feature = "remote")]
    pub(super) fn is_of_running(&self) -> bool {
        self.robot_at.is_some()
    }

    /// Prints the parameters of skills, and options of files; `set` has the words of those that are set, by key.
    pub(super) fn print(
        &self,
        output: &Output,
        skills: &'static [&'static SkillInfo],
        set: &BTreeMap<u32, u32>,
        options: &'static [file_options::Listed],
    ) {
        let all: Vec<Param> = params::all(skills).collect();
        let word = |param: &Param| {
            let info = param.info;
            // An invalid value is ignored, as on the robot.
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
            let options = options.iter().map(ListedRow::Option);
            output.pretty_json(&listed.map(ListedRow::Param).chain(options).collect::<Vec<_>>());
            return;
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
        let options = options.iter().map(|option| {
            let docs = option.docs.lines().collect::<Vec<_>>().join(" ");
            [option.name.clone(), option.value.clone(), "option".to_owned(), docs]
        });
        let rows: Vec<[String; 4]> = rows.chain(options).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let [first, second, third] = [width(0), width(1), width(2)];
        for [name, value, ty, docs] in &rows {
            let line = format!("{name:first$}  {value:second$}  {ty:third$}  {docs}");
            output.line(Escaped(line.trim_end()));
        }
        if rows.is_empty() && !output.is_quiet() {
            output.line("no skill has parameters");
        }
    }
}
