//! The parameters of a robot: their names, and values for them from files and commands.

#[cfg(feature = "cli")]
mod file;
#[cfg(feature = "cli")]
mod layers;
mod mistake;

#[cfg(feature = "cli")]
pub use file::{Choice, Setting, read};
#[cfg(feature = "cli")]
pub(crate) use file::{Lines, OPTIONS};
#[cfg(feature = "cli")]
pub(crate) use layers::{Layer, OVERLAYS, Written, conflict};
pub use mistake::Mistake;

use crate::text::escape::Escaped;
use serde_json::Value;
use skill_runtime::SkillInfo;
use skill_runtime::call::nearest;
use skill_runtime::parameter::{ParamError, ParamInfo, ParamType};
use std::fmt::{self, Display, Formatter};

/// A parameter, with the skill or agent that has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// The skill or agent.
    pub skill: &'static SkillInfo,
    /// The parameter, as its skill declares it.
    pub info: &'static ParamInfo,
}

/// `standup.wait_sec`
impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.skill.name, self.info.name)
    }
}

/// The reason why something is not a parameter, or not its value, and the cure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The error, in words.
    pub message: String,
    /// The cure, in words.
    pub help: String,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

/// A value for a parameter, from JSON or TOML.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum InputValue<'v> {
    /// `true`
    Bool(bool),
    /// `11`
    Integer(i128),
    /// `11.5`
    Float(f64),
    /// Anything else, by its name: "a text".
    Other(&'v str),
}

impl From<&Value> for InputValue<'static> {
    fn from(value: &Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match (number.as_i128(), number.as_f64()) {
                (Some(number), _) => Self::Integer(number),
                (None, Some(number)) => Self::Float(number),
                (None, None) => Self::Other("such a number"),
            },
            Value::String(_) => Self::Other("a text"),
            Value::Array(_) => Self::Other("a list"),
            Value::Object(_) => Self::Other("an object"),
            Value::Null => Self::Other("null"),
        }
    }
}

