//! The hybrid part: variables that flow, and their rates in each state.

use super::names::Taken;
use super::{Model, Scope, StateId, args};
use crate::skill::ast;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, plain};
use crate::syntax::recover::MISSING;
use std::collections::BTreeMap;
use syn::{BinOp, Expr, ExprBinary};

/// Most continuous variables of a skill.
const MAX_CONTINUOUS: usize = 32;

/// `continuous { .. }`: names that are free, of type `f32`.
pub fn check(vars: Vec<ast::Var>, taken: &mut Taken, errors: &mut Errors) -> Vec<ast::Var> {
    let mut vars = args::check_vars(vars, taken, errors);
    for var in &mut vars {
        if label::print_type(&var.ty) != "f32" {
            errors.at(&var.ty, format!("expected type `f32` for continuous variable `{}`, found `{}`\nhelp: declare variables of other types in `vars`", var.name, label::print_type(&var.ty)));
            errors.broken.insert(plain(&var.name));
            (var.ty, var.init) = (syn::parse_quote!(f32), ast::Code::generated(quote::quote!(0.0)));
        }
    }
    if let Some(var) = vars.get(MAX_CONTINUOUS) {
        errors.at(
            &var.name,
            format!(
                "too many continuous variables\nhelp: a skill can have at most {MAX_CONTINUOUS}"
            ),
        );
        errors.broken.extend(vars.drain(MAX_CONTINUOUS..).map(|var| plain(&var.name)));
    }
    vars
}

/// The equations of a state: each of one continuous variable.
pub fn equations(
    model: &Model,
    equations: Vec<ast::Equation>,
    errors: &mut Errors,
) -> Vec<(usize, ast::Code)> {
    let mut checked: Vec<(usize, ast::Code)> = Vec::new();
    let mut seen = BTreeMap::new();
    for ast::Equation { variable, rate } in equations {
        let name = plain(&variable);
        if name == MISSING || errors.broken.contains(&name) {
            continue;
        }
        let names = || model.continuous.iter().map(|var| plain(&var.name));
        let Some(index) = names().position(|other| other == name) else {
            let near = did_you_mean(&name, names().collect::<Vec<_>>().iter().map(String::as_str));
            let ordinary = model.vars.iter().find(|var| plain(&var.name) == name);
            let is_argument = model.args.iter().any(|arg| plain(&arg.name) == name);
            let help = if let Some(var) = ordinary {
                let ty = label::print_type(&var.ty);
                let ty = if ty == "f32" { "" } else { ", as an `f32`" };
                format!("\nhelp: move `{name}` from `vars` to `continuous {{ .. }}`{ty}")
            } else if is_argument {
                format!(
                    "\nhelp: `{name}` is an argument: declare `continuous {{ x: f32 = {name} }}`"
                )
            } else if near.is_empty() {
                format!("\nhelp: declare it: `continuous {{ {name}: f32 = 0.0 }}`")
            } else {
                near
            };
            errors.at(&variable, format!("cannot find continuous variable `{name}`{help}"));
            errors.broken.insert(name);
            continue;
        };
        if let Some(first) = seen.insert(index, variable.span()) {
            errors.repeated(
                &variable,
                first,
                format!("duplicate equation for `{name}`\nhelp: remove one of them"),
            );
            continue;
        }
        checked.extend(rate.map(|rate| (index, rate)));
    }
    checked
}

/// Checks the number of crossings: those of active states are distinguished by the bits of a word.
pub fn check_crossings(model: &Model, errors: &mut Errors) {
    for state in 0..model.states.len() {
        let count: usize =
            model.around(Some(state)).map(|around| model.crossings(around).count()).sum();
        if count > MAX_CONTINUOUS {
            errors.at(
                &model.states[state].name,
                format!("{count} transitions with `crossing` while this state is active\nhelp: at most {MAX_CONTINUOUS} are supported"),
            );
        }
    }
}

/// Reports `crossing` of a guard in which nothing flows: it could never be taken.
pub fn crosses_nothing(
    model: &Model,
    state: StateId,
    guard: &ast::Code,
    errors: &mut Errors,
) -> bool {
    let is_continuous = |name: &str| model.continuous.iter().any(|var| plain(&var.name) == name);
    let flows = |name: &str| {
        let owner = model.scope(state, name);
        // One that is not known is reported for itself.
        owner.is_none() || owner == Some(Scope::Skill) && is_continuous(name)
    };
    let facts = &guard.facts;
    let may_flow = facts.names.contains("self")
        || !facts.elapsed.is_empty()
        || facts.fields.iter().any(|field| flows(&plain(&field.name)));
    let is_broken = facts.fields.iter().any(|field| errors.broken.contains(&plain(&field.name)));
    if guard.half_typed || is_broken || may_flow && model.flows() {
        return false;
    }
    let help = "help: write `when rising GUARD` if it is to become true between two passes, or `when GUARD`";
    errors
        .at(&guard.tokens, format!("`crossing` in a guard without a continuous variable\n{help}"));
    true
}

/// Reports `crossing self.h == 0.0`, which holds at no moment that the search could find.
pub fn crosses_equal(guard: &ast::Code, errors: &mut Errors) -> bool {
    let Ok(Expr::Binary(ExprBinary { op: BinOp::Eq(sign), .. })) =
        syn::parse2(guard.tokens.clone())
    else {
        return false;
    };
    let help = "help: write `<=` or `>=`: the moment at which this becomes true is searched for";
    errors.at(&sign, format!("`==` in a crossing\n{help}"));
    true
}

/// A pass sees the values of continuous variables at its own time only.
pub fn check_rising(model: &Model, trigger: Option<&ast::Trigger>, errors: &mut Errors) {
    let Some(ast::Trigger::Remembers(guard, ast::Memory { rising: true, .. })) = trigger else {
        return;
    };
    let flows = |name: &proc_macro2::Ident| {
        model.continuous.iter().any(|var| plain(&var.name) == plain(name))
    };
    if let Some(field) = guard.facts.fields.iter().find(|field| flows(&field.name)) {
        let name = &field.name;
        errors.at(name, format!("`rising` with the continuous variable `{name}`\nhelp: write `when crossing GUARD`, which is located between two passes"));
    }
}

impl Model {
    /// Whether anything flows.
    pub fn flows(&self) -> bool {
        !self.continuous.is_empty()
    }

    /// The transitions of a state that fire where a value crosses a bound.
    pub fn crossings(&self, state: StateId) -> impl Iterator<Item = usize> + '_ {
        let crosses = |transition: &&usize| {
            matches!(self.transitions[*transition].trigger, ast::Trigger::Crossing(_))
        };
        self.states[state].plain.iter().filter(crosses).copied()
    }
}
