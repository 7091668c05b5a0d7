//! The parameters of a season, as their files were when it began.

use serde::{Deserialize, Serialize};
use skill_studio::{Error, OutputFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file with parameters, or a directory of files. Where it was does not matter: other machines have it elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Params {
    /// Its name, without the directories around it.
    pub name: String,
    is_directory: bool,
    /// The texts by the names of the files.
    files: BTreeMap<String, String>,
}

impl Params {
    /// Reads a file or a directory.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = |path: &Path| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        };
        let read = |path: &Path| {
            let text = fs::read_to_string(path).map_err(Error::file(path))?;
            Ok((name(path), text))
        };
        let is_directory = path.is_dir();
        let files = if is_directory {
            let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let paths = entries.map_err(Error::file(path))?.into_iter().map(|of| of.path());
            let of_toml = paths.filter(|path| path.extension().is_some_and(|of| of == "toml"));
            of_toml.map(|path| read(&path)).collect::<Result<_, Error>>()?
        } else {
            BTreeMap::from([read(path)?])
        };
        Ok(Self { name: name(path), is_directory, files })
    }

    /// Writes it into an empty directory. Returns its path.
    pub fn write(&self, into: &Path) -> Result<PathBuf, Error> {
        let directory = if self.is_directory { into.join("directory") } else { into.to_owned() };
        fs::create_dir_all(&directory).map_err(Error::file(&directory))?;
        for (name, text) in &self.files {
            OutputFile::write(&directory.join(name), text.as_bytes())?;
        }
        Ok(if self.is_directory { directory } else { into.join(&self.name) })
    }
}
