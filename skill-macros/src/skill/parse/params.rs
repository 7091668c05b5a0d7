//! Parameters of a state: `n: u32, next: ref state(u32), avoid: state()`.

use super::kw;
use crate::skill::ast::{Param, ParamType, StateType};
use crate::syntax::errors::Errors;
use crate::syntax::recover;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Token, parenthesized};

/// The list between the parentheses.
pub fn list(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Param> {
    recover::list(input, errors, param)
}

fn param(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Param> {
    let attrs = input.call(Attribute::parse_outer)?;
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected a parameter: `name: Type` or `name: state(Type)`")
    })?;
    if !input.peek(Token![:]) {
        let message = format!("expected the type of the parameter: `{name}: Type`");
        return Err(syn::Error::new(name.span(), message));
    }
    input.parse::<Token![:]>()?;
    let ty = param_type(input, errors).map_err(|error| {
        syn::Error::new(error.span(), format!("expected the type of the parameter `{name}`"))
    })?;
    if let Some(equals) = input.parse::<Option<Token![=]>>()? {
        recover::take_until(input, |input| input.peek(Token![,]));
        let message = "a parameter has no default: every transition to the state gives its value";
        errors.absorb(syn::Error::new_spanned(equals, message));
    }
    Ok(Param { attrs, name, ty })
}

/// `Type`, `state(..)` or `ref state(..)`
fn param_type(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<ParamType> {
    let by_ref = input.peek(Token![ref]);
    let by_value = input.peek(kw::state) && input.peek2(syn::token::Paren);
    if !by_ref && !by_value {
        return input.parse().map(|ty| ParamType::Value(Box::new(ty)));
    }
    if by_ref {
        errors.saw("ref", input.parse::<Token![ref]>()?.span);
    }
    errors.saw("state", input.parse::<kw::state>()?.span);
    let list;
    parenthesized!(list in input);
    let params = recover::list(&list, errors, param_type);
    Ok(ParamType::State(StateType { by_ref, params }))
}
