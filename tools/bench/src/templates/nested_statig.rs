use crate::*;
use core::cell::Cell;
use statig::blocking::{InitializedStateMachine, IntoStateMachineExt as _};
use statig::prelude::*;

pub struct Event {
    turn: u32,
    /// A transition was taken: the new state may be left right after its entry.
    moved: Cell<bool>,
}

#[derive(Default)]
pub struct Nested;

fn to(event: &Event, state: State) -> Outcome<State> {
    event.moved.set(true);
    Transition(state)
}

#[state_machine(initial = "State::a()")]
impl Nested {
    #[action] fn enter_out() { act(1); }
    #[action] fn exit_out() { act(2); }
    #[superstate(entry_action = "enter_out", exit_action = "exit_out")]
    fn out(event: &Event) -> Outcome<State> {
        if event.turn >= 4 { to(event, State::off()) } else { Handled }
    }
    #[action] fn enter_mid() { act(3); }
    #[action] fn exit_mid() { act(4); }
    #[superstate(superstate = "out", entry_action = "enter_mid", exit_action = "exit_mid")]
    fn mid(event: &Event) -> Outcome<State> {
        if event.turn == 3 { to(event, State::other()) } else { Super }
    }
    #[action] fn enter_a() { act(5); }
    #[action] fn exit_a() { act(6); }
    #[state(superstate = "mid", entry_action = "enter_a", exit_action = "exit_a")]
    fn a(event: &Event) -> Outcome<State> {
        if event.turn == 1 { to(event, State::b()) } else { Super }
    }
    #[action] fn enter_b() { act(7); }
    #[action] fn exit_b() { act(8); }
    #[state(superstate = "mid", entry_action = "enter_b", exit_action = "exit_b")]
    fn b(event: &Event) -> Outcome<State> {
        if event.turn == 0 { to(event, State::a()) } else { Super }
    }
    #[action] fn enter_other() { act(9); }
    #[action] fn exit_other() { act(10); }
    #[state(superstate = "out", entry_action = "enter_other", exit_action = "exit_other")]
    fn other(event: &Event) -> Outcome<State> {
        if event.turn == 0 { to(event, State::a()) } else { Super }
    }
    #[action] fn enter_off() { act(11); }
    #[action] fn exit_off() { act(12); }
    #[state(entry_action = "enter_off", exit_action = "exit_off")]
    fn off(event: &Event) -> Outcome<State> {
        if event.turn < 4 { to(event, State::a()) } else { Handled }
    }
}

pub struct Machine(InitializedStateMachine<Nested>);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Nested.uninitialized_state_machine().init())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        let event = Event { turn: pass.input.turn, moved: Cell::new(true) };
        while event.moved.take() {
            self.0.handle(&event);
        }
        Status::Running
    }
}
