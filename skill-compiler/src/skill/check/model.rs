//! The checked skill: names are resolved, transitions are numbered. What is wrong has been
//! reported and is left out.

use super::lint_levels::LintLevels;
use crate::skill::ast::{self, MaxAge};
use crate::syntax::names::plain;
use proc_macro2::{Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Ident, LitStr, Path, Type, Visibility};

/// The maximum number of transitions of a skill. The generated code uses the numbers of 16 bits above
/// it for other results of a check.
pub const MAX_TRANSITIONS: usize = 65_500;

/// The limit of transitions in a pass, without `max_transitions`.
pub const DEFAULT_LIMIT: u32 = 10;

/// The owner of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The skill's.
    Skill,
    /// A parameter of a state.
    Params(StateId),
    /// A variable of a state.
    Vars(StateId),
}

/// Another skill of the header: its parts in place of the first one's.
pub struct Other {
    pub name: Ident,
    /// The ids of all interfaces.
    pub ids: Vec<Option<String>>,
    /// The paths of all sub-skills.
    pub skill_paths: Vec<Path>,
}

/// A checked skill, or agent.
#[allow(clippy::struct_excessive_bools)] // each of another part
pub struct Model {
    pub kind: ast::MachineKind,
    pub attrs: Vec<Attribute>,
    /// The levels of Rust's lints.
    pub lints: Vec<Attribute>,
    /// `#[deprecated]` and `#[must_use]`.
    pub markers: Vec<Attribute>,
    pub levels: LintLevels,
    /// The warnings that the expansion contains.
    pub warnings: Vec<Warning>,
    pub vis: Visibility,
    pub name: Ident,
    /// The first skill of the header, if this is another one.
    pub first: Option<Ident>,
    /// The other skills of the header.
    pub others: Vec<Other>,
    pub args: Vec<Arg>,
    pub params: Vec<SkillParam>,
    pub group: Option<Group>,
    /// Whether an argument could not be read.
    pub lost_args: bool,
    /// Whether the type of the result is wrong, or a list of ids or sub-skills is too short.
    pub lost_types: bool,
    /// Whether an interface could not be read, or is wrong.
    pub lost_interfaces: bool,
    /// The type of the result, as that of a parameter of FINAL.
    pub result: Option<ast::ParamType>,
    pub vars: Vec<ast::Var>,
    /// The sub-skills, by the names that the block uses.
    pub skills: Vec<Path>,
    /// The same by their paths: of a list, the one of this skill.
    pub skill_paths: Vec<Path>,
    pub interfaces: Vec<Interface>,
    /// Whether some code may check what an interface refused.
    pub checks_refusals: bool,
    pub max_transitions: u32,
    /// The variables that flow.
    pub continuous: Vec<ast::Var>,
    /// The states as written, each in front of the states inside it.
    pub states: Vec<State>,
    /// The transitions as written, by their numbers. A number is missing if something of its
    /// transition is wrong.
    pub transitions: BTreeMap<TransitionId, Transition>,
    /// The root's transitions: they leave every state but their target.
    pub always: Vec<TransitionId>,
    /// The start state, if there is any state.
    pub start: Option<StateId>,
    /// The states as they run: first those written, each at its place, then those that
    /// are instantiated in the states they are passed to.
    pub instances: Vec<StateInstance>,
    /// The transitions as they run, with their targets; what the graph shows.
    pub transition_instances: Vec<TransitionInstance>,
}

/// A lint that warns.
pub struct Warning {
    /// The word that it is about.
    pub at: Ident,
    pub lint: String,
    pub message: String,
}

/// Index into [`Model::states`], and of the instance at its place in [`Model::instances`].
pub type StateId = usize;
/// The number of a transition as written.
pub type TransitionId = usize;
/// Index into [`Model::instances`].
pub type StateInstanceId = usize;
/// Index into [`Model::transition instances`].
pub type TransitionInstanceId = usize;

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

/// A parameter of the skill.
pub struct SkillParam {
    pub docs: String,
    pub name: Ident,
    pub ty: Type,
    /// `f32`
    pub type_name: String,
    pub default: TokenStream,
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
    pub optional: bool,
    pub writes: bool,
    pub variable: Ident,
    pub ty: Type,
    pub id: String,
    pub max_age: MaxAge,
    /// The position of `keeps_running`, if present.
    pub keeps_running: Option<Span>,
}

