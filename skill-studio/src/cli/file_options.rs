//! Options of commands in the files of `--params`: `[options]` for each command that has them, `[options.start]` for one;
//! those of the command line and of the environment take precedence.

use super::param_files::{files_of, read_early, refused};
use super::words::escape;
use crate::console::error::Error;
use crate::model::params::{Layer, Lines, Mistake, OPTIONS, OVERLAYS, Problem, Written, conflict};
use crate::text::escape::Escaped;
use crate::text::suggest::did_you_mean;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::OnceLock;
use toml::de::{DeTable, DeValue};

/// Options that say which tables count, or are questions.
const NOT_IN_FILES: [&str; 5] = ["help", "params", "place", "robot", "version"];

/// An option that counts, of a file.
#[derive(Serialize)]
pub(super) struct Listed {
    /// `options.play.minutes`
    #[serde(rename = "option")]
    pub name: String,
    pub value: String,
    pub docs: String,
}

static LISTED: OnceLock<Vec<Listed>> = OnceLock::new();

/// Returns the options that count, of the files that the command line names.
pub(super) fn listed() -> &'static [Listed] {
    LISTED.get().map(Vec::as_slice).unwrap_or_default()
}

/// Adds the options of the files that a command line names to its words. Returns these, and what is to be said of them
/// if they are refused.
///
/// # Errors
/// [`Error::File`] if a file cannot be read; [`Error::Usage`] with all mistakes in the options.
pub(super) fn with_files(
    mut command: Command,
    words: Vec<OsString>,
) -> Result<(Vec<OsString>, Option<String>), Error> {
    let files = values_of("params", &words);
    if files.is_empty() {
        return Ok((words, None));
    }
    command.build();
    // The rest is an error, or a question, of the command line as it is.
    let Ok(matches) = command.clone().ignore_errors(true).try_get_matches_from(&words) else {
        return Ok((words, None));
    };
    let mut chain = Vec::new();
    let mut leaf = (&command, &matches);
    while let Some((name, matches)) = leaf.1.subcommand()
        && let Some(command) = leaf.0.find_subcommand(name)
    {
        chain.push(name.to_owned());
        leaf = (command, matches);
    }
    let chosen = |option| values_of(option, &words).pop().and_then(|name| name.into_string().ok());
    let mut reader = Reader {
        command: &command,
        chosen: OVERLAYS.map(|(word, _)| chosen(word)),
        file: String::new(),
        lines: Lines::of(""),
        found: BTreeMap::new(),
        mistakes: Vec::new(),
    };
    let mut texts = Vec::new();
    for path in files.iter().map(PathBuf::from) {
        for path in files_of(&path)? {
            // What is no text is reported where parameters are read.
            if let Ok(text) = String::from_utf8(read_early(&path)?) {
                texts.push((path.display().to_string(), text));
            }
        }
    }
    for (file, text) in &texts {
        reader.file(file, text);
    }
    let (given, mistakes) = reader.finish(&chain, leaf);
    if !mistakes.is_empty() {
        return Err(refused("options", &mistakes));
    }
    // After the name of the command.
    let mut place = 0;
    for name in &chain {
        let of = |word: &OsString| *word == OsStr::new(name);
        let after = words.get(place + 1..).unwrap_or_default();
        place += after.iter().position(of).map_or(0, |count| count + 1);
    }
    let (before, after) = words.split_at((place + 1).min(words.len()));
    let names: Vec<String> = given
        .iter()
        .filter(|(_, found)| !found.words.is_empty())
        .map(|(name, Found { file, at: (line, column), .. })| {
            format!("`--{name}` at {}:{line}:{column}", Escaped(file))
        })
        .collect();
    let note = format!("note: the files of `--params` have given {}", names.join(", "));
    let given: Vec<OsString> = given.into_iter().flat_map(|(_, found)| found.words).collect();
    Ok(([before, &given, after].concat(), (!names.is_empty()).then_some(note)))
}

/// Returns the values of an option in words, before `--`.
fn values_of(option: &str, words: &[OsString]) -> Vec<OsString> {
    let long = format!("--{option}");
    let mut values = Vec::new();
    let mut words = words.iter().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if *word == OsStr::new(&long) {
            values.extend(words.next().cloned());
        } else if let Some(value) = word.to_str().and_then(|word| word.strip_prefix(&long)) {
            values.extend(value.strip_prefix('=').map(OsString::from));
        }
    }
    values
}

/// An option of a file.
struct Found {
    words: Vec<OsString>,
    value: String,
    docs: String,
    file: String,
    at: (usize, usize),
}

impl Found {
    fn written(&self) -> Written<'_> {
        Written { value: &self.value, file: &self.file, at: self.at }
    }
}

