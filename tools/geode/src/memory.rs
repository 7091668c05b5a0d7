//! The file of the shared memory: what others have put in its place, and its truncation while
//! host and behavior run.

use std::fs::{self, File, OpenOptions, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::Path;

use tool_support::command;

use crate::process::{Process, Step};
use crate::programs::Runner;
use crate::report::{self, Report};
use crate::stage::{self, STANDING, Stage};

/// A user that is not this one.
const OTHER_USER: u32 = 54_321;
/// More than the shared memory has.
const LARGE: u64 = 1 << 20;

type Test = (&'static str, fn(&Stage<'_>) -> Step);

const TESTS: [Test; 10] = [
    ("a file of another user is refused", other_user),
    ("a file that others can write is refused", open_to_others),
    ("a link is refused", link),
    ("a file with two names is refused", two_names),
    ("a file of another size that is ours is replaced by the host, refused by a behavior", size),
    ("a file that is truncated to nothing: the host takes the robot to safety", truncated),
    ("a file that is truncated by a byte: the same", shortened),
    ("a file that has grown by a byte: the same", grown),
    ("a file whose name is removed: the same", removed),
    ("sealed memory cannot be truncated, and a behavior opens it", sealed),
];

/// Runs all cases on this machine, in both widths.
pub fn all(programs: &Path, report: &mut Report) {
    for runner in [Runner::Native, Runner::I586] {
        for (what, test) in TESTS {
            let result = test(&Stage::new(programs, runner, "memory"));
            stage::report(report, &format!("{what} ({})", runner.name()), result);
        }
    }
}

impl Stage<'_> {
    fn create(&self, size: u64) -> Result<File, String> {
        let create = || {
            let file = File::create(&self.file)?;
            file.set_len(size)?;
            file.set_permissions(Permissions::from_mode(0o600))?;
            std::io::Result::Ok(file)
        };
        create().map_err(|error| error.to_string())
    }

    /// Creates the file in the right size, by a host that is killed.
    fn left_over(&self) -> Step {
        let mut dcm = self.paced_dcm()?;
        dcm.prints("attached")
    }

    fn paced_dcm(&self) -> Result<Process, String> {
        self.start("dcm", &[&self.name, STANDING, "--realtime"])
    }

    fn kick(&self, name: &str) -> Result<Process, String> {
        self.start("behaviour", &[name, "kick{leg=\"left\"}"])
    }

    /// Both programs must refuse the file with this message.
    fn refused(&self, message: &str) -> Step {
        for program in ["dcm", "behaviour"] {
            self.refuses(program, message)?;
        }
        Ok(())
    }

    fn refuses(&self, program: &str, message: &str) -> Step {
        let mut command = self.runner.command(self.programs, program);
        command.args([self.name.as_str(), "0"]);
        let output = command::output(&mut command).map_err(|error| format!("{error:#}"))?;
        let text = command::messages(&output);
        if output.status.code() == Some(3) && text.contains(message) {
            return Ok(());
        }
        Err(format!("{program} ends with {} and says `{}`", output.status, text.trim()))
    }

    /// Runs both, damages the file, and checks that both end and the robot is safe.
    fn damaged(&self, message: &str, damage: impl Fn() -> std::io::Result<()>) -> Step {
        let mut dcm = self.paced_dcm()?;
        let mut behaviour = self.kick(&self.name)?;
        dcm.prints("control given")?;
        behaviour.prints("kick#0:")?;
        damage().map_err(|error| error.to_string())?;
        dcm.prints(message)?;
        dcm.prints("ends sitting, stiffness 0.30")?;
        dcm.ends(4)?;
        behaviour.prints("behaviour: lost:")?;
        behaviour.ends(4)?;
        // The next ones find it as it should be.
        let mut dcm = self.paced_dcm()?;
        let mut behaviour = self.kick(&self.name)?;
        dcm.prints("control given")?;
        behaviour.prints("kick#0:")
    }

    fn resize(&self, bytes: i64) -> std::io::Result<()> {
        let file = OpenOptions::new().write(true).open(&self.file)?;
        file.set_len(file.metadata()?.len().saturating_add_signed(bytes))
    }
}

fn other_user(case: &Stage<'_>) -> Step {
    case.left_over()?;
    if let Err(error) = chown(&case.file, Some(OTHER_USER), None) {
        report::note(&format!("not tried, since it needs root: {error}"));
        return Ok(());
    }
    case.refused("belongs to another user")
}

fn open_to_others(case: &Stage<'_>) -> Step {
    case.left_over()?;
    fs::set_permissions(&case.file, Permissions::from_mode(0o606)).map_err(|e| e.to_string())?;
    case.refused("open to other users")
}

fn link(case: &Stage<'_>) -> Step {
    case.left_over()?;
    let other = case.file.with_extension("other");
    fs::rename(&case.file, &other)
        .and_then(|()| symlink(&other, &case.file))
        .map_err(|e| e.to_string())?;
    case.refused("not a regular file")
}

fn two_names(case: &Stage<'_>) -> Step {
    case.left_over()?;
    let other = case.file.with_extension("other");
    fs::hard_link(&case.file, other).map_err(|error| error.to_string())?;
    case.refused("another name")
}

fn size(case: &Stage<'_>) -> Step {
    case.create(LARGE)?;
    case.refuses("behaviour", "another size")?;
    case.left_over()?;
    let size = fs::metadata(&case.file).map_err(|error| error.to_string())?.len();
    if size < LARGE { Ok(()) } else { Err(format!("the file still has {size} bytes")) }
}

fn truncated(case: &Stage<'_>) -> Step {
    case.damaged("truncated; taking the robot to safety", || case.resize(i64::MIN))
}

fn shortened(case: &Stage<'_>) -> Step {
    case.damaged("truncated; taking the robot to safety", || case.resize(-1))
}

fn grown(case: &Stage<'_>) -> Step {
    case.damaged("another size; taking the robot to safety", || case.resize(1))
}

fn removed(case: &Stage<'_>) -> Step {
    case.damaged("or none any more; taking the robot to safety", || fs::remove_file(&case.file))
}

fn sealed(case: &Stage<'_>) -> Step {
    let mut dcm = case.start("dcm", &["-", STANDING])?;
    let line = dcm.line("dcm: memory /proc/")?;
    let path = line.trim_start_matches("dcm: memory ").to_owned();
    let mut behaviour = case.kick(&path)?;
    dcm.prints("control given")?;
    behaviour.prints("kick#0:")?;
    let file = OpenOptions::new().write(true).open(&path).map_err(|error| error.to_string())?;
    match file.set_len(0) {
        Ok(()) => return Err("it can be truncated".to_owned()),
        Err(_) => behaviour.prints("behaviour: FINAL")?,
    }
    dcm.signal("TERM")?;
    dcm.prints("detached")?;
    dcm.ends(0)
}
