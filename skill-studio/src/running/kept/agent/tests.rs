use super::*;
use crate::running::kept::Kept;
use crate::running::session::Session;
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    AgentRunner, Instant, NoTrace, Stages, Text, agent, blackboard, skill, skill_space,
};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

blackboard! {
    /// A blackboard without sensors.
    pub Board { "Skiller": SkillerInterface }
}
skill! {
    /// Waits.
    pub skill Wait() {
        start state Waiting { -> FINAL after 1s; }
    }
}
skill_space! {
    /// One skill.
    pub Skills on Board { Wait }
}
agent! {
    /// Counts.
    pub agent Counter() {
        vars { count: u32 = 0, name: Text<8> = Text::new(), best: f32 = f32::INFINITY }
        start state Count {
            loop { self.count += 1; }
            exit { (self.name, self.best) = (Text::new(), 0.0); }
            -> FINAL when self.best < self.count as f32 && !self.name.is_empty();
        }
    }
}
mod narrower {
    use skill_runtime::{Text, agent};
    agent! {
        #[allow(skill::unused_variable)]
        pub agent Counter() {
            vars { count: u16 = 0, name: Text<8> = Text::new(), best: f32 = f32::INFINITY }
            start state Wait { -> FINAL after 1s; }
        }
    }
}
mod longer {
    use skill_runtime::{Text, agent};
    agent! {
        #[allow(skill::unused_variable)]
        pub agent Counter() {
            vars {
                count: u32 = 0,
                name: Text<8> = Text::new(),
                best: f32 = f32::INFINITY,
                last: u8 = 0
            }
            start state Wait { -> FINAL after 1s; }
        }
    }
}
mod other {
    use skill_runtime::{Text, agent};
    agent! {
        #[allow(skill::unused_variable)]
        pub agent Other() {
            vars { count: u32 = 0, name: Text<8> = Text::new(), best: f32 = f32::INFINITY }
            start state Wait { -> FINAL after 1s; }
        }
    }
}
agent! {
    /// Has what no file can have.
    pub agent Opaque() {
        vars { since: Instant = Instant::ZERO }
        start state Wait { -> FINAL when self.since > Instant::ZERO; }
    }
}
agent! {
    /// Has nothing.
    pub agent Plain() {
        start state Wait { -> FINAL after 1s; }
    }
}

struct Nothing;
impl Stages for Nothing {}

fn report(line: &str) {
    panic!("{line}");
}

macro_rules! made {
    ($agent:expr) => {{
        let board: &'static Board = Box::leak(Box::default());
        (board, AgentRunner::new(board, $agent, NonZeroU32::MIN).unwrap())
    }};
}

/// Returns the line about the file, and the values that the agent begins with.
macro_rules! opened {
    ($path:expr, $agent:expr) => {{
        let mut agent = made!($agent).1;
        let (_, level, line) = KeptAgent::open($path, &mut agent, report).unwrap();
        let line = format!("{level}: {line}");
        let values: Vec<String> =
            Variables::of(&agent).all.into_iter().map(|of| of.value).collect();
        (line, values)
    }};
}

/// Runs passes of the counter, and stops it. Returns the line.
fn run(path: &Path, passes: usize, mut after: impl FnMut()) -> String {
    let (board, mut agent) = made!(Counter {});
    let (kept, _, line) = KeptAgent::open(path, &mut agent, report).unwrap();
    let session = Session::<Skills, _>::new(board, Nothing).unwrap();
    let mut session = session.with_agent(agent);
    session.keep(Kept { agent: Some(kept), params: None });
    for _ in 0..passes {
        session.pass(&mut NoTrace);
        after();
    }
    session.stop(&mut NoTrace);
    session.take_kept().finish().unwrap();
    line
}

fn file() -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    (folder, path)
}

fn count(path: &Path) -> u32 {
    let file: File = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert_eq!(file.variables.len(), 3);
    file.variables[0].value.parse().unwrap()
}

#[test]
fn variables_go_on_where_they_were_although_the_end_resets_the_agent() {
    let (_folder, path) = file();
    assert!(run(&path, 10, || {}).starts_with("counter begins anew: "));
    let first = count(&path);
    assert!(first > 5, "{first}");
    let line = run(&path, 10, || {});
    assert!(line.starts_with("counter goes on with 3 variables from "), "{line}");
    assert_eq!(count(&path), 2 * first);
    let (_, values) = opened!(&path, Counter {});
    assert_eq!(values, [&*(2 * first).to_string(), "\"\"", "inf"]);
}