struct Reader<'r> {
    command: &'r Command,
    /// The names of the robot and the place that count.
    chosen: [Option<String>; 2],
    file: String,
    lines: Lines<'r>,
    /// By the command, the name and the layer: the last file is right.
    found: BTreeMap<(Vec<String>, String, Layer), Found>,
    mistakes: Vec<Mistake>,
}

impl<'r> Reader<'r> {
    fn file(&mut self, file: &str, text: &'r str) {
        (self.file, self.lines) = (file.to_owned(), Lines::of(text));
        // Errors of the syntax are reported where parameters are read.
        let (table, _) = DeTable::parse_recoverable(text);
        let table = table.get_ref();
        let options = |table: &DeTable<'r>| {
            let found = table.iter().find(|(name, _)| name.get_ref() == OPTIONS);
            found.and_then(|(_, value)| value.get_ref().as_table()).cloned()
        };
        if let Some(options) = options(table) {
            self.options(&options, &mut Vec::new(), (Layer::Base, true));
        }
        for ((word, layer), chosen) in OVERLAYS.into_iter().zip(self.chosen.clone()) {
            let all = table.iter().find(|(name, _)| name.get_ref() == word);
            for (name, value) in
                all.and_then(|(_, all)| all.get_ref().as_table()).into_iter().flatten()
            {
                let counts = chosen.as_deref() == Some(&**name.get_ref());
                if let Some(options) = value.get_ref().as_table().and_then(options) {
                    self.options(&options, &mut Vec::new(), (layer, counts));
                }
            }
        }
    }

    /// Reads a table of options, of the command at a path.
    fn options(
        &mut self,
        table: &DeTable<'r>,
        path: &mut Vec<String>,
        (layer, counts): (Layer, bool),
    ) {
        let root = self.command;
        let of = path.iter().fold(root, |of, name| of.find_subcommand(name).unwrap_or(of));
        for (name, value) in table {
            let (name, at) = (name.get_ref().to_string(), self.lines.at(&name.span()));
            if let Some(table) = value.get_ref().as_table() {
                if let Some(command) = of.find_subcommand(&name) {
                    if reads_files(command) {
                        path.push(command.get_name().to_owned());
                        self.options(table, path, (layer, counts));
                        path.pop();
                    } else {
                        let message = format!("`{}` reads no files of options", Escaped(&name));
                        let help = "give its options to the command, or leave them out";
                        self.add(at, Problem::new(message, help));
                    }
                } else {
                    let near = did_you_mean(&name, of.get_subcommands().map(Command::get_name));
                    let message = format!("there is no command `{}`{near}", Escaped(&name));
                    let help = "write the options of a command under `[options.COMMAND]`";
                    self.add(at, Problem::new(message, help));
                }
                continue;
            }
            match read(of, path, &name, value.get_ref()) {
                Ok((words, value, docs)) if counts => {
                    let found = Found { words, value, docs, file: self.file.clone(), at };
                    self.found.insert((path.clone(), name, layer), found);
                }
                Ok(_) => {}
                Err(problem) => self.add(at, problem),
            }
        }
    }

    fn add(&mut self, (line, column): (usize, usize), Problem { message, help }: Problem) {
        let file = self.file.clone();
        self.mistakes.push(Mistake { file, line, column, message, help });
    }

    /// Returns the options that are given to a command, by their names, and all mistakes.
    fn finish(
        mut self,
        chain: &[String],
        (command, matches): (&Command, &ArgMatches),
    ) -> (Vec<(String, Found)>, Vec<Mistake>) {
        let found = std::mem::take(&mut self.found);
        for ((path, name, layer), place) in &found {
            let Some(robot) = found.get(&(path.clone(), name.clone(), Layer::Robot)) else {
                continue;
            };
            if *layer == Layer::Place && robot.words != place.words {
                self.mistakes.push(conflict(name, &place.written(), &robot.written()));
            }
        }
        // The last one of those for the command and for all, by the layer, then by the command.
        let mut given = BTreeMap::new();
        let mut listed = BTreeMap::new();
        for ((path, name, layer), found) in found {
            let words = [OPTIONS].into_iter().chain(path.iter().map(String::as_str));
            let dotted = words.chain([&*name]).collect::<Vec<_>>().join(".");
            let (value, docs) = (found.value.clone(), found.docs.clone());
            let line = Listed { name: dotted, value, docs };
            listed.insert((path.clone(), name.clone()), line);
            let has = |arg: &&Arg| arg.get_long() == Some(&*name);
            let Some(arg) = command.get_arguments().find(has) else { continue };
            let source = matches.value_source(arg.get_id().as_str());
            let is_said =
                matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable));
            // One for all commands may be none that this one can read.
            let is_read = !path.is_empty() || check(command, &found.words).is_ok();
            if !is_said && is_read && chain.starts_with(&path) {
                let rank = (layer, path.len());
                if given.get(&name).is_none_or(|(known, _)| *known <= rank) {
                    given.insert(name, (rank, found));
                }
            }
        }
        // Once, at the start of the program.
        let _ = LISTED.set(listed.into_values().collect());
        self.mistakes.sort();
        let given = given.into_iter().map(|(name, (_, found))| (name, found));
        (given.collect(), self.mistakes)
    }
}

