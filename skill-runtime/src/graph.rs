//! The static description of a skill: what the compiler knew about it.
//!
//! Everything here is `'static` data beside the machine's code; stepping never
//! reads it. Traces are printed from it, and so are the pictures and lists of the package
//! `robot-skill-studio`.

/// A skill as data: its name, documentation, arguments, dependencies and graph.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SkillInfo {
    /// The name in skill strings, snake case: `standup`.
    pub name: &'static str,
    /// The name of the Rust type: `Standup`.
    pub type_name: &'static str,
    /// The module in which the skill was written.
    pub path: &'static str,
    /// A hash of path and type name: which skill this is.
    pub id: u64,
    /// The first eight bytes of the type name, to order skills by it quickly.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub initial: u64,
    /// The doc comment of the skill.
    pub docs: &'static str,
    /// The arguments in order.
    pub args: &'static [ArgInfo],
    /// The arguments taken in from a struct (`..joints: JointTargets`).
    pub group: Option<&'static [ArgInfo]>,
    /// The skills this one may execute.
    #[cfg_attr(feature = "serde", serde(serialize_with = "names_of"))]
    pub deps: &'static [&'static SkillInfo],
    /// The interfaces this skill itself reads or writes.
    pub interfaces: &'static [InterfaceUse],
    /// States and transitions.
    pub graph: Graph,
    /// Most transitions in one `exec`.
    pub max_transitions: u32,
}

#[cfg(feature = "serde")]
fn names_of<S: serde::Serializer>(
    deps: &&'static [&'static SkillInfo],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(deps.iter().map(|dep| dep.name))
}

impl PartialEq for SkillInfo {
    /// Two skills are the same if they were written at the same place.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// The name of the state at `index`, for the generated code.
#[doc(hidden)]
#[must_use]
pub const fn state_name(skill: &SkillInfo, index: usize) -> &'static str {
    if index < skill.graph.states.len() { skill.graph.states[index].name } else { "" }
}

impl SkillInfo {
    /// All arguments that a skill string may name.
    pub fn arguments(&self) -> impl Iterator<Item = &'static ArgInfo> {
        self.args.iter().chain(self.group.unwrap_or(&[]))
    }

    /// Returns the variable of the interface at `index`; `?` if there is none.
    #[must_use]
    pub fn interface_name(&self, index: u16) -> &'static str {
        self.interfaces.get(usize::from(index)).map_or("?", |interface| interface.variable)
    }

    /// How many machines run this skill: itself and its sub-skills'.
    #[must_use]
    pub fn instances(&'static self) -> u32 {
        1 + self.graph.sub_skills().map(|sub| sub.skill.instances()).sum::<u32>()
    }

    /// The skill of instance `number` and its depth below this one (0 is this one).
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

/// One argument of a skill.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ArgInfo {
    /// The name.
    pub name: &'static str,
    /// The Rust type as written.
    pub type_name: &'static str,
    /// The names a value may have, if it is one of a few.
    pub choices: &'static [&'static str],
    /// The doc comment.
    pub docs: &'static str,
    /// The default as written; `None` if the argument must be given.
    pub default: Option<&'static str>,
    /// Between which values it must lie.
    pub range: Option<Range>,
    /// The unit, from the name (`time_sec`: `s`) or given; empty if there is none.
    pub unit: &'static str,
}

/// The range of an argument.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Range {
    /// Lowest value, if there is one.
    pub low: Option<f64>,
    /// Highest value, if there is one.
    pub high: Option<f64>,
    /// Whether the highest value itself belongs to it.
    pub inclusive: bool,
    /// As written: `0.1..=30.0`.
    pub text: &'static str,
}

impl Range {
    /// Whether `value` lies inside; what is not a number never does.
    #[must_use]
    #[inline]
    pub const fn contains(&self, value: f64) -> bool {
        let above = match self.low {
            Some(low) => value >= low,
            None => true,
        };
        let below = match (self.high, self.inclusive) {
            (Some(high), true) => value <= high,
            (Some(high), false) => value < high,
            (None, _) => true,
        };
        above && below && !value.is_nan()
    }
}

/// An interface that a skill declares.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InterfaceUse {
    /// The variable in the skill.
    pub variable: &'static str,
    /// The interface's type.
    pub type_name: &'static str,
    /// The instance on the blackboard.
    pub id: &'static str,
    /// Whether the skill is its writer.
    pub writes: bool,
}

/// States and transitions of a skill.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Graph {
    /// The states in order of appearance, then FINAL and FAILED.
    pub states: &'static [StateInfo],
    /// The edges in order of appearance.
    pub edges: &'static [EdgeInfo],
    /// Index of the start state.
    pub start: u16,
}

