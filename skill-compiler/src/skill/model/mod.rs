//! The checked skill: names resolved, edges numbered. What was wrong is left out
//! and has been reported; the expansion reads nothing but this.

mod args;
mod attributes;
mod edges;
mod first_class;
mod freshness;
mod hybrid;
mod interfaces;
mod levels;
mod lints;
mod names;
mod nodes;
mod params;
mod purity;
pub mod scope;
mod states;
mod targets;
mod uses;

pub use params::print as print_param;

use super::ast;
use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::{Attribute, Ident, LitStr, Path, Type, Visibility};

/// A checked skill, or agent.
pub struct Model {
    pub level: ast::Level,
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
    /// Whether some code may ask what an interface refused.
    pub asks_refusals: bool,
    pub max_transitions: u32,
    /// The variables that flow.
    pub continuous: Vec<ast::Var>,
    /// The states as written, each in front of the states inside it.
    pub states: Vec<State>,
    /// The transitions as written.
    pub edges: Vec<Edge>,
    /// The root's edges: they leave every state but their target.
    pub always: Vec<EdgeId>,
    /// The start state, if there is any state.
    pub start: Option<StateId>,
    /// The states as they run: first those written, each at its place, then those that
    /// are instantiated in the states they are passed to.
    pub nodes: Vec<Node>,
    /// The transitions as they run, with their targets; what the graph shows.
    pub arcs: Vec<Arc>,
}

/// Index into [`Model::states`], and of the node at its place in [`Model::nodes`].
pub type StateId = usize;
/// Index into [`Model::edges`].
pub type EdgeId = usize;
/// Index into [`Model::nodes`].
pub type NodeId = usize;
/// Index into [`Model::arcs`].
pub type ArcId = usize;

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
    /// The state around it.
    pub parent: Option<StateId>,
    /// The state inside it that is entered with it.
    pub start: Option<StateId>,
    pub params: Vec<Param>,
    /// Whether parameters were left out, as they are wrong, and which: none if even the
    /// names are not known.
    pub lost_params: Option<Vec<String>>,
    /// Names behind `self.` that stand in no code: left sides and targets.
    pub named: Vec<Ident>,
    pub vars: Vec<ast::Var>,
    pub runs: ast::Runs,
    pub init: Option<ast::Code>,
    pub loop_: Option<ast::Code>,
    pub exit: Option<ast::Code>,
    /// Rates of continuous variables, by their index.
    pub flow: Vec<(usize, ast::Code)>,
    pub preconds: Vec<EdgeId>,
    pub on_final: Option<EdgeId>,
    pub on_failed: Option<EdgeId>,
    pub plain: Vec<EdgeId>,
}

/// A parameter of a state.
pub struct Param {
    pub docs: String,
    pub name: Ident,
    pub ty: ast::ParamType,
    /// The states that it can hold, each with where it is passed first.
    pub holds: Vec<(StateId, Ident)>,
}

/// A parameter that holds a state: of which state, and its index there.
pub type Held = (StateId, usize);

/// A transition as written.
pub struct Edge {
    /// The state it leaves; the root's have none.
    pub from: Option<StateId>,
    pub to: Target,
    /// The values of the target's parameters, as many as it has if they are right.
    pub values: Vec<Value>,
    /// The values are wrong, and that was reported: an IDE alone sees them.
    pub wrong: bool,
    pub trigger: ast::Trigger,
    pub precond: bool,
    pub label: String,
    pub reason: Option<Reason>,
}

/// Where a transition leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    State(StateId),
    /// To the state that a parameter holds.
    Held(Held),
    Final,
    Failed,
}

/// What is passed to a parameter.
pub enum Value {
    /// A value of Rust.
    Code(ast::Code),
    /// A state, and where it is named.
    State(StateId, Ident),
    /// What a parameter holds, and where it is named.
    Held(Held, Ident),
    /// Something else, and whether it should be a state; reported.
    Wrong(ast::Code, bool),
}

/// A state at a place in the tree.
pub struct Node {
    pub state: StateId,
    pub parent: Option<NodeId>,
    /// The parameter, of the parent's state, through which it came here.
    pub through: Option<usize>,
    /// The node inside it that is entered with it.
    pub start: Option<NodeId>,
    pub children: Vec<NodeId>,
    /// How many states are active when it is the innermost.
    pub depth: usize,
}

