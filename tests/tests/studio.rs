//! Completion of calls, and conditions of breakpoints, on the NAO's descriptions.

use skill_runtime::Agent;
use skill_studio::Description;
use skill_studio::live::{Condition, complete};
use skills_nao::agents::Striker;
use skills_nao::skills::NaoSoccer;

fn nao() -> Description {
    Description::of::<NaoSoccer>("nao", const { &[Striker::INFO] })
}

fn completed(text: &str) -> Vec<String> {
    let found = complete(&nao(), text, text.len());
    assert!(found.from <= found.to && found.to == text.len());
    found.items.into_iter().map(|item| format!("{}{}", &text[..found.from], item.text)).collect()
}

#[test]
fn a_call_is_completed_from_its_first_letter_to_its_end() {
    assert_eq!(completed("stan"), ["standup{"]);
    assert_eq!(completed("sto"), ["stop{}"]);
    assert_eq!(completed("standup{"), ["standup{from=", "standup{}"]);
    assert_eq!(completed("standup{from=\"b"), ["standup{from=\"back\""]);
    assert_eq!(completed("park{servos_off=t"), ["park{servos_off=true"]);
    assert_eq!(completed("park{time_sec=2, s"), ["park{time_sec=2, servos_off="]);
    assert!(completed("nothing{").is_empty() && completed("say{text=\"a,b").is_empty());
    assert!(completed("").len() > 15);
    // In the middle of a character of several bytes.
    assert_eq!(complete(&nao(), "ä", 1).from, 0);
}

#[test]
fn wrong_conditions_are_refused_with_the_place() {
    let nao = nao();
    let standup = nao.find("standup").expect("exists");
    let error = |text: &str| match Condition::parse(text, &nao, standup) {
        Err(error) => error.to_string(),
        Ok(condition) => panic!("{text}: {condition:?}"),
    };
    for (text, expected) in [
        ("", "column 1: expected a value"),
        ("naomotion", "column 10: expected `.` and the name of a field"),
        (
            "naomotion.movin",
            "column 11: \"NaoQi Motion\" has no field `movin`; did you mean \"moving\"?; it has ",
        ),
        ("naomotion.moving &", "column 18: expected `&&`, `||`, a comparison, or the end"),
        ("naomotion.moving == ", "column 21: expected a value"),
        ("(naomotion.moving", "column 18: expected `)`"),
        (
            "\"NaoQi\".moving",
            "column 1: there is no interface \"NaoQi\"; did you mean \"naohw\"?; the robot has NaoQi Motion, naohw",
        ),
        (
            "\"NaoQi Motin\".moving",
            "column 1: there is no interface \"NaoQi Motin\"; did you mean \"NaoQi Motion\"?; the",
        ),
        (
            "Naomotion.moving",
            "column 1: `standup` has no interface `Naomotion`; did you mean \"naomotion\"?; it has naomotion,",
        ),
        ("nothing.moving", "column 1: `standup` has no interface `nothing`; it has naomotion,"),
        (
            "tries > 2",
            "column 1: `standup` has no interface `tries`; it has naomotion, naosensors, naojoints; a variable is `self.tries`",
        ),
        ("self > 2", "column 6: expected `.` and the name of a variable"),
        ("naosensors.accel_x[0] > 1", "column 20: `accel_x` is not an array"),
        ("1e > 2", "column 1: expected a number"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let deep = "!".repeat(100);
    assert!(error(&format!("{deep}true")).contains("nested too deeply"));
    assert!(error(&"x".repeat(600)).contains("longer than 500 bytes"));
    for right in
        ["naomotion.moving", "!(\"NaoQi Motion\".moving || self.from == Back) && 1 <= 2.5e0"]
    {
        Condition::parse(right, &nao, standup).expect(right);
    }
}