impl Interface {
    /// Whether the skill requires that the value is no older than the interface itself says.
    pub fn is_limited_by_itself(&self) -> bool {
        !self.writes && !self.optional && self.max_age == MaxAge::OfInterface
    }
}

/// A state. Transitions are in the order in which they are checked.
pub struct State {
    pub docs: String,
    pub attrs: Vec<Attribute>,
    pub levels: LintLevels,
    pub name: Ident,
    /// Its name in the generated code, unique in the skill: that of a state whose name another
    /// state has is made of the names of the states around it, too.
    pub key: Ident,
    /// The state around it.
    pub parent: Option<StateId>,
    /// The state inside it that is entered with it.
    pub start: Option<StateId>,
    pub params: Vec<Param>,
    pub vars: Vec<ast::Var>,
    /// The sub-skills, actions and messages that it runs, in order.
    pub runs: Vec<ast::Activity>,
    /// Whether a transition on FINAL is written.
    pub has_on_final: bool,
    /// The number of them that must be FINAL, if not all.
    pub needs: Option<usize>,
    pub init: Option<ast::Code>,
    pub loop_: Option<ast::Code>,
    pub exit: Option<ast::Code>,
    /// The number of tries, if it is tried again after a failure.
    pub tries: Option<ast::Tries>,
    /// Which of the states inside it it remembers, if a transition resumes it, right or not.
    pub remembers: Option<ast::Resume>,
    /// Rates of continuous variables, by their index.
    pub flow: Vec<(usize, ast::Code)>,
    pub preconds: Vec<TransitionId>,
    /// All but the last have a guard.
    pub on_final: Vec<TransitionId>,
    pub on_failed: Vec<TransitionId>,
    pub plain: Vec<TransitionId>,
    /// The scopes that its code names, the skill's aside; the code that an IDE alone needs
    /// included.
    pub scopes: BTreeSet<Scope>,
    /// Whether its code checks how long it is active, `self.elapsed()`, likewise.
    pub uses_elapsed: bool,
}

impl State {
    /// Returns the calls of its sub-skills, in order.
    pub fn calls(&self) -> impl Iterator<Item = &ast::Call> + Clone {
        self.runs.iter().filter_map(ast::Activity::skill)
    }

    /// Returns its actions, in order.
    pub fn actions(&self) -> impl Iterator<Item = &ast::Action> {
        self.runs.iter().filter_map(ast::Activity::action)
    }

    /// Returns its messages, in order.
    pub fn messages(&self) -> impl Iterator<Item = &ast::Message> {
        self.runs.iter().filter_map(ast::Activity::message)
    }

    /// Returns whether it runs what can be FAILED: a message cannot.
    pub fn can_fail(&self) -> bool {
        self.runs.iter().any(|activity| activity.message().is_none())
    }

    /// Returns whether it waits for what it runs: messages alone may be sent and no more.
    pub fn waits(&self) -> bool {
        self.can_fail() || self.has_on_final && !self.runs.is_empty()
    }

    /// Returns what it runs, each with its place.
    pub fn places(&self) -> impl Iterator<Item = (Place, &ast::Activity)> {
        let (mut skills, mut actions, mut messages) = (0.., 0.., 0..);
        self.runs.iter().filter_map(move |activity| {
            let place = match activity.kind {
                ast::ActivityKind::Skill(_) => Place::Skill(skills.next()?),
                ast::ActivityKind::Action(_) => Place::Action(actions.next()?),
                ast::ActivityKind::Message(_) => Place::Message(messages.next()?),
            };
            Some((place, activity))
        })
    }

    /// Returns whether blocks may assign one of its parameters.
    pub fn has_mut_params(&self) -> bool {
        self.params.iter().any(|param| param.is_mut)
    }

    /// Returns the number of parameters without a default; they come first.
    pub fn required_params(&self) -> usize {
        self.params.iter().take_while(|param| param.default.is_none()).count()
    }

    /// Returns whether a parameter holds a state by value, which may be instantiated inside.
    pub fn holds_by_value(&self) -> bool {
        let by_value = |param: &Param| matches!(&param.ty, ast::ParamType::State(ty) if !ty.by_ref);
        self.params.iter().any(by_value)
    }

