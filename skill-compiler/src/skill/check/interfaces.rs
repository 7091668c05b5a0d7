//! `depends_interfaces`: each variable and each interface once.

use super::Interface;
use super::names::Taken;
use crate::skill::ast;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use std::collections::BTreeMap;

/// Checks the declared interfaces.
pub fn check(interfaces: Vec<ast::Interface>, errors: &mut Errors) -> Vec<Interface> {
    let mut taken = Taken::default();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let mut kept = Vec::new();
    for interface in interfaces {
        let ast::Interface { writes, variable, ty, id, max_age_micros } = interface;
        if !taken.take(&variable, "interface", errors) {
            continue;
        }
        let id_text = id.as_ref().map_or_else(|| plain(&variable), syn::LitStr::value);
        if let Some(first) = ids.get(&id_text) {
            let message =
                format!("the interface \"{id_text}\" is `{first}` already; use that variable");
            match &id {
                Some(id) => errors.at(id, message),
                None => errors.at(&variable, message),
            }
            continue;
        }
        if writes && max_age_micros.is_some() {
            errors.at(&variable, "what a skill writes itself is never stale; remove `max_age`");
        }
        ids.insert(id_text.clone(), plain(&variable));
        kept.push(Interface { writes, variable, ty, id: id_text, max_age_micros });
    }
    if kept.len() > 32 {
        errors.at(&kept[32].variable, "a skill declares at most 32 interfaces");
        kept.truncate(32);
    }
    kept
}
