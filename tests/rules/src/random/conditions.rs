//! Random guards and numbers.

use super::{DEVICES, FLAG, Generator, NUMBER, Profile};
use crate::skill::{Access, Comparison, Condition, Guard, Let, Memory, Name, Operator, Term};

impl Generator<'_> {
    /// Returns a guard of a transition of a state (`is_precondition`: before it is entered).
    pub(super) fn guard(&mut self, names: &[Name], is_precondition: bool) -> Guard {
        if is_precondition {
            return Guard::When(self.condition(names));
        }
        match self.rng.u8(0..10) {
            0..=4 => Guard::When(self.condition_with_refusals(names)),
            8..=9 => {
                let memory = self.memory();
                let lasting = self.one_in(3).then(|| self.lasting());
                Guard::Remembers(
                    memory,
                    lasting.unwrap_or_else(|| self.condition_with_refusals(names)),
                )
            }
            5..=6 => {
                let ticks = self.rng.u32(1..7);
                Guard::AfterTicks(ticks, self.also(names))
            }
            _ => {
                let millis = self.rng.u32(5..90);
                Guard::AfterMillis(millis, self.also(names))
            }
        }
    }

    /// Returns names that a guard binds, and lets it use them.
    pub(super) fn lets(&mut self, guard: &mut Guard, names: &[Name]) -> Vec<Let> {
        let count = self.any(8).saturating_sub(5);
        let Some(condition) = guard.condition_mut().filter(|_| self.profile != Profile::Scxml)
        else {
            return Vec::new();
        };
        let (mut lets, mut names) = (Vec::new(), names.to_vec());
        for place in 0..count {
            let multiple_of = self.rng.bool().then(|| self.rng.u32(2..4));
            lets.push(Let { number: self.term(&names), multiple_of });
            names.extend([Name::Bound(place); 4]);
        }
        if count > 0 && self.one_in(3) {
            let place = self.any(count);
            let of_name = self.remainder(Name::Bound(place));
            let before = std::mem::replace(condition, Condition::Literal(true));
            *condition = Condition::All(vec![of_name, before]);
        }
        lets
    }

    pub(super) fn memory(&mut self) -> Memory {
        let millis = self.rng.bool().then(|| self.rng.u32(5..60));
        Memory { rising: millis.is_none() || self.one_in(3), millis }
    }

    /// Returns a condition that may hold for some passes.
    pub(super) fn lasting(&mut self) -> Condition {
        if self.rng.bool() { Condition::Input(FLAG) } else { number_is(self.rng.u32(0..7)) }
    }

    /// Returns the condition of a transition that waits for a time, too.
    fn also(&mut self, names: &[Name]) -> Option<Condition> {
        self.one_in(3).then(|| self.condition_with_refusals(names))
    }

    /// Returns a condition that may check whether a message was refused.
    pub(super) fn condition_with_refusals(&mut self, names: &[Name]) -> Condition {
        if self.one_in(12) {
            let millis = Term::Number(self.rng.u32(5..90).into());
            return Condition::Compare(Comparison::GreaterEqual, Term::Elapsed, millis);
        }
        match self.readable().filter(|_| self.one_in(4)) {
            Some(device) => self.refusal(device, names),
            None => self.condition(names),
        }
    }

    /// Returns a condition that checks whether a message was refused.
    pub(super) fn refusal(&mut self, device: usize, names: &[Name]) -> Condition {
        let refused = Condition::Refused(device);
        match self.rng.u8(0..6) {
            0 => Condition::Not(Box::new(refused)),
            1 => Condition::All(vec![refused, self.condition(names)]),
            2 => Condition::Any(vec![self.condition(names), refused]),
            _ => refused,
        }
    }

    fn condition(&mut self, names: &[Name]) -> Condition {
        match self.rng.u8(0..6) {
            0 => Condition::Input(FLAG),
            1..=2 => number_is(self.rng.u32(0..7)),
            3..=4 => {
                let name = names[self.any(names.len())];
                self.remainder(name)
            }
            _ => self.of_device(),
        }
    }

    /// Returns a condition on a number that may be any.
    pub(super) fn remainder(&mut self, name: Name) -> Condition {
        let divisor = self.rng.u32(2..6);
        let remainder = Term::Number(self.rng.u32(0..divisor).into());
        let (name, divisor) = (Term::Name(name), Term::Number(divisor.into()));
        let modulo = Term::Arithmetic(Operator::Modulo, Box::new(name), Box::new(divisor));
        Condition::Compare(Comparison::Equal, modulo, remainder)
    }

    /// Returns a condition on an interface, or on an input if the skill reads no other.
    fn of_device(&mut self) -> Condition {
        let Some(device) = self.readable() else { return Condition::Input(FLAG) };
        match self.rng.u8(0..4) {
            0 => Condition::Not(Box::new(Condition::HasWriter(device))),
            1 => Condition::Stale(device),
            2 => Condition::HasWriter(device),
            _ => {
                let number = Term::Number(self.rng.u32(0..4).into());
                Condition::Compare(Comparison::Equal, Term::Value(device), number)
            }
        }
    }

    /// Returns an interface of the skill to which it can send messages.
    pub(super) fn readable(&mut self) -> Option<usize> {
        let interfaces = self.skill.interfaces.iter().enumerate();
        let devices = interfaces.filter(|(_, interface)| {
            interface.access != Access::Writes && DEVICES.contains(&interface.on_board)
        });
        let mut devices: Vec<usize> = devices.map(|(place, _)| place).collect();
        if devices.is_empty() {
            return None;
        }
        let place = self.any(devices.len());
        Some(devices.swap_remove(place))
    }

    pub(super) fn term(&mut self, names: &[Name]) -> Term {
        match self.rng.u8(0..8) {
            0..=1 => Term::Number(self.rng.u32(0..10).into()),
            2 => Term::Input(NUMBER),
            3 => self.readable().map_or(Term::Input(NUMBER), Term::Value),
            _ => Term::sum(names[self.any(names.len())], self.rng.u32(0..4)),
        }
    }
}

pub(super) fn number_is(number: u32) -> Condition {
    let number = Term::Number(number.into());
    Condition::Compare(Comparison::Equal, Term::Input(NUMBER), number)
}
