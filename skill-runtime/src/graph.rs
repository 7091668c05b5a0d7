//! The static description of a skill.
//!
//! It is `'static` data apart from the code of the machine, which stepping does not read.
//! Traces, and the diagrams and lists of the package `robot-skill-studio`, are made from it.

use crate::blackboard::InterfaceInfo;
use crate::parameter::ParamInfo;
pub use crate::range::Range;

/// A skill as data: its name, documentation, arguments, dependencies and graph.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SkillInfo {
    /// The name in skill strings, snake case: `standup`.
    pub name: &'static str,
    /// The name of the Rust type: `Standup`.
    pub type_name: &'static str,
    /// The path of the module that declares the skill.
    pub path: &'static str,
    /// A hash of path and type name that identifies the skill; serialized as 16 hex digits, since
    /// readers of JSON may keep 53 bits of a number.
    #[cfg_attr(feature = "serde", serde(serialize_with = "hex"))]
    pub id: u64,
    /// The first eight bytes of the type name, for a fast comparison by name.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub initial: u64,
    /// The doc comment of the skill.
    pub docs: &'static str,
    /// The arguments in order.
    pub args: &'static [ArgInfo],
    /// The arguments that are the fields of a struct (`..joints: JointTargets`).
    pub group: Option<&'static [ArgInfo]>,
    /// The parameters in order.
    pub params: &'static [ParamInfo],
    /// The names of the variables, those of a state after its name: `Wait.tries`.
    #[cfg(feature = "why")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub vars: &'static [&'static str],
    /// The place of its declaration.
    #[cfg(feature = "why")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: SourcePlace,
    /// The result; `None` if it has none.
    pub result: Option<ResultInfo>,
    /// The skills that this one can run.
    #[cfg_attr(feature = "serde", serde(serialize_with = "names_of"))]
    pub deps: &'static [&'static SkillInfo],
    /// The interfaces that this skill itself reads or writes.
    pub interfaces: &'static [InterfaceUse],
    /// The states and transitions.
    pub graph: Graph,
    /// The maximum number of transitions in one `exec`.
    pub max_transitions: u32,
}

/// The place of a declaration in the source code, on the machine that has compiled it.
#[cfg(feature = "why")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    /// The folder of the package; `None` if another program than Cargo has compiled it, and in a browser, which shows
    /// it to others.
    pub package: Option<&'static str>,
    /// The path of the file, as `rustc` was given it: from the folder of the package, or of the
    /// workspace around it.
    pub file: &'static str,
    /// The line at which the macro is called, counted from 1.
    pub line: u32,
}

#[cfg(feature = "why")]
impl SourcePlace {
    /// No place: the declaration is not part of this program.
    pub const NONE: Self = Self { package: None, file: "", line: 0 };

    /// Creates one, for the generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(package: Option<&'static str>, file: &'static str, line: u32) -> Self {
        Self { package: if cfg!(target_family = "wasm") { None } else { package }, file, line }
    }
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn hex<S: serde::Serializer>(id: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{id:016x}"))
}

#[cfg(feature = "serde")]
fn names_of<S: serde::Serializer>(
    deps: &&'static [&'static SkillInfo],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(deps.iter().map(|dep| dep.name))
}

impl PartialEq for SkillInfo {
    /// Compares the ids: skills are equal if they are the same declaration.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Returns the name of the state at `index`, for the generated code.
#[doc(hidden)]
#[must_use]
pub const fn state_name(skill: &SkillInfo, index: usize) -> &'static str {
    if index < skill.graph.states.len() { skill.graph.states[index].name } else { "" }
}

impl SkillInfo {
    /// Returns the same skill with another name in skill strings.
    #[doc(hidden)]
    #[must_use]
    pub const fn called(&self, name: &'static str) -> Self {
        let Graph { states, transitions, start } = self.graph;
        Self {
            name,
            type_name: self.type_name,
            path: self.path,
            id: self.id,
            initial: self.initial,
            docs: self.docs,
            args: self.args,
            group: self.group,
            params: self.params,
            #[cfg(feature = "why")]
            vars: self.vars,
            #[cfg(feature = "why")]
            source: self.source,
            result: self.result,
            deps: self.deps,
            interfaces: self.interfaces,
            graph: Graph { states, transitions, start },
            max_transitions: self.max_transitions,
        }
    }

    /// Returns the key by which failures name the skill: half of its [`id`](Self::id).
    #[doc(hidden)]
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // half is enough among the skills of a program
    pub const fn key(&self) -> u32 {
        self.id as u32
    }

