//! The parameters of skills and agents, `standup.wait_sec`, as those of the node.

use ros2_client::{Node, NodeOptions, ParameterValue};
use serde_json::Value;
use skill_runtime::parameter::ParamType;
use skill_studio::Description;
use skill_studio::live::{Command, Hub, NewValue, Newest, SENDER};
use skill_studio::params::{self, InputValue, Param};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parameters, and what the blackboard had of them.
pub(super) struct Params {
    all: Vec<Param>,
    /// Those that differ from their defaults, by key.
    seen: BTreeMap<u32, u32>,
    /// Whether a value comes from the robot, or is its default: then it is not sent there.
    is_of_robot: Arc<AtomicBool>,
}

impl Params {
    /// Declares the parameters of a robot. A value is checked as in the page, and set between two passes.
    pub fn declare(hub: &Arc<Hub>, options: NodeOptions) -> (Self, NodeOptions) {
        let Description { all: skills, .. } = hub.description;
        let all: Vec<Param> = params::all(skills).collect();
        let is_of_robot = Arc::new(AtomicBool::new(true));
        let options = all.iter().fold(options, |options, param| {
            let value = value(*param, param.info.default_word);
            options.declare_parameter(&param.to_string(), value)
        });
        let check = move |name: &str, value: &ParameterValue| check(skills, name, value);
        let (hub, is_own) = (Arc::clone(hub), Arc::clone(&is_of_robot));
        let set = move |name: &str, value: &ParameterValue| {
            if is_own.load(Ordering::Relaxed) { Ok(()) } else { set(&hub, name, value) }
        };
        let options =
            options.parameter_validator(Box::new(check)).parameter_set_action(Box::new(set));
        (Self { all, seen: BTreeMap::new(), is_of_robot }, options)
    }

    /// Sends what clients set to the robot from now on.
    pub fn begin(&self) {
        self.is_of_robot.store(false, Ordering::Relaxed);
    }

    /// Takes the values that have changed on the blackboard, as the page sets them.
    pub fn follow(&mut self, newest: &Newest, node: &Node) {
        let now = newest.board.value.parameters();
        for param in &self.all {
            let key = param.info.key;
            let word =
                |of: &BTreeMap<u32, u32>| of.get(&key).copied().unwrap_or(param.info.default_word);
            if word(&now) == word(&self.seen) {
                continue;
            }
            let (name, new) = (param.to_string(), value(*param, word(&now)));
            if node.get_parameter(&name).as_ref().is_none_or(|old| !is_same(old, &new)) {
                self.is_of_robot.store(true, Ordering::Relaxed);
                // The robot has checked it.
                let _ = node.set_parameter(&name, new);
                self.is_of_robot.store(false, Ordering::Relaxed);
            }
        }
        self.seen = now;
    }
}

fn is_same(a: &ParameterValue, b: &ParameterValue) -> bool {
    json(a) == json(b)
}

/// Returns a word as a value of ROS.
fn value(param: Param, word: u32) -> ParameterValue {
    let json = param.json(word);
    match param.info.ty {
        ParamType::Bool => ParameterValue::Boolean(json.as_bool().unwrap_or(false)),
        ParamType::F32 => ParameterValue::Double(json.as_f64().unwrap_or(f64::NAN)),
        _ => ParameterValue::Integer(json.as_i64().unwrap_or(0)),
    }
}

fn json(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Boolean(value) => Value::from(*value),
        ParameterValue::Integer(value) => Value::from(*value),
        ParameterValue::Double(value) => Value::from(*value),
        ParameterValue::String(text) => Value::from(text.as_str()),
        // Lists are none of the values.
        _ => Value::Array(Vec::new()),
    }
}