/// A transition between nodes.
pub struct Arc {
    pub edge: EdgeId,
    /// The node it leaves; the root's have none.
    pub from: Option<NodeId>,
    pub to: End,
    /// The state that must be held for it to be this one.
    pub held: Option<StateId>,
}

/// Where an arc ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Node(NodeId),
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
        level,
        attrs,
        vis,
        name,
        args,
        depends_skills,
        depends_interfaces,
        max_transitions,
        continuous,
        body,
    } = ast;
    let attributes = attributes::sort(attrs, errors);
    let (args, group) = args::check(args, errors);
    let mut taken = args::taken(&args, group.as_ref());
    let vars = args::check_vars(body.vars, &mut taken, errors);
    let continuous = hybrid::check(continuous, &mut taken, errors);
    let skills = names::dependencies(depends_skills, errors);
    let interfaces = interfaces::check(depends_interfaces, errors);
    let mut model = Model {
        level,
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
        asks_refusals: false,
        max_transitions: max_transitions
            .map_or(10, |number| states::max_transitions(&number, errors)),
        continuous,
        states: Vec::new(),
        edges: Vec::new(),
        always: Vec::new(),
        start: None,
        nodes: Vec::new(),
        arcs: Vec::new(),
    };
    states::check(&mut model, body.states, body.edges, &taken, errors);
    levels::check(&mut model, errors);
    uses::check(&mut model, errors);
    first_class::check(&mut model);
    nodes::build(&mut model, errors);
    freshness::check(&model, errors);
    model.asks_refusals = freshness::asks_refusals(&model);
    lints::check(&mut model, errors);
    model
}

impl Model {
    /// The index of an end in the graph, where FINAL and FAILED stand last.
    pub fn end_index(&self, end: End) -> usize {
        match end {
            End::Node(node) => node,
            End::Final => self.nodes.len(),
            End::Failed => self.nodes.len() + 1,
        }
    }

    /// The state of a node.
    pub fn state_of(&self, node: NodeId) -> &State {
        &self.states[self.nodes[node].state]
    }

    /// The nodes of a state: its own place, then where it is instantiated.
    pub fn nodes_of(&self, state: StateId) -> impl Iterator<Item = NodeId> + '_ {
        let instances = self.states.len()..self.nodes.len();
        let instances = instances.filter(move |node| self.nodes[*node].state == state);
        std::iter::once(state).chain(instances)
    }

    /// The nodes from the outermost to this one.
    pub fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain: Vec<NodeId> =
            std::iter::successors(Some(node), |node| self.nodes[*node].parent).collect();
        chain.reverse();
        chain
    }

    /// The states from this one to the outermost.
    pub fn around(&self, state: Option<StateId>) -> impl Iterator<Item = StateId> + '_ {
        std::iter::successors(state, |state| self.states[*state].parent)
    }

    /// The nodes that are entered first.
    pub fn outermost(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len()).filter(|node| self.nodes[*node].parent.is_none())
    }

    /// Whether a node can be the innermost that is active: nothing inside it is entered
    /// with it.
    pub fn is_innermost(&self, node: NodeId) -> bool {
        self.nodes[node].start.is_none()
    }

    /// How deep states nest.
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(1)
    }

    /// The arcs out of a node, or the root's.
    pub fn arcs_from(&self, from: Option<NodeId>) -> &[Arc] {
        // They stand in the order of nodes.
        let first = self.arcs.partition_point(|arc| arc.from < from);
        let behind = self.arcs.partition_point(|arc| arc.from <= from);
        &self.arcs[first..behind]
    }

    /// The arcs of an edge out of a node, or of the root's.
    pub fn arcs_of(&self, edge: EdgeId, from: Option<NodeId>) -> impl Iterator<Item = ArcId> + '_ {
        // And of a node in that of its edges.
        let first = self.arcs.partition_point(|arc| (arc.from, arc.edge) < (from, edge));
        (first..self.arcs.len())
            .take_while(move |arc| (self.arcs[*arc].from, self.arcs[*arc].edge) == (from, edge))
    }
}
