//! A guard in its parts.

use syn::{BinOp, Expr, Lit};

/// A guard in its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// `true` or `false`
    Literal(bool),
    /// Any other expression.
    Test,
    /// Parts joined by `&&`.
    All(Vec<Condition>),
    /// Parts joined by `||`.
    Any(Vec<Condition>),
}

impl Condition {
    /// Returns the value that the guard has whatever its tests give.
    pub fn value(&self) -> Option<bool> {
        let (parts, decisive) = match self {
            Condition::Literal(value) => return Some(*value),
            Condition::Test => return None,
            Condition::All(parts) => (parts, false),
            Condition::Any(parts) => (parts, true),
        };
        let is = |value| move |part: &Condition| part.value() == Some(value);
        if parts.iter().any(is(decisive)) {
            return Some(decisive);
        }
        parts.iter().all(is(!decisive)).then_some(!decisive)
    }

    /// Returns the parts of a guard.
    pub fn of(expr: &Expr) -> Self {
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Bool(value) => Condition::Literal(value.value),
                _ => Condition::Test,
            },
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Binary(binary) => {
                let (left, right) = (Self::of(&binary.left), Self::of(&binary.right));
                match binary.op {
                    BinOp::And(_) => {
                        Condition::All(join(left, right, |condition| match condition {
                            Condition::All(parts) => Ok(parts),
                            other => Err(other),
                        }))
                    }
                    BinOp::Or(_) => {
                        Condition::Any(join(left, right, |condition| match condition {
                            Condition::Any(parts) => Ok(parts),
                            other => Err(other),
                        }))
                    }
                    _ => Condition::Test,
                }
            }
            _ => Condition::Test,
        }
    }
}

/// Joins two conditions; `parts` opens one that is joined in the same way.
fn join(
    left: Condition,
    right: Condition,
    parts: impl Fn(Condition) -> Result<Vec<Condition>, Condition>,
) -> Vec<Condition> {
    let mut all = parts(left).unwrap_or_else(|one| vec![one]);
    all.extend(parts(right).unwrap_or_else(|one| vec![one]));
    all
}
