//! The variables of an agent in a file, over a restart of its program.

use super::later::Later;
use crate::console::error::Error;
use crate::console::file::OutputFile;
use crate::console::log::Level;
use crate::model::variables::{Variable, Variables};
use crate::text::escape::Escaped;
use serde::{Deserialize, Serialize};
use skill_runtime::AgentStage;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// The version of the file's format.
const FORMAT: u32 = 1;

/// A file that follows the variables of an agent.
#[derive(Debug)]
pub struct KeptAgent {
    agent: &'static str,
    /// Those that the file has, or will have.
    kept: Variables,
    next: Variables,
    later: Later<String>,
}

impl KeptAgent {
    /// Restores the variables of an agent that has not run yet, if the file has those of the same agent, with the
    /// same names and types; otherwise it begins anew, and a file that is there gets the name FILE.old. The
    /// line, with its level, says which. From then on the file follows the variables.
    ///
    /// # Errors
    /// [`Error::Usage`] if the agent has no variables, or one that cannot be kept; [`Error::File`] if the file
    /// cannot be read or written.
    pub fn open(
        path: &Path,
        agent: &mut impl AgentStage,
        report: fn(&str),
    ) -> Result<(KeptAgent, Level, String), Error> {
        let Some(info) = agent.info() else {
            return Err(Error::usage("`--agent-state`: this robot has no agent"));
        };
        let mut kept = Variables::of(agent);
        if let Some(variable) = kept.unknown {
            let (name, of) = (info.name, Escaped(variable));
            return Err(Error::Usage(format!(
                "`--agent-state`: the variable `{of}` of {name} cannot be kept\nhelp: give it a type of arguments, such as a number, `bool`, `Text` or an enum with `#[derive(Argument)]`, or an array of one"
            )));
        }
        if kept.all.is_empty() {
            return Err(Error::Usage(format!("`--agent-state`: {} has no variables", info.name)));
        }
        let shown = Escaped(path.display());
        let (level, line) = match restore(path, info.name, agent).map_err(Error::file(path))? {
            Ok(count) => (Level::Info, format!("{} goes on with {count} from {shown}", info.name)),
            Err(Anew::NoFile) => {
                (Level::Info, format!("{} begins anew: {shown} is not there yet", info.name))
            }
            Err(why) => {
                let mut old = OsString::from(path);
                old.push(".old");
                fs::rename(path, &old).map_err(Error::file(path))?;
                let (why, old) = (why.to_string(), Escaped(Path::new(&old).display()));
                let (name, why) = (info.name, Escaped(&why));
                (Level::Error, format!("{name} begins anew: {shown}: {why}; it is now {old}"))
            }
        };
        OutputFile::check(path)?;
        kept.collect(agent);
        let path = path.to_owned();
        let write = move |content: String| OutputFile::write_through(&path, content.as_bytes());
        let later = Later::start(write, move |error| {
            report(&format!("the variables of the agent are not kept: {error}"));
        });
        let mut file = KeptAgent { agent: info.name, kept, next: Variables::default(), later };
        if level == Level::Error {
            // The one that was there has another name now.
            file.put();
        }
        Ok((file, level, line))
    }

    /// Notes the variables after a pass.
    pub fn note(&mut self, agent: &impl AgentStage) {
        if !self.next.collect(agent) || self.next == self.kept || self.next.unknown.is_some() {
            return;
        }
        std::mem::swap(&mut self.kept, &mut self.next);
        self.put();
    }

    /// Has the variables written.
    fn put(&mut self) {
        if let Ok(content) = serde_json::to_string(&File::of(self.agent, &self.kept)) {
            self.later.put(content + "\n");
        }
    }

    /// Writes what was not written yet, and ends.
    ///
    /// # Errors
    /// [`Error::File`] if that fails.
    pub fn finish(self) -> Result<(), Error> {
        self.later.finish()
    }
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    agent: String,
    variables: Vec<Variable>,
    /// The checksum of agent and variables.
    crc32: u32,
}

impl File {
    fn of(agent: &str, kept: &Variables) -> File {
        let (agent, variables) = (agent.to_owned(), kept.all.clone());
        let mut file = File { format: FORMAT, agent, variables, crc32: 0 };
        file.crc32 = file.checksum();
        file
    }

    fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        let variables = self.variables.iter();
        let texts = variables.flat_map(|of| [&of.name, &of.type_name, &of.value]);
        for text in [&self.agent].into_iter().chain(texts) {
            hasher.update(&text.len().to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize()
    }
}

/// The only part of a file of another format.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// The reason why an agent begins anew.
#[derive(Debug)]
enum Anew {
    NoFile,
    Damaged(String),
    OtherFormat(u32),
    OtherAgent(String),
    OtherVariable(String),
}

impl fmt::Display for Anew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => f.write_str("it is not there"),
            Self::Damaged(why) => write!(f, "the file is damaged: {why}"),
            Self::OtherFormat(format) => write!(f, "it has format {format}, expected {FORMAT}"),
            Self::OtherAgent(agent) => write!(f, "it is of the agent {agent}"),
            Self::OtherVariable(what) => write!(f, "it is of another version: {what}"),
        }
    }
}

/// Restores the variables. Returns their number, or why the agent begins anew.
fn restore(
    path: &Path,
    name: &str,
    agent: &mut impl AgentStage,
) -> io::Result<Result<Count, Anew>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Err(Anew::NoFile)),
        Err(error) => return Err(error),
    };
    Ok(variables_of(&bytes, name).and_then(|all| {
        let restored = Variables::restore(&all, agent);
        restored.map(|()| Count(all.len())).map_err(Anew::OtherVariable)
    }))
}

/// A number of variables.
struct Count(usize);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} variable{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Returns the variables in a file of an agent.
fn variables_of(bytes: &[u8], name: &str) -> Result<Vec<Variable>, Anew> {
    let damaged = |error: serde_json::Error| Anew::Damaged(error.to_string());
    let Format { format } = serde_json::from_slice(bytes).map_err(damaged)?;
    if format != FORMAT {
        return Err(Anew::OtherFormat(format));
    }
    let file: File = serde_json::from_slice(bytes).map_err(damaged)?;
    if file.crc32 != file.checksum() {
        return Err(Anew::Damaged("its checksum differs".to_owned()));
    }
    if file.agent != name {
        return Err(Anew::OtherAgent(file.agent));
    }
    Ok(file.variables)
}

#[cfg(test)]
mod tests;
