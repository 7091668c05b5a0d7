//! Calls of the skills as strings: arguments by name and by place, ranges, what is missing.

use super::stage::Stage;
use skill_runtime::SkillSpace;
use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skills_nao::skills::{NaoDemo, NaoSoccer};

/// The arguments that have no default.
const GIVEN: [(&str, &str); 5] = [
    ("goto", "x_m=1, y_m=0"),
    ("strafe", "distance_m=1"),
    ("say", "text=\"hi\""),
    ("led", "led=\"chest\""),
    ("relgoto", "x_m=1, y_m=0"),
];

fn refusal(call: &str) -> String {
    NaoSoccer::parse(call).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn each_range_is_kept() {
    let mut ranges = 0;
    for skill in NaoSoccer::SKILLS {
        let given = GIVEN.iter().find(|(name, _)| *name == skill.name).map_or("", |(_, args)| args);
        for arg in skill.args {
            let Some(range) = arg.range else { continue };
            let others = given.split(", ").filter(|other| !other.starts_with(arg.name));
            let others: Vec<_> = others.filter(|other| !other.is_empty()).collect();
            let call = |value: f64| {
                let all = [&others[..], &[&format!("{}={value}", arg.name)]].concat().join(", ");
                format!("{}{{{all}}}", skill.name)
            };
            let (low, high) = (range.low.expect("a bound"), range.high.expect("a bound"));
            for inside in [low, high] {
                assert_eq!(refusal(&call(inside)), "");
            }
            // An unsigned type cannot hold a negative number.
            for outside in [high + 1.0, low - 1.0] {
                let why = refusal(&call(outside));
                let says = why.contains(&format!("must lie in {range}"))
                    || why.contains("expected a whole number");
                assert!(says, "{}: {why:?}", call(outside));
            }
            ranges += 1;
        }
    }
    assert!(ranges > 30, "{ranges}");
}

#[test]
fn errors_have_their_place() {
    for (call, why) in [
        ("relgoto(20.5, 0)", "column 9: must lie in -20.0..=20.0"),
        ("turn{timeout_sec=0}", "column 18: must lie in 0.1..=600.0"),
        ("walk(2)", "column 6: must lie in -1.0..=1.0"),
        ("strafe(\"left\")", "column 8: expected a number"),
        ("led{\"chest\", red=1.5}", "column 18: must lie in 0.0..=1.0"),
        ("approach_ball{leg=\"middle\"}", "column 19: expected \"left\" or \"right\""),
        ("beckon{num=21}", "column 12: must lie in 0..=20"),
        ("search_ball{turns=-1}", "column 19: expected a whole number (u32)"),
        (
            "intercept_ball{dir_rd=1}",
            "column 16: skill `intercept_ball` has no such argument; did you mean \"dir_rad\"?",
        ),
    ] {
        let mut stage = Stage::new();
        stage.pass();
        assert_eq!(stage.start(call), Failed, "{call}");
        assert_eq!(stage.reason(), why, "{call}");
        stage.pass();
        assert!(
            stage.navigator.received().is_empty() && stage.motion.received().is_empty(),
            "{call}"
        );
    }
}

#[test]
fn missing_arguments_are_named() {
    for (call, why) in [
        ("goto{}", "argument `x_m` is missing"),
        ("goto(1)", "argument `y_m` is missing"),
        ("say{}", "argument `text` is missing"),
        ("led{red=1}", "argument `led` is missing"),
        ("strafe{}", "argument `distance_m` is missing"),
    ] {
        let mut stage = Stage::new();
        stage.pass();
        assert_eq!(stage.start(call), Failed, "{call}");
        assert!(stage.reason().contains(why), "{call}: {}", stage.reason());
    }
}

#[test]
fn arguments_by_place_are_those_by_name() {
    for (by_place, by_name) in [
        ("relgoto(0.3, 0)", "relgoto{x_m=0.3, y_m=0}"),
        ("relgoto(nil, nil, nil, 1, 0.5)", "relgoto{phi_rad=1, dist_m=0.5}"),
        ("goto(1, -1, 0.5)", "goto{x_m=1, y_m=-1, ori_rad=0.5}"),
        ("turn(1)", "turn{angle_rad=1}"),
        ("strafe(-0.2)", "strafe{distance_m=-0.2}"),
        ("walk(0.5, 0, -1)", "walk{x=0.5, y=0, theta=-1}"),
        ("say(\"hi\")", "say{text=\"hi\"}"),
        ("led(\"chest\", 1, 0.5, 0, 2)", "led{\"chest\", red=1, green=0.5, blue=0, time_sec=2}"),
        ("beckon(\"both\", 2)", "beckon{arm=\"both\", num=2}"),
        ("search_ball(2, 1.5)", "search_ball{turns=2, angle_rad=1.5}"),
        ("track_ball(3, 1)", "track_ball{time_sec=3, lost_sec=1}"),
        ("approach_ball(\"left\", 0.2)", "approach_ball{leg=\"left\", dist_m=0.2}"),
        ("intercept_ball(1, 0.4)", "intercept_ball{dir_rad=1, dist_m=0.4}"),
    ] {
        let read = |call: &str| format!("{:?}", NaoSoccer::parse(call).expect(call));
        assert_eq!(read(by_place), read(by_name));
        // And it runs.
        let mut stage = Stage::new();
        stage.pass();
        let status = stage.start(by_place);
        assert!(matches!(status, Running | Final), "{by_place}: {}", stage.reason());
    }
}

#[test]
fn a_space_runs_its_own_skills_alone() {
    assert!(NaoDemo::parse("say(\"hi\")").is_ok() && NaoDemo::parse("beckon{}").is_ok());
    for call in ["relgoto(1, 0)", "walk(1)", "kick{leg=\"left\"}"] {
        assert!(NaoSoccer::parse(call).is_ok() && NaoDemo::parse(call).is_err(), "{call}");
    }
}
