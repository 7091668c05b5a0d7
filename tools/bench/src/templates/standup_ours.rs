use crate::*;

skill! {
    pub skill Servo() {
        depends_interfaces { signals: Signals }
        start state Move {
            init { act(10); }
            -> FINAL when (signals.angle - 1.0).abs() <= 0.25;
            -> FAILED after 1s;
        }
    }
}

skill! {
    pub skill Standup() {
        depends_skills { Servo }
        depends_interfaces { signals: Signals }
        start state TurnOn = Servo {} {
            init { act(1); }
            -> Standup on FINAL;
            -> Wait on FAILED;
            -> Wait when !(signals.accel_x > 0.8 || signals.accel_x < -0.8);
        }
        state Standup {
            init { act(2); }
            -> FromFront when signals.accel_x > 0.8;
            -> FromBack when signals.accel_x < -0.8;
        }
        state FromFront { init { act(3); } -> Wait otherwise; }
        state FromBack { init { act(4); } -> Wait otherwise; }
        state Wait { init { act(5); } -> TurnOn after 12.5s; }
    }
}

pub struct Machine(<Standup as Skill>::Machine);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Standup::default().start())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        self.0.exec(&mut pass.cx)
    }
}
