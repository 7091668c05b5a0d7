use super::*;
use crate::changes::{change, random};
use crate::package::{Count, Package};
use rover::skills::RoverSkills;
use skill_studio::Description;
use skills_nao::skills::NaoSoccer;

fn rover() -> Package {
    Package::of(&Description::of::<RoverSkills>("rover", &[])).expect("a package")
}

fn nao() -> Package {
    Package::of(&Description::of::<NaoSoccer>("nao", &[])).expect("a package")
}

fn action<'p>(package: &'p Package, name: &str) -> &'p Action {
    package.actions.iter().find(|of| of.name == name).expect("an action")
}

fn read(package: &Package, name: &str, bytes: &[u8]) -> Result<String, GoalError> {
    call(action(package, name), bytes, (&package.name, package.hash))
}

/// A goal with these values.
fn goal(package: &Package, name: &str, values: &[Vec<Value>]) -> Vec<u8> {
    let mut writer = Writer::after(0);
    writer.number(package.hash.to_le_bytes());
    let fields = action(package, name).goal.iter().zip(values);
    fields.for_each(|(field, values)| writer.field(field, values));
    writer.end()
}

#[test]
fn a_goal_is_a_call() {
    let (rover, nao) = (rover(), nao());
    let values = [1.5, -0.25, 30.0].map(|value| vec![Value::Single(value)]);
    let bytes = goal(&rover, "drive_to", &values);
    let expected = "drive_to{x_m=1.5, y_m=-0.25, timeout_sec=30}";
    assert_eq!(read(&rover, "drive_to", &bytes).as_deref(), Ok(expected));
    // As a machine of the other order writes it.
    let mut big = rover.hash.to_be_bytes().to_vec();
    big.extend([1.5_f32, -0.25, 30.0].iter().flat_map(|value| value.to_be_bytes()));
    assert_eq!(read(&rover, "drive_to", &big).as_deref(), Ok(expected));

    let bytes = goal(&rover, "grip", &[vec![Value::Unsigned(1)]]);
    assert_eq!(read(&rover, "grip", &bytes).as_deref(), Ok("grip{jaws=\"open\"}"));
    let bytes = goal(&rover, "search", &[]);
    assert_eq!(read(&rover, "search", &bytes).as_deref(), Ok("search{}"));
    let text = |text: &str| vec![Value::Text(text.to_owned())];
    let bytes = goal(
        &nao,
        "say",
        &[text("a \"b\"\\\n"), vec![Value::Bool(true)], vec![Value::Single(9.0)]],
    );
    let said = read(&nao, "say", &bytes).expect("a call");
    assert!(said.starts_with("say{text=\"a \\\"b\\\"\\\\\\n\""), "{said}");
    let bytes = goal(&rover, "skill", &[text("fetch{misses=1}")]);
    assert_eq!(read(&rover, "skill", &bytes).as_deref(), Ok("fetch{misses=1}"));
    // None of a group, and one of it.
    let fields = action(&nao, "servo").goal.iter();
    let values: Vec<_> = fields
        .map(|field| match (field.count, field.name.as_str()) {
            (_, "head_yaw") => vec![Value::Single(0.5)],
            (Count::Optional, _) => vec![],
            _ => vec![Value::Single(1.0)],
        })
        .collect();
    let servo = read(&nao, "servo", &goal(&nao, "servo", &values)).expect("a call");
    assert!(servo.contains("head_yaw=0.5") && !servo.contains("knee"), "{servo}");
}

#[test]
fn a_wrong_goal_is_refused_with_its_reason() {
    let package = rover();
    let reason =
        |name: &str, bytes: &[u8]| read(&package, name, bytes).expect_err("refused").to_string();
    let [none, other] = [vec![], vec![7; 20]].map(|bytes| reason("grip", &bytes));
    assert!(none.starts_with("the goal ends before its `package_hash`"), "{none}");
    assert!(other.starts_with("the goal is of package 0707070707070707"), "{other}");
    assert!(
        other.ends_with("write `rover_skills` again with `ros2 packages`, and build it"),
        "{other}"
    );
    let short = goal(&package, "drive_to", &[vec![Value::Single(1.0)]]);
    assert_eq!(
        reason("drive_to", &short),
        "byte 12 of the goal, field `y_m`: the message ends before it"
    );
    let values = [f32::NAN, 0.0, 1.0].map(|value| vec![Value::Single(value)]);
    let nan = goal(&package, "drive_to", &values);
    assert_eq!(reason("drive_to", &nan), "field `x_m`: expected a number, found NaN");
    let unset = goal(&package, "grip", &[vec![Value::Unsigned(0)]]);
    let expected = "field `jaws`: 0 is no value; expected 1 (open) or 2 (closed)";
    assert_eq!(reason("grip", &unset), expected);
    let mut long = package.hash.to_le_bytes().to_vec();
    long.extend([255; 12]);
    assert_eq!(
        reason("skill", &long),
        "byte 12 of the goal, field `call`: the message ends before it"
    );
}

#[test]
fn a_result_has_its_values() {
    let package = rover();
    let search = action(&package, "search");
    let bytes = result(search, Status::Final, "", "{distance_m=1.5, bearing_rad=-0.5}", 1);
    let mut expected = vec![1];
    // After the status of ROS, so that the numbers are aligned.
    expected.extend([0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expected.extend(1.5_f32.to_le_bytes());
    expected.extend((-0.5_f32).to_le_bytes());
    assert_eq!(bytes[..1], expected[..1]);
    assert_eq!(bytes[3..], expected[3..], "{bytes:?}");
    let cut = result(search, Status::Final, "", "{distance_m=1.5, bear", 1);
    assert!(String::from_utf8_lossy(&cut).contains("longer than"), "{cut:?}");
    let failed = result(search, Status::Failed, "nothing", "", 1);
    assert_eq!(failed[0], 2);
    let any = result(action(&package, "skill"), Status::Final, "", "7", 1);
    assert_eq!(any[any.len() - 2..], *b"7\0");
}

/// Reads random bytes and changed goals of every action, which are calls or errors.
fn fuzz(count: u32) {
    let packages = [rover(), nao()];
    let mut random = random();
    let actions: Vec<_> =
        packages.iter().flat_map(|of| of.actions.iter().map(move |action| (of, action))).collect();
    let (mut calls, mut errors) = (0_u32, 0_u32);
    for _ in 0..count {
        let (package, action) = actions[random(actions.len())];
        let fields = action.goal.iter();
        let values = fields.map(|field| match field.ty {
            Type::Text(_) => vec![Value::Text("say \"x\"".to_owned())],
            Type::Choice(_) => vec![Value::Unsigned(1)],
            Type::Float(32) => vec![Value::Single(0.5)],
            _ => vec![Value::Unsigned(1)],
        });
        let mut bytes = goal(package, &action.name, &values.collect::<Vec<_>>());
        if random(8) == 0 {
            let hash = package.hash.to_be_bytes();
            bytes.splice(..8, hash);
        }
        for _ in 0..random(4) {
            // The hash of the package stays.
            change(&mut bytes, 8, &mut random);
        }
        match call(action, &bytes, (&package.name, package.hash)) {
            Ok(call) => {
                calls += 1;
                assert!(call.len() <= bytes.len() * 64 + 4096, "{call}");
            }
            Err(error) => {
                errors += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(calls > count / 10 && errors > count / 10, "{calls} calls, {errors} errors");
}

#[test]
fn any_bytes_are_a_call_or_an_error() {
    fuzz(100_000);
}

#[test]
#[ignore = "takes minutes"]
fn very_many_bytes_are_calls_or_errors() {
    fuzz(20_000_000);
}