impl Graph {
    /// The name of the state `index`.
    #[must_use]
    pub fn state_name(&self, index: u16) -> &'static str {
        self.states.get(usize::from(index)).map_or("?", |state| state.name)
    }

    /// Whether `edge` leaves the state `state` (which is not an exit state): its own, or
    /// one of all the outermost states but its target.
    #[must_use]
    pub fn leaves(&self, edge: &EdgeInfo, state: u16) -> bool {
        match edge.from {
            Some(from) => from == state,
            None => edge.to != state && self.parent(state).is_none(),
        }
    }

    /// The state around the state `index`.
    #[must_use]
    pub fn parent(&self, index: u16) -> Option<u16> {
        self.states.get(usize::from(index))?.parent
    }

    /// Whether `state` is active while `innermost` is: it, or one around it.
    #[must_use]
    pub fn is_active(&self, state: u16, innermost: u16) -> bool {
        core::iter::successors(Some(innermost), |index| self.parent(*index))
            .any(|index| index == state)
    }

    /// The sub-skills of all states, in order: the order of instances.
    pub fn sub_skills(&self) -> impl Iterator<Item = &'static SubSkill> {
        self.states.iter().flat_map(|state| match state.kind {
            StateKind::Skills(subs) => subs.iter(),
            _ => [].iter(),
        })
    }
}

/// A state.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StateInfo {
    /// The name.
    pub name: &'static str,
    /// The doc comment: the label.
    pub docs: &'static str,
    /// What it runs.
    pub kind: StateKind,
    /// Index of the state around it.
    pub parent: Option<u16>,
    /// Index of the state inside it that is entered with it.
    pub start: Option<u16>,
    /// The parameter of the state around it through which it was instantiated there, if
    /// this is not its own place.
    pub through: Option<&'static str>,
    /// Its parameters: names and types, as written.
    pub params: &'static [(&'static str, &'static str)],
    /// Its equations: a variable that flows, and its rate, as written.
    pub flow: &'static [(&'static str, &'static str)],
}

impl StateInfo {
    /// A state without anything, for the generated code.
    #[doc(hidden)]
    pub const PLAIN: Self = Self {
        name: "",
        docs: "",
        kind: StateKind::Plain,
        parent: None,
        start: None,
        through: None,
        params: &[],
        flow: &[],
    };
    /// The exit state for success.
    #[doc(hidden)]
    pub const FINAL: Self = Self { name: "FINAL", kind: StateKind::Final, ..Self::PLAIN };
    /// The exit state for failure.
    #[doc(hidden)]
    pub const FAILED: Self = Self { name: "FAILED", kind: StateKind::Failed, ..Self::PLAIN };
}

/// What a state runs while it is active.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum StateKind {
    /// Only its blocks.
    Plain,
    /// One or more sub-skills.
    Skills(&'static [SubSkill]),
    /// A level-0 action, as written.
    Action(&'static str),
    /// The exit state for success.
    Final,
    /// The exit state for failure.
    Failed,
}

/// A sub-skill of a state.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SubSkill {
    /// The skill.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::skill_name"))]
    pub skill: &'static SkillInfo,
    /// The arguments as written.
    pub args: &'static str,
}

/// A transition.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EdgeInfo {
    /// Index of the state it leaves; `None` for an `always` edge, which leaves
    /// every state but its target.
    pub from: Option<u16>,
    /// Index of the target.
    pub to: u16,
    /// What makes it fire.
    pub trigger: Trigger,
    /// The doc comment, or the condition in the macro's own print.
    pub label: &'static str,
    /// The text of `FAILED("..")`.
    pub reason: Option<&'static str>,
    /// The parameter that must hold the target for the edge to lead there.
    pub held: Option<&'static str>,
    /// The values for the target's parameters, as written.
    pub values: &'static str,
}

impl EdgeInfo {
    /// An edge without anything, for the generated code.
    #[doc(hidden)]
    pub const PLAIN: Self = Self {
        from: None,
        to: 0,
        trigger: Trigger::When,
        label: "",
        reason: None,
        held: None,
        values: "",
    };
}

/// What makes a transition fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Trigger {
    /// Checked before `init`.
    Precondition,
    /// A jump condition.
    When,
    /// A jump condition whose time is found between two passes.
    Crossing,
    /// Always fires.
    Otherwise,
    /// A timeout since entry.
    After,
    /// The sub-skills or the action are FINAL.
    OnFinal,
    /// A sub-skill or the action has FAILED.
    OnFailed,
}
