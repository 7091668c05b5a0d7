//! Parameters that are set while a robot runs, written back to their file.

use super::later::Later;
use crate::console::error::Error;
use crate::console::file::OutputFile;
use crate::model::params::{self, Choice, Param, Setting};
use crate::text::escape::Escaped;
use skill_runtime::parameter::ParamType;
use skill_runtime::{Blackboard, SkillInfo};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

/// The words of parameters, by key.
type Words = BTreeMap<u32, u32>;

/// Files with parameters, as they were read when the robot began.
#[derive(Clone, Debug)]
pub struct ParamFiles {
    /// The paths and texts, of which a later one overrides an earlier one.
    pub files: Vec<(PathBuf, String)>,
    /// The robot whose tables count.
    pub robot: Option<String>,
    /// The place whose tables count.
    pub place: Option<String>,
}

/// The file that follows the parameters of a robot: the last one that was given.
#[derive(Debug)]
pub struct KeptParams {
    params: Vec<Param>,
    /// The index of the interface with the parameters.
    index: u32,
    /// The version of the interface that was seen last.
    version: u32,
    words: Words,
    /// The parameters that were set since the robot began, by key.
    set: Words,
    later: Later<Words>,
}

impl KeptParams {
    /// Has the last file follow the parameters on a blackboard, which has those of the files.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no file, or the blackboard has no parameters; [`Error::File`] if the file cannot
    /// be written.
    pub fn open(
        files: ParamFiles,
        skills: &'static [&'static SkillInfo],
        board: &impl Blackboard,
        report: fn(&str),
    ) -> Result<KeptParams, Error> {
        let path = files.files.last().map(|(path, _)| path.clone());
        let path = path.ok_or_else(|| Error::usage("`--write-params` needs `--params FILE`"))?;
        OutputFile::check(&path)?;
        let index = parameters_of(board).ok_or_else(|| {
            Error::usage("`--write-params`: the blackboard has no interface \"Parameters\"")
        })?;
        let mut writer = Writer { files, skills };
        let params: Vec<Param> = params::all(skills).collect();
        let report = move |error: &Error| report(&error.to_string());
        let later = Later::start(move |set: Words| writer.write(&set), report);
        let (words, set) = (Words::new(), Words::new());
        let mut kept = KeptParams { params, index, version: 0, words, set, later };
        kept.words = kept.read(board).unwrap_or_default();
        Ok(kept)
    }

    /// Notes the parameters after a pass.
    pub fn note(&mut self, board: &impl Blackboard) {
        let Some(words) = self.read(board) else { return };
        let old = std::mem::replace(&mut self.words, words);
        for param in &self.params {
            let key = param.info.key;
            let word = |of: &Words| of.get(&key).copied().unwrap_or(param.info.default_word);
            if word(&old) != word(&self.words) {
                self.set.insert(key, word(&self.words));
            }
        }
        if old != self.words {
            self.later.put(self.set.clone());
        }
    }

    /// Returns the words that are set, if that has changed.
    fn read(&mut self, board: &impl Blackboard) -> Option<Words> {
        let cell = board.cell_words(self.index)?;
        let version = cell.head()[0].load(Acquire);
        if version == self.version {
            return None;
        }
        self.version = version;
        let words: Vec<u32> = cell.value().iter().map(|word| word.load(Relaxed)).collect();
        let entries = words.as_chunks().0.iter().filter(|[key, _]| *key != 0);
        Some(entries.map(|[key, word]| (*key, *word)).collect())
    }

    /// Writes what was not written yet, and ends.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self) -> Result<(), Error> {
        self.later.finish()
    }
}

/// Returns the index of the interface with the parameters.
fn parameters_of<B: Blackboard>(_: &B) -> Option<u32> {
    B::PARAMETERS.iter().next()
}

/// The side of the thread.
struct Writer {
    files: ParamFiles,
    skills: &'static [&'static SkillInfo],
}