/// Whether a command has `--params`, or one of its commands.
fn reads_files(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some("params"))
        || command.get_subcommands().any(reads_files)
}

/// An option as words, its value and what it does.
type Read = (Vec<OsString>, String, String);

/// Reads an option of the command at a path, or of all if that is empty. A switch that is off has no words.
fn read(of: &Command, path: &[String], name: &str, value: &DeValue<'_>) -> Result<Read, Problem> {
    if NOT_IN_FILES.contains(&name) {
        let help = "give it to the command";
        return Err(Problem::new(format!("`--{name}` cannot be in a file"), help));
    }
    let mut commands = vec![of];
    if path.is_empty() {
        let mut next = 0;
        while let Some(command) = commands.get(next) {
            commands.extend(command.get_subcommands().filter(|command| reads_files(command)));
            next += 1;
        }
    }
    let mut wrong = None;
    for command in &commands {
        let mut shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        if let Some(arg) = shown.find(|arg| arg.get_long() == Some(name)) {
            let read = words(arg, name, value);
            let read =
                read.and_then(|(words, shown)| check(command, &words).map(|()| (words, shown)));
            match read {
                // What another command cannot read is none of its options.
                Ok((words, shown)) => {
                    let docs = arg.get_help().map(ToString::to_string).unwrap_or_default();
                    let is_secret = arg.is_hide_env_values_set();
                    let shown = if is_secret { "(set)".to_owned() } else { shown };
                    return Ok((words, shown, docs));
                }
                Err(problem) => wrong = wrong.or(Some(problem)),
            }
        }
    }
    Err(wrong.unwrap_or_else(|| {
        let all = commands.iter().flat_map(|command| command.get_arguments());
        let near = did_you_mean(name.trim_start_matches('-'), all.filter_map(Arg::get_long));
        let of = match path {
            [] => "no command".to_owned(),
            path => format!("`{}`", path.join(" ")),
        };
        let not = if path.is_empty() { "has" } else { "has no" };
        let message = format!("{of} {not} option `{}`{near}", Escaped(name));
        Problem::new(message, "`help COMMAND` prints the options of a command")
    }))
}

/// Returns an option as words, and its value as it is listed.
fn words(arg: &Arg, name: &str, value: &DeValue<'_>) -> Result<(Vec<OsString>, String), Problem> {
    let is_switch = !arg.get_action().takes_values();
    let may_be_alone = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    let with = |text: &str| OsString::from(format!("--{name}={text}"));
    let alone = || OsString::from(format!("--{name}"));
    let wrong =
        |found: &str, help: String| Err(Problem::new(format!("`--{name}` is {found}"), help));
    Ok(match value {
        DeValue::Boolean(on) if is_switch || may_be_alone => {
            (if *on { vec![alone()] } else { Vec::new() }, on.to_string())
        }
        _ if is_switch => return wrong("on or off", format!("write `{name} = true`")),
        DeValue::Array(all) if matches!(arg.get_action(), ArgAction::Append) => {
            let texts: Option<Vec<String>> = all.iter().map(|of| text(of.get_ref())).collect();
            let Some(texts) = texts else {
                return wrong("a list of values", format!("write `{name} = [\"..\"]`"));
            };
            (texts.iter().map(|text| with(text)).collect(), texts.join(", "))
        }
        value => match text(value) {
            Some(text) => (vec![with(&text)], text),
            None => {
                return wrong("one value", format!("write a text or a number, `{name} = \"..\"`"));
            }
        },
    })
}

/// Returns a text or a number as it is on a command line.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|of| of.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// Checks that a command can read the value of an option.
fn check(command: &Command, words: &[OsString]) -> Result<(), Problem> {
    let checked = command.clone().no_binary_name(true).try_get_matches_from(words);
    let Err(mut error) = checked else { return Ok(()) };
    let is_value = matches!(
        error.kind(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::WrongNumberOfValues
    );
    if !is_value {
        return Ok(());
    }
    escape(&mut error);
    let text = error.to_string();
    let mut parts = text.trim_start_matches("error: ").split("\n\n").map(str::trim);
    let message = parts.next().unwrap_or_default().lines().map(str::trim);
    let tip = parts.find_map(|part| part.strip_prefix("tip: "));
    let help = tip.unwrap_or("`help COMMAND` prints the values of its options");
    Err(Problem::new(message.collect::<Vec<_>>().join(" "), help))
}
