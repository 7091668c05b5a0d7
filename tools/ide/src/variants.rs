//! Files that are variants of one text: `probes/half.rs.in` describes the format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail};

/// Lines of the base, with the name of the place that they fill.
type Part<'a> = (Option<&'a str>, Vec<&'a str>);

/// Returns the name and the text of each variant.
pub fn variants(text: &str) -> anyhow::Result<Vec<(&str, String)>> {
    let mut found = Vec::new();
    let mut base: Vec<Part<'_>> = Vec::new();
    let mut variant: Option<(&str, Vec<Part<'_>>)> = None;
    for line in text.lines().skip_while(|line| !line.starts_with("//#")).chain(["//# base"]) {
        let parts = variant.as_mut().map_or(&mut base, |(_, parts)| parts);
        if let Some(head) = line.strip_prefix("//# ") {
            if let Some((head, parts)) = variant.take() {
                found.push(fill(head, &base, parts)?);
            }
            if head == "base" {
                base = vec![(None, Vec::new())];
            } else {
                variant = Some((head, Vec::new()));
            }
        } else if line == "//>" {
            parts.push((None, Vec::new()));
        } else if let Some(place) = line.strip_prefix("//<> ") {
            parts.extend([(Some(place), Vec::new()), (None, Vec::new())]);
        } else if let Some(place) = line.strip_prefix("//< ") {
            parts.push((Some(place), Vec::new()));
        } else {
            parts.last_mut().with_context(|| format!("`{line}` is in no place"))?.1.push(line);
        }
    }
    Ok(found)
}

/// Returns the base with the lines of a variant in their places.
fn fill<'a>(
    head: &'a str,
    base: &[Part<'a>],
    variant: Vec<Part<'a>>,
) -> anyhow::Result<(&'a str, String)> {
    let (name, description) = head.split_once(": ").context("expected `//# NAME: description`")?;
    let mut places: BTreeMap<_, _> = variant.into_iter().collect();
    let mut text = format!("//! {description}\n");
    for (place, lines) in base {
        let other = place.and_then(|_| places.remove(place));
        for line in other.as_ref().unwrap_or(lines) {
            let _ = writeln!(text, "{line}");
        }
    }
    match places.pop_first() {
        Some((place, _)) => bail!("{name}: the base has no place `{}`", place.unwrap_or_default()),
        None => Ok((name, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_the_places() {
        let base = "about\n//# base\na\n//< x\nb\n//>\nc\n//<> y\nd\n";
        let text = format!("{base}//# one: First.\n//< x\n//# two: Second.\n//< y\ne\n");
        let expected = [("one", "//! First.\na\nc\nd\n"), ("two", "//! Second.\na\nb\nc\ne\nd\n")];
        assert_eq!(variants(&text).unwrap(), expected.map(|(name, text)| (name, text.to_owned())));
        assert!(variants(&format!("{base}//# one: First.\n//< z\n")).is_err());
    }
}
