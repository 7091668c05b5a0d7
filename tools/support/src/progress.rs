//! Progress on stderr: one line that is updated on a terminal, plain lines otherwise.

use std::process::{Command, Output};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::command;

/// Work in progress.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    label: String,
}

impl Progress {
    /// Starts work of unknown length.
    #[must_use]
    pub fn spinner(label: &str) -> Self {
        Self::start(ProgressBar::new_spinner(), label, "{spinner} {prefix}: {msg} {elapsed}")
    }

    /// Starts work of `length` steps.
    #[must_use]
    pub fn bar(label: &str, length: u64) -> Self {
        let template = "{prefix} [{bar:40}] {pos}/{len} {elapsed} {msg}";
        Self::start(ProgressBar::new(length), label, template)
    }

    fn start(bar: ProgressBar, label: &str, template: &str) -> Self {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("#>."));
        }
        bar.set_prefix(label.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        let progress = Progress { bar, label: label.to_owned() };
        if progress.bar.is_hidden() {
            eprintln!("{label} ..");
        }
        progress
    }

    /// Shows the current step.
    pub fn step(&self, message: &str) {
        if self.bar.is_hidden() {
            eprintln!("{}: {:>4} s  {message}", self.label, self.bar.elapsed().as_secs());
        }
        self.bar.set_message(message.to_owned());
    }

    /// Counts one step as done. Without a terminal, each tenth of the length is printed.
    pub fn advance(&self) {
        self.bar.inc(1);
        if let (true, Some(length)) = (self.bar.is_hidden(), self.bar.length()) {
            let done = self.bar.position();
            let tenth = |steps: u64| steps * 10 / length.max(1);
            if tenth(done) > tenth(done.saturating_sub(1)) {
                eprintln!("{}: {done}/{length}", self.label);
            }
        }
    }

    /// Ends the work and prints how long it took.
    pub fn finish(self, success: bool) {
        self.bar.finish_and_clear();
        let verdict = if success { "done" } else { "failed" };
        eprintln!("{}: {verdict} after {} s", self.label, self.bar.elapsed().as_secs());
    }
}

/// Runs a command to its end, with `label` and the time on stderr.
///
/// # Errors
/// If it cannot be run. A command that fails is no error here.
pub fn run(command: &mut Command, label: &str) -> anyhow::Result<Output> {
    let progress = Progress::spinner(label);
    let output = command::output(command);
    progress.finish(output.as_ref().is_ok_and(|output| output.status.success()));
    output
}
