//! Values that code cannot see at its place.

use super::super::first_values::{ENTERED_NOW, no_time, reads_interface};
use super::super::{Draft, DraftValue, Target, Value};
use super::{Kind, Names, Place};
use crate::skill::ast::{CallArg, Code, Trigger, Var};
use crate::skill::facts::{ELAPSED, FAILURES, Facts, SELF};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{camel, did_you_mean, plain};
use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;

impl Names<'_> {
    /// Reports a name that `self` does not have.
    pub(super) fn unknown(&self, at: &Ident, name: &str, place: Option<&str>, errors: &mut Errors) {
        if self.lost.as_ref().is_none_or(|lost| lost.iter().any(|lost| lost == name)) {
            return;
        }
        if self.interfaces.iter().any(|interface| interface == name) {
            return errors.at(at, format!("cannot find `self.{name}`, `{name}` is an interface\nhelp: write `{name}` without `self.`"));
        }
        if let Some((what, of)) = self.elsewhere.get(name) {
            let help = match (place, &self.state) {
                (Some("a default"), _) => {
                    "a default sees what is around its state: give the value in the transitions"
                }
                (_, None) => {
                    "write the transition in that state, or keep the value in a variable of the skill with a name of its own"
                }
                _ => {
                    "pass its value as a parameter, or keep it in a variable of the skill with a name of its own"
                }
            };
            return errors.at(
                at,
                format!(
                    "`{name}` is a {what} of `{of}`, which may not be active here\nhelp: {help}"
                ),
            );
        }
        if name == ELAPSED {
            return errors.at(at, "cannot find `self.elapsed` in this scope\nhelp: write `self.elapsed()` for the time since the state was entered");
        }
        if name == "state" && place.is_none() {
            let help = "help: a block does not change the state, a transition does: `-> STATE when GUARD;`";
            return errors.at(at, format!("cannot find `self.state` in this scope\n{help}"));
        }
        let near = did_you_mean(name, self.kinds.keys().map(String::as_str));
        // `pause` for `pause_sec`.
        let longer = self.kinds.keys().find(|other| other.starts_with(&format!("{name}_")));
        let near = longer
            .filter(|_| near.is_empty())
            .map_or(near, |longer| format!("\nhelp: did you mean `{longer}`?"));
        let missing = format!("cannot find `self.{name}` in this scope");
        if !near.is_empty() {
            return errors.at(at, format!("{missing}{near}"));
        }
        if name == "params" {
            return errors.at(at, format!("{missing}\nhelp: write `self.NAME` for a parameter"));
        }
        if let Some((group, ty)) = &self.group {
            return errors.at(at, format!("{missing}\nhelp: write `self.{group}.{name}` for a field of `{ty}`, or add it to the `vars` or arguments"));
        }
        let help = match &self.state {
            None => "help: add it to the `vars` or the arguments of the skill".to_owned(),
            Some(state) => format!(
                "help: add it to the `vars` or arguments of the skill, or to the `vars` or parameters of `{state}`"
            ),
        };
        errors.once(at, format!("{missing}\n{help}"));
    }

    /// Reports a `let` that gives a name of an interface to another value.
    pub(super) fn hides_interface(&self, guard: &mut Code, errors: &mut Errors) {
        let mut bound = guard.facts.effects.lets.iter().flatten();
        if let Some(name) = bound.find(|name| self.interfaces.contains(&plain(name))) {
            let text = plain(name);
            let parts: Vec<TokenTree> = guard.tokens.clone().into_iter().collect();
            let is_value = |two: &[TokenTree]| matches!(two, [TokenTree::Punct(sign), TokenTree::Ident(of)] if sign.as_char() == '=' && plain(of) == text);
            let help = if parts.windows(2).any(is_value) {
                format!(
                    "an interface is no `Option`: write `{text}.has_writer()`, and use `{text}` itself"
                )
            } else {
                "choose another name for the value".to_owned()
            };
            errors.at(name, format!("`{name}` is the name of an interface\nhelp: {help}"));
            guard.half_typed = true;
        }
    }

    /// Reports a parameter of the state itself, one of `own`, in a default.
    pub(super) fn names_own_parameter(
        &self,
        default: &mut Code,
        own: &BTreeSet<String>,
        errors: &mut Errors,
    ) -> bool {
        let facts = &default.facts;
        let is_own = |name: &&Ident| {
            let text = plain(name);
            own.contains(&text) && !self.kinds.contains_key(&text) && !facts.bound.contains(&text)
        };
        let fields = facts.fields.iter().map(|field| &field.name);
        let Some(name) = fields.chain(&facts.values).find(is_own).filter(|_| !default.half_typed)
        else {
            return false;
        };
        let help =
            "help: a default sees what is around its state: give the value in the transitions";
        errors.at(name, format!("a default names `{name}`, a parameter of its state\n{help}"));
        default.half_typed = true;
        true
    }

    /// Reports `Walk {}.done()` in a guard.
    pub(super) fn runs_skill(&self, guard: &mut Code, errors: &mut Errors) {
        let mut called = guard.facts.effects.statements.iter();
        if let Some(name) = called.find(|name| self.skills.contains(&plain(name))) {
            let help = format!("help: run it in a state: `state NAME = {name} {{ .. }} {{ .. }}`");
            errors.at(name, format!("a guard cannot run skill `{name}`\n{help}"));
            guard.half_typed = true;
        }
    }

    /// Reports `look` in a guard for the result of the sub-skill `Look`.
    pub(super) fn takes_skill(&self, guard: &mut Code, errors: &mut Errors) {
        let facts = &guard.facts;
        let is_result = |name: &&Ident| {
            let text = plain(name);
            self.skills.contains(&camel(&text))
                && self.is_no_value(&text)
                && !facts.bound.contains(&text)
                && !self.locals.contains_key(&text)
                && is_operand(&guard.tokens, name)
        };
        if let Some(name) = facts.values.iter().find(is_result).filter(|_| !guard.half_typed) {
            let help = format!("help: name the result: `on FINAL({name})`");
            errors.at(name, format!("cannot find value `{name}` in this scope\n{help}"));
            guard.half_typed = true;
        }
    }

    /// Reports a name that another block of the state binds.
    pub(super) fn uses_local(&self, code: &Code, errors: &mut Errors) -> bool {
        let facts = &code.facts;
        let owners = facts.members.iter().map(|used| &used.owner);
        for name in facts.values.iter().chain(owners) {
            let text = plain(name);
            let block = self.locals.get(&text).filter(|_| !facts.bound.contains(&text));
            let is_local = self.is_no_value(&text) && is_operand(&code.tokens, name);
            if let Some(block) = block.filter(|_| is_local) {
                let help = format!(
                    "help: keep it in a variable of the state: `vars {{ {name}: Type = VALUE }}`, and write `self.{name}`"
                );
                errors.at(name, format!("`{name}` is a local of `{block}`\n{help}"));
                errors.lost.locals.insert(text);
                return true;
            }
        }
        false
    }

    /// Reports an interface in the initial value of a variable of a state.
    pub(super) fn reads_interface(&self, var: &Var, errors: &mut Errors) -> bool {
        let facts = &var.init.facts;
        let is_interface =
            |name: &str| self.interfaces.iter().any(|of| of == name) && !facts.bound.contains(name);
        let help = || {
            let value = label::print(&var.init.tokens);
            format!("assign it in `init`: `self.{} = {value};`", var.name)
        };
        reads_interface(facts, is_interface, help, errors)
    }

    /// Reports `why` in a transition on FAILED that does not name the failure.
    pub(super) fn lacks_failure(&self, transition: &mut Draft, errors: &mut Errors) {
        if !matches!(transition.trigger, Some(Trigger::OnFailed(None, _))) {
            return;
        }
        let guard = transition.trigger.as_mut().and_then(Trigger::guard_mut);
        let lets = guard.as_ref().map_or_else(Default::default, |guard| guard.facts.bound.clone());
        let values = transition.values.iter_mut().filter_map(|value| match value {
            DraftValue::Right(Value::Code(code)) => Some(code),
            _ => None,
        });
        let reason = transition.reason.iter_mut().flat_map(|reason| &mut reason.values);
        for code in guard.into_iter().chain(values).chain(reason) {
            let owners = code.facts.members.iter().map(|used| &used.owner);
            let mut named = code.facts.values.iter().chain(owners);
            let is_why = |name: &&Ident| {
                let text = plain(name);
                FAILURES.contains(&&*text)
                    && !code.facts.bound.contains(&text)
                    && !lets.contains(&text)
                    && (self.is_no_value(&text) || self.results.contains(&text))
            };
            if let Some(name) = named.find(is_why).filter(|_| !code.half_typed) {
                let help = format!("help: name the failure: `on FAILED({name})`");
                errors.at(name, format!("cannot find value `{name}` in this scope\n{help}"));
                code.half_typed = true;
            }
        }
    }

    /// Reports the result of a sub-skill that the transition on FINAL does not name, or names otherwise.
    pub(super) fn lacks_result(&self, transition: &mut Draft, errors: &mut Errors) {
        let Some(Trigger::OnFinal(names, guard)) = &transition.trigger else { return };
        let fails = matches!(transition.to, Some(Target::Failed));
        // A sign in a list that is wrong is reported.
        if names.iter().any(|of| of.sign.is_some()) {
            return;
        }
        let lets = guard.iter().flat_map(|(guard, _)| &guard.facts.bound);
        let lets: Vec<String> = lets.cloned().collect();
        let names: Vec<_> = names.iter().map(|of| (of.skill.clone(), of.name.clone())).collect();
        let is_bound = |text: &String| {
            lets.contains(text) || names.iter().any(|(_, name)| plain(name) == *text)
        };
        let values = transition.values.iter_mut().filter_map(|value| match value {
            DraftValue::Right(Value::Code(code)) => Some(code),
            _ => None,
        });
        let guard = transition.trigger.as_mut().and_then(Trigger::guard_mut);
        let mut reported = BTreeSet::new();
        for code in values.chain(guard).filter(|code| !code.half_typed) {
            let is_whole = syn::parse2::<Ident>(code.tokens.clone()).is_ok();
            let fields = code.facts.members.iter().filter(|used| !used.is_method);
            let owners = fields.map(|used| (&used.owner, true));
            // A function may be a value, too.
            let values = code.facts.values.iter().map(|name| (name, is_whole));
            let wrong = owners.chain(values).find_map(|(name, is_certain)| {
                let text = plain(name);
                let is_wrong = !is_bound(&text)
                    && !self.broken.contains(&text)
                    && !code.facts.bound.contains(&text)
                    && !self.interfaces.contains(&text)
                    && !self.kinds.contains_key(&text);
                let cure = self.result_meant(&text, is_certain, &names).filter(|_| is_wrong)?;
                let is_why = fails && names.is_empty() && FAILURES.contains(&&*text);
                let failure =
                    format!("a failure has a name in another transition: `on FAILED({text})`");
                Some((name.clone(), if is_why { failure } else { cure }))
            });
            if let Some((name, cure)) = wrong {
                if !reported.insert(plain(&name)) {
                    code.half_typed = true;
                    continue;
                }
                let message = format!("cannot find value `{name}` in this scope\nhelp: {cure}");
                errors.at(&name, message);
                code.half_typed = true;
            }
        }
    }

    /// Returns the cure of a name that means a result; `names` are those that the transition gives to results.
    fn result_meant(
        &self,
        text: &str,
        is_certain: bool,
        names: &[(Option<Ident>, Ident)],
    ) -> Option<String> {
        if !self.runs_skills || !is_certain && !self.results.contains(text) {
            return None;
        }
        let is_label = |(skill, _): &&(Option<Ident>, Ident)| {
            skill.as_ref().is_some_and(|skill| plain(skill) == text)
        };
        let is_run = self.runs.iter().any(|name| name == text);
        let is_other = self.is_no_value(text) || self.results.contains(text);
        match names {
            [] if is_run || is_other => Some(format!("name the result: `on FINAL({text})`")),
            [(None, name)] if is_run && self.runs.len() == 1 => {
                Some(format!("the result is named `{name}` in this transition"))
            }
            [] => None,
            _ => match names.iter().find(is_label) {
                Some((_, name)) => Some(format!("the result is named `{name}` in this transition")),
                None => (is_run || self.runs.len() > names.len() && self.results.contains(text))
                    .then(|| format!("name the result: `on FINAL(.., {text})`")),
            },
        }
    }

    /// Reports `self.elapsed()` where no state has been entered.
    pub(super) fn lacks_time(
        &self,
        facts: &Facts,
        what: Option<&str>,
        errors: &mut Errors,
    ) -> bool {
        let Some(name) = facts.elapsed.first() else { return false };
        let (place, help) = match (what, self.place) {
            (Some("a rate"), _) => ("a rate", "use a continuous variable with the rate 1.0"),
            (Some("a message"), _) => ("a message", ENTERED_NOW),
            (Some("a default"), _) => ("a default", "give the value in the transition"),
            (_, Place::Precondition) => {
                ("a precondition", "use it in a transition of a state that is active")
            }
            (_, Place::FirstValue) => ("an initial value", ENTERED_NOW),
            (_, Place::Init) => ("`init`", ENTERED_NOW),
            _ if self.state.is_none() => ("`always`", "use it in a state around the others"),
            _ => return false,
        };
        no_time(name, place, help, errors);
        true
    }

    /// Reports `limit` for `self.limit`.
    pub(super) fn lacks_self(&self, facts: &Facts, errors: &mut Errors) -> bool {
        let owners = facts.members.iter().map(|used| &used.owner);
        let mut found = false;
        for name in facts.values.iter().chain(owners) {
            let text = plain(name);
            let is_other = facts.bound.contains(&text) || self.interfaces.contains(&text);
            let what = match self.kinds.get(&text) {
                Some(Kind::Argument) => "an argument",
                Some(Kind::Parameter | Kind::Held | Kind::SkillParam) => "a parameter",
                Some(Kind::Variable) => "a variable",
                None if text != "self" && SELF.contains(&&*text) && !is_other => {
                    let cure = "in this scope\nhelp: write `self`";
                    errors.at(name, format!("cannot find value `{name}` {cure}"));
                    found = true;
                    continue;
                }
                None if self.broken.contains(&text) => continue,
                None if self.results.contains(&text) && !is_other => {
                    let cure = if self.has_guard {
                        format!("bind it in the guard: `when let Some({name}) = ..`")
                    } else {
                        format!(
                            "a name holds in the transition that binds it: pass it to the state, as in `-> STATE({name})` and `state STATE({name}: Type)`"
                        )
                    };
                    let message = format!("cannot find value `{name}` in this scope\nhelp: {cure}");
                    errors.once(name, message);
                    found = true;
                    continue;
                }
                _ => continue,
            };
            if !is_other {
                errors.at(name, format!("cannot find value `{name}` in this scope\nhelp: write `self.{name}` for {what}"));
                found = true;
            }
        }
        found
    }

    /// Whether a name is no value that code can see: neither one of the skill, nor a constant or a type.
    pub(super) fn is_no_value(&self, name: &str) -> bool {
        self.lost.is_some() && self.is_no_known_value(name)
    }

    /// The same where a name of `self` may be lost.
    pub(super) fn is_no_known_value(&self, name: &str) -> bool {
        let is_known = self.kinds.contains_key(name)
            || self.interfaces.iter().any(|other| other == name)
            || self.results.contains(name)
            || self.broken.contains(name);
        let is_small = name.starts_with(|first: char| first.is_lowercase());
        is_small && !is_known && !SELF.contains(&name)
    }

    /// Returns whether an argument has neither a value nor a name of `self`, whose value it would
    /// have.
    pub(super) fn lacks_value(&self, arg: &mut CallArg, errors: &mut Errors) -> bool {
        let name = &arg.name;
        let text = plain(name);
        if !arg.shorthand || self.kinds.contains_key(&text) {
            return false;
        }
        if self.lost.as_ref().is_some_and(|lost| !lost.contains(&text)) {
            errors.at(
                name,
                format!("missing value for argument `{name}`\nhelp: write `{name}: value`; the short form needs `self.{name}`"),
            );
        }
        if let Some(value) = &mut arg.value {
            value.half_typed = true;
        }
        true
    }
}

/// Whether a name is beside an operator: a function, which may have the same name, is not.
fn is_operand(tokens: &TokenStream, name: &Ident) -> bool {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_operator = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if !matches!(sign.as_char(), ',' | ';' | '&'));
    all.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => is_operand(&group.stream(), name),
        TokenTree::Ident(word) if word == name => {
            let before = at.checked_sub(1).and_then(|before| all.get(before));
            is_operator(before) || is_operator(all.get(at + 1))
        }
        _ => false,
    })
}
