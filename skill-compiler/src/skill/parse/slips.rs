//! Habits from Rust and other languages, and the cure of each.

use super::kw;
use crate::syntax::errors::Errors;
use crate::syntax::explain::printed;
use crate::syntax::label;
use crate::syntax::names::did_you_mean;
use crate::syntax::recover::take_until;
use crate::syntax::tokens::is_sign;
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
pub fn interface_type(
    variable: &Ident,
    ty: Type,
    has_list: bool,
    errors: &mut Errors,
) -> (Type, bool) {
    let ty = match ty {
        Type::Array(array) if has_list => {
            let name = label::print_type(&array.elem);
            let help = format!(
                "help: write `{variable}: {name} = [..]`: each skill of the header has one"
            );
            errors.at(&array, format!("unexpected array of interfaces\n{help}"));
            *array.elem
        }
        ty => one_interface(variable, ty, errors),
    };
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
        first if is_sign(first, '-') && next.is_some_and(|next| is_sign(next, '>')) => {
            "->".to_owned()
        }
        token => printed(token),
    };
    let found = format!("unexpected `{word}` in {}", place.name());
    if place == Place::State
        && let Some(help) = help_for_two_words(&word, next)
    {
        return format!("{found}\nhelp: {help}");
    }
    let is_block = matches!(next, Some(TokenTree::Group(of)) if of.delimiter() == Delimiter::Brace);
    let help = if word == "int" && is_block { None } else { help_for_item(place, &word) };
    let near = did_you_mean(&word, ["precond"]);
    if place == Place::State
        && help.is_none()
        && next.is_some_and(|next| is_sign(next, '-'))
        && word.starts_with('p')
        && !near.is_empty()
    {
        return format!("{found}{near}");
    }
    if let Some(help) = help.or_else(|| help_for_statement(place, first, next)) {
        return format!("{found}\nhelp: {help}");
    }
    let items = place.items();
    if items.contains(&word.as_str()) {
        let found = next.map_or_else(|| "end".to_owned(), |next| format!("`{}`", printed(next)));
        let head = match word.as_str() {
            "start" => "start state NAME",
            "state" => "state NAME",
            word => word,
        };
        return format!("unexpected {found} after `{word}`\nhelp: write `{head} {{ .. }}`");
    }
    let near = did_you_mean(&word, items.iter().copied());
    let list = items.join("`, `");
    format!("{found}, expected one of `{list}`{near}")
}

/// Returns the block that is meant by `on enter { .. }` or `fn init() { .. }`.
fn help_for_two_words(first: &str, next: Option<&TokenTree>) -> Option<&'static str> {
    let Some(TokenTree::Ident(next)) = next else { return None };
    let next = next.to_string();
    match (first, &*next) {
        ("fn" | "void" | "def" | "function", "init") => Some(INIT),
        ("fn" | "void" | "def" | "function", "exit") => Some(EXIT),
        ("on" | "fn" | "void" | "def" | "function", "loop") => Some(LOOP),
        ("fn" | "void" | "def" | "function", word) => block_meant(word),
        ("on", "enter" | "entry" | "init" | "start") => Some(INIT),
        ("on", "exit" | "leave" | "end") => Some(EXIT),
        ("on", "tick" | "update" | "do" | "each") => Some(LOOP),
        _ => None,
    }
}

const INIT: &str = "write the block that runs on entry as `init { .. }`";
const EXIT: &str = "write the block that runs on exit as `exit { .. }`";
const LOOP: &str = "write the block that runs in each pass as `loop { .. }`";

/// Returns the block that is meant by a word.
fn block_meant(word: &str) -> Option<&'static str> {
    Some(match word {
        "entry" | "enter" | "on_entry" | "on_enter" | "onentry" | "onEnter" | "OnEntry"
        | "OnEnter" | "setup" | "initialize" => INIT,
        "on_exit" | "leave" | "on_leave" | "onexit" | "onExit" | "OnExit" | "finally"
        | "teardown" => EXIT,
        "do" | "during" | "on_tick" | "tick" | "run" | "update" | "while" | "step" | "on_do"
        | "repeat" | "action" | "execute" | "onUpdate" | "on_update" | "body" => LOOP,
        _ => return None,
    })
}

