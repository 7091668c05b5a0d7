//! Guard expressions: parsed from their prefix form, printed as Rust.

use std::collections::BTreeSet;
use std::fmt;

use crate::error::Malformed;

/// The maximum nesting of a guard: no file may exhaust the stack.
const MAX_DEPTH: usize = 256;

/// A guard of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Guard {
    /// `true` or `false`
    Literal(bool),
    /// `(not g)`
    Not(Box<Guard>),
    /// `(and g ..)`
    And(Vec<Guard>),
    /// `(or g ..)`
    Or(Vec<Guard>),
    /// `(< t t)` and the like
    Compare(Comparison, Term, Term),
}

/// A comparison of two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

/// A term of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// An integer literal.
    Int(i64),
    /// `xN`, an input of the run.
    Input(u32),
    /// `vN`, a variable of the machine.
    Variable(u32),
    /// `(+ t t)` and the like
    Arithmetic(Operator, Box<Term>, Box<Term>),
}

/// An arithmetic operator on two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `%`, with the sign of the divisor
    Modulo,
}

impl Guard {
    /// Parses the guard at the beginning of a line. Returns it with the tokens after it.
    /// Parentheses need no spaces around them.
    ///
    /// # Errors
    /// [`Malformed`] if the line does not begin with a guard.
    pub fn parse(words: &[&str]) -> Result<(Guard, Vec<String>), Malformed> {
        let mut tokens = Tokens::split(words);
        let guard = tokens.guard(0)?;
        Ok((guard, tokens.rest()))
    }

    /// Returns the numbers of the variables it mentions.
    #[must_use]
    pub fn variables(&self) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        self.collect(&mut BTreeSet::new(), &mut found);
        found
    }

    /// Adds the numbers of the inputs and of the variables it mentions.
    pub fn collect(&self, inputs: &mut BTreeSet<u32>, variables: &mut BTreeSet<u32>) {
        match self {
            Guard::Literal(_) => {}
            Guard::Not(inner) => inner.collect(inputs, variables),
            Guard::And(parts) | Guard::Or(parts) => {
                for part in parts {
                    part.collect(inputs, variables);
                }
            }
            Guard::Compare(_, left, right) => {
                left.collect(inputs, variables);
                right.collect(inputs, variables);
            }
        }
    }
}

impl Term {
    fn collect(&self, inputs: &mut BTreeSet<u32>, variables: &mut BTreeSet<u32>) {
        match self {
            Term::Int(_) => {}
            Term::Input(number) => drop(inputs.insert(*number)),
            Term::Variable(number) => drop(variables.insert(*number)),
            Term::Arithmetic(_, left, right) => {
                left.collect(inputs, variables);
                right.collect(inputs, variables);
            }
        }
    }
}

/// Formats an integer as a Rust `f64` literal.
#[must_use]
pub fn float(value: i64) -> String {
    format!("{value}.0")
}