    /// Returns the skill with the key `key`: this one, or one that it can run.
    pub(crate) fn find(&'static self, key: u32) -> Option<&'static Self> {
        if self.key() == key {
            return Some(self);
        }
        self.deps.iter().find_map(|skill| skill.find(key))
    }

    /// Returns all arguments, including those of the struct, in the order of a skill string.
    pub fn arguments(&self) -> impl Iterator<Item = &'static ArgInfo> {
        self.args.iter().chain(self.group.unwrap_or(&[]))
    }

    /// Returns the variable of the interface at `index`, or `?` if there is none.
    #[must_use]
    pub fn interface_name(&self, index: u16) -> &'static str {
        self.interfaces.get(usize::from(index)).map_or("?", |interface| interface.variable)
    }

    /// Returns the parameter at `index` with its value as a text, `wait_sec = 11`; `?` if there is
    /// none.
    pub(crate) fn parameter_text(&self, index: u16, word: u32) -> ParameterText {
        ParameterText(self.params.get(usize::from(index)).copied(), word)
    }

    /// Returns the number of machines of this skill: its own and those of its sub-skills.
    #[must_use]
    pub fn instances(&'static self) -> u32 {
        1 + self.graph.sub_skills().map(|sub| sub.skill.instances()).sum::<u32>()
    }

    /// Returns the skill of instance `number` and its depth below this one, which has depth 0.
    #[must_use]
    pub fn instance(&'static self, number: u32) -> Option<(&'static SkillInfo, usize)> {
        if number == 0 {
            return Some((self, 0));
        }
        let mut first = 1;
        for sub in self.graph.sub_skills() {
            let count = sub.skill.instances();
            if number < first + count {
                let (skill, depth) = sub.skill.instance(number - first)?;
                return Some((skill, depth + 1));
            }
            first += count;
        }
        None
    }
}

/// `wait_sec = 11`
pub(crate) struct ParameterText(Option<ParamInfo>, u32);

impl core::fmt::Display for ParameterText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self(Some(of), word) = self else { return f.write_str("?") };
        write!(f, "{} = {}", of.name, of.ty.text(*word))
    }
}

/// An argument of a skill.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ArgInfo {
    /// The name, as in a skill string.
    pub name: &'static str,
    /// The Rust type as written.
    pub type_name: &'static str,
    /// The names of the possible values, if the type is an enum; otherwise empty.
    pub choices: &'static [&'static str],
    /// The doc comment.
    pub docs: &'static str,
    /// The default as written; `None` if the argument is required.
    pub default: Option<&'static str>,
    /// The range of valid values, if one was declared.
    pub range: Option<Range>,
    /// The unit, declared or derived from the name (`time_sec`: `s`); empty if there is none.
    pub unit: &'static str,
    /// Whether the value is an `f32`, so that literals are compared with the range as such.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub single: bool,
}

/// The result of a skill.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ResultInfo {
    /// The Rust type as written.
    pub type_name: &'static str,
    /// The fields of a struct; one without a name for any other type.
    pub fields: &'static [ArgInfo],
}

/// An interface that a skill declares.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InterfaceUse {
    /// The name of the variable in the skill.
    pub variable: &'static str,
    /// The interface's type.
    pub type_name: &'static str,
    /// The id on the blackboard.
    pub id: &'static str,
    /// Whether the skill is the writer of the interface.
    pub writes: bool,
    /// Whether the skill may send messages to the writer of the interface.
    pub sends: bool,
    /// Whether the skill runs without a writer of the interface. Otherwise it is FAILED while
    /// there is none.
    pub optional: bool,
    /// The maximum age of its value. A skill is not FAILED by the age of an optional interface.
    pub max_age: MaxAge,
}

/// The maximum age of the value of an interface that a skill reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MaxAge {
    /// The skill says none: that of the interface.
    OfInterface,
    /// The value never becomes stale.
    Never,
    /// This number of microseconds.
    Micros(u64),
}

impl MaxAge {
    /// Returns the age in microseconds above which a value of `interface` is stale; `None` if it
    /// never is.
    #[must_use]
    pub const fn micros(self, interface: &InterfaceInfo) -> Option<u64> {
        match self {
            Self::OfInterface => interface.max_age_micros,
            Self::Never => None,
            Self::Micros(micros) => Some(micros),
        }
    }
}

