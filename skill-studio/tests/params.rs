//! Files with parameters: each mistake is refused with its place and its cure.

use skill_runtime::{SkillInfo, skill};
use skill_studio::params::{self, Choice, InputValue, Mistake, read};

skill! {
    /// Stands up.
    pub skill Standup(side: u32 = 0) {
        params {
            /// The time that it takes.
            wait_sec: f32 = 12.5 in 1.0..=30.0,
            tries: u8 = 3 in 1..=5,
            slowly: bool = false,
            lean: i8 = 0 in -10..10,
            free: f32 = 0.0,
        }
        start state Wait {
            -> FINAL after self.wait_sec + self.free when self.slowly;
            -> FINAL when u32::from(self.tries) > self.side;
            -> FINAL when self.lean > 0;
        }
    }
}
skill! {
    /// Waits.
    pub skill Wait() {
        params { wait_sec: f32 = 1.0 in 0.0.., count: i16 = 1, all: u32 = 1, whole: i32 = 0 }
        start state Wait {
            -> FINAL after self.wait_sec;
            -> FINAL when self.count > 1 && self.all > 1 && self.whole > 1;
        }
    }
}
skill! {
    /// Has none.
    pub skill Plain() {
        start state Wait { -> FINAL after 1s; }
    }
}

const ROBOT: [&SkillInfo; 3] = [&Standup, &Wait, &Plain];

/// A file, the robot and the place that are chosen, and what is reported: the places, and parts of the
/// message and of the cure.
type Case =
    (&'static str, [&'static str; 2], &'static [(&'static str, &'static str, &'static str)]);