#[test]
fn a_file_is_written_at_most_once_a_second() {
    let (_folder, path) = file();
    let (begin, mut contents) = (std::time::Instant::now(), BTreeSet::new());
    run(&path, 1500, || {
        thread::sleep(Duration::from_millis(1));
        contents.extend(fs::read(&path));
    });
    let most = begin.elapsed().as_secs() + 1;
    assert!(contents.len() as u64 <= most, "{} in {:?}", contents.len(), begin.elapsed());
    assert!(contents.len() > 1);
}

#[test]
fn another_version_or_another_agent_begins_anew_and_the_file_stays_beside() {
    let (_folder, path) = file();
    run(&path, 5, || {});
    let content = fs::read(&path).unwrap();
    let cases = [
        (opened!(&path, narrower::Counter {}), "`count: u32` where `count: u16` is now"),
        (rewritten(&path, &content, |path| opened!(path, longer::Counter {})), "`last: u8` is new"),
        (
            rewritten(&path, &content, |path| opened!(path, other::Other {})),
            "it is of the agent counter",
        ),
    ];
    for ((line, values), why) in cases {
        assert!(line.starts_with("ERROR: ") && line.contains(why), "{line}");
        assert!(values.starts_with(&["0".into(), "\"\"".into(), "inf".into()]), "{values:?}");
    }
    assert_eq!(fs::read(path.with_extension("old")).unwrap(), content);
    // In its place is the new one.
    let (line, _) = opened!(&path, other::Other {});
    assert!(line.contains("goes on with 3 variables"), "{line}");
}

fn rewritten<T>(path: &Path, content: &[u8], open: impl FnOnce(&Path) -> T) -> T {
    fs::write(path, content).unwrap();
    open(path)
}

#[test]
fn no_damage_is_half_restored() {
    let (_folder, path) = file();
    run(&path, 5, || {});
    let content = fs::read(&path).unwrap();
    for end in 0..content.len() - 2 {
        let damaged = &content[..end];
        let (line, values) = rewritten(&path, damaged, |path| opened!(path, Counter {}));
        assert!(line.contains("the file is damaged"), "{line}");
        assert_eq!(values, ["0", "\"\"", "inf"]);
    }
    for place in 0..content.len() - 1 {
        let mut damaged = content.clone();
        damaged[place] ^= 1;
        let (line, values) = rewritten(&path, &damaged, |path| opened!(path, Counter {}));
        assert!(line.starts_with("ERROR: "), "{place}: {line}");
        assert_eq!(values, ["0", "\"\"", "inf"]);
    }
    // Whole, but of a range that the type does not have.
    let mut file: File = serde_json::from_slice(&content).unwrap();
    file.variables[1].value = "\"too long to be one\"".into();
    file.crc32 = file.checksum();
    let content = serde_json::to_vec(&file).unwrap();
    let (line, values) = rewritten(&path, &content, |path| opened!(path, Counter {}));
    assert!(line.contains("`name: Text<8>` cannot be"), "{line}");
    assert_eq!(values, ["0", "\"\"", "inf"]);
}

#[test]
fn what_cannot_be_kept_is_an_error_before_the_first_pass() {
    let (_folder, path) = file();
    let error = KeptAgent::open(&path, &mut made!(Opaque {}).1, report).unwrap_err().to_string();
    assert!(error.contains("`since: Instant` of opaque cannot be kept\nhelp: "), "{error}");
    let error = KeptAgent::open(&path, &mut made!(Plain {}).1, report).unwrap_err().to_string();
    assert!(error.contains("plain has no variables"), "{error}");
    let error = KeptAgent::open(&path, &mut (), report).unwrap_err().to_string();
    assert!(error.contains("this robot has no agent"), "{error}");
    let nowhere = path.join("nowhere");
    let error = KeptAgent::open(&nowhere, &mut made!(Counter {}).1, report).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_is_reported_once() {
    static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let (folder, path) = file();
    let (board, mut agent) = made!(Counter {});
    let keep = |line: &str| LINES.lock().unwrap().push(line.to_owned());
    let (kept, ..) = KeptAgent::open(&path, &mut agent, keep).unwrap();
    drop(folder);
    let mut session = Session::<Skills, _>::new(board, Nothing).unwrap().with_agent(agent);
    session.keep(Kept { agent: Some(kept), params: None });
    for _ in 0..1500 {
        session.pass(&mut NoTrace);
        thread::sleep(Duration::from_millis(1));
    }
    assert!(session.take_kept().finish().is_err());
    let lines = LINES.lock().unwrap();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("the variables of the agent are not kept: "), "{lines:?}");
}
