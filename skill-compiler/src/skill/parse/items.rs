//! Items that skills and states share: variables and blocks, and where items begin and end.

use super::habits::Habits;
use super::slips::{self, Place, unexpected_item};
use super::{kw, misplaced, state_name};
use crate::skill::ast::{Code, Var};
use crate::skill::facts::Facts;
use crate::syntax::errors::{Errors, Sections};
use crate::syntax::explain::{CodeKind, printed};
use crate::syntax::fixed::fixed;
use crate::syntax::label;
use crate::syntax::names::{nearest, plain};
use crate::syntax::position::Position;
use crate::syntax::read::{attributes, braces, colon_equals, found_token, name};
use crate::syntax::recover::{self, MISSING, completed, parse_all, repaired, take_until};
use crate::syntax::typed::name_and_type;
use crate::syntax::types::name_lifetimes;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::visit::Visit as _;
use syn::{Block, Expr, Ident, Lit, Token, Type};

/// `vars { x: Type = init, .. }`, or another `word`.
pub fn vars(
    input: ParseStream<'_>,
    word: &'static str,
    (vars, sections): (&mut Vec<Var>, &mut Sections),
    errors: &mut Errors,
) -> syn::Result<()> {
    let found = input.parse::<Ident>()?;
    if found == word {
        errors.record_keyword(word, found.span());
        sections.begin(word, found.span(), errors);
    }
    if input.peek(kw::vars) && input.peek2(syn::token::Brace) && found != "vars" {
        let second: Ident = input.parse()?;
        errors.at(&second, format!("unexpected `vars` after `{word}`\nhelp: remove it"));
    }
    if input.peek(Ident) && input.peek2(Token![:]) {
        let name = input.fork().parse::<Ident>()?;
        let help = format!("help: write `{word} {{ {name}: Type = VALUE }}`");
        errors.at(&name, format!("expected `{{ .. }}` after `{word}`, found `{name}`\n{help}"));
        vars.push(var(input, errors)?);
        let _ = input.parse::<Token![;]>();
        return Ok(());
    }
    let content = braces(input, word, errors)?;
    vars.extend(recover::list(&content, errors, var));
    Ok(())
}

