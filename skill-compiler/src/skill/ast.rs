//! A `skill!` block as written. A state is a instance of a tree; the skill's own body
//! is the root.

mod depends;

pub use depends::{Dependency, EachList, Interface, MaxAge, Others};

use super::facts::{Condition, Effects, Facts};
use crate::syntax::at::parentheses;
use crate::syntax::errors::Sections;
use crate::syntax::names::{OVER_LIMIT, last, plain, snake};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, LitInt, LitStr, Path, Type, Visibility};

/// The kind of a machine: what can run it, and how it runs skills.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MachineKind {
    /// Run by skills and by the skiller; runs its sub-skills itself.
    Skill,
    /// Runs on its own; runs skills through the skiller.
    Agent,
}

impl MachineKind {
    /// Returns the keyword.
    pub fn word(self) -> &'static str {
        match self {
            MachineKind::Skill => "skill",
            MachineKind::Agent => "agent",
        }
    }
}

/// `pub skill NAME(args) -> Result { .. }` or `pub agent NAME(args) { .. }`
pub struct Skill {
    pub kind: MachineKind,
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub others: Others,
    pub args: Vec<Arg>,
    /// `params { .. }`
    pub params: Vec<SkillParamEntry>,
    /// The type of the result.
    pub result: Option<Type>,
    pub depends_skills: Vec<Dependency>,
    pub depends_interfaces: Vec<Interface>,
    pub max_transitions: Option<LitInt>,
    pub max_iterations: Option<LitInt>,
    /// `continuous { .. }`
    pub continuous: Vec<Var>,
    pub body: Body,
}

/// The body of a state, or of the skill itself.
#[derive(Default)]
pub struct Body {
    /// The sections that were read, each of which is given once.
    pub sections: Sections,
    /// `vars { .. }`
    pub vars: Vec<Var>,
    /// `init { .. }`
    pub init: Option<Code>,
    /// `loop { .. }`
    pub loop_: Option<Code>,
    /// `exit { .. }`
    pub exit: Option<Code>,
    /// `flow { .. }`
    pub flow: Option<Vec<Equation>>,
    /// Transitions; of the root, those under `always`.
    pub transitions: Vec<Transition>,
    /// Nested states; of the root, the states of the skill.
    pub states: Vec<State>,
}

/// A parameter of a skill, `name: Type = DEFAULT in RANGE`.
pub struct SkillParamEntry(pub NamedArg);

/// Code of the user.
#[derive(Clone)]
pub struct Code {
    pub tokens: TokenStream,
    /// The names that it uses.
    pub facts: Facts,
    /// It ends in a placeholder, since it is not complete; reported. `rustc` never
    /// sees it, an IDE does.
    pub half_typed: bool,
}

impl Code {
    /// Returns code in place of the user's, where that is wrong.
    pub fn generated(tokens: TokenStream) -> Self {
        Self { tokens, facts: Facts::default(), half_typed: false }
    }

    /// Whether it sets or reads what `max_iterations` sets once the loops of a block have taken too many rounds.
    pub fn is_limited(&self) -> bool {
        self.facts.fields.iter().any(|field| field.name == OVER_LIMIT)
    }

    /// Returns whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.tokens.to_string() == "true"
    }

    /// Returns a value of any type in place of the user's. A `loop` alone would be warned of.
    pub fn any_value() -> Self {
        Self::generated(quote::quote!({
            fn __any<T>() -> T {
                loop {}
            }
            __any()
        }))
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Effects { begins_with_block, lets, .. } = &*self.facts.effects;
        // Otherwise it would end there as a statement.
        if *begins_with_block && lets.is_none() {
            parentheses(self.tokens.span(), self.tokens.clone()).to_tokens(tokens);
        } else {
            self.tokens.to_tokens(tokens);
        }
    }
}

