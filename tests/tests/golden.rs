//! The recorded runs of Fawkes's NAO skills (`corpus/nao_golden.txt`) on our engine:
//! the same messages, states, times, results and reasons, except where a difference
//! on purpose is listed.

#[path = "golden/differences.rs"]
mod differences;
#[path = "golden/fake.rs"]
mod fake;
#[path = "golden/record.rs"]
mod record;

use differences::{DIFFERENCES, Difference};
use record::{Case, Field, Run};

const RECORD: &str = include_str!("../corpus/nao_golden.txt");
const TABLE: &str = include_str!("../../skills-nao/src/differences.md");

#[test]
fn skills_do_what_fawkes_did() {
    let cases = record::parse(RECORD);
    let complaints: Vec<_> = cases.iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_recorded_run_is_overlooked() {
    let cases = record::parse(RECORD);
    assert_eq!(cases.len(), RECORD.matches("### ").count());
    assert!(cases.iter().all(|case| !case.run.lines.is_empty()));
    for name in DIFFERENCES.iter().flat_map(|difference| difference.cases) {
        let known = cases.iter().any(|case| case.name == *name);
        assert!(known, "a difference is listed for {name}, which is no run");
    }
}

/// The rows that no recorded run shows have examples, which `soccer/differences.rs` runs.
#[test]
fn the_differences_are_those_of_the_documentation() {
    let documented = documented();
    for difference in DIFFERENCES {
        let row = difference.row;
        assert!(documented.contains(&row), "not documented: {row:?}");
        assert!(!difference.cases.is_empty(), "no run shows {row:?}");
    }
}

#[test]
fn the_comparison_overlooks_no_change() {
    let cases = record::parse(RECORD);
    let name = "servo{head_yaw=0.5, head_pitch=-0.3, time_sec=1}";
    let case = cases.iter().find(|case| case.name == name);
    let run = &case.expect("a recorded run").run;
    let changes: [fn(&mut Run); 9] = [
        |run| run.lines[1].time_sec += 0.01,
        |run| run.lines.truncate(1),
        |run| run.lines[1].status = "FAILED".to_owned(),
        |run| run.lines[0].states.clear(),
        |run| run.lines[0].messages.truncate(1),
        |run| run.lines[0].messages.swap(0, 1),
        |run| run.lines[0].messages[1].name.push('s'),
        |run| run.lines[0].messages[1].fields[1] = Field::Number(0.5 + 1.1e-6),
        |run| drop(run.errors.insert("servo".to_owned(), String::new())),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut other = run.clone();
        change(&mut other);
        assert!(!run.agrees(&other), "change {number}");
    }
}

/// The differences that are listed for `case`.
fn listed(case: &Case) -> impl Iterator<Item = &'static Difference> {
    let name = case.name.clone();
    DIFFERENCES.iter().filter(move |difference| difference.cases.contains(&name.as_str()))
}

/// Returns the differences of our run of `case` from the recorded one.
fn complaint(case: &Case) -> Option<String> {
    let mut expected = differences::renamed(case);
    for difference in listed(case) {
        let before = expected.clone();
        (difference.apply)(case, &mut expected);
        if before.agrees(&expected) {
            let row = difference.row;
            return Some(format!("{}: {row:?} is listed, but not so", case.name));
        }
    }
    let ours = fake::run(case, &differences::translated(case));
    let name = &case.name;
    (!expected.agrees(&ours)).then(|| format!("{name}\n  expected\n{expected}  ours\n{ours}"))
}

/// The columns "skill" and "here" of the list in the documentation of the skills.
fn documented() -> Vec<(&'static str, &'static str)> {
    let columns = |row: &'static str| {
        let mut columns = row.strip_prefix("| ")?.split(" | ");
        Some((columns.next()?, columns.nth(1)?))
    };
    TABLE.lines().filter_map(columns).skip(1).collect()
}
