//! Blocks and actions, and the messages that they send.

use super::{Run, Running, Value};
use crate::context::{Cause, Context, Event, Refusal, Status};
use crate::fault::Fault;
use crate::skill::{Action, Activity, BLOCKS, Call, Condition, Message, Name, Skill, Term};

/// The block `exit`, as an index of [`BLOCKS`].
const EXIT: usize = 2;

impl Run {
    /// Runs a block of an active state, if it has one. Returns `false` if the skill has failed.
    pub(super) fn block(&mut self, depth: usize, block: usize, cx: &mut Context<'_>) -> bool {
        let state = self.active[depth].state;
        let skill = &cx.skills[self.skill];
        let Some(content) = &skill.states[state].blocks[block] else { return true };
        let names = content.reported.iter();
        let reported = names.map(|name| self.named(Some(depth), *name)).collect();
        cx.events.push(Event::Block { skill: self.skill, state, block, reported });
        let assignments = content.assignments.iter().filter(|(name, _)| {
            !matches!(name, Name::Parameter(..)) || !cx.has(Fault::ParameterKept)
        });
        for (name, term) in assignments {
            let value = self.number(Some(depth), term, cx);
            self.assign(depth, *name, value);
        }
        let sends = content.sends.iter();
        let sends = sends.map(|(message, name)| (*message, self.named(Some(depth), *name)));
        let sends: Vec<(Message, f64)> = sends.collect();
        if let Some((interface, name)) = content.publishes {
            let cell = &mut cx.board[skill.interfaces[interface].on_board];
            if cell.has_writer {
                cell.value = self.named(Some(depth), name);
                (cell.is_published, cell.millis) = (true, cx.inputs.millis);
            }
        }
        let (refused, _) = self.send(&sends, None, cx);
        self.survives(depth, &refused, block == EXIT, cx)
    }

    /// Assigns a number to a variable.
    fn assign(&mut self, depth: usize, name: Name, value: f64) {
        match name {
            Name::Skill(place) => self.variables[place - self.arguments.len()] = value,
            Name::State(state, place) => {
                let holder = self.holder(Some(depth), state);
                self.active[holder].variables[place] = value;
            }
            Name::Parameter(state, place) => {
                let holder = self.holder(Some(depth), state);
                self.active[holder].parameters[place] = Value::Number(value);
            }
            Name::Result(..) | Name::Failure | Name::Bound(_) => {
                panic!("{name:?} cannot be assigned")
            }
        }
    }

    /// Runs an action. Returns its status, or `None` if a refused message has failed the skill.
    pub(super) fn act(
        &mut self,
        depth: usize,
        place: usize,
        action: &Action,
        cx: &mut Context<'_>,
    ) -> Option<Status> {
        let (skill, state) = (self.skill, self.active[depth].state);
        let argument = self.number(Some(depth), &action.argument, cx);
        let block = BLOCKS.len() + place;
        cx.events.push(Event::Block { skill, state, block, reported: vec![argument] });
        let sends: Vec<_> = action.sends.iter().map(|message| (*message, argument)).collect();
        let (refused, _) = self.send(&sends, None, cx);
        let status = match argument % f64::from(action.divisor) {
            0.0 => Status::Final,
            1.0 => Status::Failed,
            _ => Status::Running,
        };
        self.survives(depth, &refused, false, cx).then_some(status)
    }

    /// Sends the messages that a state runs, in order, each as a block of its own. Returns them by
    /// their places, or `None` if a refused one has failed the skill.
    pub(super) fn send_runs(
        &mut self,
        depth: usize,
        cx: &mut Context<'_>,
    ) -> Option<Vec<(usize, Running)>> {
        let state = &cx.skills[self.skill].states[self.active[depth].state];
        let mut all = Vec::new();
        for (place, activity) in state.runs.iter().enumerate() {
            let Activity::Message(message, content) = activity else { continue };
            let content = self.number(Some(depth), content, cx);
            let (refused, number) = self.send(&[(*message, content)], Some(depth), cx);
            all.push((place, Running::Message { number, is_done: false }));
            if !cx.has(Fault::RunsUnrefused) && !self.survives(depth, &refused, false, cx) {
                return None;
            }
        }
        Some(all)
    }

    /// Returns whether a message that a state runs is done.
    pub(super) fn is_done(&self, message: Message, number: Option<u64>, cx: &Context<'_>) -> bool {
        let on_board = cx.skills[self.skill].interfaces[message.interface].on_board;
        let cell = &cx.board[on_board];
        let (Some((last, is_final)), Some(number)) = (cell.last, number) else { return false };
        let is_last = last == number || cx.has(Fault::AnyMessageDone);
        cell.reports_done && is_last && is_final
    }