/// An entry of the argument list.
pub enum Arg {
    /// `name: Type = default in range`
    Named(NamedArg),
    /// `..name: Type`
    Group(GroupArg),
}

/// `name: Type = default in range`
pub struct NamedArg {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
    pub default: Option<TokenStream>,
    pub range: Option<ArgRange>,
}

/// `low..=high`, either end left out.
pub struct ArgRange {
    pub low: Option<TokenStream>,
    pub high: Option<TokenStream>,
    pub inclusive: bool,
    pub tokens: TokenStream,
}

/// `..name: Type`
pub struct GroupArg {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
}

/// `x: Type = init`
pub struct Var {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
    pub init: Code,
}

/// `der(self.x) = EXPR`
pub struct Equation {
    pub variable: Ident,
    /// `None` if it is broken or missing; reported.
    pub rate: Option<Code>,
}

/// The number of entries of what a state runs that must be FINAL.
#[derive(Default)]
pub enum Needs {
    #[default]
    All,
    Some(LitInt),
    /// A number that is wrong; reported.
    Wrong,
}

/// `state NAME(parameters) = runs { .. }`
pub struct State {
    pub attrs: Vec<Attribute>,
    /// The position of `start`, if present.
    pub start: Option<Span>,
    pub name: Ident,
    pub params: Vec<Param>,
    /// A parameter of which not even the name could be read; reported.
    pub lost_param: bool,
    /// The sub-skills, actions and messages that it runs, in order.
    pub runs: Vec<Activity>,
    pub needs: Needs,
    /// A part of what it runs could not be read; reported.
    pub lost_runs: bool,
    /// The position of `?`, which passes a failure of what it runs on, if present.
    pub passes_failure: Option<Span>,
    pub tries: Option<Tries>,
    /// A transition whose target could not be read; reported.
    pub broken: bool,
    pub body: Body,
}

/// `tries COUNT via STATE` of a state.
pub struct Tries {
    /// `tries`
    pub word: Ident,
    /// `None` if it could not be read; reported.
    pub count: Option<Code>,
    pub via: Option<Ident>,
}

/// `mut name: Type = DEFAULT` of a state.
pub struct Param {
    pub attrs: Vec<Attribute>,
    /// Whether blocks may assign it.
    pub is_mut: bool,
    pub name: Ident,
    /// `None` if it could not be read; reported.
    pub ty: Option<ParamType>,
    pub default: Option<Code>,
}

/// The type of a parameter.
pub enum ParamType {
    /// A value of this Rust type.
    Value(Box<Type>),
    /// `ref state(T, ..)` or `state(T, ..)`
    State(StateType),
}

/// A state that takes such parameters.
pub struct StateType {
    /// It keeps its place in the tree.
    pub by_ref: bool,
    pub params: Vec<ParamType>,
}

/// One of the things that a state runs: `= Sub { .. }`, or `= (Sub { .. }, action f(args), arm.send(MESSAGE))`.
pub struct Activity {
    /// `LABEL:`
    pub label: Option<Ident>,
    pub kind: ActivityKind,
}

pub enum ActivityKind {
    /// `Sub { .. }`
    Skill(Box<Call>),
    /// `action f(args)`
    Action(Action),
    /// `VAR.send(MESSAGE)`
    Message(Box<Message>),
}

impl Activity {
    /// Returns the name by which a transition on FINAL names it: its label, or in snake case that of the
    /// skill or function, or the variable of the interface.
    pub fn name(&self) -> String {
        match (&self.label, &self.kind) {
            (Some(label), _) => plain(label),
            (None, ActivityKind::Skill(call)) => snake(&last(&call.skill)),
            (None, ActivityKind::Action(action)) => last(&action.function),
            (None, ActivityKind::Message(message)) => plain(&message.port),
        }
    }

    /// Returns the call, if it is a sub-skill.
    pub fn skill(&self) -> Option<&Call> {
        match &self.kind {
            ActivityKind::Skill(call) => Some(call),
            ActivityKind::Action(_) | ActivityKind::Message(_) => None,
        }
    }

