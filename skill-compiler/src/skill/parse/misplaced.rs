//! Parts at another place than their own, and signs of other languages.

use super::slips::Place;
use crate::syntax::errors::Errors;
use crate::syntax::names::{last, nearest, plain};
use crate::syntax::recover::take_to;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Path, Token};

/// The sections that declare something.
pub const DECLARE: [&str; 5] =
    ["depends_skills", "depends_interfaces", "params", "vars", "continuous"];

/// Words of other languages that run something.
const RUN: [&str; 22] = [
    "run",
    "runs",
    "running",
    "call",
    "calls",
    "skill",
    "sub_skill",
    "exec",
    "execute",
    "executes",
    "do",
    "does",
    "invoke",
    "invokes",
    "launch",
    "spawn",
    "await",
    "perform",
    "performs",
    "use",
    "uses",
    "new",
];

/// Returns the word of `run Walk { .. }`, and the path of the sub-skill.
pub fn word_before_skill(input: ParseStream<'_>) -> Option<(Ident, Path)> {
    let ahead = input.fork();
    let word = ahead.call(Ident::parse_any).ok().filter(|_| ahead.peek(Ident))?;
    let skill = ahead.call(Path::parse_mod_style).ok()?;
    let is_skill = last(&skill).starts_with(char::is_uppercase) && ahead.peek(syn::token::Brace);
    is_skill.then_some((word, skill))
}

/// The same, if the word is one of other languages.
pub fn run_before_skill(input: ParseStream<'_>) -> Option<(Ident, Path)> {
    word_before_skill(input).filter(|(word, _)| RUN.iter().any(|other| word == other))
}

/// Reads `run` and `let walk =` before a sub-skill, which are reported.
pub fn before_skill(input: ParseStream<'_>, errors: &mut Errors) {
    let ahead = input.fork();
    if let Ok(word) = ahead.parse::<Token![let]>()
        && let Ok(_) = ahead.parse::<Option<Token![mut]>>()
        && let Ok(name) = ahead.parse::<Ident>()
        && ahead.parse::<Token![=]>().is_ok()
    {
        take_to(input, &ahead);
        let help = format!("help: remove `let {name} =`");
        errors.at(&word, format!("unexpected `let` before what the state runs\n{help}"));
    }
    let function =
        |word: &Ident| word == "action" || nearest(&word.to_string(), ["action"]).is_some();
    if let Some((word, _)) = word_before_skill(input).filter(|(word, _)| !function(word)) {
        let _ = input.call(Ident::parse_any);
        if word == "send" {
            // The message is reported.
            return;
        }
        errors.at(&word, format!("unexpected `{word}` before a sub-skill\nhelp: remove it"));
    }
}

/// Returns the keyword of a section, if one is next. What it declares has no errors of its own: it is at the
/// wrong place.
pub fn section(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok().filter(|word| DECLARE.iter().any(|of| word == of))?;
    let section = ahead.parse::<Group>().ok()?;
    errors.lost_section |= word == "depends_skills";
    errors.broken.extend(declared(section.stream()));
    Some(word)
}

