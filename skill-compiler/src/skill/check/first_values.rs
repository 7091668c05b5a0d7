//! First values of the skill's variables: arguments and earlier variables are there, nothing else.

use super::Analysis;
use super::foreign::in_types;
use crate::skill::ast::Code;
use crate::skill::facts::Facts;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::Ident;
use std::collections::BTreeSet;

/// The first values of the skill's variables, in which nothing is `self`.
pub fn check(analysis: &mut Analysis, errors: &mut Errors) {
    let params = analysis.model.params.iter().map(|param| plain(&param.name));
    let params: BTreeSet<String> = params.collect();
    let interfaces = analysis.model.interfaces.iter().map(|of| plain(&of.variable));
    let interfaces: BTreeSet<String> = interfaces.collect();
    for var in analysis.model.vars.iter_mut().chain(&mut analysis.model.continuous) {
        let facts = &var.init.facts;
        let named = facts.values.iter().filter(|name| params.contains(&plain(name)));
        let named: Vec<&Ident> = named.filter(|name| !facts.bound.contains(&plain(name))).collect();
        for name in &named {
            errors.at(name, not_available(name));
        }
        if !named.is_empty() {
            var.init = Code::any_value();
            continue;
        }
        let help = || "assign it in `init` of the start state".to_owned();
        if facts.uses_any(&errors.broken)
            || in_types(facts, errors)
            || reads_interface(facts, |name| interfaces.contains(name), help, errors)
        {
            var.init = Code::any_value();
            continue;
        }
        for field in &var.init.facts.fields {
            let name = &field.name;
            if params.contains(&plain(name)) {
                errors.at(name, not_available(name));
                continue;
            }
            errors.at(name, format!("`self` is not available in an initial value\nhelp: name arguments and earlier variables directly: `{name}`"));
        }
        if let Some(name) = var.init.facts.elapsed.first() {
            no_time(name, "an initial value", ENTERED_NOW, errors);
        }
        if !var.init.facts.fields.is_empty() || !var.init.facts.elapsed.is_empty() {
            var.init = Code::any_value();
        }
    }
}

/// Reports an interface in an initial value, and returns whether there is one.
pub fn reads_interface(
    facts: &Facts,
    is_interface: impl Fn(&str) -> bool,
    help: impl FnOnce() -> String,
    errors: &mut Errors,
) -> bool {
    let mut owners = facts.members.iter().map(|used| &used.owner);
    let Some(owner) = owners.find(|owner| is_interface(&plain(owner))) else { return false };
    let help = help();
    errors.at(
        owner,
        format!("interface `{owner}` is not available in an initial value\nhelp: {help}"),
    );
    true
}

fn not_available(name: &Ident) -> String {
    format!(
        "parameter `{name}` is not available in an initial value, it can change later\nhelp: use `self.{name}` where it is needed"
    )
}

/// The cure of `self.elapsed()` where a state is entered.
pub const ENTERED_NOW: &str = "write 0.0, no time has passed";

/// Reports `self.elapsed()` where no state has been entered.
pub fn no_time(name: &Ident, place: &str, help: &str, errors: &mut Errors) {
    errors.at(name, format!("`self.elapsed()` is not available in {place}\nhelp: {help}"));
}
