//! The recorded machines of Fawkes in the interpreter of the rules, and the comparison with the
//! records: it must accept correct runs and reject each mutated one.

mod convert;

use std::path::Path;

use corpus_reader::compare::compare;
use corpus_reader::record::{Cause, Event, EventKind, Record};
use corpus_reader::{Case, read_cases};

fn cases() -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/fsmt");
    read_cases(&directory, "").expect("well-formed")
}

fn ours(case: &Case) -> Record {
    Record::parse(&convert::run(&case.program)).expect("well-formed")
}

fn passes(case: &Case, log: &Record) -> bool {
    compare(&case.program, &case.record, log).is_ok()
}

/// Returns the number of blocks that are compared: removing the others changes nothing.
fn compared_blocks(case: &Case, log: &Record) -> usize {
    let mut cut = log.clone();
    while !cut.blocks.is_empty() && passes(case, &cut) {
        cut.blocks.pop();
    }
    (cut.blocks.len() + 1).min(log.blocks.len())
}

#[test]
fn accepts_the_rules() {
    let cases = cases();
    assert_eq!(cases.len(), 140);
    let mismatches: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let mismatch = case.compare(&convert::run(&case.program)).err()?;
            Some(format!("{}: {mismatch}", case.name))
        })
        .collect();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// The comparison does not leave out more of the records than necessary.
#[test]
fn compares_most_of_it() {
    let mut compared = 0;
    let mut all = 0;
    for case in cases() {
        let log = ours(&case);
        let blocks = compared_blocks(&case, &log);
        let counted = compare(&case.program, &case.record, &log).expect("it agrees");
        assert_eq!((counted.passes, counted.recorded), (blocks, log.blocks.len()), "{}", case.name);
        compared += blocks;
        all += log.blocks.len();
    }
    println!("{compared} of {all}");
    assert!(compared * 3 > all * 2, "{compared} of {all}");
}

/// A wrong log and a description of the error.
type Mutant = (Record, String);

/// Returns logs in which an event of a block is removed, doubled, swapped or inverted.
fn event_mutants(log: &Record, block: usize) -> Vec<Mutant> {
    let mut found = Vec::new();
    let events = &log.blocks[block].events;
    let is_loop = log.blocks[block].cause != Cause::Reset;
    for (index, event) in events.iter().enumerate() {
        let mut add = |change: &str, edit: &dyn Fn(&mut Vec<_>)| {
            let mut mutant = log.clone();
            edit(&mut mutant.blocks[block].events);
            found.push((mutant, format!("block {block}: {change} `{}`", event.kind)));
        };
        add("dropped", &|events| drop(events.remove(index)));
        add("doubled", &|events| events.insert(index, event.clone()));
        if is_loop && events.get(index + 1).is_some_and(|next| next.kind != event.kind) {
            add("swapped", &|events| events.swap(index, index + 1));
        }
        if let EventKind::Guard { .. } = event.kind {
            add("flipped", &|events| {
                if let EventKind::Guard { value, .. } = &mut events[index].kind {
                    *value = !*value;
                }
            });
        }
    }
    found
}

/// Returns logs in which the end of a block is changed: status, state, variables.
fn end_mutants(log: &Record, block: usize) -> Vec<Mutant> {
    let mut found = Vec::new();
    let mut add = |change: String, edit: &dyn Fn(&mut Record)| {
        let mut mutant = log.clone();
        edit(&mut mutant);
        found.push((mutant, format!("block {block}: {change}")));
    };
    for (&number, &value) in &log.blocks[block].end.vars {
        add(format!("v{number}"), &|log| {
            log.blocks[block].end.vars.insert(number, value + 1.0);
        });
    }
    if log.blocks[block].cause != Cause::Reset {
        add("status".to_owned(), &|log| {
            "-".clone_into(&mut log.blocks[block].end.status);
        });
        add("state".to_owned(), &|log| {
            "-".clone_into(&mut log.blocks[block].end.cur);
        });
        add("limit".to_owned(), &|log| {
            let line = log.blocks[block].end.line;
            let kind = EventKind::Limit;
            let events = &mut log.blocks[block].events;
            events.push(Event { line, kind });
        });
    }
    found
}

#[test]
fn rejects_wrong_runs() {
    let mut mutants = 0;
    let mut accepted = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let log = ours(case);
        // The last block may be compared only in part.
        let blocks = compared_blocks(case, &log).saturating_sub(1);
        // Selects every fifth block, others for each case: all of them would take minutes.
        for block in (0..blocks).filter(|block| (block + number) % 5 == 0) {
            let mut wrong = event_mutants(&log, block);
            wrong.extend(end_mutants(&log, block));
            mutants += wrong.len();
            let missed = wrong.iter().filter(|(mutant, _)| passes(case, mutant));
            accepted.extend(missed.map(|(_, change)| format!("{}: {change}", case.name)));
        }
    }
    println!("{mutants} mutants");
    assert!(mutants > 5_000, "{mutants}");
    assert!(accepted.is_empty(), "{} accepted:\n{}", accepted.len(), accepted.join("\n"));
}

/// A case that reaches a limit must not agree with an engine that has another limit.
#[test]
fn rejects_other_limits() {
    let mut tried = 0;
    for case in cases() {
        let log = ours(&case);
        let last = compared_blocks(&case, &log) - 1;
        let limit = |event: &Event| event.kind == EventKind::Limit;
        let ours = log.blocks[last].events.iter().any(limit);
        let theirs = &case.record.blocks[last].end;
        let reaches = ours && (theirs.throws() || theirs.err == "LOOP:LIMIT");
        if ours && !reaches {
            println!("{}: {last} {theirs}", case.name);
        }
        for change in [1, -1] {
            let mut other = case.program.clone();
            for machine in &mut other.machines {
                machine.limit = machine.limit.saturating_add_signed(change);
            }
            if reaches {
                tried += 1;
                let log = convert::run(&other);
                assert!(case.compare(&log).is_err(), "{} {change}", case.name);
            }
        }
    }
    println!("{tried} tried");
    assert!(tried > 80, "{tried}");
}
