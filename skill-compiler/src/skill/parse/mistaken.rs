//! Items of a state with a sign too many or a part too few.

use super::slips::Place;
use super::{kw, misplaced};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::Group;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Ident, Token, braced, parenthesized};

/// Reads and reports `flow: der(self.x) = RATE;`, or the same without `flow`, which is not in braces.
pub fn equation(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<bool> {
    let is_flow = input.peek(kw::flow) && input.peek2(Token![:]) && !input.peek3(syn::token::Brace);
    let is_equation = input.peek(kw::der) && input.peek2(syn::token::Paren);
    if !is_flow && !is_equation {
        return Ok(false);
    }
    let at = input.span();
    if is_flow {
        input.parse::<kw::flow>()?;
        input.parse::<Token![:]>()?;
    }
    let equation = take_until(input, |input| input.peek(Token![;]));
    input.parse::<Option<Token![;]>>()?;
    let help = format!("help: write `flow {{ {}; }}`", label::print(&equation));
    errors.span(at, format!("equation outside of `flow {{ .. }}`\n{help}"));
    Ok(true)
}

/// Reads `Name<n: u32>` as `Name(n: u32)`, which is reported: what is between the signs, if they are there.
pub fn angle_brackets(
    input: ParseStream<'_>,
    name: &syn::Ident,
    errors: &mut Errors,
) -> syn::Result<Option<proc_macro2::TokenStream>> {
    if !input.peek(Token![<]) {
        return Ok(None);
    }
    let open: Token![<] = input.parse()?;
    let list = take_until(input, |input| {
        input.peek(Token![>]) && (input.peek2(syn::token::Brace) || input.peek2(Token![=]))
    });
    input.parse::<Option<Token![>]>>()?;
    let help = format!("help: write `{name}({})`", label::print(&list));
    errors.at(&open, format!("parameters of a state in angle brackets\n{help}"));
    Ok(Some(list))
}

/// `precond` before the arrow of a transition; a `:` after it is reported.
pub fn precond(
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Option<proc_macro2::Span>> {
    let Some(word) = input.parse::<Option<kw::precond>>()? else { return Ok(None) };
    errors.record_keyword("precond", word.span);
    if let Some(colon) = input.parse::<Option<Token![:]>>()? {
        errors.at(&colon, "unexpected `:` after `precond`\nhelp: remove it");
    }
    Ok(Some(word.span))
}

/// The parentheses in `always() {`, which are reported.
pub fn empty_parentheses(
    input: ParseStream<'_>,
    word: &str,
    errors: &mut Errors,
) -> syn::Result<()> {
    let ahead = input.fork();
    let is_empty = (|| {
        let list;
        parenthesized!(list in ahead);
        Ok::<_, syn::Error>(list.is_empty())
    })();
    if is_empty.unwrap_or(false) && ahead.peek(syn::token::Brace) {
        let list: proc_macro2::Group = input.parse()?;
        errors.span(list.span_open(), format!("unexpected `()` after `{word}`\nhelp: remove it"));
    }
    Ok(())
}

/// Returns what is in the braces of `always` in a state, which is reported: the items of the state.
pub fn always<'a>(
    input: ParseStream<'a>,
    errors: &mut Errors,
) -> syn::Result<Option<ParseBuffer<'a>>> {
    let ahead = input.fork();
    let Ok(word) = ahead.parse::<Ident>() else { return Ok(None) };
    if ahead.peek(syn::token::Paren) && ahead.peek2(syn::token::Brace) {
        ahead.parse::<Group>()?;
    }
    let is_always = word == "always" && ahead.peek(syn::token::Brace);
    if !is_always && misplaced::section_meant(input) != Some("always") {
        return Ok(None);
    }
    errors.record_unknown(Place::State.keywords(), word.clone());
    take_to(input, &ahead);
    let content;
    braced!(content in input);
    let inside = content.fork();
    let shown = match inside.parse::<Token![->]>() {
        Ok(_) => label::print(&take_until(&inside, |input| input.peek(Token![;]))),
        Err(_) => "TARGET when GUARD".to_owned(),
    };
    let help = format!(
        "help: a transition of a state holds in the states inside it, too: write `-> {shown};` without `{word}`"
    );
    errors.at(&word, format!("unexpected `{word}` in a state\n{help}"));
    Ok(Some(content))
}
