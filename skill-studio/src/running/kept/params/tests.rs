use super::*;
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Instant, Parameters, SkillSpace as _, blackboard, skill, skill_space};
use std::sync::Mutex;

blackboard! {
    /// A blackboard with parameters.
    pub Board { "Parameters": Parameters<8>, "Skiller": SkillerInterface }
}
skill! {
    /// Waits.
    pub skill Wait() {
        params {
            wait_sec: f32 = 12.5 in 1.0..=30.0,
            tries: u8 = 3,
            loud: bool = false,
        }
        start state Waiting {
            -> FINAL when self.loud && self.tries > 0;
            -> FINAL after self.wait_sec;
        }
    }
}
skill_space! {
    /// One skill.
    pub Skills on Board { Wait }
}

fn silent(line: &str) {
    panic!("{line}");
}

/// Sets parameters of a robot that has this file, and returns the file after that.
fn written(text: &str, names: [Option<&str>; 2], set: &[(&str, Option<u32>)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("params.toml");
    fs::write(&path, text).unwrap();
    let [robot, place] = names.map(|name| name.map(str::to_owned));
    let files = ParamFiles { files: vec![(path.clone(), text.to_owned())], robot, place };
    let board = Board::new();
    let choice = Choice { robot: names[0], place: names[1], ..Choice::default() };
    let begin = params::read(&[("params.toml", text)], choice, Skills::SKILLS).unwrap();
    for Setting { param, word } in begin {
        board.set_parameter(param.info.key, Some(word), Instant::ZERO).unwrap();
    }
    let mut kept = KeptParams::open(files, Skills::SKILLS, &board, silent).unwrap();
    kept.note(&board);
    for (name, word) in set {
        let key = params::find(Skills::SKILLS, name).unwrap().info.key;
        board.set_parameter(key, *word, Instant::ZERO).unwrap();
        kept.note(&board);
    }
    kept.finish().unwrap();
    fs::read_to_string(path).unwrap()
}

const WAIT: (&str, Option<u32>) = ("wait.wait_sec", Some(11_f32.to_bits()));
const TRIES: (&str, Option<u32>) = ("wait.tries", Some(7));
const LOUD: (&str, Option<u32>) = ("wait.loud", Some(1));

#[test]
fn comments_and_order_stay() {
    let text = "# The arena.\n\n[wait] # of all\n# Longer than it looks.\ntries = 2   # not 3\n\n  wait_sec = 0x0A # s\n# end\n";
    let new = written(text, [None, None], &[WAIT, TRIES]);
    assert_eq!(new, text.replace("0x0A", "11.0").replace("tries = 2", "tries = 7"));
    // What is set to what it was stays, and so does a file of a robot whose parameters nobody sets.
    assert_eq!(written(text, [None, None], &[("wait.tries", Some(2))]), text);
    assert_eq!(written(text, [None, None], &[]), text);
}

#[test]
fn what_is_new_comes_into_the_table_that_counts() {
    let text = "[wait]\ntries = 2\n\n[robot.b.wait]\ntries = 5\n\n[robot.a.wait]\nloud = false\n[place.lab.wait]\ntries = 4\n";
    assert_eq!(written("", [None, None], &[LOUD]), "[wait]\nloud = true\n");
    assert_eq!(
        written(text, [None, None], &[LOUD]),
        text.replacen("tries = 2\n", "tries = 2\nloud = true\n", 1)
    );
    // The robot has no value of its own yet: it is its own from now on.
    assert_eq!(
        written(text, [Some("a"), None], &[TRIES]),
        text.replace("loud = false\n", "loud = false\ntries = 7\n")
    );
    // The place has one, which counts.
    assert_eq!(
        written(text, [Some("a"), Some("lab")], &[TRIES]),
        text.replace("tries = 4", "tries = 7")
    );
    // Both have one, and neither is the more special.
    let both = text.replace("loud = false", "tries = 4");
    assert_eq!(
        written(&both, [Some("a"), Some("lab")], &[TRIES]),
        both.replace("tries = 4", "tries = 7")
    );
    let dotted = "wait.tries = 2 # few\nrobot = { a = { wait = { loud = false } } }\n";
    assert_eq!(written(dotted, [None, None], &[TRIES]), dotted.replace('2', "7"));
    assert_eq!(written(dotted, [Some("a"), None], &[LOUD]), dotted.replace("false", "true"));
}

#[test]
fn a_default_that_is_set_is_written_and_numbers_are_exact() {
    let text = "[wait]\nwait_sec = 20.0\n";
    let new = written(text, [None, None], &[("wait.wait_sec", None)]);
    assert_eq!(new, "[wait]\nwait_sec = 12.5\n");
    let exact = written(text, [None, None], &[("wait.wait_sec", Some(1.1_f32.to_bits()))]);
    assert_eq!(exact, "[wait]\nwait_sec = 1.1\n");
}

#[test]
fn a_file_that_others_have_changed_stays_and_a_line_says_so() {
    static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("params.toml");
    let text = "[wait]\ntries = 2\n";
    fs::write(&path, text).unwrap();
    let files = vec![(path.clone(), text.to_owned())];
    let (board, files) = (Board::new(), ParamFiles { files, robot: None, place: None });
    let report = |line: &str| LINES.lock().unwrap().push(line.to_owned());
    let mut kept = KeptParams::open(files, Skills::SKILLS, &board, report).unwrap();
    let other = "[wait]\ntries = 9\n";
    fs::write(&path, other).unwrap();
    let key = params::find(Skills::SKILLS, "wait.wait_sec").unwrap().info.key;
    board.set_parameter(key, Some(11_f32.to_bits()), Instant::ZERO).unwrap();
    kept.note(&board);
    assert!(kept.finish().is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    let lines = LINES.lock().unwrap();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("has changed since the start"), "{lines:?}");
    assert!(lines[0].ends_with(": `wait.wait_sec = 11` is not written"), "{lines:?}");
}

#[test]
fn a_file_that_cannot_follow_is_an_error_before_the_first_pass() {
    blackboard! {
        /// A blackboard without parameters.
        pub Bare { "Skiller": SkillerInterface }
    }
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &str| {
        let files = vec![(folder.path().join(path), String::new())];
        ParamFiles { files, robot: None, place: None }
    };
    let missing = open("nowhere/params.toml");
    let error = KeptParams::open(missing, Skills::SKILLS, &Board::new(), silent).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error}");
    let error = KeptParams::open(open("params.toml"), Skills::SKILLS, &Bare::new(), silent);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("the blackboard has no interface \"Parameters\""), "{error}");
}
