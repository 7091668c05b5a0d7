use crate::*;
use smlang::statemachine;

#[derive(Clone, Copy)]
pub struct Event {
    input: Input,
    now: u64,
    servo: Status,
}

statemachine! {
    name: Servo,
    transitions: {
        *Moving + Tick(Event) [there] = Done,
        Moving + Tick(Event) [late] = Failed,
    }
}

pub struct Moves {
    since: u64,
}

impl ServoStateMachineContext for Moves {
    fn there(&self, event: &Event) -> Result<bool, ()> { Ok((event.input.angle - 1.0).abs() <= 0.25) }
    fn late(&self, event: &Event) -> Result<bool, ()> { Ok(event.now - self.since >= 1_000_000) }
}

statemachine! {
    name: Standup,
    transitions: {
        *TurnOn + Tick(Event) [servo_done] / standup = Standup,
        TurnOn + Tick(Event) [servo_failed || upright] / wait = Wait,
        Standup + Tick(Event) [on_front] / front = FromFront,
        Standup + Tick(Event) [on_back] / back = FromBack,
        FromFront + Tick(Event) / wait = Wait,
        FromBack + Tick(Event) / wait = Wait,
        Wait + Tick(Event) [waited] / turn_on = TurnOn,
    }
}

pub struct Body {
    servo: Option<ServoStateMachine<Moves>>,
    since: u64,
}

impl StandupStateMachineContext for Body {
    fn servo_done(&self, event: &Event) -> Result<bool, ()> { Ok(event.servo == Status::Final) }
    fn servo_failed(&self, event: &Event) -> Result<bool, ()> { Ok(event.servo == Status::Failed) }
    fn upright(&self, event: &Event) -> Result<bool, ()> { Ok(!(event.input.accel_x > 0.8 || event.input.accel_x < -0.8)) }
    fn on_front(&self, event: &Event) -> Result<bool, ()> { Ok(event.input.accel_x > 0.8) }
    fn on_back(&self, event: &Event) -> Result<bool, ()> { Ok(event.input.accel_x < -0.8) }
    fn waited(&self, event: &Event) -> Result<bool, ()> { Ok(event.now - self.since >= 12_500_000) }
    fn standup(&mut self, _: Event) -> Result<(), ()> { act(2); Ok(()) }
    fn front(&mut self, _: Event) -> Result<(), ()> { act(3); Ok(()) }
    fn back(&mut self, _: Event) -> Result<(), ()> { act(4); Ok(()) }
    fn wait(&mut self, event: Event) -> Result<(), ()> {
        act(5);
        self.since = event.now;
        Ok(())
    }
    fn turn_on(&mut self, _: Event) -> Result<(), ()> {
        act(1);
        self.servo = None;
        Ok(())
    }
}

impl Body {
    fn run_servo(&mut self, event: Event) -> Status {
        let servo = self.servo.get_or_insert_with(|| {
            act(10);
            ServoStateMachine::new(Moves { since: event.now })
        });
        let _ = servo.process_event(ServoEvents::Tick(event));
        match servo.state() {
            ServoStates::Moving => Status::Running,
            ServoStates::Done => Status::Final,
            ServoStates::Failed => Status::Failed,
        }
    }
}

pub struct Machine(StandupStateMachine<Body>);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        act(1);
        Machine(StandupStateMachine::new(Body { servo: None, since: 0 }))
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        let mut event =
            Event { input: *pass.input, now: pass.micros(), servo: Status::Running };
        if let StandupStates::TurnOn = self.0.state() {
            event.servo = self.0.context_mut().run_servo(event);
        }
        while self.0.process_event(StandupEvents::Tick(event)).is_ok() {
            event.servo = Status::Running;
        }
        Status::Running
    }
}
