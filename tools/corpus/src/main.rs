//! Runs recorded machines of Fawkes as skills and compares: `cargo xtask corpus`.

mod program;
mod reports;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Parser;
use corpus_reader::Compared;
use program::NoLog;

/// Run recorded machines of Fawkes as skills and compare the runs.
#[derive(Parser)]
#[command(bin_name = "cargo xtask corpus")]
struct Cli {
    /// The directory with the cases: NAME.fsm and NAME.out
    dir: PathBuf,
    /// Only cases whose names contain this
    #[arg(long, default_value = "", hide_default_value = true)]
    filter: String,
    /// Keep the generated crate in target/corpus
    #[arg(long)]
    keep: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse()))
}

/// The verdict on a case.
enum Verdict {
    /// At least half of its passes were compared, and agree.
    Passed(Compared),
    /// Fewer were: the record is not comparable after them.
    Part(Compared),
    /// It differs, and has a machine that Fawkes and skills run differently.
    Stated(String),
    /// The skill language cannot express it.
    NotTranslatable(String),
    Failed(String),
}

/// Returns what a comparison shows. `shared` is a machine that two states run.
fn judge(compared: Result<Compared, String>, shared: Option<&str>) -> Verdict {
    match (compared, shared) {
        (Ok(compared), _) if 2 * compared.passes < compared.recorded => Verdict::Part(compared),
        (Ok(compared), _) => Verdict::Passed(compared),
        (Err(reason), Some(name)) => Verdict::Stated(format!(
            "two states run `{name}`, which Fawkes has once and skills once for each: {reason}"
        )),
        (Err(reason), None) => Verdict::Failed(reason),
    }
}

/// Runs the cases. Prints what each shows, and a summary. Returns whether none failed and all can be
/// translated.
fn run(cli: &Cli) -> anyhow::Result<bool> {
    let cases = corpus_reader::read_cases(&cli.dir, &cli.filter).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!(errors.join("\nerror: "))
    })?;
    let outcomes = program::run(&tool_support::workspace(), &cases, cli.keep)?;
    let (mut passed, mut part, mut stated, mut untranslatable, mut failed) = (0, 0, 0, 0, 0);
    let mut all = Compared::default();
    for (case, outcome) in cases.iter().zip(outcomes) {
        let verdict = match outcome {
            Ok(log) => judge(case.compare(&log), case.program.shared_machine()),
            Err(NoLog::Failed(reason)) => Verdict::Failed(reason),
            Err(NoLog::NotTranslatable(reason)) => Verdict::NotTranslatable(reason.to_string()),
        };
        let (count, text) = match verdict {
            Verdict::Passed(compared) => {
                all += compared;
                (&mut passed, compared.to_string())
            }
            Verdict::Part(compared) => {
                all += compared;
                (&mut part, format!("in part: {compared}"))
            }
            Verdict::Stated(reason) => (&mut stated, format!("differs as stated: {reason}")),
            Verdict::NotTranslatable(reason) => {
                (&mut untranslatable, format!("not translatable: {reason}"))
            }
            Verdict::Failed(reason) => (&mut failed, format!("FAILED: {reason}")),
        };
        *count += 1;
        println!("{}: {text}", case.name);
    }
    println!(
        "{passed} passed, {part} in part, {stated} differ as stated, {failed} failed, {untranslatable} \
         not translatable: {all}"
    );
    Ok(failed + untranslatable == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_of_which_little_was_compared_has_not_passed() {
        let of = |passes| Ok(Compared { passes, recorded: 43, states: 9, values: 9 });
        assert!(matches!(judge(of(1), None), Verdict::Part(_)));
        assert!(matches!(judge(of(21), Some("arm")), Verdict::Part(_)));
        assert!(matches!(judge(of(22), None), Verdict::Passed(_)));
    }

    #[test]
    fn a_stated_difference_is_no_failure() {
        let wrong = || Err("line 7: expected `g top 0 1`".to_owned());
        assert!(matches!(judge(wrong(), None), Verdict::Failed(_)));
        let Verdict::Stated(text) = judge(wrong(), Some("arm")) else { panic!("it is stated") };
        assert!(text.contains("`arm`") && text.ends_with("line 7: expected `g top 0 1`"), "{text}");
    }
}
