//! The values of guards, parameters and reasons.

use super::{Recall, Run, Running, Value};
use crate::context::{Cell, Context, Event};
use crate::failures;
use crate::fault::Fault;
use crate::skill::{
    Argument, Comparison, Condition, Guard, Memory, NEVER, Name, Operator, Term, Transition,
};

impl Run {
    /// Checks the guard of the transition at `place` of a state, or under `always`, with its
    /// memory, if it has one (rule 15).
    pub(super) fn remembers(
        &mut self,
        depth: Option<usize>,
        place: usize,
        transition: &Transition,
        cx: &mut Context<'_>,
    ) -> bool {
        let plain = transition.without_lets(cx.has(Fault::LetAlwaysBinds));
        let always = Condition::Literal(true);
        let (memory, condition) = match &plain.guard {
            Guard::Remembers(memory, condition) => (*memory, condition),
            // Under `always`, the time counts from the first check.
            Guard::AfterMillis(wait, None) if depth.is_none() => {
                (Memory { rising: false, millis: Some(*wait) }, &always)
            }
            _ => return self.holds(depth, transition, cx),
        };
        let is_true = self.condition(depth, condition, cx);
        let recalls = match depth {
            Some(depth) => &mut self.active[depth].memories,
            None => &mut self.memories,
        };
        let now = cx.inputs.millis;
        let is_first = recalls[place] == Recall::New;
        let next = match recalls[place] {
            _ if !is_true && cx.has(Fault::TimeKept) && memory.millis.is_some() => recalls[place],
            _ if !is_true => Recall::False,
            Recall::New if memory.rising && !cx.has(Fault::RisesAtOnce) => Recall::Spent,
            Recall::New | Recall::False => Recall::TrueSince(now),
            other => other,
        };
        recalls[place] = next;
        let Recall::TrueSince(since) = next else { return false };
        let lasts = u64::from(memory.millis.unwrap_or(0));
        let holds = is_true && now - since >= lasts;
        if memory.rising && holds && (is_first || !cx.has(Fault::RisesAgain)) {
            recalls[place] = Recall::Spent;
        }
        holds
    }

    pub(super) fn holds(
        &self,
        depth: Option<usize>,
        transition: &Transition,
        cx: &mut Context<'_>,
    ) -> bool {
        let since = depth.map(|depth| self.active[depth].entered);
        let also = |when: &Option<Condition>| {
            let when = when.as_ref().filter(|_| !cx.has(Fault::GuardOfTimerIgnored));
            when.is_none_or(|when| self.condition(depth, when, cx))
        };
        match &transition.without_lets(cx.has(Fault::LetAlwaysBinds)).guard {
            Guard::When(condition) => {
                let value = self.condition(depth, condition, cx);
                if let Some(transition) = transition.id {
                    cx.events.push(Event::Guard { skill: self.skill, transition, value });
                }
                value
            }
            Guard::AfterTicks(ticks, when) => {
                since.is_some_and(|(_, tick)| cx.inputs.tick - tick >= *ticks) && also(when)
            }
            Guard::AfterMillis(wait, when) => {
                since.is_some_and(|(millis, _)| cx.inputs.millis - millis >= u64::from(*wait))
                    && also(when)
            }
            Guard::Otherwise => true,
            Guard::Remembers(..) => panic!("{transition:?} has a memory"),
            // The result was compared.
            Guard::OnResult(when) => cx.has(Fault::GuardOfResultIgnored) || also(when),
        }
    }

