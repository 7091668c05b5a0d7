//! Items that skills and states share: variables and blocks, and where items begin and end.

use super::kw;
use crate::skill::ast::{Code, Var};
use crate::skill::facts::Facts;
use crate::syntax::errors::Errors;
use crate::syntax::names::did_you_mean;
use crate::syntax::recover::{completed, parse_all, take_expr, take_until};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{Attribute, Block, Expr, Ident, Token, Type, braced};

/// `vars { x: Type = init, .. }`, or another `word`.
pub fn vars(
    input: ParseStream<'_>,
    word: &str,
    vars: &mut Vec<Var>,
    errors: &mut Errors,
) -> syn::Result<()> {
    errors.record_keyword(word, input.parse::<Ident>()?.span());
    let content = braces(input, word)?;
    while !content.is_empty() {
        match var(&content) {
            Ok(var) => {
                let (attrs, name, ty, init) = var;
                if let Some(expr) = errors.ok(parse_all::<Expr>(&init, name.span())) {
                    let init = Code { tokens: init, facts: expr.facts(), half_typed: false };
                    vars.push(Var { attrs, name, ty, init });
                }
            }
            Err(error) => {
                errors.absorb(error);
                take_until(&content, |input| input.peek(Token![,]));
            }
        }
        let _ = content.parse::<Token![,]>();
    }
    Ok(())
}

/// The attributes, the name, the type and the initial value of a variable.
type UncheckedVar = (Vec<Attribute>, Ident, Type, TokenStream);

fn var(input: ParseStream<'_>) -> syn::Result<UncheckedVar> {
    let attrs = input.call(Attribute::parse_outer)?;
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected a variable\nhelp: declare it as `name: Type = VALUE`",
        )
    })?;
    let typed = input.parse::<Token![:]>().and_then(|_| input.parse::<Type>());
    let ty = typed.map_err(|_| {
        syn::Error::new(
            name.span(),
            format!(
                "missing type for variable `{name}`\nhelp: declare it as `{name}: Type = VALUE`"
            ),
        )
    })?;
    if input.parse::<Token![=]>().is_err() {
        let message = format!(
            "missing initial value for variable `{name}`\nhelp: provide its value at the start of a run: `{name}: Type = VALUE`"
        );
        return Err(syn::Error::new(name.span(), message));
    }
    let init = take_expr(input, |input| input.peek(Token![,]));
    Ok((attrs, name, ty, init))
}

/// Returns the content of the braces after `what`.
pub fn braces<'a>(input: ParseStream<'a>, what: &str) -> syn::Result<ParseBuffer<'a>> {
    if !input.peek(syn::token::Brace) {
        return Err(input.error(format!("expected `{{ .. }}` after `{what}`")));
    }
    let content;
    braced!(content in input);
    Ok(content)
}

/// A Rust block. One that does not parse is reported; half typed, it is kept for
/// the IDE.
pub fn block(input: ParseStream<'_>, what: &str, errors: &mut Errors) -> syn::Result<Option<Code>> {
    if !input.peek(syn::token::Brace) {
        return Err(input.error(format!("expected a block after `{what}`")));
    }
    let group: proc_macro2::Group = input.parse()?;
    let tokens = group.stream();
    let end = group.span_close();
    Ok(code::<Statements>(tokens, end, errors))
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
}

impl HasFacts for Expr {
    fn facts(&self) -> Facts {
        Facts::of_expr(self)
    }
}

impl HasFacts for Statements {
    fn facts(&self) -> Facts {
        Facts::of_block(&self.0)
    }
}

/// A `;`, or an end of line where the next item begins.
pub fn end_of_item(input: ParseStream<'_>) -> syn::Result<()> {
    input
        .parse::<Token![;]>()
        .map(|_| ())
        .map_err(|error| syn::Error::new(error.span(), "expected `;`"))
}

/// The next token, as an error names it.
pub fn next_token(input: ParseStream<'_>) -> String {
    match input.fork().parse() {
        Ok(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Brace => "{".to_owned(),
            Delimiter::Bracket => "[".to_owned(),
            Delimiter::Parenthesis | Delimiter::None => "(".to_owned(),
        },
        Ok(token) => token.to_string(),
        Err(_) => "}".to_owned(),
    }
}

/// An item that cannot be here.
pub fn unexpected(
    input: ParseStream<'_>,
    place: &str,
    words: &[&str],
    errors: &mut Errors,
) -> syn::Error {
    if let Ok(word) = input.fork().parse::<Ident>() {
        errors.record_unknown(if place == "a skill" { "in_skill" } else { "in_state" }, word);
    }
    let near = input
        .fork()
        .call(Ident::parse_any)
        .map_or(String::new(), |word| did_you_mean(&word.to_string(), words.iter().copied()));
    let found = next_token(input);
    let list = words.join("`, `");
    input.error(format!("unexpected `{found}` in {place}, expected one of `{list}`{near}"))
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
    otherwise: Span,
    errors: &mut Errors,
) -> Option<Code> {
    parsed::<T>(tokens, otherwise, errors).map(|(code, _)| code)
}

/// The same, with the code as a `T`.
pub fn parsed<T: HasFacts>(
    tokens: TokenStream,
    otherwise: Span,
    errors: &mut Errors,
) -> Option<(Code, T)> {
    let parsed = errors.ok(parse_all::<T>(&tokens, otherwise));
    let half_typed = parsed.is_none();
    let parses = |tokens: &TokenStream| syn::parse2::<T>(tokens.clone()).is_ok();
    let tokens = if half_typed { completed(&tokens, parses)? } else { tokens };
    let parsed = parsed.or_else(|| syn::parse2::<T>(tokens.clone()).ok())?;
    Some((Code { tokens, facts: parsed.facts(), half_typed }, parsed))
}