    /// Returns whether an action is among what it runs.
    pub fn has_action(&self) -> bool {
        self.actions().next().is_some()
    }
}

/// A parameter of a state.
pub struct Param {
    pub docs: String,
    pub is_mut: bool,
    pub name: Ident,
    pub ty: ast::ParamType,
    /// The value where a transition gives none, evaluated in the scope around the state. All
    /// parameters after one with a default have one.
    pub default: Option<ast::Code>,
    /// The states that it can hold, each with where it is passed first.
    pub holds: Vec<(StateId, Ident)>,
    /// Whether it is the number of the try, which nobody has written.
    pub counts: bool,
}

/// A parameter that holds a state: of which state, and its index there.
pub type Held = (StateId, usize);

/// A transition as written.
pub struct Transition {
    /// The place of its arrow.
    pub arrow: Span,
    /// The state it leaves; the root's have none.
    pub from: Option<StateId>,
    pub to: Target,
    /// Whether it enters the states that its target remembers.
    pub resume: Option<ast::Resume>,
    /// The values of the target's parameters, one for each; of FINAL, the result; of FAILED, the
    /// failure if it is there already.
    pub values: Vec<Value>,
    /// The names that the guard and the values have for results of sub-skills.
    pub bindings: Vec<Binding>,
    pub trigger: ast::Trigger,
    pub precond: bool,
    /// Whether it is written as `?`.
    pub implied: bool,
    /// Whether it leads to the next try of a state, in place of FAILED.
    pub again: Option<Again>,
    /// Those that do so in place of this one, each while its guard holds.
    pub agains: Vec<(TransitionId, TokenStream)>,
    pub label: String,
    pub reason: Option<Reason>,
}

/// The cause for which a transition leads to the next try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// This one into FAILED, once it fires.
    Fired(TransitionId),
    /// Its own guard, which is that of this one into FAILED, and more.
    Before(TransitionId),
    /// Its own guard; there is no other one.
    Alone,
}

impl Transition {
    /// Returns the code of what it carries: values of parameters, a result, numbers of a reason.
    pub fn carried(&self) -> impl Iterator<Item = &ast::Code> {
        let values = self.values.iter().filter_map(|value| match value {
            Value::Code(code) => Some(code),
            _ => None,
        });
        values.chain(self.reason.iter().flat_map(|reason| &reason.values))
    }

    /// Returns whether what it carries uses a name that `let` binds in its guard.
    pub fn uses_lets(&self) -> bool {
        let lets = self.trigger.guard().and_then(|guard| guard.facts.effects.lets.as_ref());
        let mut names = lets.into_iter().flatten().map(plain);
        names.any(|name| self.carried().any(|code| code.facts.names_interface(&name)))
    }
}

/// A name for the result of a sub-skill of the state that the transition leaves.
#[derive(Clone)]
pub struct Binding {
    pub place: Place,
    /// `_` if only that it is FINAL counts.
    pub name: Ident,
}

/// One of the sub-skills, one of the actions, or one of the messages, of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Skill(usize),
    Action(usize),
    Message(usize),
}

/// The target of a transition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    State(StateId),
    /// To the state that a parameter holds.
    Held(Held),
    Final,
    Failed,
}

/// The value of a parameter.
pub enum Value {
    /// A value of Rust.
    Code(ast::Code),
    /// A state, and where it is named.
    State(StateId, Ident),
    /// The state that a parameter holds, and where it is named.
    Held(Held, Ident),
    /// The value that the parameter has.
    Kept(Held),
    /// The default of the parameter.
    Default,
}

/// A state at a place in the tree.
pub struct StateInstance {
    pub state: StateId,
    pub parent: Option<StateInstanceId>,
    /// The parameter, of the parent's state, through which it came here.
    pub through: Option<usize>,
    /// The instance inside it that is entered with it.
    pub start: Option<StateInstanceId>,
    pub children: Vec<StateInstanceId>,
    /// The number of active states when it is the innermost.
    pub depth: usize,
}

/// A transition between instances.
pub struct TransitionInstance {
    pub transition: TransitionId,
    /// The instance it leaves; the root's have none.
    pub from: Option<StateInstanceId>,
    pub to: End,
    /// The state that must be held for it to be this one.
    pub held: Option<StateId>,
}