    /// Returns the message, if it is one.
    pub fn message(&self) -> Option<&Message> {
        match &self.kind {
            ActivityKind::Message(message) => Some(message),
            ActivityKind::Skill(_) | ActivityKind::Action(_) => None,
        }
    }

    /// Returns the action, if it is one.
    pub fn action(&self) -> Option<&Action> {
        match &self.kind {
            ActivityKind::Skill(_) | ActivityKind::Message(_) => None,
            ActivityKind::Action(action) => Some(action),
        }
    }

    /// Returns the code of the user.
    pub fn codes(&self) -> Vec<&Code> {
        match &self.kind {
            ActivityKind::Skill(call) => {
                let args = call.args.iter().filter_map(|arg| arg.value.as_ref());
                args.chain(&call.base).collect()
            }
            ActivityKind::Action(action) => action.args.iter().collect(),
            ActivityKind::Message(message) => vec![&message.whole],
        }
    }
}

/// `Sub { name: value, .., ..base }`
pub struct Call {
    pub skill: Path,
    pub args: Vec<CallArg>,
    /// The call that gives the arguments that are not written.
    pub base: Option<Code>,
    /// Whether an argument could not be read; reported.
    pub lost: bool,
}

/// `name: value`, or `name` for `name: self.name`
pub struct CallArg {
    pub name: Ident,
    /// `None` if it is missing; reported.
    pub value: Option<Code>,
    /// Whether the value is not written.
    pub shorthand: bool,
}

/// `action f(args)`
pub struct Action {
    pub function: Path,
    pub args: Vec<Code>,
}

/// `VAR.send(MESSAGE)`
pub struct Message {
    /// `VAR`
    pub port: Ident,
    pub whole: Code,
    /// The facts of `VAR.send` alone.
    pub head: Facts,
    /// The facts of the message alone.
    pub value: Facts,
}

/// `-> TARGET TRIGGER;`
pub struct Transition {
    pub attrs: Vec<Attribute>,
    /// The position of `precond`, if present.
    pub precond: Option<Span>,
    /// The position of the arrow, or of the `?` that abbreviates the transition.
    pub arrow: Span,
    /// Whether it is written as `?`.
    pub implied: bool,
    pub resume: Option<Resume>,
    pub target: Target,
    /// `None` if it is missing or could not be read; reported.
    pub trigger: Option<Trigger>,
}

/// The states that a state remembers when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resume {
    /// `resume`: the state directly inside it.
    Shallow,
    /// `resume deep`: all states inside it.
    Deep,
}

impl Resume {
    /// Returns the words of a transition that enters them again.
    pub fn words(self) -> &'static str {
        match self {
            Self::Shallow => "resume",
            Self::Deep => "resume deep",
        }
    }
}

/// The target of a transition.
pub enum Target {
    /// A state, with the values of its parameters.
    State(Ident, Vec<Code>),
    /// `self.name(values)`: the state that a parameter holds.
    Held(Ident, Vec<Code>),
    /// `FINAL`, or `FINAL(result)`; more values are wrong.
    Final(Ident, Vec<Code>),
    /// `FAILED` or `FAILED("text", values)`
    Failed(Ident, Option<Reason>),
    /// `FAILED(why)`: with a failure that is there already.
    FailedWith(Ident, Code),
    /// `self.`, with a placeholder for the missing name; reported.
    HalfTyped(Ident),
    /// Not there; reported.
    Missing,
}

/// `(KIND: "text", values)`
pub struct Reason {
    pub kind: Option<Ident>,
    pub text: LitStr,
    pub values: Vec<Code>,
}

