//! The hybrid part: `flow { der(self.h) = self.v; }`.

use super::{items, kw};
use crate::skill::ast::Equation;
use crate::syntax::errors::Errors;
use crate::syntax::recover::take_until;
use syn::parse::ParseStream;
use syn::{Expr, Ident, Token, parenthesized};

/// The equations between the braces.
pub fn equations(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Equation> {
    let mut equations = Vec::new();
    while !input.is_empty() {
        match equation(input, errors) {
            Ok(equation) => equations.extend(equation),
            Err(error) => {
                errors.absorb(error);
                take_until(input, |input| input.peek(Token![;]));
            }
        }
        if !input.is_empty() && input.parse::<Token![;]>().is_err() {
            errors.absorb(input.error("expected `;` between two equations"));
            take_until(input, |input| input.peek(Token![;]));
            let _ = input.parse::<Token![;]>();
        }
    }
    equations
}

/// `der(self.h) = EXPR`; nothing if the right side is broken, which is reported.
fn equation(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Equation>> {
    let expected = "expected an equation: `der(self.variable) = RATE;`";
    let refuse = |error: syn::Error| syn::Error::new(error.span(), expected);
    errors.saw("der", input.parse::<kw::der>().map_err(refuse)?.span);
    let left;
    parenthesized!(left in input);
    left.parse::<Token![self]>().map_err(refuse)?;
    left.parse::<Token![.]>().map_err(refuse)?;
    let variable: Ident = left.parse().map_err(refuse)?;
    if !left.is_empty() {
        return Err(left.error(expected));
    }
    input.parse::<Token![=]>().map_err(refuse)?;
    let tokens = take_until(input, |input| {
        input.peek(Token![;]) || (input.peek(kw::der) && input.peek2(syn::token::Paren))
    });
    let rate = items::code::<Expr>(tokens, variable.span(), errors);
    Ok(rate.map(|rate| Equation { variable, rate }))
}
