//! Formats many texts and checks that nothing is lost: `cargo xtask fmt`.

use std::process::ExitCode;

use clap::Parser;
use fastrand::Rng;
use skill_fmt::Formatter;
use tool_fmt::sources::{self, Source};
use tool_fmt::{Verdict, check, check_all, check_file, mutate};
use tool_support::Progress;

/// Format the blocks of the repository, of recorded machines, of random skills and of mutated
/// files: formatting twice is formatting once, every token and comment is kept, no panic
#[derive(Parser)]
#[command(bin_name = "cargo xtask fmt")]
struct Options {
    /// The number of random skills
    #[arg(long, default_value_t = 500)]
    skills: usize,
    /// The number of mutated files
    #[arg(long, default_value_t = 10_000)]
    mutations: usize,
    /// Only these texts, if given
    #[arg(long, value_enum)]
    only: Vec<Texts>,
    /// Print a mutated file instead
    #[arg(long)]
    show: Option<usize>,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A source of texts.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Texts {
    Repository,
    Corpus,
    Random,
    Mutations,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

/// Returns whether there is no fault.
fn run(options: &Options) -> anyhow::Result<bool> {
    let workspace = tool_support::workspace();
    let formatter = Formatter::new(workspace.clone(), Some("2024".to_owned()))?;
    let repository = sources::repository(&workspace)?;
    let corpus = sources::corpus(&workspace.join("tests/corpus/fsmt"))?;
    let random = sources::random(options.skills, options.seed);
    let mut holds = true;
    let faulty = |source: &Source| sources::may_be_faulty(&source.name);
    let is_wanted = |texts| options.only.is_empty() || options.only.contains(&texts);
    for (kind, name, texts) in [
        (Texts::Repository, "repository", &repository),
        (Texts::Corpus, "corpus", &corpus),
        (Texts::Random, "random", &random),
    ] {
        if !is_wanted(kind) {
            continue;
        }
        holds &= all(name, texts, faulty, |text| check(&formatter, text));
        let name = format!("{name}, whole files");
        holds &= all(&name, texts, faulty, |text| check_file(&formatter, text));
    }
    if !is_wanted(Texts::Mutations) {
        return Ok(holds);
    }
    let texts: Vec<&Source> = repository.iter().chain(&corpus).chain(&random).collect();
    let mutated = |number: usize| {
        let mut rng = Rng::with_seed(options.seed.wrapping_mul(1 << 32) + number as u64);
        let source = texts[rng.usize(0..texts.len())];
        let name = format!("mutation {number} of {}", source.name);
        Source { name, text: mutate::mutated(&source.text, &mut rng) }
    };
    if let Some(number) = options.show {
        print!("{}", mutated(number).text);
        return Ok(true);
    }
    let mutated: Vec<Source> = (0..options.mutations).map(mutated).collect();
    holds &= all("mutations", &mutated, |_| true, |text| check(&formatter, text));
    Ok(holds)
}

/// Checks texts and prints what came of them. Returns whether there is no fault.
fn all(
    name: &str,
    texts: &[Source],
    may_refuse: impl Fn(&Source) -> bool,
    check: impl Fn(&str) -> Verdict + Sync,
) -> bool {
    let progress = Progress::bar(name, texts.len() as u64);
    let verdicts = check_all(texts.len(), |at| check(&texts[at].text), || progress.advance());
    let (mut kept, mut changed, mut refused, mut faults) = (0, 0, 0, 0);
    for (source, verdict) in texts.iter().zip(verdicts) {
        let fault = match verdict {
            Verdict::Formatted(true) => {
                changed += 1;
                continue;
            }
            Verdict::Formatted(false) => {
                kept += 1;
                continue;
            }
            Verdict::Refused if may_refuse(source) => {
                refused += 1;
                continue;
            }
            Verdict::Refused => "refused".to_owned(),
            Verdict::Fault(fault) => fault,
        };
        faults += 1;
        println!("{}: FAULT: {fault}", source.name);
        if faults == 1 && name == "mutations" {
            println!("{}", source.text);
        }
    }
    progress.finish(faults == 0);
    println!(
        "{name}: {changed} formatted, {kept} were formatted, {refused} refused, {faults} faults"
    );
    faults == 0
}
