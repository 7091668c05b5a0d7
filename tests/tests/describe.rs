//! A description that was written and read is the same robot: its graphs, lists and interfaces.

use rover::agent::Collector;
use rover::skills::RoverSkills;
use skill_runtime::{Agent, SkillSpace};
use skill_studio::Description;
use skill_studio::graph::{Svg, View};
use skill_tests::Random;
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::skills::{NaoDemo, NaoSoccer};

fn read_again(description: &Description) {
    let json = serde_json::to_string(description).expect("can be written");
    let read = Description::read(&json).expect("can be read");
    let again = serde_json::to_string(&read).expect("can be written");
    let different = json.bytes().zip(again.bytes()).position(|(one, other)| one != other);
    let different =
        different.map(|at| (&json[at.saturating_sub(60)..at + 20], &again[at..at + 20]));
    assert!(different.is_none() && json.len() == again.len(), "{different:?}");
    assert_eq!((read.layout, read.hash), (description.layout, description.hash));
    assert_eq!(read.all.len(), description.all.len());
    for (one, other) in description.all.iter().zip(read.all) {
        assert_eq!(one, other, "the same key");
        let open = View { open: (1..one.instances()).collect(), ..View::default() };
        assert_eq!(Svg::with(one, &open).to_string(), Svg::with(other, &open).to_string());
        assert_eq!(read.is_agent(other), description.is_agent(one));
    }
}

#[test]
fn robots_are_described() {
    let soccer: Description = of::<NaoSoccer>("nao", const { &[Naojoystick::INFO, Striker::INFO] });
    let names = soccer.all.iter().map(|skill| skill.name);
    assert!(
        names.eq(soccer.space.skills.iter().chain(soccer.space.agents).map(|of| of.name))
            || soccer.all.len() == 20
    );
    read_again(&soccer);
    read_again(&of::<NaoDemo>("nao", &[]));
    read_again(&of::<RoverSkills>("rover", const { &[Collector::INFO] }));
}

fn of<S: SkillSpace>(
    robot: &'static str,
    agents: &'static [&'static skill_runtime::SkillInfo],
) -> Description {
    Description::of::<S>(robot, agents)
}

#[test]
fn a_wrong_description_is_refused() {
    let json = serde_json::to_string(&of::<NaoDemo>("nao", &[])).expect("can be written");
    let refused = |from: &str, to: &str| {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json, "{from}");
        Description::read(&changed).expect_err(to).to_string()
    };
    assert!(refused("{\"format\":1", "{\"format\":7").contains("format 7"));
    assert!(refused("\"start\":0", "\"start\":900").contains("no start state"));
    assert!(refused("\"name\":", "\"nome\":").contains("line 1 column"));
    assert!(refused("\"layout\":\"", "\"layout\":\"x").contains("16 hex digits"));
}

/// No change of a description panics, when it is read or drawn.
#[test]
fn mutated_descriptions_do_not_panic() {
    let json = serde_json::to_string(&of::<NaoDemo>("nao", &[])).expect("can be written");
    let (mut random, mut read) = (Random(1), 0);
    for _ in 0..300 {
        let mut bytes = json.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            let digit = b"0123456789{}[]\",ntf"[random.below(19)];
            if bytes[at].is_ascii_digit() || random.below(8) == 0 {
                bytes[at] = digit;
            }
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if let Ok(description) = Description::read(&text) {
            read += 1;
            for skill in description.all {
                let _ = Svg::of(skill).to_string();
            }
        }
    }
    assert!(read > 20, "{read}");
}
