//! The invariants that `ARCHITECTURE.md` states, as far as the sources and manifests show them, and
//! the page itself: it is short, and each path in it exists.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates, each after all that it may depend on.
const ORDER: [&str; 20] = [
    "skill-compiler",
    "skill-macros",
    "skill-xml",
    "skill-runtime",
    "skill-studio",
    "skill-ros2",
    "skill-fleet",
    "skill-test",
    "skill-proof",
    "skill-fmt",
    "skill-cargo",
    "skill-c",
    "robocup-gamecontroller",
    "skills-nao",
    "nao-lola",
    "nao-sim",
    "nao-scene",
    "nao-c",
    "nao",
    "playground",
];

/// The crates of a robot's program, which depend on none of the [`DESKTOP`].
const ROBOT: [&str; 6] =
    ["skill-runtime", "skill-c", "robocup-gamecontroller", "skills-nao", "nao-lola", "nao-c"];

const DESKTOP: [&str; 7] =
    ["skill-studio", "skill-ros2", "skill-fleet", "skill-test", "nao-sim", "nao-scene", "nao"];

/// The layers of `skill!`, with those that each may use.
const LAYERS: [(&str, &[&str]); 4] =
    [("parse", &[]), ("check", &[]), ("lower", &["check"]), ("emit", &["check", "lower"])];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let mut files = Vec::new();
    for entry in entries.map(|entry| folder.join(entry.expect("an entry").file_name())) {
        if root().join(&entry).is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|ext| ext == "rs") {
            files.push(entry);
        }
    }
    files
}

/// Returns the names in `[dependencies]` of a crate's manifest that are not optional.
fn dependencies(krate: &str) -> Vec<String> {
    let folder = if krate == "nao-scene" { "nao-sim/scene" } else { krate };
    let manifest = read(Path::new(folder).join("Cargo.toml"));
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let lines = lines.filter(|line| !line.contains("optional = true"));
    lines.filter_map(|line| Some(line.split_once(['.', ' ', '='])?.0.to_owned())).collect()
}

/// Returns the paths for which `a/{b,c}.rs` is short.
fn expanded(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (names, after))) => {
            names.split(',').flat_map(|name| expanded(&format!("{before}{name}{after}"))).collect()
        }
        None => vec![path.to_owned()],
    }
}

#[test]
fn the_page_is_short_and_its_paths_exist() {
    let page = read("ARCHITECTURE.md");
    assert!(page.len() < 8000, "{} bytes", page.len());
    let code = page.split('`').skip(1).step_by(2);
    // `NAME` is the name of what is added.
    let paths = code.filter(|code| code.contains('/') && !code.contains([' ', ':']));
    let mut folder = PathBuf::new();
    let (mut count, mut missing) = (0, Vec::new());
    for path in paths.flat_map(expanded) {
        if path.ends_with('/') {
            folder = root().join(path.replace("NAME", "rover"));
        } else if !path.contains("NAME") {
            count += 1;
            if !root().join(&path).exists() && !folder.join(&path).exists() {
                missing.push(path);
            }
        }
    }
    assert!(missing.is_empty(), "these paths do not exist: {missing:?}");
    assert!(count > 50, "{count} paths");
    for krate in ORDER {
        assert!(page.contains(&format!("`{krate}`")), "{krate} is not in the page");
    }
}

#[test]
fn crates_depend_on_earlier_ones_only() {
    for (place, krate) in ORDER.iter().enumerate() {
        for dependency in dependencies(krate) {
            let of = ORDER.iter().position(|name| *name == dependency);
            assert!(of.is_none_or(|of| of < place), "{krate} depends on {dependency}");
        }
    }
}

#[test]
fn a_robot_depends_on_nothing_of_the_desktop() {
    for krate in ROBOT {
        let found = dependencies(krate).into_iter().find(|name| DESKTOP.contains(&name.as_str()));
        assert_eq!(found, None, "{krate}");
    }
}

#[test]
fn layers_of_the_compiler_use_earlier_ones_only() {
    for (layer, may_use) in LAYERS {
        for path in sources(&Path::new("skill-compiler/src/skill").join(layer)) {
            let text = read(&path);
            let others = LAYERS.iter().map(|(name, _)| *name).filter(|name| *name != layer);
            for other in others.filter(|name| !may_use.contains(name)) {
                for prefix in ["skill", "super"] {
                    let uses = text.contains(&format!("{prefix}::{other}::"));
                    assert!(!uses, "{} uses {other}", path.display());
                }
            }
        }
    }
}

#[test]
fn the_compiler_reads_no_other_files() {
    for path in sources(Path::new("skill-compiler/src")) {
        // They write expansions if told to, and find the module of a name that is declared again.
        let is_known = path.ends_with("expansion_file.rs") || path.ends_with("redeclared.rs");
        let text = read(&path);
        let uses = text.contains("fs::") || text.contains("File::open");
        assert!(is_known || !uses, "{}", path.display());
    }
}

/// Returns the folders below `folder` that have a manifest, without what is built.
fn packages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let folders =
        names.filter(|name| name != "target" && !name.as_encoded_bytes().starts_with(b"."));
    let folders = folders.map(|name| folder.join(name)).filter(|path| root().join(path).is_dir());
    let mut found: Vec<_> = folders.flat_map(|path| packages(&path)).collect();
    found.extend(root().join(folder).join("Cargo.toml").exists().then(|| folder.to_owned()));
    found
}

/// `test = false` and `doctest = false` save the build of a program without tests: they must not
/// switch off a test that is written later.
#[test]
fn targets_that_are_not_tested_contain_no_tests() {
    let mut checked = 0;
    for package in packages(Path::new("")) {
        let manifest = read(package.join("Cargo.toml"));
        for target in manifest
            .split("\n[")
            .filter(|part| part.starts_with("lib]") || part.starts_with("[bin]]"))
        {
            let is_library = target.starts_with("lib]");
            let path = target.lines().find_map(|line| {
                line.strip_prefix("path = ")?.strip_prefix('"')?.strip_suffix('"')
            });
            let files = match path.map(Path::new) {
                Some(path) if path.parent() == Some(Path::new("src")) => vec![package.join(path)],
                Some(path) => sources(&package.join(path.parent().expect("a folder"))),
                None => sources(&package.join("src")),
            };
            for path in &files {
                let text = read(path);
                let is_tested = text.lines().any(|line| line.trim() == "#[test]");
                let has_example = text.lines().any(|line| {
                    matches!(
                        line.trim(),
                        "/// ```" | "//! ```" | "/// ```should_panic" | "/// ```no_run"
                    )
                });
                assert!(
                    !(target.contains("\ntest = false") && is_tested),
                    "{} is not tested",
                    path.display()
                );
                assert!(
                    !(is_library && target.contains("\ndoctest = false") && has_example),
                    "{} has examples that are not run",
                    path.display()
                );
            }
            checked += files.len();
        }
    }
    assert!(checked > 100, "{checked} files");
}

/// Cargo puts all examples into one folder: one would replace another.
#[test]
fn examples_have_different_names() {
    let names = |package: PathBuf| {
        let all = fs::read_dir(root().join(package).join("examples")).into_iter().flatten();
        let files = all.map(|entry| PathBuf::from(entry.unwrap().file_name()));
        files.filter(|name| name.extension().is_some_and(|of| of == "rs"))
    };
    let mut names: Vec<_> = packages(Path::new("")).into_iter().flat_map(names).collect();
    names.sort();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(names.len() > 3 && twice.is_empty(), "{twice:?}");
}