    /// Begins an activity of a state that is being entered.
    pub(super) fn begin(&self, depth: usize, activity: &Activity, cx: &mut Context<'_>) -> Running {
        let Activity::Skill(call) = activity else { return Running::Action { ended: None } };
        let arguments = self.arguments_of_call(depth, call, &cx.skills[call.skill], cx);
        let machine = Run::new(call.skill, &arguments, cx.skills);
        cx.events.push(Event::Called { skill: call.skill, arguments });
        Running::Machine(Box::new(machine))
    }

    /// Returns the arguments of a call: the listed ones, and the others from its base.
    fn arguments_of_call(
        &self,
        depth: usize,
        call: &Call,
        called: &Skill,
        cx: &Context<'_>,
    ) -> Vec<Option<f64>> {
        let base = call.base.as_ref().map(|base| self.number(Some(depth), base, cx));
        let arguments = (0_u32..).zip(&called.arguments).map(|(place, _)| {
            let listed = |(at, _): &&(usize, Term)| *at == place as usize;
            let listed = call.arguments.iter().find(listed);
            let listed = listed.map(|(_, term)| self.number(Some(depth), term, cx));
            let base = base.map(|base| base + f64::from(place));
            if cx.has(Fault::BaseWins) { base.or(listed) } else { listed.or(base) }
        });
        arguments.collect()
    }

    /// Sends messages of a block. Returns those that were refused, and the number of the last that was
    /// not.
    fn send(
        &mut self,
        sends: &[(Message, f64)],
        by: Option<usize>,
        cx: &mut Context<'_>,
    ) -> (Vec<Refusal>, Option<u64>) {
        let (mut refused, mut sent) = (Vec::new(), None);
        for (message, content) in sends {
            let on_board = cx.skills[self.skill].interfaces[message.interface].on_board;
            let cell = &mut cx.board[on_board];
            let flushes = message.kind.flushes() && cx.fault != Some(Fault::FlushKeeps);
            let has_writer = cell.has_writer;
            let content = if message.kind.ends().is_some() { 0.0 } else { *content };
            let number = if has_writer { cell.push(content, message.kind, flushes) } else { None };
            if let Some(of) = number {
                self.note(*message, of, by, cx);
                sent = number;
                continue;
            }
            refused.push(Refusal { message: *message, is_full: has_writer });
        }
        (refused, sent)
    }

    /// Sets the skill to FAILED if a message of a block was refused and no transition checks it;
    /// after `exit`, the refusal is only counted. Returns whether the skill still runs.
    fn survives(
        &mut self,
        depth: usize,
        refused: &[Refusal],
        is_exit: bool,
        cx: &mut Context<'_>,
    ) -> bool {
        let Some(last) = refused.last() else { return true };
        let undecided = |refusal: &&Refusal| !self.decides(depth, refusal.message.interface, cx);
        let undecided = refused.iter().find(undecided).copied();
        let undecided = undecided.filter(|_| !cx.has(Fault::RefusalIgnored));
        let undecided =
            if cx.has(Fault::LastRefusal) { undecided.and(Some(*last)) } else { undecided };
        let recorded = undecided.unwrap_or(*last);
        cx.events.push(Event::Refused { skill: self.skill, refusal: recorded });
        if is_exit {
            self.refusals += u32::from(!cx.has(Fault::ExitUncounted));
            return true;
        }
        if undecided.is_some() {
            self.fail(Cause::Refused(recorded), cx);
            return false;
        }
        let outermost = if cx.has(Fault::OuterUnseen) { depth } else { 0 };
        for refusal in refused {
            for active in &mut self.active[outermost..=depth] {
                active.refused[refusal.message.interface] = true;
            }
        }
        true
    }

    /// Returns whether a transition of an active state, up to the one at `depth`, or of the skill
    /// checks whether an interface refused a message.
    fn decides(&self, depth: usize, interface: usize, cx: &Context<'_>) -> bool {
        let skill = &cx.skills[self.skill];
        let outermost = if cx.has(Fault::OuterUndecided) { depth } else { 0 };
        let active = self.active[outermost..=depth].iter();
        let own = active.flat_map(|active| skill.states[active.state].leaving());
        let to_active = skill.always.iter().filter(|_| cx.has(Fault::TargetDecides));
        let transitions = self.always(skill).chain(to_active).chain(own);
        transitions.filter(|_| !cx.has(Fault::NothingDecides)).any(|transition| {
            let condition = transition.guard.condition();
            condition.is_some_and(|condition| condition.contains(&Condition::Refused(interface)))
        })
    }
}
