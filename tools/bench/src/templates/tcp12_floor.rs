use crate::*;

static INFO: &SkillInfo = &crate::tcp12_ours::Tcp;

#[derive(Clone, Copy)]
pub enum Tcp {
    Closed,
    Listen,
    SynSent,
    SynReceived,
    Established,
    FinWait1,
    FinWait2,
    Closing,
    TimeWait,
    CloseWait,
    LastAck,
    Aborted,
}

pub struct Machine(Tcp);

impl Engine for Machine {
    fn new(_: u32) -> Self {
        act(1);
        Machine(Tcp::Closed)
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        let segment = pass.segment;
        loop {
            let (transition, to, number) = match self.0 {
                Tcp::Closed if segment.passive_open => (0, Tcp::Listen, 2),
                Tcp::Closed if segment.active_open => (1, Tcp::SynSent, 3),
                Tcp::Listen if segment.syn => (2, Tcp::SynReceived, 4),
                Tcp::Listen if segment.send => (3, Tcp::SynSent, 3),
                Tcp::Listen if segment.close => (4, Tcp::Closed, 1),
                Tcp::SynSent if segment.syn && segment.ack => (5, Tcp::Established, 5),
                Tcp::SynSent if segment.syn => (6, Tcp::SynReceived, 4),
                Tcp::SynSent if segment.close || segment.timeout => (7, Tcp::Closed, 1),
                Tcp::SynReceived if segment.ack => (8, Tcp::Established, 5),
                Tcp::SynReceived if segment.rst => (9, Tcp::Listen, 2),
                Tcp::SynReceived if segment.close => (10, Tcp::FinWait1, 6),
                Tcp::Established if segment.rst => (11, Tcp::Aborted, 12),
                Tcp::Established if segment.fin => (12, Tcp::CloseWait, 10),
                Tcp::Established if segment.close => (13, Tcp::FinWait1, 6),
                Tcp::FinWait1 if segment.fin && segment.ack => (14, Tcp::TimeWait, 9),
                Tcp::FinWait1 if segment.fin => (15, Tcp::Closing, 8),
                Tcp::FinWait1 if segment.ack => (16, Tcp::FinWait2, 7),
                Tcp::FinWait2 if segment.fin => (17, Tcp::TimeWait, 9),
                Tcp::Closing if segment.ack => (18, Tcp::TimeWait, 9),
                Tcp::TimeWait if segment.timeout => (19, Tcp::Closed, 1),
                Tcp::CloseWait if segment.close => (20, Tcp::LastAck, 11),
                Tcp::LastAck if segment.ack => (21, Tcp::Closed, 1),
                Tcp::Aborted if segment.timeout => (22, Tcp::Closed, 1),
                _ => return Status::Running,
            };
            pass.took(INFO, self.0 as u16, transition);
            act(number);
            self.0 = to;
        }
    }
}
