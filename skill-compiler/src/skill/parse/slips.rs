//! Habits from Rust and other languages, and the cure of each.

use crate::syntax::errors::Errors;
use crate::syntax::explain::printed;
use crate::syntax::label;
use crate::syntax::names::did_you_mean;
use crate::syntax::types::{is_plain, one_interface, option_inner};
use proc_macro2::{Delimiter, TokenTree};
use syn::parse::ParseStream;
use syn::{Ident, Token, Type};

/// The items of a skill.
const IN_SKILL: [&str; 10] = [
    "depends_skills",
    "depends_interfaces",
    "params",
    "vars",
    "continuous",
    "max_transitions",
    "max_iterations",
    "start",
    "state",
    "always",
];

/// The items of a state.
const IN_STATE: [&str; 9] =
    ["init", "loop", "exit", "precond ->", "->", "vars", "flow", "start", "state"];

/// The place of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Directly in a skill or agent.
    Skill,
    /// In a state.
    State,
    /// In `always`.
    Always,
}

impl Place {
    /// Returns how it is called.
    pub fn name(self) -> &'static str {
        match self {
            Place::Skill => "a skill",
            Place::State => "a state",
            Place::Always => "`always`",
        }
    }

    fn items(self) -> &'static [&'static str] {
        match self {
            Place::Skill => &IN_SKILL,
            Place::State => &IN_STATE,
            Place::Always => &["->"],
        }
    }

    /// The module of `skill_runtime::keywords` with the keywords that can be here.
    pub fn keywords(self) -> &'static str {
        if self == Place::Skill { "in_skill" } else { "in_state" }
    }
}

/// Returns the type of an interface that is written as `Option<Type>` or `[Type; 2]`, which is
/// reported, and whether it is optional.
pub fn interface_type(variable: &Ident, ty: Type, errors: &mut Errors) -> (Type, bool) {
    let ty = one_interface(variable, ty, errors);
    match option_inner(&ty).filter(|inner| !is_plain(inner)) {
        None => (ty, false),
        Some(inner) => {
            let message = format!(
                "unexpected `Option` around an interface\nhelp: write `optional {variable}: {}`",
                label::print_type(inner)
            );
            errors.at(&ty, message);
            (inner.clone(), true)
        }
    }
}

/// Returns the message about an item that cannot be at a place, from its first two tokens.
pub fn unexpected_item(
    place: Place,
    first: Option<&TokenTree>,
    next: Option<&TokenTree>,
) -> String {
    let Some(first) = first else {
        return format!(
            "unexpected end of {}\nhelp: remove the attributes and comments before it, or add what they are for",
            place.name()
        );
    };
    let word = match first {
        TokenTree::Punct(minus) if minus.as_char() == '-' => "->".to_owned(),
        token => printed(token),
    };
    let found = format!("unexpected `{word}` in {}", place.name());
    if let Some(help) =
        help_for_item(place, &word).or_else(|| help_for_statement(place, first, next))
    {
        return format!("{found}\nhelp: {help}");
    }
    let items = place.items();
    let near = did_you_mean(&word, items.iter().copied());
    let near = if near.contains(&format!("`{word}`")) { String::new() } else { near };
    let list = items.join("`, `");
    format!("{found}, expected one of `{list}`{near}")
}

