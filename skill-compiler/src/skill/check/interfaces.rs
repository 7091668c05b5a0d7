//! `depends_interfaces`: each variable and each interface once.

use super::Interface;
use super::args::only_docs;
use super::each::Each;
use super::names::Taken;
use crate::skill::ast::{self, MaxAge};
use crate::syntax::errors::{Errors, unknown_of};
use crate::syntax::label::print_type;
use crate::syntax::names::{plain, snake};
use crate::syntax::types::{is_plain, is_value_type};
use std::collections::BTreeMap;
use syn::Ident;

/// Most interfaces of a skill: each is a bit of a word.
const MAX_INTERFACES: usize = 32;

/// Checks the declared interfaces.
pub fn check(
    interfaces: Vec<ast::Interface>,
    skill: &Ident,
    each: &mut Each,
    errors: &mut Errors,
) -> Vec<Interface> {
    let mut taken = Taken::default();
    let mut ids: BTreeMap<(usize, String), Ident> = BTreeMap::new();
    let mut kept = Vec::new();
    for interface in interfaces {
        let ast::Interface { attrs, optional, writes, variable, ty, id, list, max_age, .. } =
            interface;
        let keeps_running = interface.keeps_running.filter(|_| !writes);
        only_docs(&attrs, errors);
        if plain(&variable) == plain(skill) {
            let help = format!("help: write `{}: Type`", snake(&plain(skill)));
            let message = "interface with the name of the skill";
            errors.at(&variable, format!("{message}\n{help}"));
            errors.broken.insert(plain(&variable));
            continue;
        }
        if !taken.take(&variable, "interface", errors) {
            // By which name it is meant is not known.
            errors.broken.insert(snake(&print_type(&ty)));
            errors.broken.extend(id.map(|id| snake(&id.value())));
            continue;
        }
        if errors.lost.generic && is_plain(&ty) || is_value_type(&ty, errors) {
            errors.broken.insert(plain(&variable));
            continue;
        }
        let id_text = id.as_ref().map_or_else(|| plain(&variable), syn::LitStr::value);
        let all_ids = each.ids_of(list.as_ref(), &id_text, errors);
        let key = |(place, id): (usize, &Option<String>)| Some((place, id.clone()?));
        let keys = || all_ids.iter().enumerate().filter_map(key);
        if let Some((key, first)) = keys().find_map(|key| ids.get(&key).map(|first| (key, first))) {
            let id_text = key.1;
            // Of a list, the one of that skill.
            let id = list.as_ref().and_then(|list| list.all.get(key.0)).or(id.as_ref());
            let message = format!(
                "interface \"{id_text}\" is already declared as `{first}`\nhelp: use that variable"
            );
            match id {
                Some(id) => errors.repeated(id, first.span(), message),
                None => errors.repeated(&variable, first.span(), message),
            }
            errors.broken.insert(plain(&variable));
            continue;
        }
        if writes && max_age != MaxAge::OfInterface {
            errors.at(&variable, "`max_age` on an interface that the skill writes\nhelp: remove it, what the skill writes itself is never stale");
        }
        if let Some(span) = interface.keeps_running.filter(|_| writes) {
            errors.span(span, "`keeps_running` on an interface that the skill writes\nhelp: remove it, a skill sends no messages to an interface that it writes");
        }
        if let Some(span) = optional.filter(|_| writes) {
            errors.span(
                span,
                "an interface that the skill writes cannot be optional\nhelp: remove `optional`",
            );
        }
        ids.extend(keys().map(|key| (key, variable.clone())));
        let ty = if all_ids[0].is_some() { ty } else { unknown_of(skill) };
        each.keep_ids(all_ids);
        let optional = optional.is_some() && !writes;
        let id = id_text;
        kept.push(Interface { optional, writes, variable, ty, id, max_age, keeps_running });
    }
    if kept.len() > MAX_INTERFACES {
        let message =
            format!("too many interfaces\nhelp: a skill can declare at most {MAX_INTERFACES}");
        errors.at(&kept[MAX_INTERFACES].variable, message);
        errors
            .broken
            .extend(kept.drain(MAX_INTERFACES..).map(|interface| plain(&interface.variable)));
    }
    kept
}
