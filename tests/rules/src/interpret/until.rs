//! Messages that end with what has sent them (rule 19).

use super::Run;
use crate::context::{Context, Event, Refusal};
use crate::fault::Fault;
use crate::skill::{Kind, Message};

/// A message of a skill that runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sent {
    message: Message,
    /// The depth of the state that runs it; `None` if a block has sent it.
    by: Option<usize>,
    /// The number of the last message that the skill has sent to the interface.
    last: u64,
}

impl Sent {
    /// Returns whether the snapshot shows that the writer carries out a message of another sender.
    fn is_replaced(&self, skill: usize, cx: &Context<'_>) -> bool {
        let on_board = cx.skills[skill].interfaces[self.message.interface].on_board;
        let cell = &cx.board[on_board];
        let seen = cell.last.filter(|_| cell.reports_done && !cx.has(Fault::OthersUnseen));
        seen.is_some_and(|(number, _)| number > self.last)
    }
}

impl Run {
    /// Notes a message that was sent, by the state at a depth or by a block.
    pub(super) fn note(
        &mut self,
        message: Message,
        number: u64,
        by: Option<usize>,
        cx: &Context<'_>,
    ) {
        let skill = self.skill;
        let kept = cx.skills[skill].interfaces[message.interface].keeps_running;
        if kept && !cx.has(Fault::KeepsNothing) {
            return;
        }
        let ends = message.kind.ends().or(message.kind.until());
        let ends = ends.filter(|_| !cx.has(Fault::EndsUnnoticed) || message.kind.ends().is_none());
        self.sent.retain(|sent| {
            sent.message.interface != message.interface
                || !sent.is_replaced(skill, cx) && sent.message.kind.until() != ends
        });
        for sent in &mut self.sent {
            if sent.message.interface == message.interface {
                sent.last = number;
            }
        }
        if message.kind.until().is_some() {
            self.sent.push(Sent { message, by, last: number });
        }
    }

    /// Ends what the state at a depth runs.
    pub(super) fn end_of_state(&mut self, depth: usize, cx: &mut Context<'_>) {
        if !cx.has(Fault::RunsOnWithoutState) {
            self.end(|sent| sent.by == Some(depth), cx);
        }
    }

    /// Ends all that runs.
    pub(super) fn end_of_run(&mut self, cx: &mut Context<'_>) {
        self.end(|_| true, cx);
    }

    fn end(&mut self, is_ended: impl Fn(&Sent) -> bool, cx: &mut Context<'_>) {
        // In the order of the interfaces, and of the messages that end others.
        for interface in 0..cx.skills[self.skill].interfaces.len() {
            for (place, kind) in Kind::ENDS.into_iter().enumerate() {
                let found = self.sent.iter().position(|sent| {
                    sent.message.interface == interface
                        && sent.message.kind.until() == Some(place)
                        && is_ended(sent)
                });
                let Some(sent) = found.map(|found| self.sent.remove(found)) else { continue };
                if !sent.is_replaced(self.skill, cx) {
                    self.send_end(Message { interface, kind }, sent.message.kind, cx);
                }
            }
        }
    }

    fn send_end(&mut self, message: Message, running: Kind, cx: &mut Context<'_>) {
        let skill = self.skill;
        let cell = &mut cx.board[cx.skills[skill].interfaces[message.interface].on_board];
        let number = if cell.has_writer { cell.push(0.0, message.kind, true) } else { None };
        match number {
            Some(number) => {
                self.note(message, number, None, cx);
                cx.events.push(Event::Stopped { skill, message, running });
            }
            None => {
                let refusal = Refusal { message, is_full: false };
                cx.events.push(Event::Refused { skill, refusal });
                self.refusals += 1;
            }
        }
    }
}
