//! Reasons of failures: a text with places for numbers.

use super::Reason;
use crate::skill::ast;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use syn::Ident;

/// As many numbers as `{}` in the text, and at most four.
pub fn check(reason: ast::Reason, errors: &mut Errors) -> Option<Reason> {
    let ast::Reason { kind, text, mut values } = reason;
    let kind = kind.filter(|kind| is_free(kind, errors));
    let template = text.value().replace("{{", "").replace("}}", "");
    let mut places = 0;
    for part in template.split('{').skip(1) {
        places += 1;
        let spec = part.split_once('}').map(|(spec, _)| spec);
        let digits = spec.and_then(|spec| spec.strip_prefix(":."));
        let known = spec == Some("") || digits.is_some_and(|digits| digits.parse::<u8>().is_ok());
        if !known {
            let help = cure(spec);
            errors.at(&text, format!("invalid placeholder in the reason\nhelp: {help}"));
            return None;
        }
    }
    if values.len() > 4 {
        errors.at(
            &values[4].tokens,
            "too many numbers in the reason\nhelp: a reason carries at most four",
        );
        return None;
    }
    if places != values.len() {
        let given = values.len();
        // The values of a half-typed reason are not complete.
        if !values.iter().any(|value| value.half_typed) {
            let of_c = ["%d", "%f", "%i", "%u", "%s", "%g"]
                .into_iter()
                .find(|of_c| template.contains(of_c));
            let last = values.last().filter(|_| kind.is_none() && places + 1 == given);
            if let Some(named) = last.and_then(|value| kind_meant(&value.tokens)) {
                let help = format!("help: write `FAILED({named}: \"..\")`");
                errors.at(&named, format!("kind of failure after its text\n{help}"));
                values.pop();
                let kind = is_free(&named, errors).then_some(named);
                return Some(Reason { kind, text, values });
            }
            let help = match of_c {
                Some(of_c) => format!("write `{{}}` in place of `{of_c}`"),
                None => "give one number for each `{}`".to_owned(),
            };
            errors.at(
                &text,
                format!(
                    "{places} placeholder{} in the reason, but {given} value{}\nhelp: {help}",
                    plural(places),
                    plural(given)
                ),
            );
        }
        return None;
    }
    Some(Reason { kind, text, values })
}

/// Returns the name of a kind of failure, if that is all there is.
fn kind_meant(tokens: &TokenStream) -> Option<Ident> {
    let name = syn::parse2::<Ident>(tokens.clone()).ok()?;
    let is_letter = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    name.to_string().chars().all(is_letter).then_some(name)
}

/// The cure of `{0}`, `{limit}` or `{limit:.2}`.
fn cure(spec: Option<&str>) -> String {
    let (named, format) = spec.map_or(("", None), |spec| match spec.split_once(':') {
        Some((named, format)) => (named, Some(format)),
        None => (spec, None),
    });
    let place = match format {
        Some(format) => format!("{{:{format}}}"),
        None => "{}".to_owned(),
    };
    if named.is_empty() {
        "use `{}` or `{:.2}` for a number, `{{` or `}}` for a brace".to_owned()
    } else if named.starts_with('.') {
        format!("write `{{:{named}}}`")
    } else if named.starts_with(|first: char| first.is_ascii_digit()) {
        format!("write `{place}`: the values are taken in their order")
    } else {
        format!("write `{place}`, and the value after the text: `FAILED(\"..\", {named})`")
    }
}

/// The associated constants of a skill, which a kind of failure would hide.
const CONSTANTS: [&str; 10] = [
    "BOUNDS",
    "DEPTH",
    "INFO",
    "INSTANCES",
    "MAX_GUARDS",
    "MAX_TRANSITIONS",
    "RESULT",
    "SIZE",
    "STATES",
    "TRANSITIONS",
];

/// Whether a kind of failure can have a name; one that is taken is reported once.
fn is_free(kind: &Ident, errors: &mut Errors) -> bool {
    let text = plain(kind);
    let is_taken = CONSTANTS.contains(&&*text);
    if is_taken && errors.misspelt.insert(text.clone()) {
        let help = "help: choose another name for the kind of failure";
        errors.at(kind, format!("`{text}` is a constant of each skill\n{help}"));
    }
    !is_taken
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
