//! Applies the cures that the compiler names in its errors.
//!
//! A cure is text for people, such as ``write `2s` ``, so where it belongs is tried: an edit stays only
//! if one error less is left after it, and no other has come.

use crate::error::Mistake;
use crate::text::{Place, line_at};
use std::collections::BTreeSet;

/// A cure that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The line, from 1, of the text as it was then.
    pub line: usize,
    /// The error, without its cures.
    pub message: String,
    /// The text that was replaced.
    pub before: String,
    /// The text in its place; empty if it was removed.
    pub after: String,
}

/// Words that a cure may bring into a file: those of the language.
const WORDS: &str = "action after agent always bool crossing depends_interfaces depends_skills exit FAILED \
    false field_group fields FINAL flow flush in init interface blackboard keeps_running let loop max_age messages ms mut never \
    on optional otherwise params precond pub self skill skill_space start state ticks true until vars when writes";

/// Words before a cure that is code for the place of the error.
const CURES: [&str; 6] =
    ["write ", "did you mean ", "declare it as ", "add ", "use ", "rename it to "];

/// Applies cures as long as one helps. `check` returns the errors of a text; `None` if it is not Rust.
/// The words of a cure are those of `file`, of which `text` is a part.
pub fn fixed(
    text: &str,
    file: &str,
    check: impl Fn(&str) -> Option<Vec<Mistake>>,
) -> (String, Vec<Fix>) {
    let known: BTreeSet<&str> = words(WORDS).chain(words(file)).collect();
    let (mut text, mut fixes) = (text.to_owned(), Vec::new());
    let mut mistakes = check(&text).unwrap_or_default();
    while let Some((fix, next, left)) = first_cure(&text, &known, &mistakes, &check) {
        fixes.push(fix);
        (text, mistakes) = (next, left);
    }
    (text, fixes)
}

/// Returns the first cure that helps, with the text and its errors after it.
fn first_cure(
    text: &str,
    known: &BTreeSet<&str>,
    mistakes: &[Mistake],
    check: &impl Fn(&str) -> Option<Vec<Mistake>>,
) -> Option<(Fix, String, Vec<Mistake>)> {
    mistakes.iter().find_map(|mistake| {
        edits(text, known, mistake).into_iter().find_map(|(place, after)| {
            let next = format!("{}{after}{}", &text[..place.start], &text[place.end..]);
            let left = check(&next)?;
            let is_better = left.len() < mistakes.len() && is_among(&left, mistakes);
            let (line, before) = (line_at(text, place.start), text[place].to_owned());
            let message = title(mistake).to_owned();
            is_better.then_some((Fix { line, message, before, after }, next, left))
        })
    })
}

fn title(mistake: &Mistake) -> &str {
    mistake.message.lines().next().unwrap_or_default()
}

/// Whether each error has been there before.
fn is_among(left: &[Mistake], before: &[Mistake]) -> bool {
    let mut before: Vec<&str> = before.iter().map(title).collect();
    left.iter().all(|mistake| {
        let place = before.iter().position(|title| *title == self::title(mistake));
        place.map(|place| before.swap_remove(place)).is_some()
    })
}

/// Returns the edits that may be meant by the cures of an error, the likeliest first.
fn edits(text: &str, known: &BTreeSet<&str>, mistake: &Mistake) -> Vec<(Place, String)> {
    let mut edits = Vec::new();
    for help in mistake.message.lines().filter_map(|line| line.strip_prefix("help: ")) {
        let mut parts = help.split('`');
        let (verb, new, rest) = (parts.next().unwrap_or(""), parts.next(), parts.next());
        match (verb, new, rest) {
            ("remove it", None, None) => edits.extend(removals(text, &mistake.place)),
            ("remove ", Some(named), Some("")) => {
                let place = find_after(text, mistake.place.start, named);
                edits.extend(place.into_iter().flat_map(|place| removals(text, &place)));
            }
            // That is another meaning.
            ("use ", _, Some(rest)) if rest.starts_with(" for") => {}
            (verb, Some(new), _) if CURES.contains(&verb) && is_whole(new, known) => {
                let places = places(text, &mistake.place, new).into_iter();
                let places = places.filter(|place| keeps(text, place, &mistake.place, new));
                edits.extend(places.map(|place| (place, new.to_owned())));
            }
            _ => {}
        }
    }
    edits
}

