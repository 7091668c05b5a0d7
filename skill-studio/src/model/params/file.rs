//! Files with parameters: `params.toml`.
//!
//! A table for each skill has what counts everywhere; `[robot.NAME.SKILL]` and `[place.NAME.SKILL]`
//! have what counts for one robot, or at one place. A later file overrides an earlier one. All of a
//! file is checked, also what is for other robots.

use super::layers::{Layer, OVERLAYS, Written, conflict};
use super::mistake::Mistake;
use super::{InputValue, Param, Problem, param, skill, with_name};
use crate::text::escape::Escaped;
use skill_runtime::SkillInfo;
use skill_runtime::call::nearest;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The overlays that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice<'c> {
    /// The name of the robot.
    pub robot: Option<&'c str>,
    /// The name of the place.
    pub place: Option<&'c str>,
    /// Whether it is no mistake that no file has these names.
    pub may_lack: bool,
}

/// A parameter with the word that it is to have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// The parameter that is set.
    pub param: Param,
    /// The value as a word of the blackboard.
    pub word: u32,
}

/// The table of options of commands, which the program reads before them.
pub(crate) const OPTIONS: &str = "options";

/// A value with its place.
#[derive(Clone)]
struct Value {
    setting: Setting,
    file: String,
    at: (usize, usize),
}

/// The lines of a text.
pub(crate) struct Lines<'t> {
    text: &'t str,
    begins: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn of(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(place, _)| place + 1);
        Self { text, begins: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the line and the column of a place, from 1.
    pub fn at(&self, span: &Range<usize>) -> (usize, usize) {
        let line = self.begins.partition_point(|begin| *begin <= span.start);
        let begin = line.checked_sub(1).and_then(|line| self.begins.get(line)).copied();
        let before = self.text.get(begin.unwrap_or(0)..span.start).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}

struct Reader<'r> {
    skills: &'r [&'static SkillInfo],
    choice: Choice<'r>,
    file: &'r str,
    lines: Lines<'r>,
    /// The lines with an error of the syntax, whose values mean nothing.
    broken: BTreeSet<usize>,
    names: BTreeMap<&'static str, Vec<String>>,
    values: BTreeMap<(u32, Layer), Value>,
    mistakes: Vec<Mistake>,
}

