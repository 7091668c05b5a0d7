//! The log of a robot: what its program, its drivers and the skills' own code say, each line with a level, a target, the
//! time of the wall and the robot. Lines of the user's come by the facade `log`.
//!
//! A line goes to the journal if systemd has started the program, otherwise to standard error. Those that are
//! no event of a skill also go to the viewers and the recording, which take them between two passes.

#[cfg(unix)]
use crate::console::journal::{Journal, field_name};
use crate::console::output::{BAD, Verbosity, error_line};
use crate::text::escape::Escaped;
pub use log::Level;
use log::kv::{Error, Key, Value, VisitSource};
use log::{LevelFilter, Metadata, Record};
use std::fmt::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// The most lines that wait for viewers and recording.
const WAITING: usize = 1000;

static LOG: OnceLock<Log> = OnceLock::new();

/// The log of the robot of this program.
#[derive(Debug)]
#[cfg_attr(not(unix), expect(dead_code))] // what only a journal has
struct Log {
    program: &'static str,
    robot: String,
    level: LevelFilter,
    #[cfg(unix)]
    journal: Option<Journal>,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    lines: Vec<String>,
    lost: usize,
}

/// A line of the log.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(unix), expect(dead_code))] // what only a journal has
pub struct Line<'l> {
    /// The level.
    pub level: Level,
    /// The part of the program, such as `agv::drivers`.
    pub target: &'l str,
    /// The line, without its fields.
    pub text: &'l str,
    /// More that is known of it, with names as in the journal.
    pub fields: &'l [(&'l str, &'l str)],
}

/// Begins the log of a robot: that of a program, with a name among others if it has one. A logger of the user's own
/// stays the one of the user's lines.
pub fn begin(program: &'static str, robot: Option<&str>, verbosity: Verbosity) {
    let log = Log {
        program,
        robot: robot.unwrap_or(program).to_owned(),
        level: match verbosity {
            Verbosity::Quiet => LevelFilter::Warn,
            Verbosity::Normal => LevelFilter::Info,
            Verbosity::Verbose => LevelFilter::Debug,
        },
        #[cfg(unix)]
        journal: Journal::of_stderr(),
        waiting: Mutex::default(),
    };
    if LOG.set(log).is_ok()
        && let Some(log) = LOG.get()
        && log::set_logger(log).is_ok()
    {
        log::set_max_level(log.level);
    }
}

/// Writes a line about an event of a skill, which viewers and recording have anyway.
pub fn event(line: &Line<'_>) {
    match LOG.get() {
        Some(log) => log.write(line, &[]),
        None => error_line(format_args!("{}", Escaped(line.text))),
    }
}

/// Writes a line of the program itself, also for viewers and recording. Before the robot begins it is one on standard
/// error.
pub fn say(level: Level, target: &str, text: &str) {
    let line = Line { level, target, text, fields: &[] };
    match LOG.get() {
        Some(log) => {
            if level <= log.level {
                log.write(&line, &[]);
            }
            log.keep(text.to_owned());
        }
        None if level == Level::Error => error_line(format_args!("{BAD}error{BAD:#}: {text}")),
        None => error_line(Escaped(text)),
    }
}

/// Takes the lines for viewers and recording.
pub fn take() -> Vec<String> {
    let Some(log) = LOG.get() else { return Vec::new() };
    let mut waiting = log.waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let Waiting { mut lines, lost } = std::mem::take(&mut *waiting);
    if lost > 0 {
        lines.push(format!("{lost} lines are only in the log: they were too many"));
    }
    lines
}

impl Log {
    fn keep(&self, line: String) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.lines.len() < WAITING {
            waiting.lines.push(line);
        } else {
            waiting.lost += 1;
        }
    }

    /// Writes a line with more fields of the user's.
    fn write(&self, line: &Line<'_>, own: &[(String, String)]) {
        #[cfg(unix)]
        if let Some(journal) = &self.journal
            && self.send(journal, line, own).is_ok()
        {
            return;
        }
        let Line { level, target, text, .. } = *line;
        let time = humantime::format_rfc3339_millis(SystemTime::now());
        let style = if level == Level::Error { BAD } else { anstyle::Style::new() };
        let (robot, text) = (Escaped(&self.robot), text_of(text, own));
        let text = Escaped(&text);
        error_line(format_args!("{time} {style}{level:5}{style:#} {robot} {target}: {text}"));
    }

    #[cfg(unix)]
    fn send(
        &self,
        journal: &Journal,
        line: &Line<'_>,
        own: &[(String, String)],
    ) -> std::io::Result<()> {
        // As syslog(3).
        let priority = match line.level {
            Level::Error => "3",
            Level::Warn => "4",
            Level::Info => "6",
            Level::Debug | Level::Trace => "7",
        };
        let fixed = [
            ("MESSAGE", line.text),
            ("PRIORITY", priority),
            ("SYSLOG_IDENTIFIER", self.program),
            ("ROBOT", &*self.robot),
            ("TARGET", line.target),
        ];
        let fixed = fixed.into_iter().chain(line.fields.iter().copied());
        let taken = |name: &str| fixed.clone().any(|(of, _)| of == name);
        let own = own.iter().map(|(name, value)| (field_name(name, taken), value));
        let own: Vec<(String, &String)> = own.collect();
        let own = own.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        journal.send(fixed.clone().chain(own))
    }
}

/// Returns a line with the fields of the user's: `order received order=3`.
fn text_of(text: &str, own: &[(String, String)]) -> String {
    own.iter().fold(text.to_owned(), |mut text, (name, value)| {
        // A `String` can be written to.
        let _ = write!(text, " {name}={value}");
        text
    })
}

/// The lines of the user's.
impl log::Log for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        struct Fields(Vec<(String, String)>);
        impl<'kvs> VisitSource<'kvs> for Fields {
            fn visit_pair(&mut self, key: Key<'kvs>, value: Value<'kvs>) -> Result<(), Error> {
                self.0.push((key.to_string(), value.to_string()));
                Ok(())
            }
        }
        if !self.enabled(record.metadata()) {
            return;
        }
        let mut own = Fields(Vec::new());
        // It never fails.
        let _ = record.key_values().visit(&mut own);
        let (level, target, text) = (record.level(), record.target(), record.args().to_string());
        let place = record.line().map(|line| line.to_string());
        let place = [("CODE_FILE", record.file()), ("CODE_LINE", place.as_deref())];
        let place: Vec<(&str, &str)> =
            place.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        self.write(&Line { level, target, text: &text, fields: &place }, &own.0);
        self.keep(format!("{level} {target}: {}", text_of(&text, &own.0)));
    }

    fn flush(&self) {}
}
