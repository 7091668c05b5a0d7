//! Reasons of failures: a text with places for numbers.

use super::Reason;
use crate::skill::ast;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use syn::Ident;

/// As many numbers as `{}` in the text, and at most four.
pub fn check(reason: ast::Reason, errors: &mut Errors) -> Option<Reason> {
    let ast::Reason { kind, text, values } = reason;
    let kind = kind.filter(|kind| is_free(kind, errors));
    let template = text.value().replace("{{", "").replace("}}", "");
    let mut places = 0;
    for part in template.split('{').skip(1) {
        places += 1;
        let spec = part.split_once('}').map(|(spec, _)| spec);
        let digits = spec.and_then(|spec| spec.strip_prefix(":."));
        let known = spec == Some("") || digits.is_some_and(|digits| digits.parse::<u8>().is_ok());
        if !known {
            let named = spec.filter(|spec| !spec.is_empty() && !spec.starts_with(':'));
            let help = named.map_or(
                "use `{}` or `{:.2}` for a number, `{{` or `}}` for a brace".to_owned(),
                |named| {
                    format!("write `{{}}`, and the value after the text: `FAILED(\"..\", {named})`")
                },
            );
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
