//! A short campaign: some of each source. `cargo xtask fmt` is the long one.

use fastrand::Rng;
use skill_fmt::Formatter;
use tool_fmt::sources::{self, Source};
use tool_fmt::{Verdict, check, check_all, mutate};

fn formatted(texts: &[Source], may_refuse: impl Fn(&Source) -> bool) -> usize {
    let formatter = Formatter::new(tool_support::workspace(), Some("2024".to_owned())).unwrap();
    let verdicts = check_all(texts.len(), |at| check(&formatter, &texts[at].text), || ());
    let mut count = 0;
    for (source, verdict) in texts.iter().zip(verdicts) {
        match verdict {
            Verdict::Formatted(_) => count += 1,
            Verdict::Refused if may_refuse(source) => {}
            other => panic!("{}: {other:?}\n{}", source.name, source.text),
        }
    }
    count
}

#[test]
fn the_shipped_skills() {
    let texts = sources::repository(&tool_support::workspace().join("skills-nao")).unwrap();
    assert_eq!(formatted(&texts, |_| false), texts.len());
    assert!(texts.len() > 20);
}

#[test]
fn recorded_machines() {
    let texts = sources::corpus(&tool_support::workspace().join("tests/corpus/fsmt")).unwrap();
    let some: Vec<Source> = texts.into_iter().step_by(10).collect();
    assert_eq!(formatted(&some, |_| false), some.len());
}

#[test]
fn random_skills() {
    assert_eq!(formatted(&sources::random(15, 7), |_| false), 15);
}

#[test]
fn mutated_files() {
    let workspace = tool_support::workspace();
    let mut texts = sources::repository(&workspace.join("skills-nao")).unwrap();
    texts.extend(sources::random(5, 8));
    let mut rng = Rng::with_seed(9);
    let mutated: Vec<Source> = (0..120)
        .map(|number| {
            let source = &texts[number % texts.len()];
            let text = mutate::mutated(&source.text, &mut rng);
            Source { name: format!("mutation {number} of {}", source.name), text }
        })
        .collect();
    let count = formatted(&mutated, |_| true);
    assert!((20..110).contains(&count), "{count} of the mutated files are still valid");
}