fn help_for_item(place: Place, word: &str) -> Option<&'static str> {
    let in_skill = place == Place::Skill;
    Some(match word {
        ";" | "," => "remove it",
        "pass" => "remove it: a state may be without blocks",
        "fn" | "const" | "static" | "use" | "struct" | "enum" | "type" | "impl" | "trait"
        | "mod" | "macro_rules" | "extern" => "move Rust items out of the macro",
        "let" | "var" | "mut" | "int" | "float" => {
            "declare variables as `vars { name: Type = VALUE }`"
        }
        "->" if in_skill => {
            "move the transition into a state, or into `always { .. }` if it leaves every state"
        }
        "init" | "loop" | "exit" | "flow" | "vars" if place == Place::Always => {
            "`always` has only transitions: move it into a state, or into one around all others"
        }
        "precond" if place == Place::Always => "move it into the state that it guards",
        "init" | "loop" | "exit" | "flow" | "precond" if in_skill => {
            "move it into a state: `start state NAME { .. }`"
        }
        "params" if in_skill => "declare parameters as `params { name: Type = DEFAULT }`",
        "args" | "parameters" | "arguments" if in_skill => {
            "write arguments in the parentheses after the name of the skill"
        }
        "interface" | "interfaces" if in_skill => {
            "name interfaces in `depends_interfaces { name: Type = \"Id\" }`; `interface! { .. }` declares one outside of the skill"
        }
        "uses" | "import" | "using" | "include" if in_skill => {
            "name sub-skills in `depends_skills { Skill }`, interfaces in `depends_interfaces { name: Type }`"
        }
        "tries" if in_skill => "write it after the name of a state: `state A tries 3 { .. }`",
        "every" if !in_skill => {
            "count the time in `vars`, or lead to the state itself: `-> STATE after TIME;`"
        }
        "match" | "switch" | "case" => {
            "write a transition for each case: `-> TARGET when GUARD;`, in their order"
        }
        "catch" | "except" | "rescue" | "on_failure" | "on_error" if !in_skill => {
            "write a transition: `-> TARGET on FAILED(why);`, or one for each kind of failure: `-> TARGET on FAILED(why) when why.is(Skill::KIND);`"
        }
        "try" if !in_skill => {
            "run the sub-skill in a state, and write `-> TARGET on FAILED(why);` in it"
        }
        "else" | "elif" => "write `-> TARGET otherwise;` after the other transitions",
        "region" | "parallel" | "concurrent" => {
            "regions are sub-skills of a state, which run at once: `state NAME = (A {}, B {}) { .. }`"
        }
        _ if word.starts_with(|c: char| c.is_ascii_digit()) && !in_skill => {
            "remove it: transitions are checked in their order, the first that holds is taken"
        }
        "action" | "actions" if in_skill => {
            "an action is a Rust function outside of the macro, which a state runs: `state NAME = action function(..) { .. }`"
        }
        "skills" | "requires" if in_skill => "name sub-skills in `depends_skills { .. }`",
        "precondition" | "pre" | "guard" => "write `precond -> TARGET when GUARD;`",
        "goto" | "transition" | "go" | "when" | "after" | "on" | "if" | "otherwise" | "FINAL"
        | "FAILED" | "return" | "transitions" | "outcomes" | "next" => {
            "write transitions as `-> TARGET when GUARD;`"
        }
        "depends_skills" | "depends_interfaces" | "params" | "continuous"
            if place == Place::Always =>
        {
            "move it out of `always`, into the skill"
        }
        "depends_skills" | "depends_interfaces" | "params" | "max_transitions"
        | "max_iterations" | "continuous"
            if !in_skill =>
        {
            "move it out of the state, into the skill"
        }
        "initial_state" if in_skill => "write `start state NAME { .. }`",
        "{" if in_skill => "write what the block is before it: `state NAME { .. }`",
        _ if block_meant(word).is_some() && place != Place::Always => return block_meant(word),
        "{" => "write what the block is before it: `init { .. }`, `loop { .. }` or `exit { .. }`",
        _ => return None,
    })
}

/// Whether a word is meant as a section that names skills or interfaces.
pub fn means_section(input: ParseStream<'_>) -> bool {
    const WORDS: [&str; 8] =
        ["uses", "import", "using", "include", "skills", "requires", "interface", "interfaces"];
    input.fork().parse::<Ident>().is_ok_and(|word| WORDS.iter().any(|other| word == other))
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
        && member
            .is_ok_and(|name| name.to_string().starts_with(char::is_lowercase) && name != "resume")
        && !ahead.is_empty()
        && !ahead.fork().parse::<Ident>().is_ok_and(is_trigger)
}