    #[expect(clippy::float_cmp, reason = "the conditions of a skill compare exactly")]
    fn condition(&self, depth: Option<usize>, condition: &Condition, cx: &Context<'_>) -> bool {
        match condition {
            Condition::Literal(value) => *value,
            Condition::Input(input) => cx.input(*input) != 0.0,
            Condition::Not(inner) => !self.condition(depth, inner, cx),
            Condition::All(parts) => parts.iter().all(|part| self.condition(depth, part, cx)),
            Condition::Any(parts) => parts.iter().any(|part| self.condition(depth, part, cx)),
            Condition::HasWriter(interface) => self.cell(*interface, cx).has_writer,
            Condition::Stale(interface) => self.is_stale(*interface, cx),
            // In transitions under `always`, the refusals of the outermost state count.
            Condition::Refused(interface) => self.active[depth.unwrap_or(0)].refused[*interface],
            Condition::Compare(comparison, left, right) => {
                let (left, right) = (self.number(depth, left, cx), self.number(depth, right, cx));
                match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterEqual => left >= right,
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                }
            }
        }
    }

    pub(super) fn value(
        &self,
        depth: Option<usize>,
        argument: &Argument,
        cx: &Context<'_>,
    ) -> Value {
        match argument {
            Argument::Number(term) => Value::Number(self.number(depth, term, cx)),
            Argument::State(state) => Value::State(*state),
            Argument::Held(owner, place) => {
                self.active[self.holder(depth, *owner)].parameters[*place]
            }
        }
    }

    pub(super) fn number(&self, depth: Option<usize>, term: &Term, cx: &Context<'_>) -> f64 {
        match term {
            Term::Number(number) => *number,
            Term::Input(input) => cx.input(*input),
            Term::Value(interface) => self.cell(*interface, cx).value,
            Term::Elapsed => {
                let (entered, _) = self.active[depth.unwrap_or(0)].entered;
                #[expect(clippy::cast_precision_loss, reason = "a test is short")]
                let millis = (cx.inputs.millis - entered) as f64;
                millis
            }
            Term::Name(Name::Failure) => {
                let failed = self.by_result.or(depth);
                let failure = failed.and_then(|depth| self.failure_of_list(depth));
                failures::number(failure.filter(|_| !cx.has(Fault::FailureUnseen)), self.skill)
            }
            Term::Name(name) => self.named(depth, *name),
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.number(depth, left, cx), self.number(depth, right, cx));
                match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Modulo => left - (left / right).floor() * right,
                }
            }
        }
    }

    pub(super) fn named(&self, depth: Option<usize>, name: Name) -> f64 {
        match name {
            Name::Skill(place) => match self.arguments.get(place) {
                Some(argument) => *argument,
                None => self.variables[place - self.arguments.len()],
            },
            Name::Result(run, place) => {
                let runs = depth.map_or(&[][..], |depth| &self.active[depth].runs);
                let Some(Running::Machine(machine)) = runs.get(run) else {
                    panic!("activity {run} is no sub-skill")
                };
                machine.result[place.unwrap_or(0)]
            }
            Name::State(state, place) => self.active[self.holder(depth, state)].variables[place],
            Name::Failure | Name::Bound(_) => panic!("{name:?} was replaced"),
            Name::Parameter(state, place) => {
                match self.active[self.holder(depth, state)].parameters[place] {
                    Value::Number(number) => number,
                    Value::State(_) => panic!("parameter {place} of state {state} is no number"),
                }
            }
        }
    }

    /// Returns whether the value of an interface is older than its `max_age`, from the future by
    /// more than that, never published, or without a writer.
    pub(super) fn is_stale(&self, interface: usize, cx: &Context<'_>) -> bool {
        let cell = self.cell(interface, cx);
        let age = if cell.is_published { cx.inputs.millis.abs_diff(cell.millis) } else { u64::MAX };
        let max_age = match cx.skills[self.skill].interfaces[interface].max_age {
            None => cell.max_age,
            Some(NEVER) => u64::MAX,
            Some(max_age) => max_age.into(),
        };
        !cell.has_writer || age > max_age
    }

    /// Returns the interface of the blackboard for an interface of the skill.
    fn cell<'a>(&self, interface: usize, cx: &'a Context<'_>) -> &'a Cell {
        &cx.board[cx.skills[self.skill].interfaces[interface].on_board]
    }
}
