//! Compiles the cases in one generated crate and runs them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::bail;
use corpus_reader::{Case, names, translate};
use tool_support::{GeneratedCrate, command, packages, progress};

/// The log of a case, or the reason why there is none.
pub type Outcome = Result<String, String>;

/// The lines before and after the log of a case on stdout.
const BEGIN: &str = "#begin ";
const END: &str = "#end";

/// Compiles and runs the cases. Returns an outcome for each, in order.
pub fn run(workspace: &Path, cases: &[Case], keep: bool) -> anyhow::Result<Vec<Outcome>> {
    let mut program = Program::new(workspace, cases);
    let result = program.build_and_run(workspace);
    if !keep {
        program.generated.remove_sources()?;
    }
    result?;
    let missing = || Err("it did not run".to_owned());
    Ok(program.outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(missing)).collect())
}

/// The generated program.
struct Program {
    generated: GeneratedCrate,
    support: String,
    modules: Vec<Module>,
    /// By case; `None` until the outcome is known.
    outcomes: Vec<Option<Outcome>>,
    machines: usize,
}

/// The module of a case.
struct Module {
    case: usize,
    name: String,
    text: String,
}

impl Program {
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
                Err(error) => Some(Err(format!("cannot be translated: {error}"))),
            });
        }
        Program {
            generated: GeneratedCrate::new(workspace, "corpus"),
            support: translate::support(&fields),
            modules,
            outcomes,
            machines: cases.iter().map(|case| case.program.machines.len()).sum(),
        }
    }

    /// Leaves out the cases that do not compile until the others do.
    fn build_and_run(&mut self, workspace: &Path) -> anyhow::Result<()> {
        loop {
            if self.modules.is_empty() {
                return Ok(());
            }
            self.write(workspace)?;
            let output = self.build()?;
            if output.status.success() {
                return self.run_all();
            }
            let messages = command::messages(&output);
            let errors = errors_by_module(&messages);
            let count = self.modules.len();
            let outcomes = &mut self.outcomes;
            self.modules.retain(|module| {
                let error = errors.get(module.name.as_str());
                if let Some(error) = error {
                    outcomes[module.case] = Some(Err(format!("does not compile: {error}")));
                }
                error.is_none()
            });
            if self.modules.len() == count {
                eprint!("{messages}");
                bail!("the generated crate does not compile, see above");
            }
        }
    }

    fn write(&self, workspace: &Path) -> anyhow::Result<()> {
        let runtime = packages::RUNTIME.dependency(workspace, &[]);
        let profile = "[profile.dev]\nopt-level = 0\ndebug = false\n";
        self.generated.clean("src")?;
        self.generated.write_package("corpus-run", &runtime, profile)?;
        self.generated.write("src/support.rs", &self.support)?;
        for module in &self.modules {
            self.generated.write(&format!("src/{}.rs", module.name), &module.text)?;
        }
        self.generated.write("src/main.rs", main_rs(&self.modules))
    }

    fn build(&self) -> anyhow::Result<Output> {
        let (cases, machines) = (self.modules.len(), self.machines);
        let label = format!("corpus: compiling {cases} cases ({machines} machines)");
        progress::run(&mut self.generated.cargo("build"), &label)
    }

    /// Runs all cases. After a case that ends the process, it continues with the next.
    fn run_all(&mut self) -> anyhow::Result<()> {
        let program = self.generated.program("debug", "corpus-run");
        let mut next = 0;
        while next < self.modules.len() {
            let mut run = Command::new(&program);
            let output = command::output(run.arg(next.to_string()).env("RUST_BACKTRACE", "0"))?;
            let mut logs = finished_logs(&String::from_utf8_lossy(&output.stdout));
            while let (Some(module), Some(log)) = (self.modules.get(next), logs.remove(&next)) {
                self.outcomes[module.case] = Some(Ok(log));
                next += 1;
            }
            if let Some(module) = self.modules.get(next) {
                let messages = command::messages(&output);
                let reason = format!("the run ended ({}): {}", output.status, messages.trim());
                self.outcomes[module.case] = Some(Err(reason));
                next += 1;
            }
        }
        Ok(())
    }
}

fn main_rs(modules: &[Module]) -> String {
    let mut out = String::from("#![allow(warnings, missing_docs, clippy::all)]\n\nmod support;\n");
    for module in modules {
        let _ = writeln!(out, "mod {};", module.name);
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

/// Returns the first error of rustc in each module, with its position. An error in a shared
/// macro belongs to the module that calls it.
fn errors_by_module(messages: &str) -> BTreeMap<&str, String> {
    let mut found = BTreeMap::new();
    let mut message = Vec::new();
    let mut in_message = false;
    for line in messages.lines() {
        let text = line.trim_start();
        let place = ["--> ", "::: "].iter().find_map(|arrow| text.strip_prefix(arrow));
        if line.starts_with("error") {
            message.clear();
            in_message = true;
        } else if line.starts_with("warning") {
            message.clear();
            in_message = false;
        }
        in_message &= place.is_none();
        if in_message {
            message.push(text.trim_end());
        }
        let module = place.and_then(module_of);
        if let (Some(place), Some(module), false) = (place, module, message.is_empty()) {
            let reason = || format!("{place}: {}", message.join(" "));
            found.entry(module).or_insert_with(reason);
        }
    }
    found
}

/// Returns the module of a position such as `src/NAME.rs:12:5`.
fn module_of(place: &str) -> Option<&str> {
    let path = place.strip_prefix("src/").or(place.strip_prefix("src\\"));
    let (module, _) = path?.split_once(".rs:")?;
    Some(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_module_of_an_error() {
        let messages = "\
warning: odd
 --> src/c001_a.rs:3:1

error[E0425]: first
       of two lines
 --> src/c001_a.rs:4:1
  |
4 | a

error: second
 --> src/c001_a.rs:5:1

error: shared
   --> src/support.rs:9:1
    |
   ::: src/c002_b.rs:7:1
    |
7   |     run_case!()

error: could not compile";
        let found = errors_by_module(messages);
        let first = "src/c001_a.rs:4:1: error[E0425]: first of two lines";
        assert_eq!(found["c001_a"], first);
        assert_eq!(found["c002_b"], "src/c002_b.rs:7:1: error: shared");
    }

    #[test]
    fn ignores_an_incomplete_log() {
        let logs = finished_logs("#begin 3\na\nb\n#end\nnoise\n#begin 4\nc\n");
        assert_eq!(Vec::from_iter(logs), [(3, "a\nb\n".to_owned())]);
    }
}
