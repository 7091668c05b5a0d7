//! Skill strings: parsing never panics, every error has its place, and formatting round-trips.

use proptest::prelude::*;
use proptest::sample::Index;
use skill_runtime::call::ParseErrorKind;
use skill_runtime::{SkillSpace, Text};
use skills_nao::JointTargets;
use skills_nao::interfaces::motion::Leg;
use skills_nao::joint::Joint;
use skills_nao::skills::{
    Arm, Beckon, Getup, Kick, Led, Lights, NaoSoccer, NaoSoccerCall, Park, Relgoto, Say, Servo,
    Side, Standup, Stop,
};

use crate::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_read_or_refused_with_a_place(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        is_read_or_refused(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in any::<String>()) {
        is_read_or_refused(&text)?;
    }

    #[test]
    fn a_typo_is_read_or_refused_with_a_place(
        written in call_texts(),
        typos in prop::collection::vec((any::<Index>(), typo()), 1..5),
    ) {
        let mut text = written.text;
        for (place, typo) in typos {
            text = with_typo(&text, place, typo);
        }
        is_read_or_refused(&text)?;
    }

    #[test]
    fn what_is_written_is_read(written in call_texts()) {
        let read = NaoSoccer::parse(&written.text);
        prop_assert_eq!(read.as_ref(), Ok(&written.call), "{}", written.text);
        prop_assert_eq!(NaoSoccer::problem(&written.call), None);
    }

    #[test]
    fn what_a_call_says_of_itself_is_read(call in prop_oneof![calls(), further_calls()]) {
        let text = call.to_string();
        let read = NaoSoccer::parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&call), "{}", text);
    }
}

#[test]
fn a_value_by_its_place_that_is_given_twice_is_the_place_of_the_error() {
    let error = NaoSoccer::parse("kick(leg=\"left\", 'right')").expect_err("given twice");
    assert_eq!((error.at, error.len, error.kind), (17, 7, ParseErrorKind::DuplicateArgument));
}

#[test]
fn the_bounds_of_a_range_belong_to_it() {
    for text in ["servo{tolerance_rad=3.2}", "servo{tolerance_rad=0}", "park{time_sec=0.1}"] {
        assert!(NaoSoccer::parse(text).is_ok(), "{text}");
    }
    for text in ["servo{tolerance_rad=3.2001}", "servo{tolerance_rad=-1e-9}", "park{time_sec=0.09}"]
    {
        let kind = NaoSoccer::parse(text).map_err(|error| error.kind);
        assert!(matches!(kind, Err(ParseErrorKind::OutOfRange(_))), "{text}: {kind:?}");
    }
}

fn is_read_or_refused(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = NaoSoccer::parse(text) {
        let end = error.at.checked_add(error.len);
        prop_assert!(text.is_char_boundary(error.at), "{:?} in {:?}", error, text);
        prop_assert!(
            end.is_some_and(|end| text.is_char_boundary(end)),
            "{:?} in {:?}",
            error,
            text
        );
        let shown = error.to_string();
        let column = format!("column {}: ", error.at + 1);
        prop_assert!(shown.starts_with(&column), "{}", shown);
    }
    Ok(())
}

/// A change of one character.
#[derive(Clone, Copy, Debug)]
enum Typo {
    Lost,
    Doubled,
    Other(char),
    CutBehind,
}

fn typo() -> impl Strategy<Value = Typo> {
    prop_oneof![
        Just(Typo::Lost),
        Just(Typo::Doubled),
        prop::sample::select("{}()=,.\"'\\- e1ä\u{2028}😀".chars().collect::<Vec<_>>())
            .prop_map(Typo::Other),
        Just(Typo::CutBehind),
    ]
}

fn with_typo(text: &str, place: Index, typo: Typo) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return String::new();
    }
    let place = place.index(chars.len());
    match typo {
        Typo::Lost => _ = chars.remove(place),
        Typo::Doubled => chars.insert(place, chars[place]),
        Typo::Other(other) => chars[place] = other,
        Typo::CutBehind => chars.truncate(place),
    }
    chars.into_iter().collect()
}

/// A call and a text that parses to it.
#[derive(Clone, Debug)]
struct CallText {
    call: NaoSoccerCall,
    text: String,
}

fn call_texts() -> impl Strategy<Value = CallText> {
    (calls(), any::<Style>()).prop_map(|(call, style)| {
        let text = style.write(&call);
        CallText { call, text }
    })
}

