//! Checks: a list of passes over the AST, each a file. The result is a valid model: what is
//! wrong is reported and left out.

mod analysis;
mod args;
mod attributes;
mod dead;
mod drop_invalid;
mod each;
mod findings;
mod first_class;
mod first_values;
mod foreign;
mod given;
mod handlers;
mod hints;
mod hybrid;
mod idle;
mod inputs;
mod instances;
mod interfaces;
mod kinds;
mod lint_levels;
mod lints;
mod misuses;
mod model;
mod names;
mod outcomes;
mod params;
mod purity;
mod reasons;
mod refusals;
mod results;
mod resumes;
mod scope;
mod skill_params;
mod spins;
mod states;
mod targets;
mod transitions;
mod tries;
mod unused;
mod uses;
mod values;

pub use args::range_fits;
pub use handlers::Handlers;
pub use hints::{Draft, DraftValue, IdeHints, Order};
pub use model::*;
pub use params::print as print_param;
pub use values::{may_run, sends, sent_by, uses_value};

use super::ast;
use crate::syntax::errors::{Errors, RESULT};
use crate::syntax::names::plain;
use crate::syntax::read::at_least_one;
use analysis::{Analysis, Lost};
use std::collections::BTreeMap;

/// Checks `ast` and numbers its transitions. Beside the model is what an IDE needs of the
/// parts that are left out of it.
pub fn check(ast: ast::Skill, errors: &mut Errors) -> (Model, IdeHints) {
    let is_parsed = errors.count() == 0;
    let ast::Skill {
        kind,
        attrs,
        vis,
        name,
        others,
        args,
        params,
        result,
        depends_skills,
        depends_interfaces,
        max_transitions,
        // The parser has applied it.
        max_iterations: _,
        continuous,
        body,
    } = ast;
    let attributes = attributes::sort(attrs, attributes::SKILL, errors);
    let ports: Vec<String> = depends_interfaces.iter().map(|of| plain(&of.variable)).collect();
    let (args, group) = args::check(args, &ports, errors);
    let mut taken = args::taken(&args, group.as_ref());
    let params = skill_params::check(params, &ports, &mut taken, errors);
    let vars = args::check_vars(body.vars, &mut taken, errors);
    let continuous = hybrid::check(continuous, &mut taken, errors);
    let mut each = each::Each::new(others);
    let own = Some(&name).filter(|_| kind == ast::MachineKind::Skill);
    let skills = names::dependencies(depends_skills, own, &mut each, errors);
    let declared = depends_interfaces.len();
    let interfaces = interfaces::check(depends_interfaces, &name, &mut each, errors);
    let result = results::of_skill((kind, &name), result, errors);
    let each::Lists { others, skill_paths, lost } = each.finish(&name, &interfaces, errors);
    let model = Model {
        kind,
        attrs: attributes.docs,
        lints: attributes.rust,
        markers: attributes.markers,
        levels: attributes.levels,
        warnings: Vec::new(),
        vis,
        name,
        first: None,
        others,
        args,
        params,
        group,
        lost_args: errors.lost.args,
        lost_types: lost || errors.broken.contains(RESULT),
        lost_interfaces: errors.lost.interfaces || interfaces.len() < declared,
        result,
        vars,
        skills,
        skill_paths,
        interfaces,
        checks_refusals: false,
        max_transitions: max_transitions
            .and_then(|limit| at_least_one(&limit, "max_transitions", "the default is 10", errors))
            .unwrap_or(DEFAULT_LIMIT),
        continuous,
        states: Vec::new(),
        transitions: BTreeMap::new(),
        always: Vec::new(),
        start: None,
        instances: Vec::new(),
        transition_instances: Vec::new(),
    };
    let words = std::mem::take(&mut errors.words);
    let hints = IdeHints {
        words,
        named: BTreeMap::new(),
        transitions: BTreeMap::new(),
        order: Vec::new(),
        always: Vec::new(),
    };
    let mut analysis = Analysis { model, hints, drafts: Vec::new(), lost: Vec::new() };
    states::check(&mut analysis, body.states, body.transitions, &taken, errors);
    kinds::check(&mut analysis, errors);
    uses::check(&mut analysis, errors);
    tries::expand(&mut analysis, errors);
    resumes::set_memory(&mut analysis);
    drop_invalid::sort_out(&mut analysis);
    hybrid::check_crossings(&analysis, errors);
    first_class::check(&mut analysis);
    instances::build(&mut analysis, errors);
    tries::check_held(&analysis, errors);
    if errors.count() == 0 {
        let reached = lints::reachable(&analysis);
        handlers::check(&analysis, reached.as_ref(), errors);
    }
    inputs::check_limits(&analysis, errors);
    analysis.checks_refusals = refusals::checks_refusals(&analysis);
    lints::check(&mut analysis, is_parsed, errors);
    (analysis.model, analysis.hints)
}