/// For the generated code.
#[doc(hidden)]
impl InterfaceUse {
    #[must_use]
    pub const fn reads(variable: &'static str, type_name: &'static str, id: &'static str) -> Self {
        let (writes, sends, optional, max_age) = (false, false, false, MaxAge::OfInterface);
        Self { variable, type_name, id, writes, sends, optional, max_age }
    }
    #[must_use]
    pub const fn writes(variable: &'static str, type_name: &'static str, id: &'static str) -> Self {
        Self { writes: true, ..Self::reads(variable, type_name, id) }
    }
    /// One whose value the skill does not use: its age does not matter.
    #[must_use]
    pub const fn without_value(
        variable: &'static str,
        type_name: &'static str,
        id: &'static str,
    ) -> Self {
        Self { max_age: MaxAge::Never, ..Self::reads(variable, type_name, id) }
    }
    #[must_use]
    pub const fn sends(variable: &'static str, type_name: &'static str, id: &'static str) -> Self {
        Self { sends: true, ..Self::without_value(variable, type_name, id) }
    }
    #[must_use]
    pub const fn uses(variable: &'static str, type_name: &'static str, id: &'static str) -> Self {
        Self { sends: true, ..Self::reads(variable, type_name, id) }
    }
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
    #[must_use]
    pub const fn max_age(self, max_age: MaxAge) -> Self {
        Self { max_age, ..self }
    }
}

/// The key of a skill, where its description is not read: a program contains only the descriptions
/// that it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkillKey(u32);

impl SkillKey {
    /// Returns the key of a skill.
    #[must_use]
    #[inline]
    pub const fn of(skill: &SkillInfo) -> Self {
        Self(skill.key())
    }

    /// Returns the number that is the key in the debug interface.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    /// Returns the key with that number.
    pub(crate) const fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the skill with this key: one of `skills`, or one that they can run.
    #[must_use]
    pub fn find(self, skills: &[&'static SkillInfo]) -> Option<&'static SkillInfo> {
        skills.iter().find_map(|skill| skill.find(self.0))
    }
}

impl From<&SkillInfo> for SkillKey {
    fn from(skill: &SkillInfo) -> Self {
        Self::of(skill)
    }
}

/// The states and transitions of a skill.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Graph {
    /// The states in order of appearance, then FINAL and FAILED.
    pub states: &'static [StateInfo],
    /// The transitions in order of appearance.
    pub transitions: &'static [TransitionInfo],
    /// The index of the start state.
    pub start: u16,
}

impl Graph {
    /// Returns the name of the state at `index`, or `?` if there is none.
    #[must_use]
    pub fn state_name(&self, index: u16) -> &'static str {
        self.states.get(usize::from(index)).map_or("?", |state| state.name)
    }

    /// Returns whether `transition` leaves `state`, which is not an exit state: either
    /// `state` declares it, or it is an `always` transition, `state` is an outermost state and
    /// not the target. On FAILED, something must run in the state.
    #[must_use]
    pub fn leaves(&self, transition: &TransitionInfo, state: u16) -> bool {
        match transition.from {
            Some(from) => from == state,
            None => {
                let on_failed = transition.trigger == Trigger::OnFailed;
                transition.to != state
                    && self.parent(state).is_none()
                    && (!on_failed || self.runs_something(state))
            }
        }
    }

    /// Returns whether a state, or one inside it, runs a sub-skill or an action.
    fn runs_something(&self, state: u16) -> bool {
        let mut inner = (0_u16..).zip(self.states);
        inner.any(|(inner, of)| !of.runs().is_empty() && self.is_active(state, inner))
    }

    /// Returns the ways in which transitions enter the states inside a state again: its history.
    pub fn history(&self, state: u16) -> impl Iterator<Item = Resume> {
        let is = move |of: &TransitionInfo, resume| of.to == state && of.resume == Some(resume);
        let ways = [Resume::Shallow, Resume::Deep].into_iter();
        ways.filter(move |resume| self.transitions.iter().any(|of| is(of, *resume)))
    }

    /// Returns the index of the state that encloses the state at `index`, if there is one.
    #[must_use]
    pub fn parent(&self, index: u16) -> Option<u16> {
        self.states.get(usize::from(index))?.parent
    }

    /// Returns whether `state` is active while `innermost` is: whether it is the same state or
    /// encloses it.
    #[must_use]
    pub fn is_active(&self, state: u16, innermost: u16) -> bool {
        core::iter::successors(Some(innermost), |index| self.parent(*index))
            .any(|index| index == state)
    }

    /// Returns whether a transition from the innermost state `from` to `to` enters `state`, which is
    /// active afterwards: the target is entered with all that is inside it, and what encloses it if
    /// it was not active before.
    #[must_use]
    pub fn enters(&self, from: u16, to: u16, state: u16) -> bool {
        self.is_active(to, state) || !self.is_active(state, from)
    }