#[rustfmt::skip]
const MISTAKES: &[Case] = &[
    // Unknown names.
    ("[standing]\nwait_sec = 2.0", ["", ""], &[("1:2", "no skill `standing`", "did you mean `standup`?")]),
    ("[stand_up]\nwait_sec = 2.0", ["", ""], &[("1:2", "no skill `stand_up`", "did you mean `standup`?")]),
    ("[dance]\nfast = true", ["", ""], &[("1:2", "no skill `dance`", "these have parameters: `standup`, `wait`")]),
    ("[Standup]\nwait_sec = 2.0", ["", ""], &[("1:2", "no skill `Standup`", "did you mean `standup`?")]),
    ("[plain]\nwait_sec = 2.0", ["", ""], &[("1:2", "`plain` has no parameters", "declare `params { .. }` in `Plain`")]),
    ("[standup]\nwait_scc = 2.0", ["", ""], &[("2:1", "`standup` has no parameter `wait_scc`", "did you mean `wait_sec`?")]),
    ("[standup]\nheight = 2.0", ["", ""], &[("2:1", "no parameter `height`", "it has `wait_sec`, `tries`, `slowly`, `lean`, `free`")]),
    ("[standup]\nside = 1", ["", ""], &[("2:1", "no parameter `side`", "it is an argument: give it in the call, `standup{side=..}`")]),
    ("[standup]\n\"\" = 1", ["", ""], &[("2:1", "no parameter ``", "it has")]),
    ("wait_sec = 2.0", ["", ""], &[("1:1", "`wait_sec` does not belong to a skill", "move it under `[standup]`")]),
    ("count = 2", ["", ""], &[("1:1", "`count` does not belong to a skill", "move it under `[wait]`")]),
    ("nothing = 2", ["", ""], &[("1:1", "`nothing` does not belong to a skill", "`[SKILL]`")]),
    ("standup = 2", ["", ""], &[("1:1", "`standup` does not belong to a skill", "`[SKILL]`")]),
    ("standup.wait_scc = 2", ["", ""], &[("1:9", "no parameter `wait_scc`", "did you mean `wait_sec`?")]),
    ("[\"standup.wait_sec\"]\nx = 1", ["", ""], &[("1:2", "no skill `standup.wait_sec`", "these have parameters")]),
    // Out of range.
    ("[standup]\nwait_sec = 31.0", ["", ""], &[("2:1", "`standup.wait_sec` is 31, which is out of range", "the range is `1.0..=30.0`")]),
    ("[standup]\nwait_sec = 0.99", ["", ""], &[("2:1", "is 0.99, which is out of range", "`1.0..=30.0`")]),
    ("[standup]\nwait_sec = -5", ["", ""], &[("2:1", "is -5, which is out of range", "`1.0..=30.0`")]),
    ("[standup]\nwait_sec = 31", ["", ""], &[("2:1", "is 31, which is out of range", "`1.0..=30.0`")]),
    ("[standup]\nwait_sec = nan", ["", ""], &[("2:1", "`standup.wait_sec` is not finite", "`1.0..=30.0`")]),
    ("[standup]\nwait_sec = inf", ["", ""], &[("2:1", "is not finite", "`1.0..=30.0`")]),
    ("[standup]\nfree = -inf", ["", ""], &[("2:1", "is not finite", "the values of `f32`")]),
    ("[standup]\nfree = 1e39", ["", ""], &[("2:1", "which is no `f32`", "the values of `f32`")]),
    ("[standup]\ntries = 6", ["", ""], &[("2:1", "is 6, which is out of range", "`1..=5`")]),
    ("[standup]\ntries = 0", ["", ""], &[("2:1", "is 0, which is out of range", "`1..=5`")]),
    ("[standup]\ntries = 256", ["", ""], &[("2:1", "is 256, which is no `u8`", "`1..=5`")]),
    ("[standup]\ntries = -1", ["", ""], &[("2:1", "is -1, which is no `u8`", "`1..=5`")]),
    ("[standup]\nlean = 10", ["", ""], &[("2:1", "is 10, which is out of range", "`-10..10`")]),
    ("[standup]\nlean = -129", ["", ""], &[("2:1", "is -129, which is no `i8`", "`-10..10`")]),
    ("[wait]\ncount = 40_000", ["", ""], &[("2:1", "is 40000, which is no `i16`", "`-32768..=32767`")]),
    ("[wait]\nall = 0x1_0000_0000", ["", ""], &[("2:1", "is 4294967296, which is no `u32`", "`0..=4294967295`")]),
    ("[wait]\nwhole = -2147483649", ["", ""], &[("2:1", "is -2147483649, which is no `i32`", "values of `i32`")]),
    ("[wait]\nwait_sec = -0.1", ["", ""], &[("2:1", "out of range", "`0.0..`")]),
    // Wrong types.
    ("[standup]\nwait_sec = \"11\"", ["", ""], &[("2:1", "`standup.wait_sec` is a text, but its type is `f32`", "a number without quotes, as its default `12.5`")]),
    ("[standup]\nwait_sec = true", ["", ""], &[("2:1", "is true or false, but its type is `f32`", "write a number")]),
    ("[standup]\nwait_sec = [1.0]", ["", ""], &[("2:1", "is a list", "write a number")]),
    ("[standup]\nwait_sec = { a = 1 }", ["", ""], &[("2:1", "is a table", "write a number")]),
    ("[standup.wait_sec]\nvalue = 1", ["", ""], &[("1:10", "is a table", "write a number")]),
    ("[standup]\nwait_sec = 2026-01-01", ["", ""], &[("2:1", "is a date", "write a number")]),
    ("[standup]\ntries = 2.0", ["", ""], &[("2:1", "is 2, but its type is `u8`", "write a whole number, as its default `3`")]),
    ("[standup]\ntries = 2.5", ["", ""], &[("2:1", "is 2.5, but its type is `u8`", "a whole number")]),
    ("[standup]\nslowly = 1", ["", ""], &[("2:1", "is a number, but its type is `bool`", "`true` or `false`")]),
    ("[standup]\nslowly = 0.0", ["", ""], &[("2:1", "is a number, but its type is `bool`", "`true` or `false`")]),
    ("[standup]\nslowly = \"true\"", ["", ""], &[("2:1", "is a text, but its type is `bool`", "without quotes")]),
    ("[[standup]]\nwait_sec = 2.0", ["", ""], &[("1:3", "`standup` does not belong to a skill", "`[SKILL]`")]),
    // The syntax.
    ("[standup]\nwait_sec = 2.0\nwait_sec = 3.0", ["", ""], &[("3:1", "duplicate key", "each name once")]),
    ("[standup]\nwait_sec = 2.0\n[standup]\ntries = 1", ["", ""], &[("3:2", "duplicate key", "each name once")]),
    ("[standup]\nwait_sec =", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    ("[standup]\nwait_sec 2.0", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    ("[standup\nwait_sec = 2.0", ["", ""], &[("1:", "", "`[SKILL]`")]),
    ("[standup]\nwait_sec = 2,5", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    ("[standup]\nwait_sec = 2.0 s", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    ("[standup]\nwait_sec: 2.0", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    ("[standup]\nslowly = yes", ["", ""], &[("2:", "", "`NAME = VALUE`")]),
    // Overlays.
    ("robot = 1", ["", ""], &[("1:1", "`robot` is not a table", "`[robot.NAME.SKILL]`")]),
    ("[robot]\nwait_sec = 2.0", ["", ""], &[("2:1", "`wait_sec` does not belong to a skill", "`[robot.NAME.SKILL]`")]),
    ("[robot.nao7]\nwait_sec = 2.0", ["", ""], &[("2:1", "`wait_sec` does not belong to a skill", "move it under `[standup]`")]),
    ("[robot.nao7.dance]\nfast = true", ["", ""], &[("1:13", "no skill `dance`", "these have parameters")]),
    ("[place.lab.standup]\nwait_sec = 31.0", ["", ""], &[("2:1", "out of range", "`1.0..=30.0`")]),
    ("[robot.nao7.standup]\nwait_sec = 2.0", ["nao8", ""], &[("", "`--robot nao8`: no file has it", "did you mean `nao7`?")]),
    ("[standup]\nwait_sec = 2.0", ["", "lab"], &[("", "`--place lab`: no file has it", "add `[place.lab.SKILL]`")]),
    ("[robot.1.2.standup]\nwait_sec = 2.0", ["", ""], &[("1:8", "`1.2` are two names", "write `[robot.\"1.2\".SKILL]`")]),
    ("[standup]\nwait_sec = 2.0", ["1.1", ""], &[("", "`--robot 1.1`: no file has it", "add `[robot.\"1.1\".SKILL]`")]),
    ("[robot.a.standup]\ntries = 2\n[place.b.standup]\ntries = 4", ["a", "b"], &[("4:1", "`standup.tries` is 4 at this place, but 2 for this robot, in params.toml:2:1", "remove one of them")]),
    // Several at once.
    ("wait_sec = 1\n[standup]\nwait_sec = 31.0\ntry = 1\n[dance]\n[wait]\ncount = \"2\"", ["", ""], &[
        ("1:1", "does not belong to a skill", "move it under"), ("3:1", "out of range", "`1.0..=30.0`"),
        ("4:1", "no parameter `try`", "it has"), ("5:2", "no skill `dance`", "these have parameters"),
        ("7:1", "is a text", "without quotes"),
    ]),
    ("[standup]\nwait_sec = = 2\ntries = 9", ["", ""], &[("2:", "", "each name once"), ("3:1", "out of range", "`1..=5`")]),
];

fn choice([robot, place]: [&'static str; 2]) -> Choice<'static> {
    let given = |name: &'static str| (!name.is_empty()).then_some(name);
    Choice { robot: given(robot), place: given(place), ..Choice::default() }
}

#[test]
fn each_mistake_has_its_place_and_its_cure() {
    assert!(MISTAKES.len() >= 60, "{} mistakes", MISTAKES.len());
    let mut wrong = Vec::new();
    for (text, chosen, expected) in MISTAKES {
        let found = read(&[("params.toml", text)], choice(*chosen), &ROBOT).expect_err(text);
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        let fits = |(text, (at, message, help)): (&String, &(&str, &str, &str))| {
            let (first, cure) = text.split_once("\n  help: ").unwrap_or((text, ""));
            let place = if at.is_empty() { String::new() } else { format!("params.toml:{at}") };
            first.starts_with(&place) && first.contains(message) && cure.contains(help)
        };
        if texts.len() != expected.len() || !texts.iter().zip(*expected).all(fits) {
            wrong.push(format!("{text}\n=> {texts:#?}\nexpected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The values that files give, as texts.
fn values(files: &[(&str, &str)], chosen: [&'static str; 2]) -> Vec<String> {
    let read = read(files, choice(chosen), &ROBOT).expect("files without mistakes");
    let mut texts: Vec<String> =
        read.iter().map(|of| format!("{} = {}", of.param, of.param.text(of.word))).collect();
    texts.sort();
    texts
}

#[test]
fn a_value_in_too_many_brackets_has_its_own_cure() {
    let many = 100_000;
    for text in [
        format!("[standup]\nwait_sec = {}{}", "[".repeat(many), "]".repeat(many)),
        format!("[standup]\nwait_sec = {}1{}", "{a=".repeat(many), "}".repeat(many)),
        format!("[standup]\nwait_sec = {}{}", "[\n".repeat(many), "]\n".repeat(many)),
        format!("[standup]\nwait_sec.{} = 1", vec!["a"; many].join(".")),
    ] {
        let found = read(&[("params.toml", &text)], Choice::default(), &ROBOT).expect_err("deep");
        let start = text.get(..30);
        let fits = |of: &Mistake| of.help.starts_with("write a number, `true` or `false`");
        assert!(found.last().is_some_and(fits), "{start:?}: {found:?}");
    }
}

#[test]
fn later_files_and_overlays_override() {
    let base = "\
# everywhere
wait.count = -2
[standup]
wait_sec = 11
tries = 2
slowly = true
lean = -10
[robot.a.standup]
wait_sec = 2.5
[robot.b]
standup.wait_sec = 3
[place.lab]
wait.count = 7
standup.wait_sec = 2.5
";
    let more = "[standup]\ntries = 0b100\nfree = 1e3";
    assert_eq!(
        values(&[("base", base)], ["", ""]),
        [
            "standup.lean = -10",
            "standup.slowly = true",
            "standup.tries = 2",
            "standup.wait_sec = 11",
            "wait.count = -2"
        ]
    );
    assert_eq!(
        values(&[("base", base), ("more", more)], ["a", "lab"]),
        [
            "standup.free = 1000",
            "standup.lean = -10",
            "standup.slowly = true",
            "standup.tries = 4",
            "standup.wait_sec = 2.5",
            "wait.count = 7"
        ]
    );
    assert_eq!(values(&[("empty", "")], ["", ""]), [""; 0]);
    let conflict = read(&[("base", base)], choice(["b", "lab"]), &ROBOT).expect_err("a conflict");
    assert_eq!(
        conflict[0].to_string(),
        "base:14:9: `standup.wait_sec` is 2.5 at this place, but 3 for this robot, in base:11:9\n  help: remove one of them, or give both the same value"
    );
    let twice = read(&[("a", ""), ("a", "")], Choice::default(), &ROBOT).expect_err("twice");
    assert_eq!(twice[0].to_string(), "a: the file is given twice\n  help: remove one of them");
}

#[test]
fn commands_name_parameters() {
    let found = params::find(&ROBOT, "standup.wait_sec").expect("a parameter");
    assert_eq!(found.word(InputValue::Integer(11)), Ok(11_f32.to_bits()));
    assert_eq!(found.json(11.5_f32.to_bits()), serde_json::json!(11.5));
    let wrong = |name: &str| params::find(&ROBOT, name).expect_err(name).to_string();
    assert_eq!(
        wrong("wait_sec"),
        "`wait_sec` is not the name of a parameter; write `standup.wait_sec`"
    );
    assert_eq!(
        wrong("standup.wait"),
        "`standup` has no parameter `wait`; it has `wait_sec`, `tries`, `slowly`, `lean`, `free`"
    );
    assert_eq!(wrong("standpu.wait_sec"), "there is no skill `standpu`; did you mean `standup`?");
}

/// The shortest of three times for a file with the parameters of `robots` robots.
fn time_of(robots: usize) -> std::time::Duration {
    let table = |robot| format!("[robot.r{robot}.standup]\nwait_sec = 2.0\n");
    let text: String = (0..robots).map(table).collect();
    let once = || {
        let start = std::time::Instant::now();
        assert_eq!(read(&[("all", &text)], choice(["r1", ""]), &ROBOT).map(|all| all.len()), Ok(1));
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn a_file_that_is_four_times_as_long_takes_about_four_times_as_long() {
    let (short, long) = (time_of(4000), time_of(16_000));
    assert!(long < short * 8, "{short:?} for 4000 robots, {long:?} for 16 000");
}
