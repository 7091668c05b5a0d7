//! The fates of a behavior.

use anyhow::{Result, bail};

use super::super::operation::{Code, Operation};
use super::super::script::{LATE, MAX_CYCLES, Script};
use super::super::worker::Problem;
use super::Case;

pub(super) fn killed(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.safe(1, LATE, case.safety()).recovered(1, 1 << next, next);
    script.run(case.worker, case.subject)
}

pub(super) fn killed_at_once(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    Script::default().recovered(1, 1 << next, next).run(case.worker, case.subject)
}

pub(super) fn killed_with_host(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.then(Operation::new(Code::Wait, 0).with(500_000)).new_host(1, Code::HostAttach);
    script.recovered(2, 1 << next, next).run(case.worker, case.subject)
}

/// The next behavior attaches before the next host.
pub(super) fn killed_with_host_late(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << next, 50)).new_host(1, Code::HostCome);
    script.recovered(2, 1 << next, next).run(case.worker, case.subject)
}

pub(super) fn paused(case: &mut Case<'_>) -> Result<()> {
    let mut script = Script::default();
    script.then(Operation::cycles(1, 0, 2));
    script.run(case.worker, case.subject)?;
    case.finish()?;
    let (behaviour, survivor) = (case.behaviour(), case.survivor());
    let mut script = Script::default();
    if case.call.stays_in_control && !case.makes(&[Code::Attach]) {
        script.then(Operation::cycles(1, 1 << behaviour, 4));
        script.run(case.worker, case.subject)?;
        if case.worker.flags()?.uncontrolled != 0 {
            bail!(Problem::Lost("it loses control for a short stop".to_owned()));
        }
        script = Script::default();
    }
    let both = 1 << survivor | u32::from(case.call.in_control);
    script.recovered(1, both, if case.call.in_control { in_charge(case) } else { survivor });
    script.run(case.worker, case.subject)
}

/// The behavior that is in control, which is not the one of the call if that was refused.
fn in_charge(case: &Case<'_>) -> u32 {
    if case.makes(&[Code::Attach]) { 0 } else { case.survivor() }
}

pub(super) fn late(case: &mut Case<'_>) -> Result<()> {
    let mut script = Script::default();
    script.safe(1, LATE, case.safety());
    script.run(case.worker, case.subject)?;
    case.finish()?;
    let survivor = case.survivor();
    let mut script = Script::default();
    script.recovered(1, 1 << survivor, survivor).run(case.worker, case.subject)
}

pub(super) fn replaced(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.safe(1, LATE, case.safety()).first_call(1, 1 << next, next);
    script.run(case.worker, case.subject)?;
    goes_on(case, 0, next)
}

pub(super) fn replaced_long_ago(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.first_call(1, 1 << next, next).turn_queues(1, 1 << next, next);
    script.run(case.worker, case.subject)?;
    goes_on(case, 0, next)
}

/// The next behavior is killed too, at some access of its attach.
pub(super) fn killed_twice(case: &mut Case<'_>) -> Result<()> {
    let (second, third) = (case.next_behaviour(), case.next_behaviour() + 1);
    let mut script = Script::default();
    script.then(Operation::cycles(1, 0, LATE));
    script.run(case.worker, case.subject)?;
    case.stop_in(Operation::new(Code::Attach, second))?;
    Script::default().recovered(1, 1 << third, third).run(case.worker, case.subject)
}

/// Continues a replaced behavior and checks that it does no harm.
fn goes_on(case: &mut Case<'_>, host: u32, next: u32) -> Result<()> {
    case.worker.forbid_victim(true)?;
    let operation = case.finish()?;
    case.must_know(operation.result)?;
    case.not_disturbed(host, next)
}

pub(super) fn replaced_both(case: &mut Case<'_>) -> Result<()> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.new_host(1, Code::HostCome).first_call(2, 1 << next, next);
    script.run(case.worker, case.subject)?;
    goes_on(case, 1, next)
}

pub(super) fn of_two_hosts(case: &mut Case<'_>) -> Result<()> {
    let mut script = Script::default();
    script.new_host(1, Code::HostAttach);
    script.run(case.worker, case.subject)?;
    case.finish()?;
    let survivor = case.survivor();
    let mut script = Script::default();
    script.recovered(2, 1 << survivor, survivor).run(case.worker, case.subject)
}

pub(super) fn pair(case: &mut Case<'_>) -> Result<()> {
    if !case.makes(&[Code::Attach]) || case.call.in_control {
        return Ok(());
    }
    let (first, second) = (case.behaviour(), case.next_behaviour());
    let mut script = Script::default();
    script.then(Operation::new(Code::Attach, second));
    script.run(case.worker, case.subject)?;
    case.finish()?;
    let both = 1 << first | 1 << second;
    let mut script = Script::default();
    for behaviour in [first, second] {
        script.then(Operation::new(Code::SetText, behaviour).with(2));
    }
    script.then(Operation::cycles(1, both, MAX_CYCLES));
    for behaviour in [first, second] {
        let mut look = Operation::cycles(1, both, 0);
        look.actor = behaviour;
        script.then(look);
    }
    script.run(case.worker, case.subject)?;
    let (a, b) = (script.detail(3), script.detail(4));
    let running = |detail: [u32; 4]| detail[0] == 0 && detail[1] == 2 && detail[2] >> 16 == 0;
    let refused = |detail: [u32; 4]| {
        [case.subject.number("REPLACED"), case.subject.number("NAO_WRITER_TAKEN")]
            .contains(&detail[0])
    };
    if (running(a) && refused(b)) || (running(b) && refused(a)) {
        return Ok(());
    }
    bail!(Problem::Lost(format!(
        "not one of two that attach has control: {} and {}, statuses {} and {}, watchdog {}",
        case.subject.name(a[0]),
        case.subject.name(b[0]),
        a[1],
        b[1],
        a[2] >> 16
    )))
}
