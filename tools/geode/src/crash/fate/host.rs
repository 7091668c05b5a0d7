//! The fates of a host.

use anyhow::Result;

use super::super::operation::{Code, Operation};
use super::super::script::{Problem, Script, Verdict, run};
use super::Case;

/// The next host is killed too, at some access of its attach.
pub(super) fn killed_hosts(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, second) = (case.behaviour(), case.next_host());
    if let Err(problem) = case.stop_in(Operation::new(Code::HostAttach, second).with(1))? {
        return Ok(Err(problem));
    }
    let third = case.host();
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(third, Code::HostCome);
    script.recovered(1 << third, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub(super) fn killed_host(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(next, Code::HostCome);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub(super) fn killed_host_and_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.next_behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostAttach);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub(super) fn paused_host(case: &mut Case<'_>) -> Result<Verdict> {
    paused_host_for(case, 2, 0)
}

pub(super) fn late_host(case: &mut Case<'_>) -> Result<Verdict> {
    paused_host_for(case, 50, 500_000)
}

fn paused_host_for(case: &mut Case<'_>, cycles: u32, time_us: u32) -> Result<Verdict> {
    let (behaviour, host) = (case.behaviour(), case.host());
    // In control already, or there is none.
    let lives = u32::from(case.call.in_control) << behaviour;
    let mut script = Script::default();
    script
        .then(Operation::cycles(0, lives, cycles))
        .then(Operation::new(Code::Wait, 0).with(time_us));
    run!(case, script);
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    let refused = case.makes(&[Code::HostAttach]) && operation.result != 0;
    let mut script = Script::default();
    let host = if case.makes(&[Code::HostDetach]) {
        let next = case.next_host();
        script.new_host(next, Code::HostCome);
        next
    } else if refused {
        // Another host lives, since nobody has replaced it.
        case.next_host()
    } else {
        host
    };
    if case.call.stays_in_control && !refused {
        script.then(Operation::cycles(1 << host, lives, 4));
        run!(case, script);
        if case.worker.flags()?.uncontrolled != 0 {
            let what = "the behavior loses control although it goes on";
            return Ok(Err(Problem::Lost(what.to_owned())));
        }
        script = Script::default();
    }
    script.recovered(1 << host, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub(super) fn replaced_host(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    run!(case, script);
    host_goes_on(case)
}

pub(super) fn replaced_host_long_ago(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    script.turn_queues(1 << next, 1 << behaviour, behaviour);
    run!(case, script);
    host_goes_on(case)
}

/// The rest of a host that was replaced.
fn host_goes_on(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    let replaced = case.results.number("NAO_REPLACED");
    if case.makes(&[Code::HostAct]) && (operation.result != replaced || operation.detail[0] != 0) {
        return Ok(Err(Problem::Lost(format!(
            "the act of the host that was replaced is {}{}",
            case.results.name(operation.result),
            if operation.detail[0] == 0 { "" } else { ", with commands" }
        ))));
    }
    if case.makes(&[Code::HostAttach]) {
        return one_of(case, operation.result, 0);
    }
    let mut script = Script::default();
    if !case.makes(&[Code::HostDetach]) {
        let what = "a call of the host that was replaced is not NAO_REPLACED";
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
    script.run(case.worker, case.results)
}

/// Of two hosts exactly one may go on, and the robot must follow its behaviour.
fn one_of(case: &mut Case<'_>, first: u32, second: u32) -> Result<Verdict> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let attached = (u32::from(first == 0) << host) | (u32::from(second == 0) << next);
    let mut script = Script::default();
    script.then(Operation::cycles(attached, 1 << behaviour, 6));
    if attached.count_ones() == 2 {
        // Each looks for itself whether it has been replaced.
        for host in [host, next] {
            script.then(Operation::new(Code::HostSense, host));
        }
    }
    run!(case, script);
    let replaced = case.results.number("NAO_REPLACED");
    let codes = [script.result(1), script.result(2)];
    let survivors = match attached.count_ones() {
        2 => match codes {
            [0, code] if code == replaced => 1 << host,
            [code, 0] if code == replaced => 1 << next,
            _ => {
                return Ok(Err(Problem::Lost(format!(
                    "not one of two hosts goes on: {} and {}",
                    case.results.name(codes[0]),
                    case.results.name(codes[1])
                ))));
            }
        },
        1 => attached,
        _ => {
            return Ok(Err(Problem::Lost(format!(
                "none of two hosts attaches: {} and {}",
                case.results.name(first),
                case.results.name(second)
            ))));
        }
    };
    let mut script = Script::default();
    script.recovered(survivors, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub(super) fn host_pair(case: &mut Case<'_>) -> Result<Verdict> {
    if !case.makes(&[Code::HostAttach]) || case.call.stays_in_control {
        return Ok(Ok(()));
    }
    let mut script = Script::default();
    let take_over = case.call.victim.arguments[0];
    script.then(Operation::new(Code::HostAttach, case.next_host()).with(take_over));
    run!(case, script);
    let second = script.result(0);
    match case.finish()? {
        Ok(operation) => one_of(case, operation.result, second),
        Err(problem) => Ok(Err(problem)),
    }
}
