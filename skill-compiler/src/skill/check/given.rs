//! Values of a transition whose types are plain: two that are swapped, and a failure for a parameter of another type.

use super::{Analysis, Model, StateId};
use crate::skill::ast::{Code, ParamType};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, plain};
use crate::syntax::types::{NUMBERS, is_floating, is_plain};
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::{Expr, Lit, Member, Type};

/// Reports two values each of which fits the parameter of the other alone.
pub fn swapped(
    analysis: &Analysis,
    from: Option<StateId>,
    name: &Ident,
    (types, codes): (&[&ParamType], &[Code]),
    errors: &mut Errors,
) -> bool {
    let kinds: Vec<Option<Kind>> = codes.iter().map(|code| kind(analysis, from, code)).collect();
    let fits = |value: usize, place: usize| match (&kinds[value], types.get(place)) {
        (Some(kind), Some(ParamType::Value(ty))) if is_plain(ty) => Some(kind.fits(ty)),
        _ => None,
    };
    let is_swapped = |one: usize, other: usize| {
        fits(one, one) == Some(false)
            && fits(other, other) == Some(false)
            && fits(one, other) == Some(true)
            && fits(other, one) == Some(true)
    };
    let mut pairs =
        (0..codes.len()).flat_map(|one| (one + 1..codes.len()).map(move |other| (one, other)));
    let Some((one, other)) = pairs.find(|(one, other)| is_swapped(*one, *other)) else {
        return false;
    };
    let mut shown: Vec<String> = codes.iter().map(|code| label::print(&code.tokens)).collect();
    shown.swap(one, other);
    let cure = shown.join(", ");
    errors.at(
        &codes[one].tokens,
        format!("two values of `{name}` are swapped\nhelp: write `{name}({cure})`"),
    );
    true
}

/// Reports the failure `why` as the value of a parameter of a plain type.
pub fn failure(
    why: &Ident,
    (params, codes): (&[(&Ident, &ParamType)], &[Code]),
    errors: &mut Errors,
) -> bool {
    let is_why = |code: &Code| syn::parse2::<Ident>(code.tokens.clone()).is_ok_and(|of| of == *why);
    let Some(place) = codes.iter().position(is_why) else { return false };
    let Some((name, ParamType::Value(ty))) = params.get(place) else { return false };
    let is_text = matches!(&**ty, Type::Path(of) if last(&of.path) == "String");
    if !is_plain(ty) && !is_text && !matches!(**ty, Type::Reference(_)) {
        return false;
    }
    let text = label::print_type(ty);
    let help = format!("help: declare the parameter as `{name}: StoredFailure`");
    errors.at(
        &codes[place].tokens,
        format!("expected a value of type `{text}`, found a failure\n{help}"),
    );
    errors.broken.insert(plain(name));
    true
}

/// The kind of a value, as far as its tokens show it.
enum Kind {
    Integer,
    Float,
    /// Of a declared name.
    Of(String),
}

impl Kind {
    fn fits(&self, ty: &Type) -> bool {
        let name = label::print_type(ty);
        match self {
            Self::Integer => NUMBERS.contains(&&*name) && !is_floating(ty),
            Self::Float => is_floating(ty),
            Self::Of(other) => *other == name,
        }
    }
}

fn kind(analysis: &Analysis, from: Option<StateId>, code: &Code) -> Option<Kind> {
    let expr = syn::parse2::<Expr>(code.tokens.clone()).ok()?;
    let value = match &expr {
        Expr::Unary(of) if matches!(of.op, syn::UnOp::Neg(_)) => &*of.expr,
        other => other,
    };
    match value {
        Expr::Lit(of) => match &of.lit {
            Lit::Int(number) if number.suffix().is_empty() => Some(Kind::Integer),
            Lit::Float(number) if number.suffix().is_empty() => Some(Kind::Float),
            Lit::Bool(_) => Some(Kind::Of("bool".to_owned())),
            _ => None,
        },
        Expr::Field(of) if of.base.to_token_stream().to_string() == "self" => {
            let Member::Named(name) = &of.member else { return None };
            declared(analysis, from, &plain(name)).map(Kind::Of)
        }
        _ => None,
    }
}

/// The type of `self.name`, if it is a plain one.
fn declared(analysis: &Analysis, from: Option<StateId>, name: &str) -> Option<String> {
    type_of(analysis, from, name).filter(|ty| is_plain(ty)).map(label::print_type)
}

/// Returns the type of `self.name` in a state, unless it is a state or a struct of arguments.
pub fn type_of<'a>(model: &'a Model, from: Option<StateId>, name: &str) -> Option<&'a Type> {
    for around in model.around(from) {
        let of = &model.states[around];
        if let Some(param) = of.params.iter().find(|param| plain(&param.name) == name) {
            let ParamType::Value(ty) = &param.ty else { return None };
            return Some(ty);
        }
        if let Some(var) = of.vars.iter().find(|var| plain(&var.name) == name) {
            return Some(&var.ty);
        }
    }
    let args = model.args.iter().map(|arg| (&arg.name, &arg.ty));
    let params = model.params.iter().map(|param| (&param.name, &param.ty));
    let vars = model.vars.iter().chain(&model.continuous).map(|var| (&var.name, &var.ty));
    args.chain(params).chain(vars).find(|(of, _)| plain(of) == name).map(|(_, ty)| ty)
}