    /// Returns whether the state at `index` passes the failure of what it runs on, with `?`.
    #[must_use]
    pub fn passes_failure(&self, index: u16) -> bool {
        self.transitions
            .iter()
            .any(|transition| transition.implied && transition.from == Some(index))
    }

    /// Returns the sub-skills of all states, in the order of their instances.
    pub fn sub_skills(&self) -> impl Iterator<Item = &'static SubSkill> {
        self.states.iter().flat_map(StateInfo::runs).filter_map(|activity| match activity {
            Activity::SubSkill(sub) => Some(sub),
            Activity::Action(_) | Activity::Message(_) => None,
        })
    }
}

/// A state of a skill.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StateInfo {
    /// The name as written; states inside different states can share it.
    pub name: &'static str,
    /// The doc comment, which is the label of the state.
    pub docs: &'static str,
    /// The kind of the state.
    pub kind: StateKind,
    /// The index of the enclosing state.
    pub parent: Option<u16>,
    /// The index of the nested start state, which is entered with this one.
    pub start: Option<u16>,
    /// The parameter of the enclosing state through which this state was instantiated there;
    /// `None` for a state at the place of its declaration.
    pub through: Option<&'static str>,
    /// The names and types of the parameters, as written.
    pub params: &'static [(&'static str, &'static str)],
    /// The labels of what the state runs, in this order, empty where none is written; none at all if no
    /// label is written.
    pub labels: &'static [&'static str],
    /// The number of entries that must be FINAL; `None` for all.
    pub needs: Option<u16>,
    /// The number of tries of the state, as written after `tries`: `3 via PAUSE`.
    pub tries: Option<&'static str>,
    /// The differential equations: continuous variables and their rates, as written.
    pub flow: &'static [(&'static str, &'static str)],
}

impl StateInfo {
    /// Returns the sub-skills, actions and messages that the state runs side by side, in order.
    #[must_use]
    pub const fn runs(&self) -> &'static [Activity] {
        match self.kind {
            StateKind::Runs(runs) => runs,
            _ => &[],
        }
    }

    /// Returns what the state runs, with the labels, empty where none is
    /// written.
    pub fn labeled(&self) -> impl Iterator<Item = (&'static str, &'static Activity)> {
        let labels = self.labels.iter().copied().chain(core::iter::repeat(""));
        labels.zip(self.runs())
    }

    /// The default for all fields, for the generated code.
    #[doc(hidden)]
    pub const PLAIN: Self = Self {
        name: "",
        docs: "",
        kind: StateKind::Plain,
        parent: None,
        start: None,
        through: None,
        params: &[],
        labels: &[],
        needs: None,
        tries: None,
        flow: &[],
    };
    /// The exit state for success.
    #[doc(hidden)]
    pub const FINAL: Self = Self { name: "FINAL", kind: StateKind::Final, ..Self::PLAIN };
    /// The exit state for failure.
    #[doc(hidden)]
    pub const FAILED: Self = Self { name: "FAILED", kind: StateKind::Failed, ..Self::PLAIN };
}

/// Returns a sub-skill that a state runs, for the generated code.
#[doc(hidden)]
#[must_use]
pub const fn sub_skill(skill: &'static SkillInfo, args: &'static str) -> Activity {
    Activity::SubSkill(SubSkill { skill, args })
}

/// Returns the states of a graph from their names and documentation, FINAL and FAILED included;
/// `others` are those that have more than that, and their indices. `rustc` checks a loop over
/// texts in half the time that a literal of each state takes.
#[doc(hidden)]
#[must_use]
pub const fn states<const N: usize>(
    texts: [(&'static str, &'static str); N],
    others: &[(usize, StateInfo)],
) -> [StateInfo; N] {
    let mut all = [StateInfo::PLAIN; N];
    all[N - 2] = StateInfo::FINAL;
    all[N - 1] = StateInfo::FAILED;
    let mut each = 0;
    while each < others.len() {
        all[others[each].0] = others[each].1;
        each += 1;
    }
    let mut each = 0;
    while each < N {
        (all[each].name, all[each].docs) = texts[each];
        each += 1;
    }
    all
}

/// The kind of a state: what it runs while it is active.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum StateKind {
    /// A state that runs only its own blocks.
    Plain,
    /// A state that runs sub-skills, actions and messages side by side, in this order.
    Runs(&'static [Activity]),
    /// The exit state for success.
    Final,
    /// The exit state for failure.
    Failed,
}

