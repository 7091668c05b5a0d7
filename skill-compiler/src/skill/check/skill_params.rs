//! Parameters of a skill: `params { wait_sec: f32 = 12.5 in 1.0..=30.0 }`.

use super::names::Taken;
use super::{SkillParam, args};
use crate::skill::ast::{NamedArg, SkillParamEntry};
use crate::skill::facts::Facts;
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use syn::{Expr, Ident};

/// The types of parameters: those with one word on the blackboard.
const TYPES: [&str; 8] = ["bool", "u8", "u16", "u32", "i8", "i16", "i32", "f32"];

/// Checks the parameters against each other and what is taken.
pub fn check(
    params: Vec<SkillParamEntry>,
    ports: &[String],
    taken: &mut Taken,
    errors: &mut Errors,
) -> Vec<SkillParam> {
    let mut kept = Vec::new();
    for SkillParamEntry(mut param) in params {
        args::only_docs(&param.attrs, errors);
        args::check_range(&mut param, "a parameter", errors);
        let NamedArg { attrs, name, ty, default, range } = param;
        let is_free = taken.take(&name, "parameter", errors);
        let text = label::print_type(&ty);
        if !TYPES.contains(&&*text) {
            let cure = match &*text {
                "f64" => "use `f32`".to_owned(),
                "u64" | "usize" => "use `u32`".to_owned(),
                "i64" | "isize" => "use `i32`".to_owned(),
                _ => format!("use one of `{}`", TYPES.join("`, `")),
            };
            errors.at(&ty, format!("`{text}` cannot be the type of a parameter\nhelp: {cure}"));
            errors.broken.insert(plain(&name));
            continue;
        }
        let is_constant = |default: &TokenStream| is_constant(default, (ports, taken), errors);
        let Some(default) = default.filter(is_constant).filter(|_| is_free) else {
            errors.broken.insert(plain(&name));
            continue;
        };
        kept.push(SkillParam {
            docs: docs::text(&attrs),
            name,
            ty,
            type_name: text,
            default,
            range,
        });
    }
    kept
}

/// Reports `self`, arguments and interfaces in a default, which is a constant.
fn is_constant(
    default: &TokenStream,
    (ports, taken): (&[String], &Taken),
    errors: &mut Errors,
) -> bool {
    let Ok(expr) = syn::parse2::<Expr>(default.clone()) else { return true };
    let facts = Facts::of_expr(&expr);
    let owners = facts.members.iter().map(|used| &used.owner);
    let mut named = facts.values.iter().chain(owners);
    let is_known = |name: &&Ident| {
        let text = plain(name);
        taken.has(name) || ports.contains(&text) || errors.broken.contains(&text)
    };
    let (at, what) = match (facts.fields.first(), named.find(is_known)) {
        (Some(field), _) => (&field.name, "self".to_owned()),
        (None, Some(name)) => (name, plain(name)),
        (None, None) => return true,
    };
    let help = "help: write a constant: a parameter has its default until it is set from outside";
    errors.at(at, format!("`{what}` is not available in the default of a parameter\n{help}"));
    false
}