/// Returns the trigger that was meant by a word.
pub fn help_for_trigger(word: &str) -> Option<&'static str> {
    Some(match word {
        "if" | "where" | "while" | "guard" | "until" => "write a condition as `when GUARD`",
        "unless" => "write `when !(GUARD)` for a condition that must not hold",
        "else" | "default" | "always" | "now" | "immediately" => {
            "write `otherwise` for a transition that needs no condition"
        }
        "in" | "timeout" | "at" | "delay" | "within" => "write a time as `after TIME`",
        "FINAL" | "FAILED" | "finally" => "write `on FINAL` or `on FAILED`",
        "for" => "write `when GUARD for TIME`, or `after TIME`",
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

/// Reports `"2s"` in the place of a time.
pub fn time_in_quotes(tokens: &[TokenTree], errors: &mut Errors) -> bool {
    let [TokenTree::Literal(literal)] = tokens else { return false };
    let written = literal.to_string();
    let Some(text) = written.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return false;
    };
    let is_time = text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_alphabetic())
        && !text.contains(' ');
    let help = if is_time {
        format!("write `{text}` without quotes")
    } else {
        "write a time such as `500ms`".to_owned()
    };
    errors.at(literal, format!("expected a time, found a string\nhelp: {help}"));
    true
}

/// Reports a unit after an expression: `after self.limit s`.
pub fn unit_after_expression(tokens: &[TokenTree], errors: &mut Errors) -> bool {
    if let [TokenTree::Literal(number), TokenTree::Punct(_), TokenTree::Ident(unit)] = tokens
        && matches!(&*unit.to_string(), "s" | "ms" | "us" | "min")
    {
        let help = format!("help: write `{}{unit}`", number.to_string().trim_end_matches('.'));
        errors.at(unit, format!("`.` before the unit of a time\n{help}"));
        return true;
    }
    let [.., before, TokenTree::Ident(unit)] = tokens else { return false };
    let help = match &*unit.to_string() {
        "s" | "sec" | "secs" | "seconds" => format!("remove `{unit}`"),
        "ms" | "msec" | "millis" | "milliseconds" => {
            "remove it, and multiply the value by 0.001".to_owned()
        }
        "us" | "micros" | "microseconds" => "remove it, and multiply the value by 1e-6".to_owned(),
        "min" | "minutes" => "remove it, and multiply the value by 60.0".to_owned(),
        _ => return false,
    };
    let is_value = match before {
        TokenTree::Group(_) => true,
        TokenTree::Ident(_) | TokenTree::Literal(_) => {
            tokens.len() > 2 || matches!(before, TokenTree::Ident(_))
        }
        TokenTree::Punct(_) => false,
    };
    if is_value {
        let message =
            format!("unit after an expression, which is a number of seconds\nhelp: {help}");
        errors.at(unit, message);
    }
    is_value
}

/// Reads the name in `B(k: 1)` and `B(k = 1)`, which is reported.
pub fn named_value(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let is_named = input.peek(Ident)
        && (input.peek2(Token![:]) && !input.peek2(Token![::])
            || input.peek2(Token![=]) && !input.peek2(Token![==]) && !input.peek2(Token![=>]));
    if is_named {
        let name = input.parse::<Ident>()?;
        input.parse::<TokenTree>()?;
        let help = "help: remove the name: values are in the order of the parameters";
        errors.at(&name, format!("name before the value of a parameter\n{help}"));
    }
    Ok(())
}

/// Reports a name before the result: `FINAL(DONE: "text")`.
pub fn kind_of_result(input: ParseStream<'_>, errors: &mut Errors) -> bool {
    fn name(input: ParseStream<'_>) -> syn::Result<Ident> {
        let list;
        syn::parenthesized!(list in input);
        let name = list.parse()?;
        if list.peek(Token![::]) {
            return Err(list.error("a path"));
        }
        list.parse::<Token![:]>()?;
        take_until(&list, |_| false);
        Ok(name)
    }
    let Ok(name) = name(&input.fork()) else { return false };
    let _ = input.parse::<TokenTree>();
    let help = "help: only a failure has a kind: write `FINAL(VALUE)` with the result, or `FINAL`";
    errors.at(&name, format!("name before the result\n{help}"));
    true
}

/// Reports values in braces: `-> B { k: 1 }`.
pub fn values_in_braces(input: ParseStream<'_>, is_final: bool, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let Ok(TokenTree::Group(group)) = ahead.parse::<TokenTree>() else { return false };
    let mut inside = group.stream().into_iter();
    let begins = matches!(inside.next(), Some(TokenTree::Ident(_)));
    let next = inside.next();
    let is_named =
        matches!(&next, Some(TokenTree::Punct(colon)) if matches!(colon.as_char(), ':' | ','));
    let is_value = is_named || next.is_none() && (ahead.peek(kw::on) || ahead.peek(kw::when));
    if group.delimiter() != Delimiter::Brace || !begins || !is_value {
        return false;
    }
    let _ = input.parse::<TokenTree>();
    let help = if is_final {
        "help: write the result in parentheses, with its type: `-> FINAL(Type { .. })`"
    } else {
        "help: write them in parentheses, in the order of the parameters: `-> STATE(VALUE)`"
    };
    errors.span(group.span_open(), format!("values of parameters in braces\n{help}"));
    true
}