fn help_for_item(place: Place, word: &str) -> Option<&'static str> {
    let in_skill = place == Place::Skill;
    Some(match word {
        ";" | "," => "remove it",
        "fn" | "const" | "static" | "use" | "struct" | "enum" | "type" | "impl" | "trait"
        | "mod" | "macro_rules" | "extern" => "move Rust items out of the macro",
        "let" | "var" | "mut" | "int" | "float" => {
            "declare variables as `vars { name: Type = VALUE }`"
        }
        "->" if in_skill => {
            "move the transition into a state, or into `always { .. }` if it leaves every state"
        }
        "init" | "loop" | "exit" | "flow" | "precond" if place != Place::State => {
            "move it into a state: `start state NAME { .. }`"
        }
        "params" if in_skill => "declare parameters as `params { name: Type = DEFAULT }`",
        "args" | "parameters" | "arguments" if in_skill => {
            "write arguments in the parentheses after the name of the skill"
        }
        "interface" | "interfaces" | "uses" if in_skill => {
            "declare interfaces as `depends_interfaces { name: Type = \"Id\" }`"
        }
        "skills" | "requires" if in_skill => "name sub-skills in `depends_skills { .. }`",
        "precondition" | "pre" | "guard" => "write `precond -> TARGET when GUARD;`",
        "entry" | "enter" | "on_entry" | "on_enter" | "onentry" | "OnEntry" | "setup" => {
            "write the block that runs on entry as `init { .. }`"
        }
        "on_exit" | "leave" | "on_leave" | "onexit" | "OnExit" | "finally" => {
            "write the block that runs on exit as `exit { .. }`"
        }
        "do" | "during" | "on_tick" | "tick" | "run" | "update" | "while" | "step" | "on_do"
        | "repeat" => "write the block that runs in each pass as `loop { .. }`",
        "goto" | "transition" | "go" | "when" | "after" | "on" | "if" | "otherwise" | "FINAL"
        | "FAILED" | "return" => "write transitions as `-> TARGET when GUARD;`",
        "depends_skills" | "depends_interfaces" | "params" | "max_transitions"
        | "max_iterations" | "always" | "continuous"
            if !in_skill =>
        {
            "move it out of the state, into the skill"
        }
        "{" if in_skill => "write what the block is before it: `state NAME { .. }`",
        "{" => "write what the block is before it: `init { .. }`, `loop { .. }` or `exit { .. }`",
        _ => return None,
    })
}

/// A statement outside of a block begins with a name and what makes use of it.
fn help_for_statement(
    place: Place,
    first: &TokenTree,
    next: Option<&TokenTree>,
) -> Option<&'static str> {
    let is_use = match next {
        Some(TokenTree::Punct(next)) => matches!(next.as_char(), '.' | ':' | '=' | '!' | '+' | '-'),
        Some(TokenTree::Group(next)) => next.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    let is_name = matches!(first, TokenTree::Ident(_));
    (place == Place::State && is_name && is_use)
        .then_some("move statements into `init { .. }`, `loop { .. }` or `exit { .. }`")
}

/// Whether `->` is meant as `.`, as in C: what follows is neither a state nor has a trigger.
pub fn is_member_arrow(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let is_arrow = ahead.parse::<Option<Token![->]>>().is_ok_and(|arrow| arrow.is_some());
    let member = ahead.parse::<Ident>();
    if ahead.peek(syn::token::Paren) {
        let _ = ahead.parse::<TokenTree>();
    }
    let is_trigger =
        |word: Ident| ["when", "after", "on", "otherwise"].iter().any(|trigger| word == trigger);
    is_arrow
        && member.is_ok_and(|name| name.to_string().starts_with(char::is_lowercase))
        && !ahead.is_empty()
        && !ahead.fork().parse::<Ident>().is_ok_and(is_trigger)
}

/// Returns the trigger that was meant by a word.
pub fn help_for_trigger(word: &str) -> Option<&'static str> {
    Some(match word {
        "if" | "where" | "unless" | "while" | "guard" => "write a condition as `when GUARD`",
        "else" | "default" | "always" | "now" | "immediately" => {
            "write `otherwise` for a transition that needs no condition"
        }
        "in" | "timeout" | "at" | "delay" | "until" => "write a time as `after TIME`",
        "FINAL" | "FAILED" | "finally" => "write `on FINAL` or `on FAILED`",
        "for" => "a guard is before it: write `when GUARD for TIME`",
        "rising" => "write `when rising GUARD`",
        "falling" => "write `when rising !GUARD`",
        "crossing" => "write `when crossing GUARD`",
        _ => return None,
    })
}

/// Returns the result that a word after `on` means: FINAL if true, FAILED if false.
pub fn outcome(word: &str) -> Option<bool> {
    let is_one_of = |words: &[&str]| words.iter().any(|other| other.eq_ignore_ascii_case(word));
    if is_one_of(&[
        "final",
        "success",
        "succeeded",
        "succeed",
        "done",
        "ok",
        "finished",
        "finish",
        "complete",
        "completed",
        "end",
        "fnal",
    ]) {
        Some(true)
    } else if is_one_of(&[
        "failed", "failure", "fail", "error", "err", "failled", "aborted", "abort",
    ]) {
        Some(false)
    } else {
        None
    }
}