/// The trigger of a transition.
#[derive(Clone)]
pub enum Trigger {
    /// `when GUARD`
    When(Code, Condition),
    /// `when rising GUARD`, `when GUARD for TIME`, `when rising GUARD for TIME`
    Remembers(Code, Memory),
    /// `when crossing GUARD`
    Crossing(Code),
    /// `otherwise`
    Otherwise,
    /// `after TIME`, or `after TIME when GUARD`
    After(Time, Option<(Code, Condition)>),
    /// `on FINAL`, or `on FINAL(spot)` with names for the results; with `when GUARD`
    OnFinal(Vec<Binding>, Option<(Code, Condition)>),
    /// `on FAILED`, or `on FAILED(why)` with a name for the failure; with `when GUARD`
    OnFailed(Option<Ident>, Option<(Code, Condition)>),
}

/// `spot` or `locate: spot`: a name for the result of a sub-skill.
#[derive(Clone)]
pub struct Binding {
    /// The entry whose result it is, if that is written: its label, or the sub-skill in snake case.
    pub skill: Option<Ident>,
    /// `_` if only that it is FINAL counts.
    pub name: Ident,
    /// The sign in place of the `:` before the name, which is not reported yet.
    pub sign: Option<(Span, &'static str)>,
}

/// The memory of a guard: when it counts as true.
#[derive(Clone)]
pub struct Memory {
    /// `rising`: when it has become true.
    pub rising: bool,
    /// `for TIME`: when it has been true for this time; not in ticks.
    pub time: Option<Time>,
}

/// The time of `after` or `for`.
#[derive(Clone)]
pub enum Time {
    /// `N ticks`
    Ticks(u32),
    /// A literal such as `12.5s`, as it is written, and its value in microseconds.
    Literal(TokenStream, u64),
    /// An expression of seconds.
    Seconds(Code),
}

impl Time {
    /// Returns one in place of the user's, where that is wrong; reported.
    pub fn broken() -> Self {
        Self::Seconds(Code { half_typed: true, ..Code::generated(quote::quote!(0.0)) })
    }
}

impl Trigger {
    /// Whether the transition is taken whenever it is checked.
    pub fn is_always(&self) -> bool {
        matches!(self, Trigger::Otherwise | Trigger::When(_, Condition::Literal(true)))
    }

    /// Returns the code of the user that is evaluated, in order; the value of a literal time is
    /// known.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        let time = match self {
            Trigger::After(Time::Seconds(code), _)
            | Trigger::Remembers(_, Memory { time: Some(Time::Seconds(code)), .. }) => Some(code),
            _ => None,
        };
        time.into_iter().chain(self.guard())
    }

    /// Returns the name that it gives to a failure.
    pub fn failure(&self) -> Option<&Ident> {
        match self {
            Trigger::OnFailed(name, _) => name.as_ref(),
            _ => None,
        }
    }

    /// Returns whether its guard must hold for a time.
    pub fn is_lasting(&self) -> bool {
        matches!(self, Trigger::Remembers(_, Memory { time: Some(_), .. }))
    }

    /// Returns the same to be changed.
    pub fn guard_mut(&mut self) -> Option<&mut Code> {
        match self {
            Trigger::When(guard, _) | Trigger::Remembers(guard, _) | Trigger::Crossing(guard) => {
                Some(guard)
            }
            Trigger::After(_, guard) | Trigger::OnFinal(_, guard) | Trigger::OnFailed(_, guard) => {
                guard.as_mut().map(|(guard, _)| guard)
            }
            Trigger::Otherwise => None,
        }
    }

    /// Returns the condition that must hold.
    pub fn guard(&self) -> Option<&Code> {
        match self {
            Trigger::When(guard, _) | Trigger::Remembers(guard, _) | Trigger::Crossing(guard) => {
                Some(guard)
            }
            Trigger::After(_, guard) | Trigger::OnFinal(_, guard) | Trigger::OnFailed(_, guard) => {
                guard.as_ref().map(|(guard, _)| guard)
            }
            Trigger::Otherwise => None,
        }
    }
}