impl StateKind {
    /// Returns whether it is FINAL or FAILED.
    #[must_use]
    pub const fn is_exit(&self) -> bool {
        matches!(self, Self::Final | Self::Failed)
    }
}

/// One of the things that a state runs.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Activity {
    /// A skill, with the arguments as written.
    SubSkill(SubSkill),
    /// A level-0 action, as written: `look(self.x)`.
    Action(&'static str),
    /// A message, as written: `arm.send(arm::MoveTo { z_m: 0.4 })`.
    Message(&'static str),
}

impl Activity {
    /// Returns the name of the skill, of the function of the action as written, or the variable of
    /// the interface that gets the message.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Activity::SubSkill(sub) => sub.skill.name,
            Activity::Action(action) => action.split('(').next().unwrap_or(action).trim_end(),
            Activity::Message(message) => message.split('.').next().unwrap_or(message),
        }
    }
}

/// A sub-skill of a state.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SubSkill {
    /// The skill that the state runs.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_name"))]
    pub skill: &'static SkillInfo,
    /// The arguments as written.
    pub args: &'static str,
}

/// A transition of a skill.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TransitionInfo {
    /// The index of the source state; `None` for an `always` transition, which leaves every
    /// state except its target.
    pub from: Option<u16>,
    /// The index of the target state.
    pub to: u16,
    /// The kind of event or condition that makes the transition fire.
    pub trigger: Trigger,
    /// The doc comment, or the condition as the macro formats it.
    pub label: &'static str,
    /// The text of `FAILED("..")`.
    pub reason: Option<&'static str>,
    /// The values in that text, as written: `self.timeout_sec`.
    #[cfg(feature = "why")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub reason_values: &'static [&'static str],
    /// The parameter that must hold the target for the transition to lead there.
    pub held: Option<&'static str>,
    /// The values for the target's parameters, as written.
    pub values: &'static str,
    /// Whether it is written as `?`: it leads to FAILED with the reason of the sub-skill.
    pub implied: bool,
    /// Whether it enters the states inside its target that were active when that was left.
    pub resume: Option<Resume>,
}

/// The states that a transition enters again: `-> resume S`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Resume {
    /// The state directly inside the target, with the start states inside it.
    Shallow,
    /// `resume deep`: all states inside the target.
    Deep,
}

impl Resume {
    /// Returns the sign of UML for it: `H` or `H*`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Shallow => "H",
            Self::Deep => "H*",
        }
    }

    /// Returns how a state inside the target is entered.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn inside(self) -> Option<Self> {
        match self {
            Self::Shallow => None,
            Self::Deep => Some(Self::Deep),
        }
    }
}

impl TransitionInfo {
    /// The default for all fields, for the generated code.
    #[doc(hidden)]
    pub const PLAIN: Self = Self {
        from: None,
        to: 0,
        trigger: Trigger::When,
        label: "",
        reason: None,
        #[cfg(feature = "why")]
        reason_values: &[],
        held: None,
        values: "",
        implied: false,
        resume: None,
    };
}

/// The source of an `always` transition in [`transitions`].
#[doc(hidden)]
pub const ANY_STATE: u16 = u16::MAX;

/// Returns the transitions of a graph from their source, target, trigger and label; `others` are
/// those that have more than that, and their indices. As [`states`], it saves time.
#[doc(hidden)]
#[must_use]
pub const fn transitions<const N: usize>(
    plain: [(u16, u16, Trigger, &'static str); N],
    others: &[(usize, TransitionInfo)],
) -> [TransitionInfo; N] {
    let mut all = [TransitionInfo::PLAIN; N];
    let mut each = 0;
    while each < others.len() {
        all[others[each].0] = others[each].1;
        each += 1;
    }
    let mut each = 0;
    while each < N {
        let (from, to, trigger, label) = plain[each];
        all[each].from = if from == ANY_STATE { None } else { Some(from) };
        all[each].to = to;
        all[each].trigger = trigger;
        all[each].label = label;
        each += 1;
    }
    all
}

/// The kind of event or condition that makes a transition fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Trigger {
    /// Checked before `init`.
    Precondition,
    /// A jump condition.
    When,
    /// A jump condition whose time is located between two passes.
    Crossing,
    /// Always fires.
    Otherwise,
    /// A timeout since entry.
    After,
    /// All that the state runs is FINAL.
    OnFinal,
    /// A sub-skill or an action has FAILED.
    OnFailed,
}

#[cfg(feature = "serde")]
/// Serializes the name of a skill.
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde requires
pub(crate) fn serialize_name<S: serde::Serializer>(
    skill: &&'static SkillInfo,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(skill.name)
}
