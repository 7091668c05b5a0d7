use crate::*;

pub enum L0 {
    Fresh,
    A,
    B,
    Final,
    Failed,
}

impl L0 {
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        loop {
            match self {
                L0::A => {
                    if pass.input.turn == 0 {
                        pass.took(&OURS::L0, 0, 0);
                        act(2);
                        *self = L0::B;
                    } else if pass.input.turn == 2 {
                        pass.took(&OURS::L0, 0, 1);
                        *self = L0::Final;
                        return Status::Final;
                    }
                    return Status::Running;
                }
                L0::B => {
                    if pass.input.turn == 1 {
                        pass.took(&OURS::L0, 1, 2);
                        act(1);
                        *self = L0::A;
                    } else if pass.input.turn == 3 {
                        pass.took(&OURS::L0, 1, 3);
                        if T::ON {
                            let failure = Failure::new(&OURS::L0, Cause::Transition(3), ());
                            pass.cx.record(&OURS::L0, TraceKind::Failed(failure.into()));
                        }
                        *self = L0::Failed;
                        return Status::Failed;
                    }
                    return Status::Running;
                }
                L0::Final => return Status::Final,
                L0::Failed => return Status::Failed,
                L0::Fresh => {
                    act(1);
                    *self = L0::A;
                    if pass.input.turn == 0 {
                        pass.took(&OURS::L0, 0, 0);
                        act(2);
                        *self = L0::B;
                        return Status::Running;
                    }
                }
            }
        }
    }
    fn reset<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        if !matches!(self, L0::Fresh) {
            pass.cx.record(&OURS::L0, TraceKind::Reset);
        }
    }
}