/// Returns the keyword of the section that is meant by another word, if all of its entries are of one kind.
pub fn section_meant(input: ParseStream<'_>) -> Option<&'static str> {
    const NAMED: [&str; 17] = [
        "use_skills",
        "uses_skills",
        "needs_skills",
        "requires_skills",
        "use_interfaces",
        "uses_interfaces",
        "dependencies",
        "interface",
        "interfaces",
        "requires",
        "require",
        "uses",
        "using",
        "import",
        "include",
        "depends",
        "skills",
    ];
    const ALWAYS: [&str; 8] = [
        "common_transition",
        "common_transitions",
        "common",
        "global",
        "anytime",
        "from_any",
        "any_state",
        "transitions",
    ];
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok()?;
    let section = ahead.parse::<Group>().ok().filter(|of| of.delimiter() == Delimiter::Brace)?;
    if ALWAYS.iter().any(|other| word == other) {
        return Some("always");
    }
    if let Some(declares) = variables_meant(&word.to_string(), &section.stream()) {
        return Some(declares);
    }
    if !NAMED.iter().any(|other| word == other) || section.stream().is_empty() {
        return None;
    }
    let all: Vec<TokenTree> = section.stream().into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let entries = all.split(is_comma).filter(|entry| !entry.is_empty());
    let is_named = |entry: &[TokenTree]| declared(entry.iter().cloned().collect()).next().is_some();
    let (named, others): (Vec<_>, Vec<_>) = entries.partition(|entry| is_named(entry));
    match (named.is_empty(), others.is_empty()) {
        (false, true) => Some("depends_interfaces"),
        (true, false) => Some("depends_skills"),
        _ => None,
    }
}

/// Returns the keyword of the section of variables, parameters or arguments that is meant by another word.
fn variables_meant(word: &str, inside: &TokenStream) -> Option<&'static str> {
    const VARS: [&str; 12] = [
        "variables",
        "variable",
        "locals",
        "local",
        "state_vars",
        "state_variables",
        "memory",
        "data",
        "members",
        "globals",
        "private",
        "counters",
    ];
    const PARAMS: [&str; 8] = [
        "parameters",
        "parameter",
        "param",
        "config",
        "configuration",
        "settings",
        "options",
        "tunables",
    ];
    const ARGS: [&str; 7] =
        ["arguments", "argument", "args", "inputs", "input", "parameters", "parameter"];
    let is_one_of = |words: &[&str]| words.contains(&word);
    let all: Vec<TokenTree> = inside.clone().into_iter().collect();
    let is_sign =
        |token: &TokenTree, sign| matches!(token, TokenTree::Punct(of) if of.as_char() == sign);
    // What has a value is no argument that must be given.
    let have_values = all
        .split(|token| is_sign(token, ','))
        .filter(|entry| !entry.is_empty())
        .all(|entry| entry.iter().any(|token| is_sign(token, '=')));
    declared(inside.clone()).next()?;
    if is_one_of(&VARS) {
        Some("vars")
    } else if is_one_of(&PARAMS) && have_values {
        Some("params")
    } else {
        is_one_of(&ARGS).then_some("arguments")
    }
}

/// The names before a `:`.
pub fn declared(tokens: TokenStream) -> impl Iterator<Item = String> {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let count = all.len();
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
    let name = move |at: usize| match &all[at] {
        TokenTree::Ident(name) if is_colon(all.get(at + 1)) && !is_colon(all.get(at + 2)) => {
            Some(plain(name))
        }
        _ => None,
    };
    (0..count).filter_map(name)
}

/// Reports `[*] -> A`, with which other languages mark the start state, and passes over its arrow.
pub fn start_mark(input: ParseStream<'_>, place: Place, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let mark = ahead.parse::<Group>().ok().filter(|of| of.delimiter() == Delimiter::Bracket);
    let (Some(mark), Ok(_)) = (mark, ahead.parse::<Token![->]>()) else { return false };
    let name = ahead.parse::<Ident>().map_or("NAME".to_owned(), |name| name.to_string());
    let help = format!("help: write `start state {name} {{ .. }}`");
    let found = mark.to_string().replace(' ', "");
    errors.span(mark.span(), format!("unexpected `{found}` in {}\n{help}", place.name()));
    errors.lost.start = true;
    let _ = input.parse::<TokenTree>().and_then(|_| input.parse::<Token![->]>());
    true
}

/// The first word of `acton f(..)`.
pub fn misspelt_action(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok()?;
    let is_call = ahead.call(Path::parse_mod_style).is_ok() && ahead.peek(syn::token::Paren);
    let text = word.to_string();
    let is_near = text != "action" && nearest(&text, ["action"]).is_some();
    (is_call && is_near && input.peek2(Ident)).then_some(word)
}