/// Reads files, each with its name and its text, for the robot with these skills and agents. A later
/// file overrides an earlier one.
///
/// # Errors
/// All mistakes, in order.
pub fn read(
    files: &[(&str, &str)],
    choice: Choice<'_>,
    skills: &[&'static SkillInfo],
) -> Result<Vec<Setting>, Vec<Mistake>> {
    let mut reader = Reader {
        skills,
        choice,
        file: "",
        lines: Lines::of(""),
        broken: BTreeSet::new(),
        names: BTreeMap::new(),
        values: BTreeMap::new(),
        mistakes: Vec::new(),
    };
    for (place, (file, text)) in files.iter().enumerate() {
        (reader.file, reader.lines) = (*file, Lines::of(text));
        if files[..place].iter().any(|(before, _)| before == file) {
            reader.add((0, 0), Problem::new("the file is given twice", "remove one of them"));
            continue;
        }
        reader.file();
    }
    reader.file = "";
    reader.check_choice();
    reader.check_conflicts();
    if !reader.mistakes.is_empty() {
        reader.mistakes.sort_by_key(|mistake| {
            let place = files.iter().position(|(file, _)| *file == mistake.file);
            (place.unwrap_or(files.len()), mistake.line, mistake.column)
        });
        return Err(reader.mistakes);
    }
    // Each parameter has the value of the last layer.
    let values = reader.values.into_iter().map(|((key, _), value)| (key, value.setting));
    Ok(values.collect::<BTreeMap<_, _>>().into_values().collect())
}

impl Reader<'_> {
    fn add(&mut self, (line, column): (usize, usize), Problem { message, help }: Problem) {
        if line > 0 && self.broken.contains(&line) {
            return;
        }
        let file = self.file.to_owned();
        self.mistakes.push(Mistake { file, line, column, message, help });
    }

    fn at(&self, span: &Range<usize>) -> (usize, usize) {
        self.lines.at(span)
    }

    fn file(&mut self) {
        let text = self.lines.text;
        let (table, errors) = DeTable::parse_recoverable(text);
        self.broken.clear();
        let mut lines = BTreeSet::new();
        for error in errors {
            let at = self.at(&error.span().unwrap_or_default());
            // Further errors in the line are consequences of the first.
            if !lines.contains(&at.0) {
                let message = error.message().lines().collect::<Vec<_>>().join(", ");
                let help = if message.contains("recurs") {
                    "write a number, `true` or `false`: a parameter is no list and no table"
                } else {
                    "write `NAME = VALUE` under `[SKILL]`, each name once"
                };
                self.add(at, Problem::new(message, help));
                lines.insert(at.0);
            }
        }
        // The lines under a broken header belong to an unknown table.
        let headers = text
            .lines()
            .enumerate()
            .map(|(line, text)| (line + 1, text.trim_start().starts_with('[')));
        let mut is_broken = false;
        for (line, is_header) in headers {
            is_broken = lines.contains(&line) && is_header || is_broken && !is_header;
            if is_broken {
                lines.insert(line);
            }
        }
        self.broken = lines;
        self.skills(table.get_ref(), Layer::Base, true);
    }

    /// Reads the tables of skills; at the `top`, overlays are beside them.
    fn skills(&mut self, table: &DeTable<'_>, layer: Layer, counts: bool) {
        for (name, value) in table {
            let at = self.at(&name.span());
            let text: &str = name.get_ref();
            let overlay = OVERLAYS.iter().find(|(word, _)| *word == text && layer == Layer::Base);
            if let Some((word, layer)) = overlay {
                self.overlays(word, *layer, value, at);
                continue;
            }
            if text == OPTIONS && value.get_ref().is_table() {
                continue;
            }
            let Some(table) = value.get_ref().as_table() else {
                let shown = Escaped(text);
                let help = match with_name(self.skills, text) {
                    Some(param) => format!("move it under `[{}]`", param.skill.name),
                    None => "write the name of the skill above it: `[SKILL]`".to_owned(),
                };
                self.add(at, Problem::new(format!("`{shown}` does not belong to a skill"), help));
                continue;
            };
            match skill(self.skills, text) {
                Ok(skill) => self.params(skill, table, layer, counts),
                Err(problem) => self.add(at, problem),
            }
        }
    }

    /// Reads the tables under `[robot]` or `[place]`.
    fn overlays(
        &mut self,
        word: &'static str,
        layer: Layer,
        value: &Spanned<DeValue<'_>>,
        at: (usize, usize),
    ) {
        let help = format!("write `[{word}.NAME.SKILL]` above it");
        let Some(table) = value.get_ref().as_table() else {
            self.add(at, Problem::new(format!("`{word}` is not a table"), help));
            return;
        };
        let chosen = if layer == Layer::Robot { self.choice.robot } else { self.choice.place };
        for (name, value) in table {
            let text: &str = name.get_ref();
            let at = self.at(&name.span());
            let Some(table) = value.get_ref().as_table() else {
                let message = format!("`{}` does not belong to a skill", Escaped(text));
                self.add(at, Problem::new(message, help.clone()));
                continue;
            };
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let second = table.keys().map(|name| &**name.get_ref()).find(|name| is_number(name));
            if let Some(second) = second.filter(|_| is_number(text)) {
                let message = format!("`{text}.{second}` are two names");
                let help = format!("write `[{word}.\"{text}.{second}\".SKILL]`");
                self.add(at, Problem::new(message, help));
                continue;
            }
            self.names.entry(word).or_default().push(text.to_owned());
            self.skills(table, layer, chosen == Some(text));
        }
    }

    fn params(
        &mut self,
        skill: &'static SkillInfo,
        table: &DeTable<'_>,
        layer: Layer,
        counts: bool,
    ) {
        for (name, value) in table {
            let at = self.at(&name.span());
            let found = param(skill, name.get_ref());
            let read = found.and_then(|param| {
                let word = param.word(toml_value(value.get_ref()))?;
                Ok(Setting { param, word })
            });
            match read {
                Ok(setting) if counts => {
                    let value = Value { setting, file: self.file.to_owned(), at };
                    self.values.insert((setting.param.info.key, layer), value);
                }
                Ok(_) => {}
                Err(problem) => self.add(at, problem),
            }
        }
    }

    /// Checks that the robot and the place that were chosen are in some file.
    fn check_choice(&mut self) {
        if self.choice.may_lack {
            return;
        }
        for (word, chosen) in [("robot", self.choice.robot), ("place", self.choice.place)] {
            let Some(chosen) = chosen else { continue };
            let names = self.names.get(word).cloned().unwrap_or_default();
            if names.iter().any(|name| name == chosen) {
                continue;
            }
            let message = format!("`--{word} {}`: no file has it", Escaped(chosen));
            let help = match nearest(chosen, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{}`?", Escaped(near)),
                None => {
                    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                    let quote = if chosen.chars().all(is_bare) { "" } else { "\"" };
                    let key = format!("{quote}{}{quote}", Escaped(chosen));
                    format!("add `[{word}.{key}.SKILL]`, or leave the option out")
                }
            };
            self.add((0, 0), Problem::new(message, help));
        }
    }

    /// Reports parameters to which the robot and the place give different values.
    fn check_conflicts(&mut self) {
        let pairs = self.values.iter().filter_map(|((key, layer), place)| {
            let robot = self.values.get(&(*key, Layer::Robot))?;
            let differs = robot.setting.word != place.setting.word;
            (*layer == Layer::Place && differs).then(|| (robot.clone(), place.clone()))
        });
        let conflicts = pairs.map(|(robot, place)| {
            let text = |value: &Value| value.setting.param.text(value.setting.word);
            let (at_place, for_robot) = (text(&place), text(&robot));
            conflict(
                place.setting.param,
                &Written { value: &at_place, file: &place.file, at: place.at },
                &Written { value: &for_robot, file: &robot.file, at: robot.at },
            )
        });
        let conflicts: Vec<_> = conflicts.collect();
        self.mistakes.extend(conflicts);
    }
}

/// Returns the value that TOML has.
fn toml_value<'v>(value: &'v DeValue<'_>) -> InputValue<'v> {
    match value {
        DeValue::Boolean(value) => InputValue::Bool(*value),
        DeValue::Integer(value) => match i128::from_str_radix(value.as_str(), value.radix()) {
            Ok(value) => InputValue::Integer(value),
            Err(_) => InputValue::Other("such a number"),
        },
        DeValue::Float(value) => match value.as_str().parse() {
            Ok(value) => InputValue::Float(value),
            Err(_) => InputValue::Other("such a number"),
        },
        DeValue::String(_) => InputValue::Other("a text"),
        DeValue::Datetime(_) => InputValue::Other("a date"),
        DeValue::Array(_) => InputValue::Other("a list"),
        DeValue::Table(_) => InputValue::Other("a table"),
    }
}
