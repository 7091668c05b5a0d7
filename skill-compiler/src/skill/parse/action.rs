//! `action f(args)`: a function that a state runs.

use super::{items, message};
use crate::skill::ast::Action;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names;
use crate::syntax::recover::{MISSING, take_expr, take_until};
use proc_macro2::{Ident, Span, TokenTree};
use quote::quote;
use syn::parse::ParseStream;
use syn::{Expr, Path, Token, parenthesized};

/// `f(args)` after the keyword.
pub fn action(input: ParseStream<'_>, word: Span, errors: &mut Errors) -> syn::Result<Action> {
    if input.peek(Token![|]) || input.peek(Token![||]) || input.peek(Token![move]) {
        let at = input.span();
        let ahead = input.fork();
        let is_whole = ahead.parse::<syn::ExprClosure>().is_ok();
        take_until(input, |input| {
            if is_whole {
                input.cursor() == ahead.cursor()
            } else {
                input.peek(syn::token::Brace) && !items::braces_follow(input)
            }
        });
        let help = "help: write a function with a name: `action f(..)`";
        return Err(syn::Error::new(at, format!("expected a function, found a closure\n{help}")));
    }
    let function = if items::begins_item(input) { None } else { function(input) };
    let Some(function) = function else {
        // The braces are no body of the state.
        if input.peek(syn::token::Brace) && items::braces_follow(input) {
            input.parse::<TokenTree>()?;
        }
        let missing = Ident::new(MISSING, word);
        errors.words.functions.push(quote!(#missing));
        return Err(syn::Error::new(
            word,
            "missing function of the action\nhelp: write `action f(..)`",
        ));
    };
    if !input.peek(syn::token::Paren) {
        errors.words.functions.push(quote!(#function));
        if input.peek(Token![.]) {
            if let Some(error) = message::after_action(input, word, &function) {
                return Err(error);
            }
            let message = "expected a function, found a method\nhelp: write a function that calls it, with the interfaces as its first argument: `action f(..)`";
            let at = input.span();
            take_until(input, |input| input.peek(syn::token::Paren));
            let _ = input.parse::<TokenTree>();
            return Err(syn::Error::new(at, message));
        }
        if input.peek(syn::token::Brace) && items::braces_follow(input) {
            let name = names::last(&function);
            let braces: proc_macro2::Group = input.parse()?;
            let message = format!(
                "expected `(` with the arguments of the action, found `{{`\nhelp: write `action {name}(..)`"
            );
            return Err(syn::Error::new(braces.span_open(), message));
        }
        return Err(syn::Error::new_spanned(
            &function,
            "missing arguments of the action\nhelp: write `action f(..)`",
        ));
    }
    let list;
    parenthesized!(list in input);
    let mut args = Vec::new();
    while !list.is_empty() {
        if list.peek(syn::Ident) && list.peek2(Token![:]) && !list.peek2(Token![::]) {
            let (name, _) = (list.parse::<Ident>()?, list.parse::<Token![:]>()?);
            let help = "help: remove it and the colon: an action is a function";
            errors.at(&name, format!("name of an argument of an action\n{help}"));
        }
        let arg = take_expr(&list, |input| input.peek(Token![,]));
        if args.is_empty() && ["ports", "& mut ports", "& ports"].contains(&&*arg.to_string()) {
            let help = "help: remove it: the function gets the interfaces as its first argument";
            errors.at(&arg, format!("`ports` is passed to each action\n{help}"));
            let _ = list.parse::<Token![,]>();
            continue;
        }
        args.extend(items::code::<Expr>(arg, CodeKind::Value, list.span(), errors));
        let _ = list.parse::<Token![,]>();
    }
    Ok(Action { function, args })
}

/// The path of a function, if there is one.
pub fn function(input: ParseStream<'_>) -> Option<Path> {
    input.fork().call(Path::parse_mod_style).ok()?;
    input.call(Path::parse_mod_style).ok()
}
