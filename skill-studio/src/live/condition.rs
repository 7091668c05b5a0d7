//! Conditions of breakpoints: expressions over fields of interfaces and variables of the machine.
//!
//! `naomotion.moving && self.tries > 2`, `"NaoQi Motion".max_straight_speed >= 0.5`,
//! `!(naosensors.accel[0] < 1)`. A field is named by the skill's variable of the interface, or by the
//! interface's id in quotation marks.

use crate::model::describe::Description;
use crate::model::view::{Words, value};
use serde_json::Value;

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

impl Condition {
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
