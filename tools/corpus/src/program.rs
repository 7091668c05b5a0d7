//! Compiles the cases into a few generated programs and runs them.
//!
//! The compiler reports the errors of one program together, and none of them keeps the others
//! from being compiled: only a program with a faulty case is compiled again, without it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::bail;
use corpus_reader::translate::{self, TranslateError};
use corpus_reader::{Case, names};
use tool_support::{GeneratedCrate, command, packages, progress};

use crate::reports::{self, Built};

/// The number of cases in a program. Each program is linked, which takes as long as compiling
/// some cases.
const CASES: usize = 20;
/// The lines before and after the log of a case on stdout.
const BEGIN: &str = "#begin ";
const END: &str = "#end";

/// The log of a case, or the reason why there is none.
pub type Outcome = Result<String, NoLog>;

/// The reason why a case has no log.
pub enum NoLog {
    /// The skill language cannot express it.
    NotTranslatable(TranslateError),
    /// It does not compile, or does not run to its end.
    Failed(String),
}

/// Compiles and runs the cases. Returns an outcome for each, in order.
pub fn run(workspace: &Path, cases: &[Case], keep: bool) -> anyhow::Result<Vec<Outcome>> {
    let mut programs = Programs::new(workspace, cases);
    let result = programs.write(workspace).and_then(|()| programs.build_and_run());
    if !keep {
        programs.generated.remove_sources()?;
    }
    result?;
    let missing = || Err(NoLog::Failed("it did not run".to_owned()));
    Ok(programs.outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(missing)).collect())
}

/// The generated crate and what is known of its programs.
struct Programs {
    generated: GeneratedCrate,
    support: String,
    waiting: Vec<Program>,
    /// By case; `None` until the outcome is known.
    outcomes: Vec<Option<Outcome>>,
}

struct Program {
    name: String,
    modules: Vec<Module>,
}

struct Module {
    case: usize,
    name: String,
    text: String,
}

