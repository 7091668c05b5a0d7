//! The files of which a program is made, watched for changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::project::Project;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// The time without a change after which all is saved.
const QUIET: Duration = Duration::from_millis(50);

/// Watched files.
pub struct Sources {
    changes: Receiver<Instant>,
    watcher: RecommendedWatcher,
    files: Arc<Mutex<Files>>,
    /// The folders that are watched, and those that are with all in them.
    watched: (BTreeSet<PathBuf>, Vec<PathBuf>),
    /// The folder of what is built.
    target: PathBuf,
}

/// The files that are sources.
#[derive(Default)]
struct Files {
    packages: BTreeSet<PathBuf>,
    /// The files and folders of which the program was built the last time.
    used: BTreeSet<PathBuf>,
}

impl Sources {
    /// Watches the files of packages, but not what is built from them, and nothing hidden; and what says how
    /// they are built.
    pub fn watch(project: &Project) -> Result<Self, String> {
        let (sender, changes) = channel();
        let packages = project.directories().iter().map(|path| real(path)).collect();
        let files = Arc::new(Mutex::new(Files { packages, ..Files::default() }));
        let seen = Arc::clone(&files);
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let files = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if event.is_ok_and(|event| files.is_change(&event)) {
                // The main thread may have ended.
                let _ = sender.send(Instant::now());
            }
        });
        let watcher = watcher.map_err(|error| failed(&error))?;
        let (watched, target) = (Default::default(), real(&project.target()));
        let mut sources = Self { changes, watcher, files, watched, target };
        sources.add(&real(&project.root()), RecursiveMode::NonRecursive)?;
        let packages =
            sources.files.lock().unwrap_or_else(PoisonError::into_inner).packages.clone();
        for package in packages {
            sources.add(&package, RecursiveMode::NonRecursive)?;
            for folder in folders(&package) {
                sources.add(&folder, RecursiveMode::Recursive)?;
            }
        }
        let here = std::env::current_dir().unwrap_or_default();
        for config in here.ancestors().map(|folder| folder.join(".cargo")) {
            if config.is_dir() {
                sources.add(&real(&config), RecursiveMode::NonRecursive)?;
            }
        }
        Ok(sources)
    }

    /// Watches also the files of which a program was built that are elsewhere, as Cargo lists them.
    pub fn watch_files_of(&mut self, program: &Path) -> Result<(), String> {
        let listed = std::fs::read_to_string(program.with_extension("d")).unwrap_or_default();
        let paths = listed_files(&listed).filter_map(|path| path.canonicalize().ok());
        let used: BTreeSet<_> = paths.filter(|path| !path.starts_with(&self.target)).collect();
        for path in &used {
            match path.parent() {
                _ if path.is_dir() => self.add(path, RecursiveMode::Recursive)?,
                Some(folder) => self.add(folder, RecursiveMode::NonRecursive)?,
                None => {}
            }
        }
        self.files.lock().unwrap_or_else(PoisonError::into_inner).used = used;
        Ok(())
    }

    /// Watches a folder, unless it is watched already.
    fn add(&mut self, folder: &Path, mode: RecursiveMode) -> Result<(), String> {
        let (single, whole) = &mut self.watched;
        let is_whole = mode == RecursiveMode::Recursive;
        if whole.iter().any(|whole| folder.starts_with(whole))
            || !is_whole && single.contains(folder)
        {
            return Ok(());
        }
        self.watcher.watch(folder, mode).map_err(|error| failed(&error))?;
        if is_whole {
            whole.push(folder.to_owned());
        } else {
            single.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Returns when something was saved last, once nothing changes any more.
    pub fn changed(&self) -> Option<Instant> {
        let mut last = self.changes.try_recv().ok()?;
        while let Ok(saved) = self.changes.recv_timeout(QUIET) {
            last = saved;
        }
        Some(last)
    }
}

fn failed(error: &notify::Error) -> String {
    format!("cannot watch the sources: {error}")
}

/// Returns the path by which changes are reported.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Returns the files of a dependency file of Cargo: `PROGRAM: FILE FILE`, where a blank in a name has a `\`.
fn listed_files(text: &str) -> impl Iterator<Item = PathBuf> {
    let files = text.split_once(": ").map_or("", |(_, files)| files).replace("\\ ", "\0");
    let files: Vec<_> =
        files.split_whitespace().map(|file| file.replace('\0', " ").into()).collect();
    files.into_iter()
}

impl Files {
    /// Whether an event is about a source: robots write files, too.
    fn is_change(&self, event: &notify::Event) -> bool {
        let is_source = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_rust = path.extension().is_some_and(|ext| ext == "rs" || ext == "toml");
            let in_src =
                || self.packages.iter().any(|package| path.starts_with(package.join("src")));
            !name.is_empty() && !name.starts_with('.') && (is_rust || in_src())
                || self.used.iter().any(|used| path.starts_with(used))
        };
        !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_source)
    }
}

/// Returns the folders of a package with its files.
fn folders(package: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(package).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
    let is_source = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Cargo marks what it builds into; other packages are watched for themselves.
        !name.starts_with('.')
            && !path.join("CACHEDIR.TAG").exists()
            && !path.join("Cargo.toml").exists()
    };
    paths.filter(is_source).collect()
}