fn calls() -> impl Strategy<Value = NaoSoccerCall> {
    let seconds = || prop::option::of(0.1_f32..=30.0);
    let side = prop::sample::select(vec![Side::Front, Side::Back]);
    let leg = prop::sample::select(vec![Leg::Left, Leg::Right]);
    prop_oneof![
        prop::option::of(side).prop_map(|from| Standup { from }.into()),
        seconds().prop_map(|time_sec| Getup { time_sec }.into()),
        servos().prop_map(NaoSoccerCall::from),
        (seconds(), any::<Option<bool>>()).prop_map(|(time_sec, servos_off)| Park {
            time_sec,
            servos_off
        }
        .into()),
        Just(Stop {}.into()),
        prop::option::of(leg).prop_map(|leg| Kick { leg }.into()),
    ]
}

/// Calls with texts, counts and names of several words.
fn further_calls() -> impl Strategy<Value = NaoSoccerCall> {
    let lights = prop::sample::select(vec![Lights::Chest, Lights::LFoot, Lights::REar]);
    let arm = prop::sample::select(vec![Arm::Left, Arm::Both]);
    let text = any::<String>().prop_map(|text| text.chars().take(60).collect::<String>());
    prop_oneof![
        (text, any::<Option<bool>>()).prop_map(|(text, wait)| {
            let text = Some(Text::try_from(&*text).expect("at most 240 bytes"));
            Say { text, wait, ..Say::default() }.into()
        }),
        (lights, prop::option::of(0.0_f32..=1.0))
            .prop_map(|(led, red)| { Led { led: Some(led), red, ..Led::default() }.into() }),
        (prop::option::of(arm), prop::option::of(0_u32..=20)).prop_map(|(arm, num)| Beckon {
            arm,
            num
        }
        .into()),
        (prop::option::of(-20.0_f32..=20.0), prop::option::of(1e-9_f32..=20.0))
            .prop_map(|(x_m, dist_m)| Relgoto { x_m, dist_m, ..Relgoto::default() }.into()),
    ]
}

fn servos() -> impl Strategy<Value = Servo> {
    let head = |joint: Joint| {
        let (low, high) = joint.limits_rad();
        prop::option::of(low..=high)
    };
    let (yaw, pitch) = (head(Joint::HeadYaw), head(Joint::HeadPitch));
    let tolerance = prop::option::of(0.0_f32..=3.2);
    let seconds = prop::option::of(0.01_f32..=30.0);
    (any::<Option<bool>>(), tolerance, seconds, yaw, pitch, targets()).prop_map(
        |(enable, tolerance_rad, time_sec, yaw, pitch, targets)| Servo {
            enable,
            tolerance_rad,
            time_sec,
            yaw,
            pitch,
            targets,
        },
    )
}

macro_rules! joints {
    ($($joint:ident)*) => {
        fn targets() -> impl Strategy<Value = JointTargets> {
            // Parts of the way from the lowest to the highest angle.
            let parts = prop::collection::vec(prop::option::of(0.0_f32..=1.0), 22);
            (parts, any::<bool>()).prop_map(|(parts, few)| {
                let mut parts = parts.into_iter();
                let mut next = |name| {
                    let part = parts.next().flatten().filter(|part| !few || *part > 0.9)?;
                    let joint = Joint::ALL.into_iter().find(|joint| joint.name() == name)?;
                    let (low, high) = joint.limits_rad();
                    Some((low + part * (high - low)).clamp(low, high))
                };
                JointTargets { $($joint: next(stringify!($joint))),* }
            })
        }

        fn joint_arguments(targets: &JointTargets) -> Vec<(&'static str, Option<Value>)> {
            vec![$((stringify!($joint), targets.$joint.map(Value::Number))),*]
        }
    };
}

joints! {
    head_yaw head_pitch
    l_shoulder_pitch l_shoulder_roll l_elbow_yaw l_elbow_roll
    l_hip_yaw_pitch l_hip_roll l_hip_pitch l_knee_pitch l_ankle_pitch l_ankle_roll
    r_shoulder_pitch r_shoulder_roll r_elbow_yaw r_elbow_roll
    r_hip_yaw_pitch r_hip_roll r_hip_pitch r_knee_pitch r_ankle_pitch r_ankle_roll
}

