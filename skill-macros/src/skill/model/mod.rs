//! The checked skill: names resolved, edges numbered. What was wrong is left out
//! and has been reported; the expansion reads nothing but this.

mod args;
mod attributes;
mod edges;
mod freshness;
mod interfaces;
mod lints;
mod names;
mod purity;
mod states;

use super::ast;
use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::{Attribute, Ident, LitStr, Path, Type, Visibility};

/// A checked skill.
pub struct Model {
    pub attrs: Vec<Attribute>,
    pub lints: Vec<Attribute>,
    pub levels: lints::Levels,
    /// What the expansion must warn of.
    pub warnings: Vec<(Ident, String)>,
    pub vis: Visibility,
    pub name: Ident,
    pub args: Vec<Arg>,
    pub group: Option<Group>,
    pub vars: Vec<ast::Var>,
    pub skills: Vec<Path>,
    pub interfaces: Vec<Interface>,
    pub max_transitions: u32,
    pub states: Vec<State>,
    pub edges: Vec<Edge>,
    /// The root's edges: they leave every state but their target.
    pub always: Vec<EdgeId>,
    /// The start state, if there is any state.
    pub start: Option<StateId>,
}

/// Index into [`Model::states`].
pub type StateId = usize;
/// Index into [`Model::edges`].
pub type EdgeId = usize;

/// An argument.
pub struct Arg {
    pub docs: String,
    pub name: Ident,
    pub ty: Type,
    /// The type inside, if `ty` is an `Option`.
    pub inner: Option<Type>,
    pub default: Option<TokenStream>,
    pub range: Option<ast::ArgRange>,
}

/// The arguments of a struct.
pub struct Group {
    pub docs: String,
    pub name: Ident,
    pub ty: Type,
}

/// A declared interface.
pub struct Interface {
    pub writes: bool,
    pub variable: Ident,
    pub ty: Type,
    pub id: String,
    pub max_age_micros: Option<u64>,
}

/// A state. Edges are in the order in which they are checked.
pub struct State {
    pub docs: String,
    pub attrs: Vec<Attribute>,
    pub levels: lints::Levels,
    /// Where transitions lead that were left out, as they are wrong; `None` may be
    /// anywhere.
    pub lost: Vec<Option<Target>>,
    pub name: Ident,
    pub runs: ast::Runs,
    pub init: Option<ast::Code>,
    pub loop_: Option<ast::Code>,
    pub exit: Option<ast::Code>,
    pub preconds: Vec<EdgeId>,
    pub on_final: Option<EdgeId>,
    pub on_failed: Option<EdgeId>,
    pub plain: Vec<EdgeId>,
}

/// A transition.
pub struct Edge {
    /// The state it leaves; the root's have none.
    pub from: Option<StateId>,
    pub to: Target,
    pub trigger: ast::Trigger,
    pub precond: bool,
    pub label: String,
    pub reason: Option<Reason>,
}

/// Where a transition leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    State(StateId),
    Final,
    Failed,
}

/// Why a transition into FAILED is taken.
pub struct Reason {
    pub text: LitStr,
    pub values: Vec<ast::Code>,
}

/// Checks `ast` and numbers its edges.
pub fn build(ast: ast::Skill, errors: &mut Errors) -> Model {
    let ast::Skill {
        attrs,
        vis,
        name,
        args,
        depends_skills,
        depends_interfaces,
        max_transitions,
        body,
    } = ast;
    let attributes = attributes::sort(attrs, errors);
    let (args, group) = args::check(args, errors);
    let vars = args::check_vars(body.vars, &args, group.as_ref(), errors);
    let skills = names::dependencies(depends_skills, errors);
    let interfaces = interfaces::check(depends_interfaces, errors);
    let mut model = Model {
        attrs: attributes.docs,
        lints: attributes.rust,
        levels: attributes.levels,
        warnings: Vec::new(),
        vis,
        name,
        args,
        group,
        vars,
        skills,
        interfaces,
        max_transitions: max_transitions
            .map_or(10, |number| states::max_transitions(&number, errors)),
        states: Vec::new(),
        edges: Vec::new(),
        always: Vec::new(),
        start: None,
    };
    states::check(&mut model, body.states, body.edges, errors);
    freshness::check(&model, errors);
    lints::check(&mut model, errors);
    model
}

impl Model {
    /// The index of a target in the graph, where FINAL and FAILED stand last.
    pub fn target_index(&self, target: Target) -> usize {
        match target {
            Target::State(state) => state,
            Target::Final => self.states.len(),
            Target::Failed => self.states.len() + 1,
        }
    }
}