impl Programs {
    fn new(workspace: &Path, cases: &[Case]) -> Self {
        let fields = translate::input_fields(cases.iter().map(|case| &case.program));
        let mut modules = Vec::new();
        let mut outcomes = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let file = format!("{}.fsm", case.name);
            outcomes.push(match translate::case(&file, &case.program, &fields) {
                Ok(text) => {
                    let name = names::module(number, &case.name);
                    modules.push(Module { case: number, name, text });
                    None
                }
                Err(error) => Some(Err(NoLog::NotTranslatable(error))),
            });
        }
        let mut waiting = Vec::new();
        while !modules.is_empty() {
            let rest = modules.split_off(modules.len().min(CASES));
            let name = format!("cases{:03}", waiting.len());
            waiting.push(Program { name, modules: std::mem::replace(&mut modules, rest) });
        }
        Programs {
            generated: GeneratedCrate::new(workspace, "corpus"),
            support: translate::support(&fields),
            waiting,
            outcomes,
        }
    }

    fn write(&self, workspace: &Path) -> anyhow::Result<()> {
        let runtime = packages::RUNTIME.dependency(workspace, &[]);
        let profile = "[profile.dev]\nopt-level = 0\ndebug = false\n";
        self.generated.clean("src")?;
        self.generated.write_package("corpus-run", &runtime, profile)?;
        self.generated.write("src/support.rs", &self.support)?;
        for program in &self.waiting {
            for module in &program.modules {
                self.generated.write(&format!("src/cases/{}.rs", module.name), &module.text)?;
            }
            self.write_main(program)?;
        }
        Ok(())
    }

    fn write_main(&self, program: &Program) -> anyhow::Result<()> {
        self.generated.write(&format!("src/bin/{}.rs", program.name), main_rs(&program.modules))
    }

    /// Builds and runs the programs; those with faulty cases again without these.
    fn build_and_run(&mut self) -> anyhow::Result<()> {
        while !self.waiting.is_empty() {
            let output = self.build()?;
            let built = reports::read(&String::from_utf8_lossy(&output.stdout))?;
            for mut program in std::mem::take(&mut self.waiting) {
                if let Some(executable) = built.programs.get(&program.name) {
                    self.run_cases(executable, &program.modules)?;
                } else if self.leave_out(&mut program, &built) == 0 {
                    eprint!("{}", command::messages(&output));
                    bail!("the program {} of target/corpus does not compile", program.name);
                } else if !program.modules.is_empty() {
                    self.write_main(&program)?;
                    self.waiting.push(program);
                }
            }
        }
        Ok(())
    }

    fn build(&self) -> anyhow::Result<Output> {
        let cases: usize = self.waiting.iter().map(|program| program.modules.len()).sum();
        let label = format!("corpus: compiling {cases} cases");
        let mut cargo = self.generated.cargo("build");
        cargo.args(["--keep-going", "--message-format=json"]);
        for program in &self.waiting {
            cargo.args(["--bin", &program.name]);
        }
        progress::run(&mut cargo, &label)
    }

    /// Leaves the cases that do not compile out of a program, and returns how many.
    fn leave_out(&mut self, program: &mut Program, built: &Built) -> usize {
        let before = program.modules.len();
        program.modules.retain(|module| {
            let error = built.errors.get(&module.name);
            if let Some(error) = error {
                let reason = format!("does not compile: {error}");
                self.outcomes[module.case] = Some(Err(NoLog::Failed(reason)));
            }
            error.is_none()
        });
        before - program.modules.len()
    }

    /// Runs all cases of a program. After a case that ends the process, it continues with the
    /// next.
    fn run_cases(&mut self, executable: &PathBuf, modules: &[Module]) -> anyhow::Result<()> {
        let mut next = 0;
        while next < modules.len() {
            let mut run = Command::new(executable);
            let output = command::output(run.arg(next.to_string()).env("RUST_BACKTRACE", "0"))?;
            let mut logs = finished_logs(&String::from_utf8_lossy(&output.stdout));
            while let (Some(module), Some(log)) = (modules.get(next), logs.remove(&next)) {
                self.outcomes[module.case] = Some(Ok(log));
                next += 1;
            }
            if let Some(module) = modules.get(next) {
                let messages = command::messages(&output);
                let reason = format!("the run ended ({}): {}", output.status, messages.trim());
                self.outcomes[module.case] = Some(Err(NoLog::Failed(reason)));
                next += 1;
            }
        }
        Ok(())
    }
}

fn main_rs(modules: &[Module]) -> String {
    let mut out = String::from(
        "#![allow(warnings, missing_docs, clippy::all)]\n\n\
         #[path = \"../support.rs\"]\nmod support;\n",
    );
    for Module { name, .. } in modules {
        let _ = writeln!(out, "#[path = \"../cases/{name}.rs\"]\nmod {name};");
    }
    out.push_str("\nconst CASES: &[fn() -> String] = &[\n");
    for module in modules {
        let _ = writeln!(out, "    {}::run,", module.name);
    }
    let _ = write!(
        out,
        "];\n\n/// Runs the cases, beginning with the number that is given.\nfn main() {{\n    \
         let first = std::env::args().nth(1).and_then(|number| number.parse().ok());\n    \
         for (number, run) in CASES.iter().enumerate().skip(first.unwrap_or(0)) {{\n        \
         print!(\"{BEGIN}{{number}}\\n{{}}{END}\\n\", run());\n    }}\n}}\n"
    );
    out
}

/// Returns the complete logs on stdout by the number of the module.
fn finished_logs(stdout: &str) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    let mut current = None;
    for line in stdout.lines() {
        if let Some(number) = line.strip_prefix(BEGIN) {
            current = number.parse().ok().map(|number| (number, String::new()));
        } else if line == END {
            found.extend(current.take());
        } else if let Some((_, log)) = &mut current {
            log.push_str(line);
            log.push('\n');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_an_incomplete_log() {
        let logs = finished_logs("#begin 3\na\nb\n#end\nnoise\n#begin 4\nc\n");
        assert_eq!(Vec::from_iter(logs), [(3, "a\nb\n".to_owned())]);
    }
}