/// Returns the place of `word` on the line of `start`.
fn find_after(text: &str, start: usize, word: &str) -> Option<Place> {
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let rest = text[line..].split('\n').next()?;
    let at = line + rest.find(word)?;
    Some(at..at + word.len())
}

/// Returns the removals of a place: alone, and with the comma or semicolon after it.
fn removals(text: &str, place: &Place) -> Vec<(Place, String)> {
    let spaces = |at: usize| text[at..].len() - text[at..].trim_start_matches(' ').len();
    let end = place.end + spaces(place.end);
    let with_end = text[end..].starts_with([',', ';']).then(|| place.start..end + 1);
    let all = [Some(place.start..end), with_end, Some(place.clone())];
    all.into_iter().flatten().map(|place| (place, String::new())).collect()
}

/// Whether a cure is code, and not a pattern such as `action f(..)`, nor an example: it has no words
/// but those of the file and of the language.
fn is_whole(new: &str, known: &BTreeSet<&str>) -> bool {
    let is_name = |word: &&str| !word.starts_with(|sign: char| sign.is_numeric());
    !new.is_empty()
        && !new.contains("..")
        && !new.contains('"')
        && words(new).filter(is_name).all(|word| known.contains(word))
}

/// Whether `new` in a place loses nothing but what is at fault, and has no number that was not there.
fn keeps(text: &str, place: &Place, fault: &Place, new: &str) -> bool {
    let around = format!("{} {}", &text[place.start..fault.start], &text[fault.end..place.end]);
    let (new, old): (Vec<&str>, Vec<&str>) =
        (words(new).collect(), words(&text[place.clone()]).collect());
    let digits = |word: &&str| word.starts_with(|sign: char| sign.is_numeric());
    let number = |word: &str| word.trim_end_matches(char::is_alphabetic).to_owned();
    let numbers: Vec<String> = old.iter().copied().filter(digits).map(number).collect();
    let mut added = new.iter().copied().filter(digits).map(number);
    words(&around).all(|word| new.contains(&word))
        && added.all(|number| numbers.contains(&number))
        && !text[place.clone()].contains("//")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    words.filter(|word| !word.is_empty())
}

/// Returns the places that `new` may replace: what is at fault, with what is around it and in `new`,
/// and all of its item.
fn places(text: &str, fault: &Place, new: &str) -> Vec<Place> {
    // The rest of an operator such as `->`, of which only the first sign may be marked.
    let signs = text[fault.end..].find(|sign: char| !"->=<&|".contains(sign)).unwrap_or(0);
    let is_sign = text[fault.clone()].chars().all(|sign| sign.is_ascii_punctuation());
    let end = fault.end + if is_sign { signs } else { 0 };
    let before = text[..fault.start].trim_end();
    let after = &text[end..];
    let after = end + (after.len() - after.trim_start().len());
    let cuts = || (0..=new.len()).filter(|cut| new.is_char_boundary(*cut));
    let start = cuts().rev().find(|end| *end > 0 && before.ends_with(new[..*end].trim_end()));
    let rest = cuts().map(|cut| &new[cut..]);
    let rest = rest
        .filter(|rest| !rest.is_empty())
        .find(|rest| text[after..].starts_with(rest.trim_start()));
    let around = start.map_or(fault.start, |length| before.len() - new[..length].trim_end().len())
        ..rest.map_or(end, |rest| after + rest.trim_start().len());
    let ends = |sign: char| matches!(sign, ';' | '{' | '}' | '\n');
    let start = text[..fault.start].rfind(ends).map_or(0, |end| end + 1);
    let start = start + (text[start..].len() - text[start..].trim_start().len());
    let end = text[fault.end..].find(ends).map_or(text.len(), |end| fault.end + end);
    let end = fault.end + text[fault.end..end].trim_end().len();
    let with_end = if new.ends_with(';') && text[end..].starts_with(';') { end + 1 } else { end };
    let item = start.min(fault.start)..with_end.max(fault.end);
    if new.ends_with(';') { vec![item, around] } else { vec![around, item] }
}