/// `name: Type = VALUE`. Of a broken one the name is kept.
fn var(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Var> {
    let attrs = attributes(input, errors)?;
    let expected = "expected a variable\nhelp: declare it as `name: Type = VALUE`";
    let is_var =
        input.fork().parse::<Ident>().is_ok_and(|word| word == "var" || word == "continuous");
    if input.peek(Token![let]) || is_var && input.peek2(Ident) {
        let word = input.call(Ident::parse_any)?;
        let help = if word == "continuous" {
            "write it in a block of its own: `continuous { name: f32 = VALUE }`"
        } else {
            "declare variables as `name: Type = VALUE`"
        };
        errors.at(&word, format!("unexpected `{word}`\nhelp: {help}"));
        input.parse::<Option<Token![mut]>>()?;
    }
    let name = name(input, expected, errors)?;
    let missing = |name: &Ident| {
        format!("missing type for variable `{name}`\nhelp: declare it as `{name}: Type = VALUE`")
    };
    let (name, mut ty) = name_and_type(input, name, missing, errors)?;
    name_lifetimes(&mut ty);
    colon_equals(input, errors);
    if input.parse::<Option<Token![=]>>()?.is_none() && !missing_equals(input, &name, &ty, errors) {
        let message = format!(
            "missing initial value for variable `{name}`\nhelp: provide its value at the start of a run: `{name}: Type = VALUE`"
        );
        errors.at(&name, message);
        return Ok(Var { attrs, name, ty, init: Code::any_value() });
    }
    let init = recover::take_entry(input);
    let init = match errors.ok(parse_all::<Expr>(&init, CodeKind::Value, name.span())) {
        Some(expr) => {
            let before = errors.count();
            expr.habits(Habits::new(CodeKind::Value, errors));
            if errors.count() > before {
                Code::any_value()
            } else {
                Code { tokens: init, facts: expr.facts(), half_typed: false }
            }
        }
        None => Code::any_value(),
    };
    Ok(Var { attrs, name, ty, init })
}

/// Whether a value is next, before which `=` is missing; reported.
pub fn missing_equals(
    input: ParseStream<'_>,
    name: &Ident,
    ty: &Type,
    errors: &mut Errors,
) -> bool {
    let is_number = input.peek(Lit) || input.peek(Token![-]) && input.peek2(Lit);
    if !is_number && !begins_value(input) {
        return false;
    }
    let value = recover::take_entry(&input.fork());
    let (ty, value) = (label::print_type(ty), label::print(&value));
    let help = format!("help: write `{name}: {ty} = {value}`");
    errors.span(input.span(), format!("expected `=`{}\n{help}", found_token(input)));
    true
}

/// Whether `None`, `Side::Left` or `f(..)` is next, not the name of another entry.
fn begins_value(input: ParseStream<'_>) -> bool {
    let Ok(word) = input.fork().parse::<Ident>() else { return false };
    let text = word.to_string();
    let is_constant = text.len() > 1 && text == text.to_uppercase() || text == "None";
    is_constant && !input.peek2(Token![:])
        || input.peek2(Token![::])
        || input.peek2(syn::token::Paren)
}

/// A Rust block. One that does not parse is reported; half typed, it is kept for
/// the IDE.
pub fn block(input: ParseStream<'_>, what: &str, errors: &mut Errors) -> syn::Result<Option<Code>> {
    if !input.peek(syn::token::Brace) {
        let message = format!(
            "expected a block after `{what}`{}\nhelp: write `{what} {{ .. }}`",
            found_token(input)
        );
        return Err(input.error(message));
    }
    let group: proc_macro2::Group = input.parse()?;
    let tokens = group.stream();
    let end = group.span_close();
    Ok(code::<Statements>(tokens, CodeKind::Block, end, errors))
}

/// Two blocks as one.
pub fn both(first: &Code, second: &Code) -> Code {
    let (one, other) = (&first.tokens, &second.tokens);
    let tokens = quote::quote!({ #one } { #other });
    let facts = syn::parse2::<Statements>(tokens.clone()).map(|all| all.facts());
    let half_typed = first.half_typed || second.half_typed || facts.is_err();
    Code { tokens, facts: facts.unwrap_or_default(), half_typed }
}

/// The statements of a block.
struct Statements(Block);

impl Parse for Statements {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let stmts = Block::parse_within(input)?;
        Ok(Self(Block { brace_token: syn::token::Brace::default(), stmts }))
    }
}

/// A kind of code that has facts.
pub trait HasFacts: Parse {
    /// Returns what the code uses.
    fn facts(&self) -> Facts;
    /// Reports habits in it.
    fn habits(&self, habits: Habits<'_>);
}

impl HasFacts for Expr {
    fn facts(&self) -> Facts {
        Facts::of_expr(self)
    }
    fn habits(&self, mut habits: Habits<'_>) {
        habits.visit_expr(self);
    }
}

impl HasFacts for Statements {
    fn facts(&self) -> Facts {
        Facts::of_block(&self.0)
    }
    fn habits(&self, mut habits: Habits<'_>) {
        habits.block(&self.0);
    }
}

/// Reports an item that cannot be here, and passes over it.
pub fn unexpected(input: ParseStream<'_>, place: Place, errors: &mut Errors) {
    if let Ok(word) = input.fork().parse::<Ident>() {
        errors.record_unknown(place.keywords(), word);
    }
    if misplaced::start_mark(input, place, errors) {
        return skip_item(input);
    }
    let ahead = input.fork();
    let (first, next) = (ahead.parse::<TokenTree>().ok(), ahead.parse::<TokenTree>().ok());
    if place != Place::Skill
        && let Some(cure) = condition_first(input)
    {
        let found = first.as_ref().map_or_else(String::new, printed);
        errors.span(
            input.span(),
            format!("unexpected `{found}` in {}\nhelp: write `{cure}`", place.name()),
        );
        take_until(input, |input| input.peek(Token![;]));
        let _ = input.parse::<Token![;]>();
        return;
    }
    if let Some(TokenTree::Ident(word)) = &first
        && matches!(next, Some(TokenTree::Ident(_)))
    {
        errors.lost.start |= nearest(&word.to_string(), ["start"]).is_some();
    }
    errors.span(input.span(), unexpected_item(place, first.as_ref(), next.as_ref()));
    misplaced::section(input, errors);
    if let Some(TokenTree::Ident(name)) = &next {
        // `fn name`: what uses it has no error of its own.
        let name = if name == "mut" { ahead.parse().ok() } else { Some(name.clone()) };
        errors.broken.extend(name.as_ref().map(plain));
    }
    match first {
        // Rust's items have arrows in them, which do not begin a transition.
        Some(TokenTree::Ident(word)) if word == "fn" || word == "impl" || word == "mod" => {
            let is_end =
                |input: ParseStream<'_>| input.peek(Token![;]) || input.peek(syn::token::Brace);
            take_until(input, is_end);
            let _ = input.parse::<TokenTree>();
        }
        // One token too many.
        Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), ';' | ',') => {
            let _ = input.parse::<TokenTree>();
        }
        _ => skip_item(input),
    }
}

/// Reads `-- text`, which is a comment in other languages, and passes over its line.
pub fn comment(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<bool> {
    if !input.peek(Token![-])
        || input.peek(Token![->])
        || !input.peek2(Token![-])
        || input.peek2(Token![->])
    {
        return Ok(false);
    }
    let (first, second) = (input.parse::<Token![-]>()?, input.parse::<Token![-]>()?);
    let signs = quote::quote!(#first #second);
    errors.at(&signs, "unexpected `--`\nhelp: write comments as `// text`");
    let line = |span: Span| Position::of(span).map(|at| at.line);
    let at = line(first.span);
    take_until(input, |input| at.is_none() || line(input.span()) != at);
    Ok(true)
}

/// Returns the transition that is meant by `if GUARD -> TARGET;` or `else -> TARGET;`.
fn condition_first(input: ParseStream<'_>) -> Option<String> {
    let ahead = input.fork();
    let before = take_until(&ahead, |input| {
        input.peek(Token![->]) || input.peek(Token![;]) || input.peek(syn::token::Brace)
    });
    ahead.parse::<Token![->]>().ok()?;
    let target = take_until(&ahead, |input| input.peek(Token![;]));
    let target: Vec<TokenTree> = target.into_iter().collect();
    let is_target = match &target[..] {
        [TokenTree::Ident(_)] => true,
        [TokenTree::Ident(_), TokenTree::Group(of)] => of.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    let target = label::print(&target.into_iter().collect());
    if !is_target || !ahead.peek(Token![;]) {
        return None;
    }
    // `timeout 5s -> TARGET;`
    let timeout = ["timeout", "delay", "wait", "at", "until", "within"];
    let mut words: Vec<TokenTree> = before.into_iter().collect();
    let begins_with = |words: &[TokenTree], text: &str| matches!(words.first(), Some(TokenTree::Ident(word)) if word == text);
    let has_else = begins_with(&words, "else");
    if has_else {
        words.remove(0);
    }
    if let [TokenTree::Ident(word), TokenTree::Ident(outcome), ..] = &words[..]
        && ["catch", "case", "handle"].iter().any(|other| word == other)
        && slips::outcome(&outcome.to_string()).is_some()
    {
        words.remove(0);
    }
    let (name, outcome) = match &words[..] {
        [TokenTree::Ident(outcome)] => (String::new(), Some(outcome)),
        [TokenTree::Ident(outcome), TokenTree::Group(name)] => {
            (format!("({})", label::print(&name.stream())), Some(outcome))
        }
        _ => (String::new(), None),
    };
    if let Some(is_final) = outcome.and_then(|word| slips::outcome(&word.to_string())) {
        let outcome = if is_final { "FINAL" } else { "FAILED" };
        return Some(format!("-> {target} on {outcome}{name};"));
    }
    let precond = if begins_with(&words, "precond") {
        words.remove(0);
        "precond "
    } else {
        ""
    };
    if ["if", "when"].iter().any(|word| begins_with(&words, word)) {
        words.remove(0);
    }
    if words.is_empty() {
        return has_else.then(|| format!("-> {target} otherwise;"));
    }
    if timeout.iter().any(|word| begins_with(&words, word)) {
        words.remove(0);
        let time = label::print(&words.into_iter().collect());
        return Some(format!("-> {target} after {time};"));
    }
    let is_trigger = ["on", "after", "otherwise"].iter().any(|word| begins_with(&words, word));
    let when = if is_trigger { "" } else { "when " };
    let trigger = label::print(&words.into_iter().collect());
    Some(format!("{precond}-> {target} {when}{trigger};"))
}

/// Skips the rest of a broken item: past the next `;` or `}`, or up to the beginning of another
/// item.
pub fn skip_item(input: ParseStream<'_>) {
    let mut first = true;
    while !input.is_empty() && (first || !begins_item(input)) {
        first = false;
        match input.parse::<TokenTree>() {
            Ok(TokenTree::Punct(punct)) if punct.as_char() == ';' => break,
            Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                break;
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
}

/// Whether a state begins here.
pub fn begins_state(input: ParseStream<'_>) -> bool {
    (input.peek(kw::state) && input.peek2(Ident))
        || (input.peek(kw::start) && input.peek2(kw::state))
        || (input.peek(kw::start) && (input.peek2(kw::start) || input.peek2(Token![#])))
        || (input.peek(kw::start)
            && input.peek2(kw::tries)
            && (input.peek3(Lit) || input.peek3(Token![self])))
        || means_start(input)
        || means_end(input)
        || is_resume_before_state(input)
        || (input.peek(kw::start) && is_word(input, "resume", 1) && input.peek3(kw::state))
        // A name that is a keyword is reported.
        || (input.peek(kw::state) && input.peek2(Ident::peek_any) && input.peek3(syn::token::Brace))
}

/// Whether braces follow on braces or on their `?`.
pub fn braces_follow(input: ParseStream<'_>) -> bool {
    input.peek2(syn::token::Brace) || input.peek2(Token![?]) && input.peek3(syn::token::Brace)
}

/// Whether `resume state NAME` is next.
pub fn is_resume_before_state(input: ParseStream<'_>) -> bool {
    is_word(input, "resume", 0) && input.peek2(kw::state) && input.peek3(Ident)
}

/// Whether the token after so many is this word.
fn is_word(input: ParseStream<'_>, text: &str, after: usize) -> bool {
    let ahead = input.fork();
    let skipped = (0..after).all(|_| ahead.parse::<TokenTree>().is_ok());
    skipped && ahead.parse::<Ident>().is_ok_and(|word| word == text)
}

/// Whether another word is in the place of `start`: `initial state A`.
pub fn means_start(input: ParseStream<'_>) -> bool {
    let word = input.fork().parse::<Ident>();
    let is_start = |word: &Ident| {
        if word == "state" {
            return false;
        }
        let meant = ["initial", "first", "begin", "entry", "default", "main"];
        meant.iter().any(|other| word == other) || nearest(&word.to_string(), ["start"]).is_some()
    };
    input.peek2(kw::state) && word.is_ok_and(|word| is_start(&word))
}

/// Whether a state is meant to be the last: `final state A`.
pub fn means_end(input: ParseStream<'_>) -> bool {
    let word = input.fork().call(Ident::parse_any);
    let is_end = |word: &Ident| {
        ["final", "end", "last", "accepting", "terminal"].iter().any(|other| word == other)
    };
    input.peek2(kw::state) && word.is_ok_and(|word| is_end(&word))
}

/// Whether a state is meant here: `A { .. }`, `start A { .. }`, `start sate A { .. }` or `sate A { .. }`.
pub fn state_is_meant(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if input.peek(kw::state) {
        // Its name is missing, or is none.
        let _ = ahead.parse::<kw::state>();
        return ahead.is_empty() || ahead.peek(syn::Lit) || state_name::is_missing(&ahead);
    }
    let started = ahead.parse::<Option<kw::start>>().is_ok_and(|word| word.is_some());
    let Ok(word) = ahead.parse::<Ident>() else { return false };
    let is_misspelt = word != "start" && nearest(&word.to_string(), ["state"]).is_some();
    let is_body = |input: ParseStream<'_>| input.peek(syn::token::Brace) || input.peek(Token![=]);
    if is_misspelt && ahead.peek(Ident) {
        return true;
    }
    let text = word.to_string();
    let is_name = text.starts_with(char::is_uppercase)
        && !matches!(text.as_str(), "FINAL" | "FAILED" | "OnEntry" | "OnExit");
    (started || is_name) && is_body(&ahead)
}

/// Whether an item of a skill or a state begins here.
pub fn begins_item(input: ParseStream<'_>) -> bool {
    let brace = input.peek2(syn::token::Brace);
    begins_state(input)
        || input.peek(Token![->])
        || (input.peek(kw::precond) && input.peek2(Token![->]))
        || (brace
            && (input.peek(kw::init)
                || input.peek(kw::exit)
                || input.peek(Token![loop])
                || input.peek(kw::always)
                || input.peek(kw::vars)
                || input.peek(kw::continuous)
                || input.peek(kw::flow)
                || input.peek(kw::depends_skills)
                || input.peek(kw::depends_interfaces)))
        || (input.peek(Token![#]) && input.peek2(syn::token::Bracket))
}

/// The user's code, which must be a `T`. What does not parse is reported, `otherwise` if there
/// are no tokens; if a placeholder at its end completes it, it is kept for the IDE.
pub fn code<T: HasFacts>(
    tokens: TokenStream,
    kind: CodeKind,
    otherwise: Span,
    errors: &mut Errors,
) -> Option<Code> {
    parsed::<T>(tokens, kind, otherwise, errors).map(|(code, _)| code)
}

/// The same, with the code as a `T`.
pub fn parsed<T: HasFacts>(
    tokens: TokenStream,
    kind: CodeKind,
    otherwise: Span,
    errors: &mut Errors,
) -> Option<(Code, T)> {
    let whole = parse_all::<T>(&tokens, kind, otherwise);
    let (tokens, parsed, mut half_typed) = match whole {
        Ok(parsed) => (tokens, parsed, false),
        Err(error) => match cured(&tokens, errors) {
            Some((tokens, parsed)) => (tokens, parsed, false),
            None => {
                let text = error.to_string();
                let next =
                    text.strip_prefix("expected `;`, found `").filter(|_| kind == CodeKind::Block);
                let is_semicolon = next.is_some_and(|next| next.starts_with(char::is_alphabetic));
                errors.absorb(error);
                let parses = |tokens: &TokenStream| syn::parse2::<T>(tokens.clone()).is_ok();
                let tokens = completed(&tokens, parses).or_else(|| repaired(&tokens, &parses))?;
                let parsed = syn::parse2::<T>(tokens.clone()).ok()?;
                let half_typed = !is_semicolon || tokens.to_string().contains(MISSING);
                (tokens, parsed, half_typed)
            }
        },
    };
    if !half_typed {
        let before = errors.count();
        parsed.habits(Habits::new(kind, errors));
        half_typed = errors.count() > before;
    }
    Some((Code { tokens, facts: parsed.facts(), half_typed }, parsed))
}

/// The code with plain slips cured, which are reported, if it parses then.
fn cured<T: Parse>(tokens: &TokenStream, errors: &mut Errors) -> Option<(TokenStream, T)> {
    let (tokens, found) = fixed(tokens.clone());
    let parsed = syn::parse2::<T>(tokens.clone()).ok().filter(|_| !found.is_empty())?;
    for error in found {
        errors.absorb(error);
    }
    Some((tokens, parsed))
}

/// Whether no value of a list is lost: since `before` there is no error, or only one about code that
/// an IDE completes.
pub fn is_whole(values: &[Code], before: usize, errors: &Errors) -> bool {
    errors.count() == before || values.iter().any(|value| value.half_typed)
}
