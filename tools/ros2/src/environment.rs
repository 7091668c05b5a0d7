//! Python with the client of ROS 2, and the messages that are built for it.

use anyhow::{Context as _, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tool_support::command;
use tool_support::python::new_environment;

/// Each package of the environment, with the hash of its archive. Written from the report of
/// `pip install --dry-run --report`, never from `pip freeze`: the archives contain metadata under names that are
/// of others on the index.
const PINS: &str = include_str!("pins.txt");

/// The folders of the machine on which the packages were built, which their files for CMake name.
const INCLUDE: &str = "/opt/python/cp311-cp311/include/python3.11";
const NUMPY: &str = "/opt/python/cp311-cp311/lib/python3.11/site-packages/numpy/_core/include";

/// Python 3.11 in `venv`, and messages in `install`.
pub struct Environment {
    pub folder: PathBuf,
}

impl Environment {
    /// Installs the packages, if they have changed since the last time.
    pub fn new(folder: &Path) -> anyhow::Result<Self> {
        let new = Self { folder: folder.to_owned() };
        let (venv, stamp) = (folder.join("venv"), folder.join("venv/pins.txt"));
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == PINS) {
            return Ok(new);
        }
        for old in ["venv", "build", "install"] {
            if folder.join(old).exists() {
                fs::remove_dir_all(folder.join(old))
                    .context("cannot remove the old environment")?;
            }
        }
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        eprintln!("installing {} packages into {}", PINS.lines().count(), venv.display());
        let mut pip = new_environment(&python()?, &venv)?;
        let pins = folder.join("pins.txt");
        fs::write(&pins, PINS).with_context(|| format!("cannot write {}", pins.display()))?;
        // One of them comes as source alone.
        pip.args(["--require-hashes", "--only-binary", ":all:", "--no-binary", "empy", "-r"]);
        command::run(pip.arg(&pins)).context("cannot install the packages")?;
        let script = "import sysconfig, numpy; print(sysconfig.get_paths()['include']); print(numpy.get_include())";
        let here = command::run(Command::new(new.python()).args(["-c", script]))?;
        let here = String::from_utf8_lossy(&here.stdout).into_owned();
        let Some((include, numpy)) = here.trim().split_once('\n') else {
            bail!("Python does not know its folders: {here}");
        };
        // The longer one first.
        correct(&venv.join("share"), &[(NUMPY, numpy), (INCLUDE, include)])?;
        fs::write(&stamp, PINS).with_context(|| format!("cannot write {}", stamp.display()))?;
        Ok(new)
    }

    pub fn python(&self) -> PathBuf {
        self.folder.join("venv/bin/python")
    }

    /// Sets what programs and CMake need to find the messages.
    pub fn apply<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let (venv, install) = (self.folder.join("venv"), self.folder.join("install"));
        let pair = |a: PathBuf, b: PathBuf| format!("{}:{}", a.display(), b.display());
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .env("AMENT_PREFIX_PATH", pair(install.clone(), venv.clone()))
            .env("PYTHONPATH", install.join("lib/python3.11/site-packages"))
            .env("LD_LIBRARY_PATH", pair(install.join("lib"), venv.join("lib")))
            .env("PATH", pair(venv.join("bin"), path.into()))
            .env("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp")
            .env("ROS_LOG_DIR", self.folder.join("log"))
            .env("ROS_DOMAIN_ID", "0")
    }

    /// Builds a message package, if it has changed since the last time.
    pub fn build(&self, source: &Path) -> anyhow::Result<()> {
        let manifest = fs::read_to_string(source.join("package.xml"))?;
        // Its version is the hash of the package.
        let name = source.file_name().context("a folder")?.to_string_lossy().into_owned();
        let stamp = self.folder.join(format!("install/{name}.xml"));
        if fs::read_to_string(&stamp).is_ok_and(|built| built == manifest) {
            return Ok(());
        }
        let (build, install) = (self.folder.join("build").join(&name), self.folder.join("install"));
        if build.exists() {
            fs::remove_dir_all(&build)
                .with_context(|| format!("cannot remove {}", build.display()))?;
        }
        eprintln!("building the messages of {}", source.display());
        let venv = self.folder.join("venv");
        let mut cmake = Command::new(venv.join("bin/cmake"));
        cmake.arg("-S").arg(source).arg("-B").arg(&build).args(["-G", "Ninja"]);
        cmake.args(["-DCMAKE_BUILD_TYPE=None", "-DBUILD_TESTING=OFF"]);
        cmake.arg(format!("-DCMAKE_INSTALL_PREFIX={}", install.display()));
        cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", venv.display()));
        cmake.arg(format!("-DPython3_EXECUTABLE={}", self.python().display()));
        let help = "cannot build the messages\nhelp: apt-get install g++ python3-dev";
        command::run(self.apply(&mut cmake)).context(help)?;
        let mut cmake = Command::new(venv.join("bin/cmake"));
        command::run(self.apply(cmake.arg("--build").arg(&build))).context(help)?;
        let mut cmake = Command::new(venv.join("bin/cmake"));
        command::run(self.apply(cmake.arg("--install").arg(&build))).context(help)?;
        fs::write(&stamp, manifest).with_context(|| format!("cannot write {}", stamp.display()))
    }
}

/// Returns the Python for which the packages are built.
fn python() -> anyhow::Result<PathBuf> {
    let is_built_for = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    ensure!(is_built_for, "the packages are built for Linux on x86_64 alone");
    let version = "import sys; print('%d.%d' % sys.version_info[:2])";
    for name in ["python3.11", "python3"] {
        let found = Command::new(name).args(["-c", version]).output();
        if found.is_ok_and(|found| found.stdout == b"3.11\n") {
            return Ok(name.into());
        }
    }
    bail!("no Python 3.11, for which the packages are built")
}

/// Replaces folders in the files for CMake below one.
fn correct(folder: &Path, names: &[(&str, &str)]) -> anyhow::Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            correct(&path, names)?;
        } else if path.extension().is_some_and(|ending| ending == "cmake") {
            let old = fs::read_to_string(&path)?;
            let new =
                names.iter().fold(old.clone(), |text, (built, here)| text.replace(built, here));
            if new != old {
                fs::write(&path, new)?;
            }
        }
    }
    Ok(())
}
