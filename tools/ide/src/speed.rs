//! The time of a completion in a large block, compared with that in a plain file of the same size.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::json;

use crate::probe::Source;
use crate::session::{Checker, Outcome};
use crate::text::Position;

const STATES: usize = 100;
/// The numbers of completions that are not measured, and that are.
const ROUNDS: (usize, usize) = (3, 15);
/// The maximum ratio of the medians.
const RATIO: f64 = 1.5;
const TYPED: &str = "self.";
const OFFERED: &str = "count";
/// The comment on the line above the cursor.
const CURSOR: &str = "// the cursor is below\n";

const HEAD: &str = "//! Generated for the measurement of completions.\n
use crate::world::{Motion, motion};\n";

/// Returns the two files: a block with many states, and plain Rust of the same size.
pub fn sources() -> [Source; 2] {
    let skill = in_file("src/speed_skill.rs", &skill());
    let plain = in_file("src/speed_plain.rs", &plain(skill.text.len()));
    [skill, plain]
}

fn in_file(path: &str, code: &str) -> Source {
    Source { path: path.to_owned(), text: format!("{HEAD}{code}"), probes: Vec::new() }
}

/// Returns the place where the cursor is in the middle of the code.
fn cursor(state: usize) -> &'static str {
    if state == STATES / 2 { CURSOR } else { "" }
}

fn skill() -> String {
    let mut code = String::from(
        "use skill_runtime::skill;\n\nskill! {\n    /// Has many states.\n    pub skill Many(limit: u32 = 9) {\n        \
         depends_interfaces { motion: Motion }\n        vars { count: u32 = 0 }\n",
    );
    for state in 0..STATES {
        let (start, next, cursor) =
            (if state == 0 { "start " } else { "" }, (state + 1) % STATES, cursor(state));
        let _ = write!(
            code,
            "        {start}state S{state} {{
            init {{
                {cursor}
                self.count += 1;
                motion.send(motion::Go {{ distance: 1.0 }});
            }}
            -> S{next} when self.count > {state} && motion.moving;
            -> FINAL when self.count > self.limit;
            -> S{next} after 3s;
        }}
"
        );
    }
    code + "    }\n}\n"
}

/// Returns functions that do the same, with comments up to this size.
fn plain(size: usize) -> String {
    let mut code = String::from(
        "use skill_runtime::Port;\n\n/// Has many functions.\npub struct Plain {\n    /// The limit.\n    pub limit: u32,\n    \
         /// The count.\n    pub count: u32,\n}\n\nimpl Plain {\n",
    );
    for state in 0..STATES {
        let (next, cursor) = ((state + 1) % STATES, cursor(state));
        let _ = write!(
            code,
            "    pub fn state{state}(&mut self, motion: &mut Port<'_, Motion>) -> u32 {{
        {cursor}
        self.count += 1;
        motion.send(motion::Go {{ distance: 1.0 }});
        if self.count > {state} && motion.moving {{
            return {next};
        }}
        if self.count > self.limit {{ 1000 }} else {{ {next} }}
    }}
"
        );
    }
    code += "}\n";
    let missing = size.saturating_sub(HEAD.len() + code.len());
    code + &"// .\n".repeat(missing / 5)
}

impl Checker<'_> {
    /// Measures completions in both files in turns, and compares the medians.
    pub fn speed(&mut self, files: &[Source; 2]) -> anyhow::Result<Outcome> {
        for file in files {
            self.open(file)?;
        }
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS.0 + ROUNDS.1 {
            for (file, times) in files.iter().zip(&mut times) {
                let time = self.timed(file)?;
                if round >= ROUNDS.0 {
                    times.push(time);
                }
            }
        }
        for file in files {
            self.close(file)?;
        }
        let [skill, plain] = times.map(median);
        let ratio = skill.as_secs_f64() / plain.as_secs_f64();
        Ok(Outcome::new(
            ratio <= RATIO,
            format!("{skill:.1?} in the block, {plain:.1?} in the plain file: {ratio:.2} times"),
        ))
    }

    /// Types at the cursor, measures the completion, and restores the file.
    fn timed(&mut self, file: &Source) -> anyhow::Result<Duration> {
        let above = file.text.lines().position(|line| line.trim() == CURSOR.trim());
        let line = above.unwrap_or_default() + 1;
        let begin = Position { line, column: 0 };
        let cursor = Position { line, column: TYPED.len() };
        let start = Instant::now();
        let place = json!({ "start": begin.json(), "end": begin.json() });
        self.change(file, &json!({ "range": place, "text": TYPED }))?;
        let context = json!({ "context": { "triggerKind": 2, "triggerCharacter": "." } });
        let answer = self.ask("completion", file, cursor, context)?;
        let time = start.elapsed();
        self.change(file, &json!({ "text": file.text }))?;
        let items = answer.get("items").unwrap_or(&answer).as_array().into_iter().flatten();
        let mut labels = items.filter_map(|item| item["label"].as_str());
        ensure!(labels.any(|label| label == OFFERED), "{}: `{OFFERED}` is not offered", file.path);
        Ok(time)
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_have_the_same_size() {
        let [skill, plain] = sources().map(|source| source.text.len());
        assert!(plain.abs_diff(skill) < 10, "{skill} {plain}");
    }

    #[test]
    fn each_file_has_one_cursor() {
        assert!(sources().iter().all(|source| source.text.matches(CURSOR).count() == 1));
    }
}
