//! Parameters and variables of states: `self.x` must mean one thing in the whole chain.

use super::names::Taken;
use super::{Param, args};
use crate::skill::ast;
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;

/// Checks parameters against what is taken around the state; returns also the names of
/// those that are left out.
pub fn check(
    params: Vec<ast::Param>,
    taken: &mut Taken,
    errors: &mut Errors,
) -> (Vec<Param>, Vec<String>) {
    let (mut kept, mut lost): (Vec<Param>, _) = (Vec::new(), Vec::new());
    for ast::Param { attrs, is_mut, name, ty, mut default } in params {
        args::only_docs(&attrs, errors);
        match ty {
            Some(ty) if taken.take(&name, "parameter", errors) => {
                if let Some(before) = kept.last().filter(|last| last.default.is_some())
                    && default.is_none()
                {
                    let before = &before.name;
                    errors.at(&name, format!("parameter `{name}` without a default after one with a default\nhelp: give it a default, or move it before `{before}`"));
                    lost.push(plain(&name));
                    default = Some(ast::Code::any_value());
                }
                let (docs, holds) = (docs::text(&attrs), Vec::new());
                kept.push(Param { docs, is_mut, name, ty, default, holds, counts: false });
            }
            _ => lost.push(plain(&name)),
        }
    }
    (kept, lost)
}

/// `u32`, `ref state(u32)`: how a type of a parameter is written.
pub fn print(ty: &ast::ParamType) -> String {
    match ty {
        ast::ParamType::Value(ty) => crate::syntax::label::print_type(ty),
        ast::ParamType::State(ast::StateType { by_ref, params }) => {
            let by_ref = if *by_ref { "ref " } else { "" };
            format!("{by_ref}state({})", print_list(params))
        }
    }
}

/// `u32, state()`
pub fn print_list<'a>(types: impl IntoIterator<Item = &'a ast::ParamType>) -> String {
    types.into_iter().map(print).collect::<Vec<_>>().join(", ")
}