/// Returns the number of `xN` or `vN`, or `None` if the word has another form.
#[must_use]
pub fn numbered(word: &str, letter: char) -> Option<u32> {
    let digits = word.strip_prefix(letter)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

struct Tokens {
    /// Reversed: the next token is the last element.
    pending: Vec<String>,
}

impl Tokens {
    fn split(words: &[&str]) -> Self {
        let spaced = words.join(" ").replace('(', " ( ").replace(')', " ) ");
        let mut pending: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
        pending.reverse();
        Tokens { pending }
    }

    fn rest(mut self) -> Vec<String> {
        self.pending.reverse();
        self.pending
    }

    fn next(&mut self, expected: &str) -> Result<String, Malformed> {
        self.pending.pop().ok_or_else(|| Malformed::new("the end of the line", expected))
    }

    fn close(&mut self) -> Result<(), Malformed> {
        let found = self.next("`)`")?;
        if found == ")" {
            return Ok(());
        }
        Err(Malformed::word(&found, "`)`"))
    }

    fn guard(&mut self, depth: usize) -> Result<Guard, Malformed> {
        let expected = "a guard: `true`, `false` or `(`";
        match self.next(expected)?.as_str() {
            "true" => Ok(Guard::Literal(true)),
            "false" => Ok(Guard::Literal(false)),
            "(" => self.compound_guard(deeper(depth)?),
            other => Err(Malformed::word(other, expected)),
        }
    }

    fn compound_guard(&mut self, depth: usize) -> Result<Guard, Malformed> {
        let head = self.next("a guard operator")?;
        match head.as_str() {
            "and" => Ok(Guard::And(self.guards(depth)?)),
            "or" => Ok(Guard::Or(self.guards(depth)?)),
            "not" => {
                let inner = self.guard(depth)?;
                self.close()?;
                Ok(Guard::Not(Box::new(inner)))
            }
            _ => {
                let comparison = comparison(&head)?;
                let (left, right) = (self.term(depth)?, self.term(depth)?);
                self.close()?;
                Ok(Guard::Compare(comparison, left, right))
            }
        }
    }

    fn guards(&mut self, depth: usize) -> Result<Vec<Guard>, Malformed> {
        let mut parts = vec![self.guard(depth)?];
        while self.pending.last().is_some_and(|token| token != ")") {
            parts.push(self.guard(depth)?);
        }
        self.close()?;
        Ok(parts)
    }

    fn term(&mut self, depth: usize) -> Result<Term, Malformed> {
        let expected = "a term: an integer, `xN`, `vN` or `(`";
        let token = self.next(expected)?;
        if token == "(" {
            return self.compound_term(deeper(depth)?);
        }
        let input = numbered(&token, 'x').map(Term::Input);
        let variable = || numbered(&token, 'v').map(Term::Variable);
        let int = || token.parse().ok().map(Term::Int);
        input.or_else(variable).or_else(int).ok_or_else(|| Malformed::word(&token, expected))
    }

    fn compound_term(&mut self, depth: usize) -> Result<Term, Malformed> {
        let operator = operator(&self.next("an arithmetic operator")?)?;
        let (left, right) = (self.term(depth)?, self.term(depth)?);
        self.close()?;
        Ok(Term::Arithmetic(operator, Box::new(left), Box::new(right)))
    }
}

fn deeper(depth: usize) -> Result<usize, Malformed> {
    if depth < MAX_DEPTH {
        return Ok(depth + 1);
    }
    let expected = format!("at most {MAX_DEPTH} nested parentheses");
    Err(Malformed::word("(", &expected))
}

fn comparison(word: &str) -> Result<Comparison, Malformed> {
    Ok(match word {
        "<" => Comparison::Less,
        "<=" => Comparison::LessEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterEqual,
        "==" => Comparison::Equal,
        "!=" => Comparison::NotEqual,
        _ => {
            let expected = "`and`, `or`, `not`, `<`, `<=`, `>`, `>=`, `==` or `!=`";
            return Err(Malformed::word(word, expected));
        }
    })
}

fn operator(word: &str) -> Result<Operator, Malformed> {
    Ok(match word {
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "%" => Operator::Modulo,
        _ => return Err(Malformed::word(word, "`+`, `-`, `*` or `%`")),
    })
}

/// Formats as a Rust expression.
impl fmt::Display for Guard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guard::Literal(value) => write!(out, "{value}"),
            Guard::Not(inner) if matches!(**inner, Guard::Compare(..)) => write!(out, "!({inner})"),
            Guard::Not(inner) => write!(out, "!{inner}"),
            Guard::And(parts) => joined(out, parts, " && "),
            Guard::Or(parts) => joined(out, parts, " || "),
            Guard::Compare(comparison, left, right) => {
                write!(out, "{left} {} {right}", comparison.symbol())
            }
        }
    }
}

fn joined(out: &mut fmt::Formatter<'_>, parts: &[Guard], operator: &str) -> fmt::Result {
    let parts: Vec<String> = parts.iter().map(Guard::to_string).collect();
    write!(out, "({})", parts.join(operator))
}

impl Comparison {
    fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }
}

/// Formats as a Rust expression.
impl fmt::Display for Term {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Int(value) => write!(out, "{}", float(*value)),
            Term::Input(number) => write!(out, "input.x{number}"),
            Term::Variable(number) => write!(out, "self.v{number}"),
            Term::Arithmetic(operator, left, right) => match operator {
                Operator::Add => write!(out, "({left} + {right})"),
                Operator::Subtract => write!(out, "({left} - {right})"),
                Operator::Multiply => write!(out, "({left} * {right})"),
                Operator::Modulo => write!(out, "modulo({left}, {right})"),
            },
        }
    }
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
