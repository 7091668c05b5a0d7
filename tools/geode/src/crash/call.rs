//! The calls that are stopped at each of their stores, in each of their phases.

use super::operation::{Code, Operation};
use super::robot::Robot;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The hardware's.
    Host,
    /// The skills'.
    Behaviour,
}

/// A library call, and what happened before it.
#[derive(Debug, Clone)]
pub struct Call {
    pub name: &'static str,
    pub side: Side,
    pub before: Vec<Operation>,
    pub victim: Operation,
    /// The skill string that is called, and another.
    pub texts: [&'static str; 2],
    /// Whether a behavior is in control when it begins.
    pub in_control: bool,
    /// Whether it is afterwards, if nothing happens.
    pub stays_in_control: bool,
    /// The least number of its stores: fewer show that the tool does not see them.
    pub least_stores: usize,
}

/// The numbers of the texts after the three that successors call: the victim's two.
pub const TEXT: u32 = 3;
pub const OTHER_TEXT: u32 = 4;
/// The number of a text with many arguments, for successors.
pub const LONG_TEXT: u32 = 5;

/// One cycle of host 0 alone, of behavior 0 with it, and how many give it control.
fn alone(count: u32) -> Operation {
    Operation::cycles(1, 0, count)
}
fn together(count: u32) -> Operation {
    Operation::cycles(1, 1, count)
}
const fn host(code: Code) -> Operation {
    Operation::new(code, 0)
}
const fn behaviour(code: Code) -> Operation {
    Operation::new(code, 0)
}
const SENSE: Operation = host(Code::HostSense);
const ACT: Operation = host(Code::HostAct);
const TICK: Operation = behaviour(Code::Tick);
const PASS: Operation = Operation::new(Code::Wait, 0).with(10_000);

/// A host that has begun.
fn begun() -> Vec<Operation> {
    vec![host(Code::HostAttach), alone(2)]
}

/// The same with a behavior in control that has called nothing.
fn idle() -> Vec<Operation> {
    let mut before = begun();
    before.push(behaviour(Code::Attach));
    for _ in 0..3 {
        before.extend([PASS, SENSE, TICK, ACT]);
    }
    before
}

/// The same while a skill runs.
fn running(cycles: u32) -> Vec<Operation> {
    let mut before = begun();
    before.extend([behaviour(Code::SetText).with(TEXT), together(cycles)]);
    before
}

fn followed(mut before: Vec<Operation>, by: &[Operation]) -> Vec<Operation> {
    before.extend_from_slice(by);
    before
}

/// Returns moments at which the shared memory is corrupted, with the operations before.
pub fn moments() -> Vec<(&'static str, Vec<Operation>)> {
    let text = behaviour(Code::SetText).with(TEXT);
    let called = followed(idle(), &[text, behaviour(Code::Call)]);
    vec![
        ("a host alone", begun()),
        ("nothing runs", idle()),
        ("a skill was called", called.clone()),
        ("commands wait", followed(called, &[PASS, SENSE, TICK])),
        ("a skill runs", running(6)),
        ("control was taken away", followed(running(6), &[alone(8)])),
    ]
}

/// Adds calls of one side.
struct Calls {
    list: Vec<Call>,
    side: Side,
    robot: &'static Robot,
}

impl Calls {
    fn add(&mut self, name: &'static str, before: Vec<Operation>, victim: Operation) -> &mut Call {
        let side = self.side;
        let texts = [self.robot.running, self.robot.ending];
        let (in_control, stays_in_control, least_stores) = (false, false, 0);
        let call =
            Call { name, side, before, victim, texts, in_control, stays_in_control, least_stores };
        let at = self.list.len();
        self.list.push(call);
        &mut self.list[at]
    }
}

impl Call {
    fn stores(&mut self, least: usize) -> &mut Self {
        self.least_stores = least;
        self
    }
    fn in_control(&mut self) -> &mut Self {
        (self.in_control, self.stays_in_control) = (true, true);
        self
    }
    fn ends_control(&mut self) -> &mut Self {
        (self.in_control, self.stays_in_control) = (true, false);
        self
    }
    fn text(&mut self, text: &'static str) -> &mut Self {
        self.texts[0] = text;
        self
    }
}

pub fn all(robot: &'static Robot) -> Vec<Call> {
    let mut calls = host_calls(robot);
    calls.extend(behaviour_calls(robot));
    calls.extend(other_calls(robot));
    if robot.has_agent {
        calls.extend(agent_calls(robot));
    }
    calls
}

fn host_calls(robot: &'static Robot) -> Vec<Call> {
    let mut calls = Calls { list: Vec::new(), side: Side::Host, robot };
    let attach = host(Code::HostAttach);
    let next = Operation::new(Code::HostAttach, 1);
    calls.add("host_attach, new memory", vec![], attach).stores(5);
    calls.add("host_attach, new memory, taking over", vec![], attach.with(1)).stores(5);
    calls
        .add(
            "host_attach, the last host has detached",
            followed(running(6), &[host(Code::HostDetach)]),
            next,
        )
        .stores(1);
    calls.add("host_attach, refused", running(6), next).in_control();
    calls
        .add("host_attach, the last host is dead, none in control", begun(), next.with(1))
        .stores(1);
    calls
        .add("host_attach, the last host is dead, a skill runs", running(6), next.with(1))
        .ends_control()
        .stores(1);

    calls.add("host_sense, the first", vec![attach], SENSE).stores(robot.sense_stores);
    calls.add("host_sense, no behavior", begun(), SENSE).stores(robot.sense_stores);
    calls
        .add("host_sense, a skill runs", followed(running(6), &[PASS]), SENSE)
        .in_control()
        .stores(robot.sense_stores);

    calls.add("host_act, the first", vec![attach, PASS, SENSE], ACT);
    calls.add("host_act, no behavior", followed(begun(), &[PASS, SENSE]), ACT);
    calls
        .add(
            "host_act, gives control",
            followed(begun(), &[behaviour(Code::Attach), PASS, SENSE, TICK]),
            ACT,
        )
        .stores(2);
    calls
        .add("host_act, nothing to pass", followed(idle(), &[PASS, SENSE, TICK]), ACT)
        .in_control();
    let called = |text: u32| {
        let set = behaviour(Code::SetText).with(text);
        followed(idle(), &[set, behaviour(Code::Call), PASS, SENSE, TICK])
    };
    calls
        .add("host_act, passes a message", called(TEXT), ACT)
        .in_control()
        .text(robot.ending)
        .stores(2);
    calls
        .add("host_act, passes many messages", called(TEXT), ACT)
        .in_control()
        .text(robot.long)
        .stores(2);
    calls
        .add("host_act, passes another message", called(TEXT), ACT)
        .in_control()
        .text(robot.others[0])
        .stores(2);
    calls
        .add("host_act, passes a third message", called(TEXT), ACT)
        .in_control()
        .text(robot.others[1])
        .stores(2);
    let late = followed(running(6), &[alone(3), PASS, SENSE]);
    calls.add("host_act, takes control away", late, ACT).ends_control().stores(2);
    let clock = host(Code::HostClock);
    calls.add("host_begin_clock, a skill runs", running(6), clock).ends_control().stores(2);
    let begun_clock = followed(running(6), &[clock, PASS, SENSE]);
    calls.add("host_act, a new clock", begun_clock, ACT).ends_control();

    calls.add("host_detach, no behavior", begun(), host(Code::HostDetach)).stores(1);
    calls
        .add("host_detach, a skill runs", running(6), host(Code::HostDetach))
        .ends_control()
        .stores(1);
    calls.list
}

fn behaviour_calls(robot: &'static Robot) -> Vec<Call> {
    let mut calls = Calls { list: Vec::new(), side: Side::Behaviour, robot };
    let attach = behaviour(Code::Attach);
    let next = Operation::new(Code::Attach, 1);
    let (serve, call) = (behaviour(Code::Serve), behaviour(Code::Call));
    let detach = behaviour(Code::Detach);
    let text = behaviour(Code::SetText).with(TEXT);

    calls.add("behaviour_attach, the first", begun(), attach).stores(3);
    calls
        .add("behaviour_attach, the last has detached", followed(idle(), &[detach]), next)
        .stores(1);
    calls
        .add("behaviour_attach, the last is dead", followed(running(6), &[alone(8)]), next)
        .stores(1);
    calls
        .add(
            "behaviour_attach, the last died before it had control",
            followed(begun(), &[attach]),
            next,
        )
        .stores(1);
    calls.add("behaviour_attach, refused", running(6), next).in_control();

    calls
        .add("behaviour_tick, before control", followed(begun(), &[attach, PASS, SENSE]), TICK)
        .stores(2);
    calls
        .add("behaviour_tick, nothing runs", followed(idle(), &[PASS, SENSE]), TICK)
        .in_control()
        .stores(2);
    let called = followed(idle(), &[text, call, PASS, SENSE]);
    calls.add("behaviour_tick, a skill begins", called.clone(), TICK).in_control().stores(2);
    calls
        .add("behaviour_tick, sends a third message", called.clone(), TICK)
        .in_control()
        .text(robot.others[1])
        .stores(8);
    calls
        .add("behaviour_tick, sends another message", called.clone(), TICK)
        .in_control()
        .text(robot.others[0])
        .stores(8);
    calls
        .add("behaviour_tick, sends a message", called.clone(), TICK)
        .in_control()
        .text(robot.ending)
        .stores(8);
    calls
        .add("behaviour_tick, sends many messages", called.clone(), TICK)
        .in_control()
        .text(robot.long)
        .stores(robot.long_stores);
    calls
        .add("behaviour_tick, a skill runs", followed(running(6), &[PASS, SENSE]), TICK)
        .in_control()
        .stores(2);
    calls
        .add(
            "behaviour_tick, a skill is FINAL",
            followed(called.clone(), &[TICK, ACT, PASS, SENSE]),
            TICK,
        )
        .in_control()
        .text(robot.ending)
        .stores(4);
    // The robot does not move.
    let timeout = Operation::new(Code::Wait, 0).with(3_000_000);
    let failed = followed(called.clone(), &[TICK, ACT.with(1), timeout, SENSE]);
    calls
        .add("behaviour_tick, a skill is FAILED", failed.clone(), TICK)
        .in_control()
        .text(robot.ending)
        .stores(4);
    calls
        .add("behaviour_serve, a reason of failure", followed(failed, &[TICK]), serve)
        .in_control()
        .text(robot.ending)
        .stores(4);
    calls.add("behaviour_serve, nothing to do", running(6), serve).in_control();
    let lost = followed(running(6), &[alone(8)]);
    calls.add("behaviour_serve, control was taken away", lost, serve).stores(4);
    calls.list
}

/// The calls between the ticks.
fn other_calls(robot: &'static Robot) -> Vec<Call> {
    let mut calls = Calls { list: Vec::new(), side: Side::Behaviour, robot };
    let [attach, call, stop, detach] =
        [Code::Attach, Code::Call, Code::Stop, Code::Detach].map(behaviour);
    let text = behaviour(Code::SetText).with(TEXT);

    let ready = followed(idle(), &[text]);
    calls
        .add("behaviour_call, the first before control", followed(begun(), &[attach, text]), call)
        .stores(100);
    for (name, text) in [
        ("behaviour_call, one that runs on", robot.running),
        ("behaviour_call, one that ends", robot.ending),
        ("behaviour_call, another", robot.others[1]),
        ("behaviour_call, and another", robot.others[2]),
        ("behaviour_call, many arguments", robot.long),
        ("behaviour_call, no such skill", robot.unknown),
        ("behaviour_call, no such value", robot.invalid),
    ] {
        calls.add(name, ready.clone(), call).in_control().text(text).stores(100);
    }
    let other = behaviour(Code::SetText).with(OTHER_TEXT);
    calls
        .add("behaviour_call, while another runs", followed(running(6), &[other]), call)
        .in_control()
        .stores(100);
    calls.add("behaviour_stop, a skill runs", running(6), stop).in_control().stores(4);
    calls.add("behaviour_stop, nothing runs", idle(), stop).in_control().stores(4);
    calls.add("behaviour_status", running(6), behaviour(Code::Status)).in_control();
    calls.add("behaviour_trace", running(6), behaviour(Code::Trace)).in_control();
    calls.add("behaviour_detach, nothing runs", idle(), detach).ends_control().stores(1);
    calls.add("behaviour_detach, a skill runs", running(6), detach).ends_control().stores(3);
    calls.add("behaviour_detach, before control", followed(begun(), &[attach]), detach).stores(1);
    calls.add("shared_beats", running(6), behaviour(Code::Beats)).in_control();
    calls.add("shared_sensors", running(6), behaviour(Code::Sensors)).in_control();
    calls.list
}

/// The calls of an agent go through the queue of the skiller, unlike those of the program.
fn agent_calls(robot: &'static Robot) -> Vec<Call> {
    let mut calls = Calls { list: Vec::new(), side: Side::Behaviour, robot };
    let [start, stop, status] =
        [Code::StartAgent, Code::StopAgent, Code::AgentStatus].map(behaviour);
    let pass = [TICK, ACT, PASS, SENSE];
    let started = |passes: usize| {
        let mut before = followed(idle(), &[start, PASS, SENSE]);
        (0..passes).for_each(|_| before.extend(pass));
        before
    };
    calls.add("behaviour_start_agent, nothing runs", idle(), start).in_control().stores(4);
    calls.add("behaviour_start_agent, a skill runs", running(6), start).in_control().stores(4);
    for (name, passes, stores) in [
        ("behaviour_tick, the agent requests control", 0, 8),
        ("behaviour_tick, the agent calls a skill", 1, 30),
        ("behaviour_tick, the skill of the agent begins", 2, 2),
        ("behaviour_tick, the skill of the agent runs", 8, 2),
    ] {
        calls.add(name, started(passes), TICK).in_control().stores(stores);
    }
    calls.add("behaviour_stop_agent, a skill runs", started(8), stop).in_control().stores(8);
    calls.add("behaviour_agent_status", started(8), status).in_control();
    calls.list
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::paths;

    #[test]
    fn every_function_of_the_shared_memory_is_called() {
        let workspace = tool_support::workspace();
        let header = fs::read_to_string(paths::header(&workspace)).expect("the header");
        let program =
            fs::read_to_string(workspace.join("tools/geode/c/crash.c")).expect("the program");
        let functions: Vec<&str> = header
            .lines()
            .filter_map(|line| {
                line.strip_prefix("NaoResult ")?.split_once('(').map(|(name, _)| name)
            })
            .filter_map(|name| name.strip_prefix("nao_"))
            .filter(|name| {
                ["host_", "behaviour_", "shared_"].iter().any(|side| name.starts_with(side))
            })
            .collect();
        assert!(functions.len() >= 14, "{functions:?}");
        for function in functions {
            assert!(program.contains(&format!("ROBOT({function})(")), "{function}");
        }
    }
}
