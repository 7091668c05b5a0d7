//! Arguments and variables: `self.x` must mean one thing.

use super::foreign::in_types;
use super::names::Taken;
use super::{Arg, Group};
use crate::skill::ast;
use crate::skill::facts::Facts;
use crate::syntax::constant::{constant, is_float, literal};
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{self, camel, last, plain, snake};
use crate::syntax::types::{
    NUMBERS, can_have_range, is_plain, name_lifetimes, option_inner, range_on,
};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Expr, Ident, Lit, Type};

/// Checks the argument list.
pub fn check(
    args: Vec<ast::Arg>,
    ports: &[String],
    errors: &mut Errors,
) -> (Vec<Arg>, Option<Group>) {
    let mut taken = Taken::default();
    let mut named = Vec::new();
    let mut group: Option<Group> = None;
    let names: Vec<String> = args.iter().map(|arg| plain(name_of(arg))).collect();
    for (place, arg) in args.into_iter().enumerate() {
        match arg {
            ast::Arg::Named(mut arg) => {
                if let Some(text) = type_meant(&arg.ty, errors) {
                    (arg.ty, arg.range) = (text, None);
                    // A call that leaves it out is no further error.
                    arg.default = Some(quote!(::core::default::Default::default()));
                }
                name_lifetimes(&mut arg.ty);
                only_docs(&arg.attrs, errors);
                check_range(&mut arg, "an argument", errors);
                let (earlier, later) = names.split_at(place);
                check_default(&mut arg, (earlier, &later[1..], ports), errors);
                if taken.take(&arg.name, "argument", errors) {
                    named.push(Arg {
                        docs: docs::text(&arg.attrs),
                        inner: option_inner(&arg.ty).cloned(),
                        name: arg.name,
                        ty: arg.ty,
                        default: arg.default,
                        range: arg.range,
                    });
                }
            }
            ast::Arg::Group(arg) => {
                only_docs(&arg.attrs, errors);
                if let Some(first) = &group {
                    errors.at(
                        &arg.name,
                        format!(
                            "more than one struct of arguments\nhelp: a skill takes in one, here `{}`",
                            first.name
                        ),
                    );
                } else if taken.take(&arg.name, "argument", errors) {
                    group =
                        Some(Group { docs: docs::text(&arg.attrs), name: arg.name, ty: arg.ty });
                }
            }
        }
    }
    (named, group)
}

fn name_of(arg: &ast::Arg) -> &Ident {
    match arg {
        ast::Arg::Named(arg) => &arg.name,
        ast::Arg::Group(arg) => &arg.name,
    }
}

/// Leaves out a default that names what is not there yet: `self`, a `later` argument, or an interface.
fn check_default(
    arg: &mut ast::NamedArg,
    (earlier, later, ports): (&[String], &[String], &[String]),
    errors: &mut Errors,
) {
    let Some(Ok(default)) = arg.default.clone().map(syn::parse2::<Expr>) else { return };
    if is_literal_text(&arg.ty, &default) {
        errors.at(&default, literal_text(&arg.ty, &default));
        arg.default = Some(quote!(::core::default::Default::default()));
        return;
    }
    let facts = Facts::of_expr(&default);
    if facts.uses_any(&errors.broken) || in_types(&facts, errors) {
        arg.default = Some(quote!(::core::default::Default::default()));
        return;
    }
    let owners = facts.members.iter().map(|used| &used.owner);
    let mut named = facts.values.iter().chain(owners);
    let is_port = |name: &str| ports.iter().any(|port| port == name);
    let is_earlier = |name: &str| earlier.iter().any(|other| other == name);
    let port = named.clone().find(|name| is_port(&plain(name)) && !is_earlier(&plain(name)));
    let problem = if let Some(field) = facts.fields.first() {
        let name = &field.name;
        let help = format!("help: name an earlier argument directly: `{name}`");
        Some((name, format!("`self` is not available in a default\n{help}")))
    } else if let Some(name) =
        named.find(|name| later.contains(&plain(name)) && !is_earlier(&plain(name)))
    {
        let help = format!("help: declare `{name}` before `{}`", arg.name);
        Some((name, format!("argument `{name}` is not known here, it is declared later\n{help}")))
    } else {
        port.map(|port| {
            let help = format!("help: make the argument an `Option`, and read `{port}` in a state");
            (port, format!("interface `{port}` is not available in a default\n{help}"))
        })
    };
    if let Some((at, message)) = problem {
        errors.at(at, message);
        arg.default = None;
    }
}

