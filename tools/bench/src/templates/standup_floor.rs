use crate::standup_ours as ours;
use crate::*;

static SERVO: &SkillInfo = &ours::Servo;
static STANDUP: &SkillInfo = &ours::Standup;

enum Servo {
    Fresh,
    Move { since: u64 },
    Final,
    Failed,
}

impl Servo {
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        loop {
            match *self {
                Servo::Fresh => {
                    act(10);
                    *self = Servo::Move { since: pass.micros() };
                    continue;
                }
                Servo::Move { since } => {
                    if (pass.input.angle - 1.0).abs() <= 0.25 {
                        pass.took(SERVO, 0, 0);
                        *self = Servo::Final;
                        return Status::Final;
                    } else if pass.micros().saturating_sub(since) >= 1_000_000 {
                        pass.took(SERVO, 0, 1);
                        failed(SERVO, 1, pass);
                        *self = Servo::Failed;
                        return Status::Failed;
                    }
                    return Status::Running;
                }
                Servo::Final => return Status::Final,
                Servo::Failed => return Status::Failed,
            }
        }
    }
    #[inline]
    fn reset<T: Tracer>(&self, pass: &mut Pass<'_, T>) {
        if T::ON && !matches!(self, Servo::Fresh) {
            pass.cx.tracer.descend(1);
            pass.cx.record(SERVO, TraceKind::Reset);
            pass.cx.tracer.ascend(1);
        }
    }
}

fn failed<T: Tracer>(skill: &'static SkillInfo, transition: u16, pass: &mut Pass<'_, T>) {
    if T::ON {
        let failure = Failure::new(skill, Cause::Transition(transition), ());
        pass.cx.record(skill, TraceKind::Failed(failure.into()));
    }
}

pub enum Machine {
    Fresh,
    TurnOn(Servo),
    Standup,
    FromFront,
    FromBack,
    Wait { since: u64 },
}

impl Machine {
    #[inline]
    fn turn_on<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        act(1);
        *self = Machine::TurnOn(Servo::Fresh);
        let accel_x = pass.input.accel_x;
        if !(accel_x > 0.8 || accel_x < -0.8) {
            pass.took(STANDUP, 0, 2);
            self.wait(pass);
        }
    }
    #[inline]
    fn stand_up<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        act(2);
        *self = Machine::Standup;
        self.stand(pass);
    }
    #[inline]
    fn stand<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        let accel_x = pass.input.accel_x;
        if accel_x > 0.8 {
            pass.took(STANDUP, 1, 3);
            act(3);
            pass.took(STANDUP, 2, 5);
            self.wait(pass);
        } else if accel_x < -0.8 {
            pass.took(STANDUP, 1, 4);
            act(4);
            pass.took(STANDUP, 3, 6);
            self.wait(pass);
        }
    }
    #[inline]
    fn wait<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        act(5);
        *self = Machine::Wait { since: pass.micros() };
    }
}

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine::Fresh
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        loop {
            match self {
                Machine::Fresh => {
                    self.turn_on(pass);
                    continue;
                }
                Machine::TurnOn(servo) => {
                    pass.cx.tracer.descend(1);
                    let status = servo.step(pass);
                    pass.cx.tracer.ascend(1);
                    let accel_x = pass.input.accel_x;
                    match status {
                        Status::Final => {
                            servo.reset(pass);
                            pass.took(STANDUP, 0, 0);
                            self.stand_up(pass);
                        }
                        Status::Failed => {
                            servo.reset(pass);
                            pass.took(STANDUP, 0, 1);
                            self.wait(pass);
                        }
                        Status::Running if !(accel_x > 0.8 || accel_x < -0.8) => {
                            servo.reset(pass);
                            pass.took(STANDUP, 0, 2);
                            self.wait(pass);
                        }
                        Status::Running => {}
                    }
                }
                Machine::Standup => self.stand(pass),
                Machine::Wait { since } => {
                    if pass.micros().saturating_sub(*since) >= 12_500_000 {
                        pass.took(STANDUP, 4, 7);
                        self.turn_on(pass);
                    }
                }
                // Left right after the entry.
                Machine::FromFront | Machine::FromBack => {}
            }
            return Status::Running;
        }
    }
}
