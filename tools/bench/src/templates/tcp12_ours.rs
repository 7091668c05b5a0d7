use crate::*;

skill! {
    pub skill Tcp() {
        depends_interfaces { segment: Segment }
        start state Closed {
            init { act(1); }
            -> Listen when segment.passive_open;
            -> SynSent when segment.active_open;
        }
        state Listen {
            init { act(2); }
            -> SynReceived when segment.syn;
            -> SynSent when segment.send;
            -> Closed when segment.close;
        }
        state SynSent {
            init { act(3); }
            -> Established when segment.syn && segment.ack;
            -> SynReceived when segment.syn;
            -> Closed when segment.close || segment.timeout;
        }
        state SynReceived {
            init { act(4); }
            -> Established when segment.ack;
            -> Listen when segment.rst;
            -> FinWait1 when segment.close;
        }
        state Established {
            init { act(5); }
            -> Aborted when segment.rst;
            -> CloseWait when segment.fin;
            -> FinWait1 when segment.close;
        }
        state FinWait1 {
            init { act(6); }
            -> TimeWait when segment.fin && segment.ack;
            -> Closing when segment.fin;
            -> FinWait2 when segment.ack;
        }
        state FinWait2 { init { act(7); } -> TimeWait when segment.fin; }
        state Closing { init { act(8); } -> TimeWait when segment.ack; }
        state TimeWait { init { act(9); } -> Closed when segment.timeout; }
        state CloseWait { init { act(10); } -> LastAck when segment.close; }
        state LastAck { init { act(11); } -> Closed when segment.ack; }
        state Aborted { init { act(12); } -> Closed when segment.timeout; }
    }
}

pub struct Machine(<Tcp as Skill>::Machine);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine(Tcp::default().start())
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        self.0.exec(&mut pass.cx)
    }
}
