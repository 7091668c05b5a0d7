//! Skills of a description that is read.

use super::error::{DescriptionError, contradiction};
use super::keep::{all_kept, kept};
use serde::Deserialize;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{
    Activity, ArgInfo, Graph, InterfaceUse, MaxAge, Range, ResultInfo, Resume, SourcePlace,
    StateInfo, StateKind, SubSkill, TransitionInfo, Trigger,
};
use skill_runtime::parameter::{ParamInfo, ParamType};

/// The most machines of a skill, its own and those of its sub-skills.
const MAX_MACHINES: u32 = 100_000;

/// The id of a skill: 16 hex digits; older descriptions have a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum SkillId {
    Number(u64),
    Hex(String),
}

impl SkillId {
    fn read(&self) -> Result<u64, DescriptionError> {
        match self {
            Self::Number(id) => Ok(*id),
            Self::Hex(text) => u64::from_str_radix(text, 16)
                .or_else(|_| contradiction(format!("`id` is `{text}`, not 16 hex digits"))),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Skill {
    name: String,
    type_name: String,
    path: String,
    id: SkillId,
    docs: String,
    args: Vec<Argument>,
    group: Option<Vec<Argument>>,
    /// Older descriptions have none.
    #[serde(default)]
    params: Vec<Parameter>,
    result: Option<SkillResult>,
    deps: Vec<String>,
    interfaces: Vec<Use>,
    graph: WrittenGraph,
    max_transitions: u32,
}

#[derive(Deserialize)]
struct Argument {
    name: String,
    type_name: String,
    choices: Vec<String>,
    docs: String,
    default: Option<String>,
    range: Option<WrittenRange>,
    unit: String,
}

#[derive(Deserialize)]
struct Parameter {
    name: String,
    #[serde(rename = "type")]
    ty: ParamType,
    key: u32,
    default: String,
    default_word: u32,
    range: Option<WrittenRange>,
    unit: String,
    docs: String,
}

#[derive(Deserialize)]
struct WrittenRange {
    low: Option<f64>,
    high: Option<f64>,
    inclusive: bool,
    text: String,
}

#[derive(Deserialize)]
struct SkillResult {
    type_name: String,
    fields: Vec<Argument>,
}

#[derive(Deserialize)]
struct Use {
    variable: String,
    type_name: String,
    id: String,
    writes: bool,
    /// Older descriptions do not say it.
    #[serde(default)]
    sends: bool,
    optional: bool,
    /// Older descriptions have none.
    #[serde(default)]
    max_age: Age,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Age {
    OfInterface,
    #[default]
    Never,
    Micros(u64),
}

#[derive(Deserialize)]
struct WrittenGraph {
    states: Vec<State>,
    transitions: Vec<Transition>,
    start: u16,
}

#[derive(Deserialize)]
struct State {
    name: String,
    docs: String,
    kind: Kind,
    parent: Option<u16>,
    start: Option<u16>,
    through: Option<String>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    needs: Option<u16>,
    #[serde(default)]
    tries: Option<String>,
    params: Vec<(String, String)>,
    flow: Vec<(String, String)>,
}

#[derive(Deserialize)]
enum Kind {
    Plain,
    Runs(Vec<Run>),
    Final,
    Failed,
}

#[derive(Deserialize)]
enum Run {
    SubSkill { skill: String, args: String },
    Action(String),
    Message(String),
}

#[derive(Deserialize)]
struct Transition {
    from: Option<u16>,
    to: u16,
    trigger: Trigger,
    label: String,
    reason: Option<String>,
    held: Option<String>,
    values: String,
    implied: bool,
    #[serde(default)]
    resume: Option<Resume>,
}

impl Skill {
    /// Returns the skill; those that it runs are among `known`.
    pub fn keep(
        self,
        known: &[&'static SkillInfo],
    ) -> Result<&'static SkillInfo, DescriptionError> {
        let name = kept(self.name);
        let find = |other: &str| match known.iter().find(|skill| skill.name == other) {
            Some(skill) => Ok(*skill),
            None => {
                contradiction(format!("`{name}` runs `{other}`, which is not described before"))
            }
        };
        let deps = self.deps.iter().map(|dep| find(dep)).collect::<Result<Vec<_>, _>>()?;
        let arguments = |all: Vec<Argument>| all_kept(all, Argument::keep);
        let type_name = kept(self.type_name);
        let mut initial = [0; 8];
        initial.iter_mut().zip(type_name.bytes()).for_each(|(place, byte)| *place = byte);
        let skill = SkillInfo {
            name,
            type_name,
            path: kept(self.path),
            id: self.id.read()?,
            initial: u64::from_be_bytes(initial),
            docs: kept(self.docs),
            args: arguments(self.args),
            group: self.group.map(arguments),
            params: all_kept(self.params, Parameter::keep),
            // Only a robot itself reads them.
            vars: &[],
            source: SourcePlace::NONE,
            result: self.result.map(|of| ResultInfo {
                type_name: kept(of.type_name),
                fields: arguments(of.fields),
            }),
            deps: deps.leak(),
            interfaces: all_kept(self.interfaces, Use::keep),
            graph: self.graph.keep(name, find)?,
            max_transitions: self.max_transitions,
        };
        let below = skill.graph.sub_skills().map(|sub| sub.skill.instances());
        if below.fold(1, u32::saturating_add) > MAX_MACHINES {
            return contradiction(format!("`{name}` has more than {MAX_MACHINES} machines"));
        }
        Ok(Box::leak(Box::new(skill)))
    }
}

impl Argument {
    fn keep(self) -> ArgInfo {
        ArgInfo {
            name: kept(self.name),
            single: self.type_name.contains("f32"),
            type_name: kept(self.type_name),
            choices: all_kept(self.choices, kept),
            docs: kept(self.docs),
            default: self.default.map(kept),
            range: self.range.map(WrittenRange::keep),
            unit: kept(self.unit),
        }
    }
}

impl Parameter {
    fn keep(self) -> ParamInfo {
        ParamInfo {
            name: kept(self.name),
            ty: self.ty,
            key: self.key,
            default: kept(self.default),
            default_word: self.default_word,
            range: self.range.map(WrittenRange::keep),
            unit: kept(self.unit),
            docs: kept(self.docs),
        }
    }
}

impl WrittenRange {
    fn keep(self) -> Range {
        let Self { low, high, inclusive, text } = self;
        Range { low, high, inclusive, text: kept(text) }
    }
}

impl Use {
    fn keep(self) -> InterfaceUse {
        InterfaceUse {
            variable: kept(self.variable),
            type_name: kept(self.type_name),
            id: kept(self.id),
            writes: self.writes,
            sends: self.sends,
            optional: self.optional,
            max_age: match self.max_age {
                Age::OfInterface => MaxAge::OfInterface,
                Age::Never => MaxAge::Never,
                Age::Micros(micros) => MaxAge::Micros(micros),
            },
        }
    }
}

impl WrittenGraph {
    fn keep(
        self,
        skill: &str,
        find: impl Fn(&str) -> Result<&'static SkillInfo, DescriptionError>,
    ) -> Result<Graph, DescriptionError> {
        let count = self.states.len();
        let exists = |state: u16| usize::from(state) < count;
        for (index, state) in self.states.iter().enumerate() {
            // A state comes after the one around it.
            if state.parent.is_some_and(|parent| usize::from(parent) >= index) {
                return contradiction(format!("state {index} of `{skill}` is inside a later one"));
            }
            if state.start.is_some_and(|start| !exists(start)) {
                return contradiction(format!(
                    "state {index} of `{skill}` has no such start state"
                ));
            }
        }
        if !exists(self.start) {
            return contradiction(format!("`{skill}` has no start state"));
        }
        for (index, of) in self.transitions.iter().enumerate() {
            if !exists(of.to) || of.from.is_some_and(|from| !exists(from)) {
                return contradiction(format!(
                    "transition {index} of `{skill}` is between states that do not exist"
                ));
            }
        }
        let states = self.states.into_iter().map(|state| state.keep(&find));
        let states = states.collect::<Result<Vec<_>, _>>()?;
        let transitions = all_kept(self.transitions, Transition::keep);
        Ok(Graph { states: states.leak(), transitions, start: self.start })
    }
}

impl State {
    fn keep(
        self,
        find: &impl Fn(&str) -> Result<&'static SkillInfo, DescriptionError>,
    ) -> Result<StateInfo, DescriptionError> {
        let kind = match self.kind {
            Kind::Plain => StateKind::Plain,
            Kind::Final => StateKind::Final,
            Kind::Failed => StateKind::Failed,
            Kind::Runs(runs) => {
                let runs = runs.into_iter().map(|run| {
                    Ok(match run {
                        Run::SubSkill { skill, args } => {
                            Activity::SubSkill(SubSkill { skill: find(&skill)?, args: kept(args) })
                        }
                        Run::Action(action) => Activity::Action(kept(action)),
                        Run::Message(message) => Activity::Message(kept(message)),
                    })
                });
                StateKind::Runs(runs.collect::<Result<Vec<_>, DescriptionError>>()?.leak())
            }
        };
        let pair = |(name, text)| (kept(name), kept(text));
        Ok(StateInfo {
            name: kept(self.name),
            docs: kept(self.docs),
            kind,
            parent: self.parent,
            start: self.start,
            through: self.through.map(kept),
            params: all_kept(self.params, pair),
            labels: all_kept(self.labels, kept),
            needs: self.needs,
            tries: self.tries.map(kept),
            flow: all_kept(self.flow, pair),
        })
    }
}

impl Transition {
    fn keep(self) -> TransitionInfo {
        TransitionInfo {
            from: self.from,
            to: self.to,
            trigger: self.trigger,
            label: kept(self.label),
            reason: self.reason.map(kept),
            reason_values: &[],
            held: self.held.map(kept),
            values: kept(self.values),
            implied: self.implied,
            resume: self.resume,
        }
    }
}
