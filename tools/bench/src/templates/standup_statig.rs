use crate::*;
use core::cell::Cell;
use statig::blocking::{InitializedStateMachine, IntoStateMachineExt as _};
use statig::prelude::*;

pub struct Event {
    input: Input,
    now: u64,
    /// The first state of this pass has been left.
    moved: Cell<bool>,
}

mod servo {
    use super::Event;
    use statig::prelude::*;

    pub struct Servo {
        pub since: u64,
    }

    #[state_machine(
        initial = "ServoState::moving()",
        state(name = "ServoState"),
        superstate(name = "ServoSuperstate")
    )]
    impl Servo {
        #[state]
        fn moving(&mut self, event: &Event) -> Outcome<ServoState> {
            if (event.input.angle - 1.0).abs() <= 0.25 {
                Transition(ServoState::done())
            } else if event.now - self.since >= 1_000_000 {
                Transition(ServoState::failed())
            } else {
                Handled
            }
        }
        #[state]
        fn done(event: &Event) -> Outcome<ServoState> {
            Handled
        }
        #[state]
        fn failed(event: &Event) -> Outcome<ServoState> {
            Handled
        }
    }
}

use servo::{Servo, ServoState};

pub struct Standup {
    servo: Option<InitializedStateMachine<Servo>>,
    since: u64,
}

impl Standup {
    fn servo(&mut self, event: &Event) -> Status {
        let servo = self.servo.get_or_insert_with(|| {
            act(10);
            Servo { since: event.now }.uninitialized_state_machine().init()
        });
        servo.handle(event);
        match servo.state() {
            ServoState::Moving {} => Status::Running,
            ServoState::Done {} => Status::Final,
            ServoState::Failed {} => Status::Failed,
        }
    }
}

fn to(event: &Event, state: State) -> Outcome<State> {
    event.moved.set(true);
    Transition(state)
}

#[state_machine(initial = "State::turn_on()")]
impl Standup {
    #[action]
    fn enter_turn_on(&mut self) {
        act(1);
        self.servo = None;
    }
    #[state(entry_action = "enter_turn_on")]
    fn turn_on(&mut self, event: &Event) -> Outcome<State> {
        let status = if event.moved.get() { Status::Running } else { self.servo(event) };
        event.moved.set(false);
        let accel_x = event.input.accel_x;
        match status {
            Status::Final => to(event, State::standup()),
            Status::Running if accel_x > 0.8 || accel_x < -0.8 => Handled,
            _ => {
                self.since = event.now;
                to(event, State::wait())
            }
        }
    }
    #[action] fn enter_standup() { act(2); }
    #[state(entry_action = "enter_standup")]
    fn standup(&mut self, event: &Event) -> Outcome<State> {
        event.moved.set(false);
        if event.input.accel_x > 0.8 {
            to(event, State::from_front())
        } else if event.input.accel_x < -0.8 {
            to(event, State::from_back())
        } else {
            Handled
        }
    }
    #[action] fn enter_from_front() { act(3); }
    #[state(entry_action = "enter_from_front")]
    fn from_front(&mut self, event: &Event) -> Outcome<State> {
        self.since = event.now;
        to(event, State::wait())
    }
    #[action] fn enter_from_back() { act(4); }
    #[state(entry_action = "enter_from_back")]
    fn from_back(&mut self, event: &Event) -> Outcome<State> {
        self.since = event.now;
        to(event, State::wait())
    }
    #[action] fn enter_wait() { act(5); }
    #[state(entry_action = "enter_wait")]
    fn wait(&mut self, event: &Event) -> Outcome<State> {
        event.moved.set(false);
        if event.now - self.since >= 12_500_000 { to(event, State::turn_on()) } else { Handled }
    }
}

pub struct Machine(InitializedStateMachine<Standup>);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Standup { servo: None, since: 0 }.uninitialized_state_machine().init())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        let event = Event { input: *pass.input, now: pass.micros(), moved: Cell::new(false) };
        loop {
            self.0.handle(&event);
            if !event.moved.get() {
                return Status::Running;
            }
        }
    }
}
