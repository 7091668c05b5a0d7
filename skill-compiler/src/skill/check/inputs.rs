//! Checks of interfaces by the skill itself: an optional one needs some, a required one needs
//! none.

use super::findings::Findings;
use super::lint_levels::{REDUNDANT_CHECK, UNCHECKED_OPTIONAL};
use super::{Analysis, Interface, Model, State};
use crate::skill::ast::Code;
use crate::skill::facts::MemberUse;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;

/// The members of a port that are not fields of the interface.
pub const METHODS: [&str; 7] =
    ["send", "refused", "has_writer", "stale", "time", "handled", "done"];

/// Reports optional interfaces whose limit of age nothing checks.
pub fn check_limits(analysis: &Analysis, errors: &mut Errors) {
    if !analysis.lost.iter().all(|lost| lost.targets.is_empty()) {
        return;
    }
    let limited = |of: &&Interface| of.optional && of.max_age.micros().is_some();
    for interface in analysis.interfaces.iter().filter(limited) {
        let variable = plain(&interface.variable);
        if !is_checked(analysis, &variable, &["stale"]) {
            errors.at(
                &interface.variable,
                format!(
                    "nothing checks whether the optional interface `{variable}` is stale\nhelp: remove `optional`, so that the skill fails then; or check `{variable}.stale()`"
                ),
            );
        }
    }
}

/// Looks for optional interfaces that are read without a check, and for checks of required ones.
pub fn lint(analysis: &Analysis, findings: &mut Findings<'_>) {
    for interface in &analysis.interfaces {
        if interface.optional {
            unchecked(analysis, interface, findings);
        } else {
            redundant(analysis, interface, findings);
        }
    }
}

fn unchecked(analysis: &Analysis, interface: &Interface, findings: &mut Findings<'_>) {
    let variable = plain(&interface.variable);
    let reads = |code: &Code| {
        let mut members = members(code, &variable);
        members.any(|used| !(used.is_method && METHODS.iter().any(|method| used.name == method)))
    };
    let lost = analysis.lost.iter().any(|lost| !lost.targets.is_empty());
    let is_read = analysis.code().any(reads);
    let is_passed = analysis.code().any(|code| code.facts.names.contains(&variable));
    // A function may judge the value by what it says itself; but nobody gives a limit of the age for that. What
    // no function could check, either, is an error of `check_limits`.
    let problem = match interface.max_age.micros() {
        Some(_) => (is_passed && !checks_itself(analysis, &variable, &["stale"]))
            .then_some(("given to a function", "stale")),
        None => (is_read && !is_checked(analysis, &variable, &["has_writer", "stale"]))
            .then_some(("read", "has_writer")),
    };
    if let Some((how, check)) = problem.filter(|_| !lost) {
        let limit = if check == "stale" { " with a `max_age`" } else { "" };
        let message = format!(
            "`{variable}` is optional{limit}, but {how} without a check\nhelp: remove `optional`, or check `{variable}.{check}()`"
        );
        findings.report(analysis, None, UNCHECKED_OPTIONAL, &interface.variable, &message);
    }
}

fn redundant(analysis: &Analysis, interface: &Interface, findings: &mut Findings<'_>) {
    let variable = plain(&interface.variable);
    let cure = if interface.writes {
        String::new()
    } else {
        format!(", or declare `optional {variable}`")
    };
    let guards = analysis
        .transitions
        .values()
        .filter_map(|transition| Some((transition.from, transition.trigger.guard()?)));
    for (from, guard) in guards {
        for used in members(guard, &variable).filter(|used| used.is_method) {
            let (check, value) = match &used.name {
                name if name == "has_writer" => ("has_writer", "true"),
                name if name == "stale" => ("stale", "false"),
                _ => continue,
            };
            let message = format!(
                "`{variable}.{check}()` is always {value} here\nhelp: `{variable}` is required: remove the check{cure}"
            );
            findings.report(analysis, from, REDUNDANT_CHECK, &used.name, &message);
        }
    }
}

/// Looks for checks of what an interface refused, though the skill sends nothing to it. The model must
/// be whole.
pub fn never_refused(model: &Model, findings: &mut Findings<'_>) {
    for interface in model.interfaces.iter().filter(|of| !of.writes) {
        let variable = plain(&interface.variable);
        if is_checked(model, &variable, &["send"]) {
            not_sent_here(model, &variable, findings);
            continue;
        }
        for transition in model.transitions.values() {
            let guard = transition.trigger.guard().into_iter();
            let used = guard.flat_map(|guard| members(guard, &variable));
            for used in used.filter(|used| used.is_method && used.name == "refused") {
                let message = format!(
                    "`{variable}.refused()` is always false, the skill sends no message to `{variable}`\nhelp: send one in `init` or `loop`, or remove the check"
                );
                findings.report(model, transition.from, REDUNDANT_CHECK, &used.name, &message);
            }
        }
    }
}

/// Looks for checks of what an interface refused in states that send nothing to it before they are left.
fn not_sent_here(model: &Model, variable: &str, findings: &mut Findings<'_>) {
    let sends = |code: &Code| {
        code.facts.names.contains(variable)
            || members(code, variable).any(|used| used.name == "send")
    };
    for transition in model.transitions.values().filter(|of| !of.precond) {
        let Some(from) = transition.from else { continue };
        let guard = transition.trigger.guard().into_iter();
        let mut used = guard.flat_map(|guard| members(guard, variable));
        let Some(used) = used.find(|used| used.is_method && used.name == "refused") else {
            continue;
        };
        let mut inside = (0..model.states.len()).filter(|state| model.lies_in(*state, from));
        let may_send = inside.any(|state| {
            let of = &model.states[state];
            let exit = of.exit.as_ref().filter(|_| state != from);
            of.has_action()
                || of.holds_by_value()
                || of.messages().any(|message| plain(&message.port) == variable)
                || [of.init.as_ref(), of.loop_.as_ref(), exit].into_iter().flatten().any(sends)
        });
        if !may_send {
            let of = &model.states[from];
            let why = if of.exit.as_ref().is_some_and(sends) {
                "a message in `exit` is sent when the state has been left".to_owned()
            } else {
                format!("`{}` sends no message to `{variable}`", of.name)
            };
            let message = format!(
                "`{variable}.refused()` is always false here, {why}\nhelp: check it in the state that sends the message in `init` or `loop`, or remove it"
            );
            findings.report(model, Some(from), REDUNDANT_CHECK, &used.name, &message);
        }
    }
}

/// Whether the skill uses one of these members of an interface, or an action may do so.
fn checks_itself(model: &Model, variable: &str, checks: &[&str]) -> bool {
    let may_check = |code: &Code| {
        // Without parentheses it is an error, and meant.
        members(code, variable).any(|used| checks.iter().any(|check| used.name == check))
    };
    model.states.iter().any(State::has_action) || model.code().any(may_check)
}

/// Returns whether some code uses one of these members of an interface, or passes the interface
/// to a function, which may do so.
pub fn is_checked(model: &Model, variable: &str, checks: &[&str]) -> bool {
    checks_itself(model, variable, checks)
        || model.code().any(|code| code.facts.names.contains(variable))
}

/// Returns the members of an interface that code uses.
fn members<'a>(code: &'a Code, variable: &'a str) -> impl Iterator<Item = &'a MemberUse> {
    code.facts.members.iter().filter(move |used| plain(&used.owner) == variable)
}
