//! The hybrid part: `flow { der(self.h) = self.v; }`.

use super::{items, kw};
use crate::skill::ast::Equation;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::read::found_token;
use crate::syntax::recover::{MISSING, take_until};
use syn::parse::ParseStream;
use syn::{Expr, Ident, Token, parenthesized};

/// The equations between the braces.
pub fn equations(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Equation> {
    let mut equations = Vec::new();
    while !input.is_empty() {
        match equation(input, errors) {
            Ok(equation) => equations.push(equation),
            Err(error) => {
                errors.absorb(error);
                take_until(input, |input| input.peek(Token![;]));
            }
        }
        if !input.is_empty() && input.parse::<Token![;]>().is_err() {
            let found = found_token(input);
            errors.absorb(input.error(format!("expected `;` between two equations{found}")));
            if input.parse::<Token![,]>().is_ok() || input.peek(kw::der) {
                continue;
            }
            take_until(input, |input| input.peek(Token![;]));
            let _ = input.parse::<Token![;]>();
        }
    }
    equations
}

/// `der(self.h) = EXPR`. One that is being typed is kept for the IDE.
fn equation(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Equation> {
    let expected = "expected an equation\nhelp: write `der(self.variable) = RATE;`";
    let expected_equation = |error: syn::Error| syn::Error::new(error.span(), expected);
    if let Ok(word) = input.parse::<Token![let]>() {
        let names = take_until(input, |input| input.peek(Token![=]) || input.peek(Token![;]));
        errors.broken.extend(names.into_iter().map(|name| name.to_string()));
        let help = "help: write the value where it is used: `der(self.variable) = RATE;`";
        return Err(syn::Error::new(word.span, format!("unexpected `let` in `flow`\n{help}")));
    }
    let word: kw::der = input.parse().map_err(expected_equation)?;
    errors.record_keyword("der", word.span);
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(word.span, expected));
    }
    let left;
    let paren = parenthesized!(left in input);
    let variable = variable(&left, paren.span.close());
    // The rest would be a second error.
    take_until(&left, |_| false);
    let (variable, is_there) = variable.map_err(expected_equation)?;
    if !is_there {
        errors.span(paren.span.close(), expected);
    }
    if let Err(error) = input.parse::<Token![=]>() {
        if is_there {
            errors.absorb(expected_equation(error));
        }
        take_until(input, |input| input.peek(Token![;]));
        return Ok(Equation { variable, rate: None });
    }
    if input.peek(kw::der) {
        let other = take_until(input, |input| input.peek(Token![;]));
        let help = "help: write the expression of that rate";
        errors.at(&other, format!("a rate in an equation of another one\n{help}"));
        return Ok(Equation { variable, rate: None });
    }
    let tokens = take_until(input, |input| {
        input.peek(Token![;])
            || is_last_comma(input)
            || (input.peek(kw::der) && input.peek2(syn::token::Paren))
    });
    let rate = items::code::<Expr>(tokens, CodeKind::Value, variable.span(), errors);
    Ok(Equation { variable, rate })
}

/// Whether a `,` is meant as `;`: nothing but another equation follows.
fn is_last_comma(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<Token![,]>().is_ok() && (ahead.is_empty() || ahead.peek(kw::der))
}

/// `self.h`, and whether its name is there yet.
fn variable(left: ParseStream<'_>, end: proc_macro2::Span) -> syn::Result<(Ident, bool)> {
    left.parse::<Token![self]>()?;
    left.parse::<Token![.]>()?;
    if left.is_empty() {
        return Ok((Ident::new(MISSING, end), false));
    }
    let variable: Ident = left.parse()?;
    if left.is_empty() { Ok((variable, true)) } else { Err(left.error("")) }
}