/// Reports a range on a type that is not a number, and bounds of another type than the argument.
/// `what` has the range: `an argument`.
pub fn check_range(arg: &mut ast::NamedArg, what: &str, errors: &mut Errors) {
    let ty = option_inner(&arg.ty).unwrap_or(&arg.ty);
    let name = label::print_type(ty);
    if is_plain(ty) && NUMBERS.contains(&&*name) {
        check_sign(arg, &name, errors);
    }
    let ty = option_inner(&arg.ty).unwrap_or(&arg.ty);
    let default = arg.default.as_ref();
    arg.range = arg.range.take().filter(|range| {
        range_fits(range, ty, what, errors)
            && default.is_none_or(|default| default_fits(default, range, (&arg.name, what), errors))
    });
}

/// Whether a literal default is in a literal range; reported. `rustc` evaluates other constants.
fn default_fits(
    default: &TokenStream,
    range: &ast::ArgRange,
    (name, what): (&Ident, &str),
    errors: &mut Errors,
) -> bool {
    let number = constant(default).map_or_else(|| default.clone(), |of| of.tokens);
    #[allow(clippy::cast_possible_truncation)] // of an `f32`, the nearest one counts
    let single = |number: &TokenStream| literal(number).map(|value| value as f32);
    let Some(value) = single(&number) else { return true };
    // An integer for an `f32` is an error of its own.
    let is_same_kind = |bound: &TokenStream| is_float(bound) == is_float(&number);
    let bound =
        |bound: &Option<TokenStream>| bound.as_ref().filter(|of| is_same_kind(of)).and_then(single);
    let is_low = bound(&range.low).is_some_and(|low| value < low);
    let is_high =
        bound(&range.high).is_some_and(|high| value > high || value >= high && !range.inclusive);
    if is_low || is_high {
        let (value, range) = (label::print(&number), label::print(&range.tokens));
        let what = what.rsplit(' ').next().unwrap_or(what);
        let help = format!("help: the range is `{range}`");
        errors.at(&number, format!("`{value}` is out of range for {what} `{name}`\n{help}"));
    }
    !is_low && !is_high
}

/// Whether a type is a number, and one that can be each bound of a range; reported. `what` has the range.
pub fn range_fits(range: &ast::ArgRange, ty: &Type, what: &str, errors: &mut Errors) -> bool {
    let name = label::print_type(ty);
    if !can_have_range(ty) {
        errors.at(&range.tokens, range_on(what, ty));
        return false;
    }
    let is_integer = is_plain(ty) && !name.starts_with('f');
    let is_bool = |bound: &TokenStream| matches!(&*bound.to_string(), "true" | "false");
    let is_wrong = |bound: &&TokenStream| is_integer && is_float(bound) || is_bool(bound);
    let wrong = range.low.iter().chain(&range.high).find(is_wrong);
    if let Some(bound) = wrong {
        let number = if is_integer { "whole number" } else { "number" };
        errors.at(
            bound,
            format!(
                "`{}` is not a `{name}`\nhelp: write a {number}, the {} is one",
                label::print(bound),
                what.rsplit(' ').next().unwrap_or(what)
            ),
        );
    }
    wrong.is_none()
}

/// Reports a bound or default below 0 of a type without a sign.
fn check_sign(arg: &mut ast::NamedArg, name: &str, errors: &mut Errors) {
    let range = arg.range.iter();
    let bounds = range.flat_map(|range| range.low.iter().chain(&range.high));
    let mut negative =
        bounds.chain(&arg.default).filter(|value| literal(value).is_some_and(|value| value < 0.0));
    let Some(value) = negative.next().filter(|_| name.starts_with('u')) else { return };
    let help =
        format!("help: a `{name}` is 0 or more: write 0, or declare it as `i{}`", &name[1..]);
    errors.at(value, format!("`{}` is not a `{name}`\n{help}", label::print(value)));
    (arg.range, arg.default) = (None, arg.default.take().map(|_| quote!(0)));
}

/// The names of the arguments.
pub fn taken(args: &[Arg], group: Option<&Group>) -> Taken {
    let (mut taken, mut quiet) = (Taken::default(), Errors::default());
    for name in args.iter().map(|arg| &arg.name).chain(group.map(|group| &group.name)) {
        taken.take(name, "argument", &mut quiet);
    }
    taken
}

/// Checks the variables against each other and what is taken.
pub fn check_vars(vars: Vec<ast::Var>, taken: &mut Taken, errors: &mut Errors) -> Vec<ast::Var> {
    let mut kept = Vec::new();
    for var in vars {
        only_docs(&var.attrs, errors);
        if taken.take(&var.name, "variable", errors) {
            kept.push(with_type(var, errors));
        } else {
            // Which of the two is meant is not known.
            errors.broken.insert(plain(&var.name));
        }
    }
    kept
}

/// A variable with a type that is reported: code with it has no errors of its own.
fn with_type(var: ast::Var, errors: &mut Errors) -> ast::Var {
    if let Ok(init) = syn::parse2::<Expr>(var.init.tokens.clone())
        && is_literal_text(&var.ty, &init)
    {
        errors.at(&init, literal_text(&var.ty, &init));
        return ast::Var { init: ast::Code::any_value(), ..var };
    }
    let is_broken = matches!(&var.ty, syn::Type::Path(ty)
        if ty.path.get_ident().is_some_and(|name| errors.broken.contains(&plain(name))));
    if !is_broken {
        return var;
    }
    errors.broken.insert(plain(&var.name));
    ast::Var { ty: syn::parse_quote!([(); 0]), init: ast::Code::any_value(), ..var }
}