impl Writer {
    /// Writes what was set since the robot began.
    fn write(&mut self, set: &Words) -> Result<(), Error> {
        let Some(((path, known), others)) = self.files.files.split_last() else { return Ok(()) };
        let shown = Escaped(path.display()).to_string();
        let all = || params::all(self.skills);
        let set: Vec<Setting> = all()
            .filter_map(|param| Some(Setting { param, word: *set.get(&param.info.key)? }))
            .collect();
        let unwritten = |why: &str| {
            // What was written before is there.
            let others = set.iter().filter(|of| !self.is_read_as(known, &[**of]));
            let others: Vec<String> =
                others.map(|of| format!("{} = {}", of.param, of.param.text(of.word))).collect();
            let verb = if others.len() == 1 { "is" } else { "are" };
            Error::Usage(format!("{shown} {why}: `{}` {verb} not written", others.join("`, `")))
        };
        let now = fs::read(path).map_err(Error::file(path))?;
        if now != known.as_bytes() {
            return Err(unwritten(
                "has changed since the start of the robot, which does not know it",
            ));
        }
        let broken = |_| unwritten("cannot be read");
        let texts = others.iter().map(|(_, text)| text.parse::<DocumentMut>());
        let mut documents: Vec<DocumentMut> = texts.collect::<Result<_, _>>().map_err(broken)?;
        documents.push(known.parse().map_err(broken)?);
        for Setting { param, word } in &set {
            for table in self.tables(*param, &documents) {
                if let Some(document) = documents.last_mut() {
                    put(document.as_table_mut(), &table, param.info.name, value(*param, *word));
                }
            }
        }
        let new = documents.last().map(DocumentMut::to_string).unwrap_or_default();
        if self.is_read_as(&new, &set) {
            OutputFile::write_through(path, new.as_bytes())?;
            self.files.files.last_mut().into_iter().for_each(|(_, text)| text.clone_from(&new));
            return Ok(());
        }
        Err(unwritten("has another form than tables"))
    }

    /// Returns the tables in which a parameter is set: those of the robot and the place that have it already,
    /// otherwise that of the robot, of the place, or of the skill everywhere.
    fn tables(&self, param: Param, documents: &[DocumentMut]) -> Vec<Vec<String>> {
        let skill = param.skill.name.to_owned();
        let chosen = [("robot", &self.files.robot), ("place", &self.files.place)];
        let overlays = chosen
            .into_iter()
            .filter_map(|(word, name)| Some(vec![word.to_owned(), name.clone()?, skill.clone()]));
        let overlays: Vec<Vec<String>> = overlays.collect();
        let has = |table: &&Vec<String>| documents.iter().any(|of| has(of, table, param.info.name));
        let those: Vec<Vec<String>> = overlays.iter().filter(has).cloned().collect();
        if those.is_empty() {
            return vec![overlays.into_iter().next().unwrap_or_else(|| vec![skill])];
        }
        those
    }

    /// Returns whether the next start reads what was set from this text.
    fn is_read_as(&self, text: &str, set: &[Setting]) -> bool {
        let ParamFiles { files, robot, place } = &self.files;
        let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        let texts = files.iter().map(|(_, text)| text.as_str());
        let texts = texts.take(files.len() - 1).chain([text]);
        let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(texts).collect();
        let choice =
            Choice { robot: robot.as_deref(), place: place.as_deref(), ..Choice::default() };
        params::read(&files, choice, self.skills)
            .is_ok_and(|read| set.iter().all(|of| read.contains(of)))
    }
}

/// Returns whether a document has a value in a table.
fn has(document: &DocumentMut, table: &[String], name: &str) -> bool {
    let mut at: &dyn TableLike = document.as_table();
    for part in table {
        match at.get(part).and_then(Item::as_table_like) {
            Some(inside) => at = inside,
            None => return false,
        }
    }
    at.contains_key(name)
}

/// Puts a value into a table, where it stays beside its comments. A part that is no table is left.
fn put(mut at: &mut dyn TableLike, table: &[String], name: &str, value: Value) {
    for (place, part) in table.iter().enumerate() {
        let item = at.entry(part).or_insert_with(|| {
            let mut new = Table::new();
            // Only the last has a header of its own.
            new.set_implicit(place + 1 < table.len());
            Item::Table(new)
        });
        match item.as_table_like_mut() {
            Some(inside) => at = inside,
            None => return,
        }
    }
    if let Some(old) = at.get_mut(name).and_then(Item::as_value_mut) {
        let decor = old.decor().clone();
        *old = value;
        *old.decor_mut() = decor;
    } else {
        at.insert(name, Item::Value(value));
    }
}

/// Returns the value of a word, as it is written.
fn value(param: Param, word: u32) -> Value {
    let text = param.text(word);
    match (param.info.ty, text.parse()) {
        (ParamType::F32, Ok(Value::Integer(_)) | Err(_)) => param.info.ty.number(word).into(),
        (_, Ok(value)) => value,
        (_, Err(_)) => text.into(),
    }
}

#[cfg(test)]
mod tests;