fn check(
    skills: &[&'static skill_runtime::SkillInfo],
    name: &str,
    value: &ParameterValue,
) -> Result<(), String> {
    let param = params::find(skills, name).map_err(|problem| problem.to_string())?;
    let word = param.word(InputValue::from(&json(value)));
    word.map(drop).map_err(|problem| problem.to_string())
}

/// Sets a value in the robot, and waits until it has.
fn set(hub: &Hub, name: &str, value: &ParameterValue) -> Result<(), String> {
    let command = Command::Param(NewValue { name: name.to_owned(), value: json(value) });
    let pending = hub.send(SENDER, command).map_err(|refusal| refusal.message)?;
    let done = pending.blocking_recv().map_err(|_| "the robot is gone".to_owned())?;
    done.map(drop).map_err(|refusal| refusal.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::are_messages_or_errors;
    use ros2_client::Parameter;
    use ros2_client::rcl_interfaces::{GetParametersRequest, SetParametersRequest};
    use skill_runtime::skiller::SkillerInterface;
    use skill_runtime::{NoTrace, Parameters, blackboard, skill, skill_space};
    use skill_studio::Session;

    skill! {
        /// Waits.
        pub skill Settle() {
            params {
                wait_sec: f32 = 2.5 in 0.5..=10.0,
                tries: u8 = 3,
                strictly: bool = false,
            }
            start state Wait {
                -> FAILED("not calm") after self.wait_sec when self.strictly && self.tries > 1;
                -> FINAL after self.wait_sec;
            }
        }
    }
    blackboard! { pub Board { "Skiller": SkillerInterface, "Parameters": Parameters<4> } }
    skill_space! { pub Robot on Board { Settle } }
    struct Nothing;
    impl skill_runtime::Stages for Nothing {}

    /// Changes the bytes of requests, and checks the values that come of them.
    fn changed(count: u32) {
        let skills = Description::of::<Robot>("calm", &[]).all;
        let of = |name: &str, value| Parameter { name: name.to_owned(), value }.into();
        let parameter = vec![
            of("settle.wait_sec", ParameterValue::Double(2.0)),
            of("settle.tries", ParameterValue::Integer(4)),
            of("settle.strictly", ParameterValue::Boolean(true)),
        ];
        let (mut set, mut refused) = (0_u32, 0_u32);
        are_messages_or_errors(&SetParametersRequest { parameter }, count, |request| {
            for parameter in request.parameter {
                let Parameter { name, value } = parameter.into();
                match check(skills, &name, &value) {
                    Ok(()) => set += 1,
                    Err(reason) => refused += u32::from(!reason.is_empty()),
                }
            }
        });
        assert!(set > 0 && refused > 0, "{set} set, {refused} refused");
        let names = vec!["settle.wait_sec".to_owned(); 3];
        are_messages_or_errors(&GetParametersRequest { names }, count, drop);
    }

    #[test]
    fn any_bytes_are_a_request_or_an_error() {
        changed(20_000);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn very_many_bytes_are_requests_or_errors() {
        changed(1_000_000);
    }

    #[test]
    fn values_are_checked_set_and_seen() {
        let board: &Board = Box::leak(Box::default());
        let mut session = Session::<Robot, _>::new(board, Nothing).expect("a session");
        let description = Description::of::<Robot>("calm", &[]);
        let hub = session.make_live(description);
        let (params, _) = Params::declare(&hub, NodeOptions::new());
        let all: Vec<_> = params.all.iter().map(|of| value(*of, of.info.default_word)).collect();
        let [
            ParameterValue::Double(wait),
            ParameterValue::Integer(3),
            ParameterValue::Boolean(false),
        ] = all[..]
        else {
            panic!("{all:?}")
        };
        assert!((wait - 2.5).abs() < f64::EPSILON);
        let reason = |name, value| check(description.all, name, &value).expect_err("refused");
        let late = reason("settle.wait_sec", ParameterValue::Double(11.0));
        assert!(late.contains("0.5..=10.0"), "{late}");
        let text = reason("settle.wait_sec", ParameterValue::String("4".to_owned()));
        assert!(text.contains("a text"), "{text}");
        let none = reason("settle.wait_see", ParameterValue::Double(4.0));
        assert!(none.contains("did you mean `wait_sec`?"), "{none}");
        assert!(reason("settle.tries", ParameterValue::Integer(256)).contains("255"));

        // The robot sets it, while another thread waits for that.
        let watching = hub.subscribe();
        let other = Arc::clone(&hub);
        let value = ParameterValue::Double(4.0);
        let waiting = std::thread::spawn(move || set(&other, "settle.wait_sec", &value));
        let key = params.all[0].info.key;
        let is_set =
            || watching.borrow().board.value.parameters().get(&key) == Some(&4_f32.to_bits());
        let start = std::time::Instant::now();
        while !is_set() {
            session.pass(&mut NoTrace);
            assert!(start.elapsed() < std::time::Duration::from_secs(30));
        }
        assert_eq!(waiting.join().expect("no panic"), Ok(()));
    }
}
