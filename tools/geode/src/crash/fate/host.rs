//! The fates of a host.

use anyhow::{Result, bail};

use super::super::operation::{Code, Operation};
use super::super::script::Script;
use super::super::worker::Problem;
use super::Case;

/// The next host is killed too, at some access of its attach.
pub(super) fn killed_twice(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, second) = (case.behaviour(), case.next_host());
    case.stop_in(Operation::new(Code::HostAttach, second).with(1))?;
    let third = case.host();
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(third, Code::HostCome);
    script.recovered(1 << third, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub(super) fn killed(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(next, Code::HostCome);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub(super) fn killed_with_behaviour(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, next) = (case.next_behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostAttach);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub(super) fn paused(case: &mut Case<'_>) -> Result<()> {
    paused_for(case, 2, 0)
}

pub(super) fn late(case: &mut Case<'_>) -> Result<()> {
    paused_for(case, 50, 500_000)
}

fn paused_for(case: &mut Case<'_>, cycles: u32, time_us: u32) -> Result<()> {
    let (behaviour, host) = (case.behaviour(), case.host());
    // No behavior is waiting for control.
    let lives = u32::from(case.call.in_control) << behaviour;
    let mut script = Script::default();
    script
        .then(Operation::cycles(0, lives, cycles))
        .then(Operation::new(Code::Wait, 0).with(time_us));
    script.run(case.worker, case.subject)?;
    let operation = case.finish()?;
    let refused = case.makes(&[Code::HostAttach]) && operation.result != 0;
    let mut script = Script::default();
    let host = if case.makes(&[Code::HostDetach]) {
        let next = case.next_host();
        script.new_host(next, Code::HostCome);
        next
    } else if refused {
        // The first host is still alive.
        case.next_host()
    } else {
        host
    };
    if case.call.stays_in_control && !refused {
        script.then(Operation::cycles(1 << host, lives, 4));
        script.run(case.worker, case.subject)?;
        if case.worker.flags()?.uncontrolled != 0 {
            let what = "the behavior loses control although it goes on";
            bail!(Problem::Lost(what.to_owned()));
        }
        script = Script::default();
    }
    script.recovered(1 << host, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub(super) fn replaced(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    script.run(case.worker, case.subject)?;
    goes_on(case)
}

pub(super) fn replaced_long_ago(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    script.turn_queues(1 << next, 1 << behaviour, behaviour);
    script.run(case.worker, case.subject)?;
    goes_on(case)
}

/// Continues a replaced host and checks that it does no harm.
fn goes_on(case: &mut Case<'_>) -> Result<()> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let operation = case.finish()?;
    let replaced = case.subject.number("REPLACED");
    if case.makes(&[Code::HostAct]) && (operation.result != replaced || operation.detail[0] != 0) {
        bail!(Problem::Lost(format!(
            "the act of the host that was replaced is {}{}",
            case.subject.name(operation.result),
            if operation.detail[0] == 0 { "" } else { ", with commands" }
        )));
    }
    if case.makes(&[Code::HostSense]) && operation.result != replaced {
        bail!(Problem::Lost(format!(
            "the sense of the host that was replaced is {}",
            case.subject.name(operation.result)
        )));
    }
    if case.makes(&[Code::HostAttach]) {
        return one_of(case, operation.result, 0);
    }
    let mut script = Script::default();
    if !case.makes(&[Code::HostDetach]) {
        let what = "a call of the host that was replaced is not REPLACED";
        script.must(Operation::new(Code::HostSense, host), replaced, what);
        script.must(Operation::new(Code::HostAct, host), replaced, what);
    }
    script.then(Operation::cycles(1 << next, 1 << behaviour, 3));
    script.first_call(1 << next, 1 << behaviour, behaviour);
    if !case.makes(&[Code::HostDetach]) {
        script.then(Operation::new(Code::HostDetach, host));
    }
    script.then(Operation::cycles(1 << next, 1 << behaviour, 8));
    script.recovered(1 << next, 1 << behaviour, behaviour);
    script.run(case.worker, case.subject)
}

/// Exactly one of two hosts may continue, and its behavior must control the robot.
fn one_of(case: &mut Case<'_>, first: u32, second: u32) -> Result<()> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let attached = (u32::from(first == 0) << host) | (u32::from(second == 0) << next);
    let mut script = Script::default();
    script.then(Operation::cycles(attached, 1 << behaviour, 6));
    if attached.count_ones() == 2 {
        // Each detects whether it has been replaced.
        for host in [host, next] {
            script.then(Operation::new(Code::HostSense, host));
        }
    }
    script.run(case.worker, case.subject)?;
    let replaced = case.subject.number("REPLACED");
    let codes = [script.result(1), script.result(2)];
    let survivors = match attached.count_ones() {
        2 => match codes {
            [0, code] if code == replaced => 1 << host,
            [code, 0] if code == replaced => 1 << next,
            _ => {
                bail!(Problem::Lost(format!(
                    "not one of two hosts goes on: {} and {}",
                    case.subject.name(codes[0]),
                    case.subject.name(codes[1])
                )));
            }
        },
        1 => attached,
        _ => {
            bail!(Problem::Lost(format!(
                "none of two hosts attaches: {} and {}",
                case.subject.name(first),
                case.subject.name(second)
            )));
        }
    };
    let mut script = Script::default();
    script.recovered(survivors, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub(super) fn pair(case: &mut Case<'_>) -> Result<()> {
    if !case.makes(&[Code::HostAttach]) || case.call.stays_in_control {
        return Ok(());
    }
    let mut script = Script::default();
    let take_over = case.call.victim.arguments[0];
    script.then(Operation::new(Code::HostAttach, case.next_host()).with(take_over));
    script.run(case.worker, case.subject)?;
    let second = script.result(0);
    let first = case.finish()?.result;
    one_of(case, first, second)
}
