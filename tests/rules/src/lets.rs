//! Names that `let` binds in guards, and their numbers.

use std::borrow::Cow;

use crate::skill::{
    Argument, Comparison, Condition, Guard, Name, Operator, Target, Term, Transition,
};

/// `let` in a guard: a name for a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    /// The number, which may use the names of those before.
    pub number: Term,
    /// Holds only if the number is a multiple of this one.
    pub multiple_of: Option<u32>,
}

impl Transition {
    /// Returns the transition without `let`: what must hold for each is a part of the guard, and
    /// the numbers are in place of their names. If `binds_always`, each holds.
    pub(crate) fn without_lets(&self, binds_always: bool) -> Cow<'_, Self> {
        if self.lets.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut numbers: Vec<Term> = Vec::new();
        let mut parts = Vec::new();
        for Let { number, multiple_of } in &self.lets {
            let number = replaced(number, &numbers);
            if let Some(divisor) = multiple_of.filter(|_| !binds_always) {
                let divisor = Term::Number(divisor.into());
                let left = (Box::new(number.clone()), Box::new(divisor));
                let rest = Term::Arithmetic(Operator::Modulo, left.0, left.1);
                parts.push(Condition::Compare(Comparison::Equal, rest, Term::Number(0.0)));
            }
            numbers.push(number);
        }
        let mut plain = Self { lets: Vec::new(), ..self.clone() };
        if let Some(condition) = plain.guard.condition_mut() {
            parts.push(condition_replaced(condition, &numbers));
            *condition = Condition::All(parts);
        }
        for argument in &mut plain.arguments {
            if let Argument::Number(number) = argument {
                *number = replaced(number, &numbers);
            }
        }
        match &mut plain.target {
            Target::Final(values) => {
                for value in values {
                    *value = replaced(value, &numbers);
                }
            }
            Target::Failed(Some(reason)) => *reason = replaced(reason, &numbers),
            _ => {}
        }
        Cow::Owned(plain)
    }
}

impl Guard {
    /// Returns the condition, if it has one.
    pub(crate) fn condition_mut(&mut self) -> Option<&mut Condition> {
        match self {
            Guard::When(condition) | Guard::Remembers(_, condition) => Some(condition),
            Guard::AfterTicks(_, condition)
            | Guard::AfterMillis(_, condition)
            | Guard::OnResult(condition) => condition.as_mut(),
            Guard::Otherwise => None,
        }
    }
}

fn replaced(term: &Term, numbers: &[Term]) -> Term {
    match term {
        Term::Name(Name::Bound(place)) => numbers[*place].clone(),
        Term::Arithmetic(operator, left, right) => {
            let (left, right) = (replaced(left, numbers), replaced(right, numbers));
            Term::Arithmetic(*operator, Box::new(left), Box::new(right))
        }
        other => other.clone(),
    }
}

fn condition_replaced(condition: &Condition, numbers: &[Term]) -> Condition {
    let all = |parts: &[Condition]| {
        parts.iter().map(|part| condition_replaced(part, numbers)).collect::<Vec<_>>()
    };
    match condition {
        Condition::Not(inner) => Condition::Not(Box::new(condition_replaced(inner, numbers))),
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
        Condition::Compare(comparison, left, right) => {
            Condition::Compare(*comparison, replaced(left, numbers), replaced(right, numbers))
        }
        other => other.clone(),
    }
}