/// Returns the parameters of `skills`, in order.
pub fn all(skills: &[&'static SkillInfo]) -> impl Iterator<Item = Param> {
    skills.iter().flat_map(|skill| skill.params.iter().map(|info| Param { skill, info }))
}

/// Returns the skill with a name.
///
/// # Errors
/// [`Problem`] if there is none, if there are two, or if it has no parameters.
fn skill(skills: &[&'static SkillInfo], name: &str) -> Result<&'static SkillInfo, Problem> {
    let shown = Escaped(name);
    let mut found = skills.iter().filter(|skill| skill.name == name);
    let Some(skill) = found.next() else {
        let with: Vec<&'static str> = skills
            .iter()
            .filter(|skill| !skill.params.is_empty())
            .map(|skill| skill.name)
            .collect();
        let help = match nearest(name, with.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if with.is_empty() => "remove it: no skill has parameters".to_owned(),
            None => format!("these have parameters: `{}`", with.join("`, `")),
        };
        return Err(Problem::new(format!("there is no skill `{shown}`"), help));
    };
    if let Some(other) = found.next() {
        let paths = format!("`{}` and `{}`", skill.path, other.path);
        let help = "give one of them another name in the skill space";
        return Err(Problem::new(format!("`{shown}` is in {paths}"), help));
    }
    if skill.params.is_empty() {
        let help = format!("declare `params {{ .. }}` in `{}`, or remove it", skill.type_name);
        return Err(Problem::new(format!("`{shown}` has no parameters"), help));
    }
    Ok(skill)
}

/// Returns the parameter of a skill with a name.
fn param(skill: &'static SkillInfo, name: &str) -> Result<Param, Problem> {
    if let Some(info) = skill.params.iter().find(|info| info.name == name) {
        return Ok(Param { skill, info });
    }
    let of = skill.name;
    let shown = Escaped(name);
    let names = || skill.params.iter().map(|info| info.name);
    let help = if skill.arguments().any(|arg| arg.name == name) {
        format!("it is an argument: give it in the call, `{of}{{{shown}=..}}`")
    } else if let Some(near) = nearest(name, names()) {
        format!("did you mean `{near}`?")
    } else {
        format!("it has `{}`", names().collect::<Vec<_>>().join("`, `"))
    };
    Err(Problem::new(format!("`{of}` has no parameter `{shown}`"), help))
}

/// Returns the parameter with a name such as `standup.wait_sec`.
///
/// # Errors
/// [`Problem`] if there is none.
pub fn find(skills: &[&'static SkillInfo], name: &str) -> Result<Param, Problem> {
    match name.split_once('.') {
        Some((of, name)) => param(skill(skills, of)?, name),
        None => Err(Problem::new(
            format!("`{}` is not the name of a parameter", Escaped(name)),
            match with_name(skills, name) {
                Some(param) => format!("write `{param}`"),
                None => "write the name of the skill first: `SKILL.NAME`".to_owned(),
            },
        )),
    }
}

/// Returns the first parameter with this name, of any skill.
fn with_name(skills: &[&'static SkillInfo], name: &str) -> Option<Param> {
    all(skills).find(|param| param.info.name == name)
}

impl Param {
    /// Returns the word of a value, if the parameter can have it.
    ///
    /// # Errors
    /// [`Problem`] if it is of another type, or out of range.
    pub fn word(&self, value: InputValue<'_>) -> Result<u32, Problem> {
        let ParamInfo { ty, range, .. } = self.info;
        let name = ty.name();
        let wrong = |what: &str, help: String| {
            Problem::new(format!("`{self}` is {what}, but its type is `{name}`"), help)
        };
        let range = match range {
            Some(range) => format!("the range is `{range}`"),
            None => {
                let (least, greatest) = ty.bounds();
                format!("the values of `{name}` are `{least}..={greatest}`")
            }
        };
        let default = self.info.ty.text(self.info.default_word);
        let number = match (ty, value) {
            (ParamType::Bool, InputValue::Bool(value)) => return Ok(value.into()),
            (ParamType::Bool, InputValue::Integer(_) | InputValue::Float(_)) => {
                return Err(wrong("a number", "write `true` or `false`".to_owned()));
            }
            (ParamType::Bool, InputValue::Other(what)) => {
                return Err(wrong(what, "write `true` or `false`, without quotes".to_owned()));
            }
            (_, InputValue::Bool(_)) => {
                return Err(wrong(
                    "true or false",
                    format!("write a number, as its default `{default}`"),
                ));
            }
            (_, InputValue::Other(what)) => {
                let help = format!("write a number without quotes, as its default `{default}`");
                return Err(wrong(what, help));
            }
            #[allow(clippy::cast_precision_loss)] // as a reader of the number would
            (_, InputValue::Integer(value)) => value as f64,
            (ParamType::F32, InputValue::Float(value)) => value,
            (_, InputValue::Float(value)) => {
                let help = format!("write a whole number, as its default `{default}`");
                return Err(wrong(&format!("{value}"), help));
            }
        };
        let (least, greatest) = ty.bounds();
        if number.is_finite() && (number < least || number > greatest) {
            return Err(Problem::new(format!("`{self}` is {number}, which is no `{name}`"), range));
        }
        let word = ty.word(number);
        match self.info.check(word) {
            Ok(_) => Ok(word),
            Err(ParamError::NotFinite) => {
                Err(Problem::new(format!("`{self}` is not finite"), range))
            }
            Err(ParamError::OutOfRange | ParamError::NoValue) => {
                Err(Problem::new(format!("`{self}` is {number}, which is out of range"), range))
            }
        }
    }

    /// Returns the text of the value that a word represents: `12.5`.
    #[must_use]
    pub fn text(&self, word: u32) -> String {
        self.info.ty.text(word).to_string()
    }

    /// Returns the value that a word represents, as JSON.
    #[must_use]
    pub fn json(&self, word: u32) -> Value {
        // As it is written, not with the digits of an `f64`.
        serde_json::from_str(&self.text(word)).unwrap_or(Value::Null)
    }
}