/// The target of a transition instance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Instance(StateInstanceId),
    Final,
    Failed,
}

/// Why a transition into FAILED is taken.
pub struct Reason {
    /// The name of the kind of failure.
    pub kind: Option<Ident>,
    pub text: LitStr,
    pub values: Vec<ast::Code>,
}

impl Model {
    /// Returns the index of an end in the graph, where FINAL and FAILED are last.
    pub fn end_index(&self, end: End) -> usize {
        match end {
            End::Instance(instance) => instance,
            End::Final => self.instances.len(),
            End::Failed => self.instances.len() + 1,
        }
    }

    pub fn state_of(&self, instance: StateInstanceId) -> &State {
        &self.states[self.instances[instance].state]
    }

    /// The states directly inside a state.
    pub fn inside(&self, of: StateId) -> impl Iterator<Item = StateId> + '_ {
        (0..self.states.len()).filter(move |state| self.states[*state].parent == Some(of))
    }

    /// The instances of a state: its own place, then where it is instantiated.
    pub fn instances_of(&self, state: StateId) -> impl Iterator<Item = StateInstanceId> + '_ {
        let instances = self.states.len()..self.instances.len();
        let instances = instances.filter(move |instance| self.instances[*instance].state == state);
        std::iter::once(state).chain(instances)
    }

    /// The instances from the outermost to this one.
    pub fn path_to(&self, instance: StateInstanceId) -> Vec<StateInstanceId> {
        let mut path: Vec<StateInstanceId> =
            std::iter::successors(Some(instance), |instance| self.instances[*instance].parent)
                .collect();
        path.reverse();
        path
    }

    /// The states from this one to the outermost.
    pub fn around(&self, state: Option<StateId>) -> impl Iterator<Item = StateId> + '_ {
        std::iter::successors(state, |state| self.states[*state].parent)
    }

    /// The instances that are entered first.
    pub fn outermost(&self) -> impl Iterator<Item = StateInstanceId> + '_ {
        (0..self.instances.len()).filter(|instance| self.instances[*instance].parent.is_none())
    }

    /// Whether a state is another one, or lies in it.
    pub fn lies_in(&self, state: StateId, around: StateId) -> bool {
        self.around(Some(state)).any(|of| of == around)
    }

    /// Whether an instance can be the innermost that is active: nothing inside it is entered
    /// with it.
    pub fn is_innermost(&self, instance: StateInstanceId) -> bool {
        self.instances[instance].start.is_none()
    }

    /// Returns the largest depth of nested states.
    pub fn depth(&self) -> usize {
        self.instances.iter().map(|instance| instance.depth).max().unwrap_or(1)
    }

    /// The transition instances out of an instance, or the root's.
    pub fn transition_instances_from(
        &self,
        from: Option<StateInstanceId>,
    ) -> &[TransitionInstance] {
        // They are in the order of instances.
        let first = self
            .transition_instances
            .partition_point(|transition_instance| transition_instance.from < from);
        let end = self
            .transition_instances
            .partition_point(|transition_instance| transition_instance.from <= from);
        &self.transition_instances[first..end]
    }

    /// Returns the place of a transition in the order of the transitions: those that are written, each
    /// after those that lead to the next try in place of it.
    pub fn order_of(&self, number: TransitionId) -> (TransitionId, bool, TransitionId) {
        match self.transitions.get(&number).and_then(|of| of.again) {
            Some(Again::Fired(written) | Again::Before(written)) => (written, false, number),
            Some(Again::Alone) | None => (number, true, number),
        }
    }

    /// The transition instances of a transition out of an instance, or of the root's.
    pub fn transition_instances_of(
        &self,
        transition: TransitionId,
        from: Option<StateInstanceId>,
    ) -> impl Iterator<Item = TransitionInstanceId> + '_ {
        // And of an instance in that of its transitions.
        let first = self.transition_instances.partition_point(|transition_instance| {
            let order = self.order_of(transition_instance.transition);
            (transition_instance.from, order) < (from, self.order_of(transition))
        });
        (first..self.transition_instances.len()).take_while(move |transition_instance| {
            (
                self.transition_instances[*transition_instance].from,
                self.transition_instances[*transition_instance].transition,
            ) == (from, transition)
        })
    }
}
