//! Conditions of breakpoints: expressions over fields of interfaces and variables of the machine.
//!
//! `naomotion.moving && self.tries > 2`, `"NaoQi Motion".max_straight_speed >= 0.5`,
//! `!(naosensors.accel[0] < 1)`. A field is named by the skill's variable of the interface, or by the
//! interface's id in quotation marks.

use crate::model::describe::Description;
use crate::model::view::{Words, value};
use serde_json::Value;
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::FieldType;
use std::fmt::{self, Display, Formatter};

/// The deepest nesting of parentheses and `!`.
const MAX_NESTING: usize = 32;
/// The longest condition, in bytes.
const MAX_LENGTH: usize = 500;

/// A condition over the blackboard, the variables and the time of a robot.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// Holds if all of them hold: `&&`.
    All(Vec<Condition>),
    /// Holds if one of them holds: `||`.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Two values compare in this way.
    Compare(Operand, Operator, Operand),
    /// The value is `true`.
    True(Operand),
}

/// A value in a condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A constant, as it is written.
    Constant(Constant),
    /// A variable of the machine, without `self.`.
    Variable(String),
    /// A field: the indices of the interface and of the field, and of the element of an array.
    Field(usize, usize, Option<usize>),
}

/// A constant of a condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// `true` or `false`.
    Bool(bool),
    /// A number, with or without a point.
    Number(f64),
    /// A text, or the name of an enum's value.
    Text(String),
}

/// A comparison of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

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

    /// Returns whether it holds.
    ///
    /// # Errors
    /// The name of a value that is not there, or cannot be compared.
    pub fn holds(&self, values: &Values<'_>) -> Result<bool, String> {
        match self {
            Self::All(all) => {
                for of in all {
                    if !of.holds(values)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Any(all) => {
                for of in all {
                    if of.holds(values)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Not(of) => Ok(!of.holds(values)?),
            Self::True(operand) => match values.of(operand)? {
                Constant::Bool(value) => Ok(value),
                other => Err(format!("{other:?} is not true or false")),
            },
            Self::Compare(one, operator, other) => {
                operator.compare(&values.of(one)?, &values.of(other)?)
            }
        }
    }
}

impl Operator {
    fn compare(self, one: &Constant, other: &Constant) -> Result<bool, String> {
        use std::cmp::Ordering;
        let order = match (one, other) {
            (Constant::Number(one), Constant::Number(other)) => one.partial_cmp(other),
            (Constant::Bool(one), Constant::Bool(other)) => Some(one.cmp(other)),
            (Constant::Text(one), Constant::Text(other)) => Some(one.cmp(other)),
            _ => return Err(format!("{one:?} cannot be compared with {other:?}")),
        };
        Ok(match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::NotEqual => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::Greater => order == Some(Ordering::Greater),
            Self::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        })
    }
}

/// The values that a condition reads.
pub struct Values<'v> {
    /// The robot whose fields are named.
    pub description: &'v Description,
    /// The words of its blackboard.
    pub board: &'v [u32],
    /// The variables of the machine.
    pub variables: &'v [(String, String)],
}

impl Values<'_> {
    fn of(&self, operand: &Operand) -> Result<Constant, String> {
        match operand {
            Operand::Constant(constant) => Ok(constant.clone()),
            Operand::Variable(name) => {
                let named = |of: &&(String, String)| {
                    of.0 == *name || of.0.rsplit_once('.').is_some_and(|(_, last)| last == name)
                };
                let found = self.variables.iter().rev().find(named);
                found.map(|(_, value)| of_debug(value)).ok_or_else(|| format!("no `self.{name}`"))
            }
            Operand::Field(interface, field, element) => {
                self.field(*interface, *field, *element).ok_or_else(|| "no such field".to_owned())
            }
        }
    }

    fn field(&self, interface: usize, field: usize, element: Option<usize>) -> Option<Constant> {
        let entry = self.description.interfaces.get(interface)?;
        let mut from = Words::of(self.board, entry)?.data.iter().copied();
        let mut values = entry.interface.fields.iter().map(|of| value(of.ty, &mut from));
        let value = values.nth(field)??;
        match element {
            None => of_json(&value),
            Some(element) => of_json(value.as_array()?.get(element)?),
        }
    }
}

fn of_json(value: &Value) -> Option<Constant> {
    match value {
        Value::Bool(value) => Some(Constant::Bool(*value)),
        Value::Number(number) => number.as_f64().map(Constant::Number),
        Value::String(text) => Some(match &text[..] {
            "NaN" | "inf" | "-inf" => Constant::Number(text.parse().ok()?),
            _ => Constant::Text(text.clone()),
        }),
        _ => None,
    }
}

/// Returns the value that a text of `Debug` is.
fn of_debug(text: &str) -> Constant {
    let inside = text.strip_prefix("Some(").and_then(|text| text.strip_suffix(')'));
    let text = inside.unwrap_or(text);
    match text {
        "true" => Constant::Bool(true),
        "false" => Constant::Bool(false),
        _ => text
            .parse()
            .map_or_else(|_| Constant::Text(text.trim_matches('"').to_owned()), Constant::Number),
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
        let operator = operators.into_iter().find(|(token, _)| self.take(token));
        match operator {
            Some((_, operator)) => Ok(Condition::Compare(one, operator, self.operand()?)),
            None => Ok(Condition::True(one)),
        }
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
                    return self.error(format!("there is no interface \"{text}\""));
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
                match self.name() {
                    Some(name) => Ok(Operand::Variable(name.to_owned())),
                    None => self.error("expected the name of a variable"),
                }
            }
            _ => {
                let of = self.skill.interfaces.iter().find(|of| of.variable == name);
                let interface = of.and_then(|of| self.description.interface(of.id));
                match interface {
                    Some((interface, _)) if self.take(".") => self.field(interface),
                    Some(_) => self.error("expected `.` and the name of a field"),
                    // The value of an enum, perhaps with its type in front.
                    None if name.starts_with(char::is_uppercase) => {
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
                        self.error(format!(
                            "`{skill}` has no interface `{name}`; it has {}; a variable is `self.{name}`",
                            if variables.is_empty() { "none".to_owned() } else { variables.join(", ") }
                        ))
                    }
                }
            }
        }
    }

    fn field(&mut self, interface: usize) -> Result<Operand, ConditionError> {
        let start = self.at;
        let fields = self.description.interfaces.get(interface).map(|of| of.interface.fields);
        let fields = fields.unwrap_or_default();
        let name = self.name().unwrap_or("");
        let Some(field) = fields.iter().position(|of| of.name == name) else {
            self.at = start;
            let near = skill_runtime::call::nearest(name, fields.iter().map(|of| of.name));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return self.error(format!("no field `{name}`{near}"));
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
