//! Reads conditions. Names that do not exist, and values that cannot be compared, are refused.

use super::condition::{Condition, Constant, Operand, Operator};
use crate::model::describe::Description;
use crate::text::suggest::did_you_mean;
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::{EnumInfo, FieldInfo, FieldType};
use std::fmt::{self, Display, Formatter};

/// The deepest nesting of parentheses and `!`.
const MAX_NESTING: usize = 32;
/// The longest condition, in bytes.
const MAX_LENGTH: usize = 500;

/// The reason why a text is no condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionError {
    /// The position in bytes.
    pub at: usize,
    /// The error, in words.
    pub message: String,
}

impl Display for ConditionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.at + 1, self.message)
    }
}

impl Condition {
    /// Reads a condition of a breakpoint in `skill`.
    ///
    /// # Errors
    /// [`ConditionError`] with the place and the reason.
    pub fn parse(
        text: &str,
        description: &Description,
        skill: &SkillInfo,
    ) -> Result<Self, ConditionError> {
        let mut parser = Parser { text, at: 0, description, skill, depth: 0 };
        if text.len() > MAX_LENGTH {
            return parser.error(format!("longer than {MAX_LENGTH} bytes"));
        }
        let condition = parser.any()?;
        parser.space();
        if parser.at < text.len() {
            return parser.error("expected `&&`, `||`, a comparison, or the end");
        }
        Ok(condition)
    }
}

/// Returns the names of the arguments, parameters and variables of a skill, without those of states.
pub(super) fn names_of(skill: &SkillInfo) -> Vec<&'static str> {
    let arguments = skill.arguments().map(|of| of.name);
    let params = skill.params.iter().map(|of| of.name);
    let vars = skill.vars.iter().map(|name| name.rsplit('.').next().unwrap_or(name));
    let mut names: Vec<&str> = arguments.chain(params).chain(vars).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the names that exist, for an error.
fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The kind of an operand.
#[derive(Clone, Copy)]
enum Kind {
    Bool,
    Number,
    Text,
    Enum(&'static EnumInfo),
}

impl Kind {
    fn of(ty: FieldType) -> Option<Self> {
        Some(match ty {
            FieldType::Bool => Self::Bool,
            FieldType::Unsigned(_) | FieldType::Signed(_) | FieldType::Float(_) => Self::Number,
            FieldType::Text(_) => Self::Text,
            FieldType::Enum(of) => Self::Enum(of),
            FieldType::Array(of, _) => Self::of(*of)?,
            FieldType::Other(_) => return None,
        })
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Enum(of) => of.name,
        })
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    description: &'t Description,
    skill: &'t SkillInfo,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, ConditionError> {
        Err(ConditionError { at: self.at, message: message.into() })
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Passes over a token, if it is next.
    fn take(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn any(&mut self) -> Result<Condition, ConditionError> {
        let mut all = vec![self.all()?];
        while self.take("||") {
            all.push(self.all()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::Any(all) })
    }

    fn all(&mut self) -> Result<Condition, ConditionError> {
        let mut all = vec![self.one()?];
        while self.take("&&") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::All(all) })
    }

    fn one(&mut self) -> Result<Condition, ConditionError> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return self.error("nested too deeply");
        }
        let found = if self.take("(") {
            let inside = self.any()?;
            if !self.take(")") {
                return self.error("expected `)`");
            }
            inside
        } else if self.take("!") {
            Condition::Not(Box::new(self.one()?))
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(found)
    }

    fn comparison(&mut self) -> Result<Condition, ConditionError> {
        let one = self.operand()?;
        // The longer ones first.
        let operators = [
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        let start = self.at;
        let operator = operators.into_iter().find(|(token, _)| self.take(token));
        let Some((_, operator)) = operator else {
            return match self.kind(&one) {
                None | Some(Kind::Bool) => Ok(Condition::True(one)),
                Some(_) => self.error("expected a comparison: this is not true or false"),
            };
        };
        let other = self.operand()?;
        if let Err(message) = self.check_kinds(&one, &other) {
            self.at = start;
            return self.error(message);
        }
        Ok(Condition::Compare(one, operator, other))
    }

    /// Returns the kind of an operand; `None` for a variable, whose type is only known as text.
    fn kind(&self, operand: &Operand) -> Option<Kind> {
        match operand {
            Operand::Variable(_) => None,
            Operand::Constant(Constant::Bool(_)) => Some(Kind::Bool),
            Operand::Constant(Constant::Number(_)) => Some(Kind::Number),
            Operand::Constant(Constant::Text(_)) => Some(Kind::Text),
            Operand::Field(interface, field, _) => {
                let entry = self.description.interfaces.get(*interface)?;
                Kind::of(entry.interface.fields.get(*field)?.ty)
            }
        }
    }

    /// Checks that two operands can be equal.
    fn check_kinds(&self, one: &Operand, other: &Operand) -> Result<(), String> {
        let (Some(left), Some(right)) = (self.kind(one), self.kind(other)) else { return Ok(()) };
        let named = match (left, other, right, one) {
            (Kind::Enum(of), Operand::Constant(Constant::Text(name)), ..)
            | (.., Kind::Enum(of), Operand::Constant(Constant::Text(name))) => Some((of, name)),
            _ => None,
        };
        if let Some((of, name)) = named {
            let names: Vec<&str> = of.values.iter().map(|value| value.name).collect();
            if names.contains(&&name[..]) {
                return Ok(());
            }
            let near = did_you_mean(name, names.iter().copied());
            return Err(format!("`{name}` is not one of {}{near}", names.join(", ")));
        }
        if std::mem::discriminant(&left) == std::mem::discriminant(&right) {
            return Ok(());
        }
        Err(format!("{left} cannot be compared with {right}"))
    }

    fn operand(&mut self) -> Result<Operand, ConditionError> {
        self.space();
        let start = self.at;
        if self.take("\"") {
            let Some(end) = self.rest().find('"') else { return self.error("expected `\"`") };
            let text = &self.rest()[..end];
            self.at += end + 1;
            if self.take(".") {
                let found = self.description.interface(text);
                let Some((interface, _)) = found else {
                    self.at = start;
                    let ids: Vec<&str> =
                        self.description.interfaces.iter().map(|of| of.id).collect();
                    let (near, has) = (did_you_mean(text, ids.iter().copied()), listed(&ids));
                    return self.error(format!(
                        "there is no interface \"{text}\"{near}; the robot has {has}"
                    ));
                };
                return self.field(interface);
            }
            return Ok(Operand::Constant(Constant::Text(text.to_owned())));
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') {
            let end = self
                .rest()
                .find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E')));
            let text = &self.rest()[..end.unwrap_or(self.rest().len())];
            let Ok(number) = text.parse() else { return self.error("expected a number") };
            self.at += text.len();
            return Ok(Operand::Constant(Constant::Number(number)));
        }
        let Some(name) = self.name() else { return self.error("expected a value") };
        match name {
            "true" => Ok(Operand::Constant(Constant::Bool(true))),
            "false" => Ok(Operand::Constant(Constant::Bool(false))),
            "self" => {
                if !self.take(".") {
                    return self.error("expected `.` and the name of a variable");
                }
                self.variable()
            }
            _ => {
                let of = self.skill.interfaces.iter().find(|of| of.variable == name);
                let interface = of.and_then(|of| self.description.interface(of.id));
                match interface {
                    Some((interface, _)) if self.take(".") => self.field(interface),
                    Some(_) => self.error("expected `.` and the name of a field"),
                    // The value of an enum, perhaps with its type in front.
                    None if name.starts_with(char::is_uppercase)
                        && !self.rest().starts_with('.') =>
                    {
                        let mut last = name;
                        while self.take("::") {
                            last = self.name().unwrap_or(last);
                        }
                        Ok(Operand::Constant(Constant::Text(last.to_owned())))
                    }
                    None => {
                        self.at = start;
                        let variables: Vec<&str> =
                            self.skill.interfaces.iter().map(|of| of.variable).collect();
                        let skill = self.skill.name;
                        let near = did_you_mean(name, variables.iter().copied());
                        self.error(format!(
                            "`{skill}` has no interface `{name}`{near}; it has {}; a variable is `self.{name}`",
                            listed(&variables)
                        ))
                    }
                }
            }
        }
    }

    /// Reads the name of a variable, an argument or a parameter of the skill.
    fn variable(&mut self) -> Result<Operand, ConditionError> {
        self.space();
        let start = self.at;
        let Some(name) = self.name() else {
            return self.error("expected the name of a variable");
        };
        let names = names_of(self.skill);
        if names.contains(&name) {
            return Ok(Operand::Variable(name.to_owned()));
        }
        self.at = start;
        let (skill, near) = (self.skill.name, did_you_mean(name, names.iter().copied()));
        let has = listed(&names);
        self.error(format!("`{skill}` has no variable `{name}`{near}; it has {has}"))
    }

    fn field(&mut self, interface: usize) -> Result<Operand, ConditionError> {
        let start = self.at;
        let entry = self.description.interfaces.get(interface);
        let (id, fields) =
            entry.map_or(("", &[] as &[FieldInfo]), |of| (of.id, of.interface.fields));
        let name = self.name().unwrap_or("");
        let Some(field) = fields.iter().position(|of| of.name == name) else {
            self.at = start;
            let names: Vec<&str> = fields.iter().map(|of| of.name).collect();
            let (near, has) = (did_you_mean(name, names.iter().copied()), listed(&names));
            return self.error(format!("\"{id}\" has no field `{name}`{near}; it has {has}"));
        };
        let elements = match fields.get(field).map(|of| of.ty) {
            Some(FieldType::Array(_, count)) => Some(count),
            _ => None,
        };
        let count = match (self.take("["), elements) {
            (false, None) => return Ok(Operand::Field(interface, field, None)),
            (false, Some(count)) => {
                return self.error(format!("`{name}` has {count} elements; write `{name}[0]`"));
            }
            (true, None) => return self.error(format!("`{name}` is not an array")),
            (true, Some(count)) => count,
        };
        let end = self.rest().find(']');
        let index = end.and_then(|end| self.rest()[..end].trim().parse().ok());
        let index = index.filter(|index| *index < count);
        let (Some(end), Some(index)) = (end, index) else {
            return self.error(format!("expected an index, 0 to {}", count.saturating_sub(1)));
        };
        self.at += end + 1;
        Ok(Operand::Field(interface, field, Some(index)))
    }

    fn name(&mut self) -> Option<&'t str> {
        self.space();
        let rest = self.rest();
        let rest_of = rest.strip_prefix("r#").unwrap_or(rest);
        let end =
            rest_of.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest_of.len());
        let name = rest_of.get(..end).filter(|name| !name.is_empty())?;
        self.at += rest.len() - rest_of.len() + end;
        Some(name)
    }
}