/// Whether a literal is given for a `Text<N>`, which does not come from one by itself.
fn is_literal_text(ty: &Type, value: &Expr) -> bool {
    let ty = option_inner(ty).unwrap_or(ty);
    let is_text = matches!(ty, Type::Path(of) if last(&of.path) == "Text");
    is_text && matches!(value, Expr::Lit(of) if matches!(of.lit, Lit::Str(_)))
}

fn literal_text(ty: &Type, value: &Expr) -> String {
    let (ty, value) = (label::print_type(ty), label::print(&value.to_token_stream()));
    format!(
        "mismatched types: expected `{ty}`, found a string literal\nhelp: write `Text::try_from({value}).unwrap_or_default()`"
    )
}

/// Reports a literal that a call gives to a sub-skill: it is no value of an argument, whose type is
/// not known here.
pub fn is_given_text(arg: &ast::CallArg, errors: &mut Errors) -> bool {
    let literal = arg.value.as_ref().and_then(|value| syn::parse2(value.tokens.clone()).ok());
    let Some(Lit::Str(literal)) = literal else { return false };
    let (ty, text) = (camel(&plain(&arg.name)), label::print(&literal.to_token_stream()));
    let constant = camel(&literal.value());
    let of_enum = syn::parse_str::<syn::Ident>(&constant).map_or(String::new(), |_| {
        format!("; for an enum, name its constant, as in `{ty}::{constant}`")
    });
    errors.at(
        &literal,
        format!("an argument cannot be given as a string literal\nhelp: for a `Text`, write `Text::try_from({text}).unwrap_or_default()`{of_enum}"),
    );
    true
}

/// Whether a path is `Ball::Color`.
fn is_in_type(path: &syn::Path) -> bool {
    let is_type = |name: &Ident| {
        let text = plain(name);
        text.starts_with(char::is_uppercase) && name != "Self"
    };
    path.segments.len() == 2 && path.segments.iter().all(|segment| is_type(&segment.ident))
}

/// The type in place of one of an argument that borrows or allocates texts, whose size is that of an address, or that
/// is looked for in the type of an interface; it is reported.
fn type_meant(ty: &Type, errors: &mut Errors) -> Option<Type> {
    let inner = option_inner(ty).unwrap_or(ty);
    let of = match inner {
        Type::Reference(of) => &*of.elem,
        other => other,
    };
    let Type::Path(path) = of else { return None };
    let name = label::print_type(inner);
    let no_type = |help: &str| format!("`{name}` cannot be the type of an argument\nhelp: {help}");
    let (meant, message): (Type, _) = match &*last(&path.path) {
        _ if path.qself.is_none() && is_in_type(&path.path) => {
            let mut path = path.clone();
            let first = &mut path.path.segments[0].ident;
            let ty = plain(first);
            *first = names::ident(&snake(&ty), first.span());
            let meant = Type::Path(path);
            let help = format!("help: write `{}`", label::print_type(&meant));
            let message = format!("`{ty}` is the type of an interface, not its module\n{help}");
            (meant, message)
        }
        "str" | "String" => (
            syn::parse_quote!(::skill_runtime::Text<32>),
            no_type("use `Text<32>`, a text of at most 32 bytes"),
        ),
        "usize" => {
            (syn::parse_quote!(u32), no_type("use `u32`, which has the same size on each robot"))
        }
        "u64" | "u128" => {
            (syn::parse_quote!(u32), no_type("use `u32`, or `f64` for more than 32 bits"))
        }
        "i64" | "i128" => {
            (syn::parse_quote!(i32), no_type("use `i32`, or `f64` for more than 32 bits"))
        }
        "isize" => {
            (syn::parse_quote!(i32), no_type("use `i32`, which has the same size on each robot"))
        }
        _ => return None,
    };
    errors.at(inner, message);
    Some(if option_inner(ty).is_some() {
        syn::parse_quote!(::core::option::Option<#meant>)
    } else {
        meant
    })
}

/// Reports attributes that are not documentation.
pub fn only_docs(attrs: &[syn::Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| !attr.path().is_ident("doc")) {
        let name = label::print(&attr.path().to_token_stream());
        let message = if name == "cfg" {
            "missing predicate of `cfg`\nhelp: write it in parentheses: `#[cfg(test)]`".to_owned()
        } else {
            format!(
                "unexpected attribute `{name}`\nhelp: remove it; doc comments and `#[cfg(..)]` are allowed here"
            )
        };
        errors.at(attr, message);
    }
}