/// A value in a call.
#[derive(Clone, Copy, Debug)]
enum Value {
    Flag(bool),
    Number(f32),
    Name(&'static str),
}

/// Returns the name of a call's skill and its arguments in order.
fn parts(call: &NaoSoccerCall) -> (&'static str, Vec<(&'static str, Option<Value>)>) {
    let name = NaoSoccer::info(call).name;
    let arguments = match call {
        NaoSoccerCall::Standup(call) => vec![("from", call.from.map(side_name))],
        NaoSoccerCall::Getup(call) => vec![("time_sec", call.time_sec.map(Value::Number))],
        NaoSoccerCall::Servo(call) => {
            let mut arguments = vec![
                ("enable", call.enable.map(Value::Flag)),
                ("tolerance_rad", call.tolerance_rad.map(Value::Number)),
                ("time_sec", call.time_sec.map(Value::Number)),
                ("yaw", call.yaw.map(Value::Number)),
                ("pitch", call.pitch.map(Value::Number)),
            ];
            arguments.extend(joint_arguments(&call.targets));
            arguments
        }
        NaoSoccerCall::Park(call) => vec![
            ("time_sec", call.time_sec.map(Value::Number)),
            ("servos_off", call.servos_off.map(Value::Flag)),
        ],
        NaoSoccerCall::Stop(_) => vec![],
        NaoSoccerCall::Kick(call) => vec![("leg", call.leg.map(leg_name))],
        other => panic!("{other} is none of `calls`"),
    };
    (name, arguments)
}

fn side_name(side: Side) -> Value {
    Value::Name(match side {
        Side::Front => "front",
        Side::Back => "back",
    })
}

fn leg_name(leg: Leg) -> Value {
    Value::Name(match leg {
        Leg::Left => "left",
        Leg::Right => "right",
    })
}

/// The ways to write the same call.
#[allow(clippy::struct_excessive_bools)] // each is a choice of its own
#[derive(Clone, Debug)]
struct Style {
    /// `{..}` or `(..)`.
    braces: bool,
    /// Whether the leading arguments are written without their names.
    positional: bool,
    /// Whether arguments that are not given are written as `from = nil`.
    nil: bool,
    single_quotes: bool,
    exponents: bool,
    backwards: bool,
    trailing_comma: bool,
    space: &'static str,
}

impl Arbitrary for Style {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;
    fn arbitrary_with((): ()) -> Self::Strategy {
        let space = prop::sample::select(vec!["", " ", "\t \n"]);
        (any::<[bool; 7]>(), space)
            .prop_map(|(flags, space)| {
                let [braces, positional, nil, single_quotes, exponents, backwards, trailing_comma] =
                    flags;
                Style {
                    braces,
                    positional,
                    nil,
                    single_quotes,
                    exponents,
                    backwards: backwards && !positional,
                    trailing_comma,
                    space,
                }
            })
            .boxed()
    }
}

impl Style {
    fn write(&self, call: &NaoSoccerCall) -> String {
        let (name, arguments) = parts(call);
        let mut by_place = self.positional;
        let mut list: Vec<String> = Vec::new();
        for (name, value) in arguments {
            by_place &= value.is_some();
            let space = self.space;
            match value {
                Some(value) if by_place && is_declared(call, name) => list.push(self.value(value)),
                Some(value) => list.push(format!("{name}{space}={space}{}", self.value(value))),
                None if self.nil => list.push(format!("{name}{space}={space}nil")),
                None => {}
            }
        }
        if self.backwards {
            list.reverse();
        }
        let space = self.space;
        let mut inside = list.join(&format!("{space},{space}"));
        if self.trailing_comma && !list.is_empty() {
            inside.push(',');
        }
        let (open, close) = if self.braces { ('{', '}') } else { ('(', ')') };
        format!("{space}{name}{space}{open}{space}{inside}{space}{close}{space}")
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) if self.exponents => format!("{number:e}"),
            Value::Number(number) => number.to_string(),
            Value::Name(name) if self.single_quotes => format!("'{name}'"),
            Value::Name(name) => format!("\"{name}\""),
        }
    }
}

/// Returns whether the skill itself declares the argument: only these can be positional.
fn is_declared(call: &NaoSoccerCall, name: &str) -> bool {
    NaoSoccer::info(call).args.iter().any(|arg| arg.name == name)
}
