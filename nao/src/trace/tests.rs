//! The test program is linked as `nao` is, so it decodes its own frames.

use super::decode::{Error, MAX_FRAME, decode, lines, table};
use crate::frames;
use crate::quiet_field::QuietField;
use defmt_decoder::Table;
use nao_sim::body::{MotionTimes, Pose};
use skill_runtime::{
    Argument, Context, DefmtTrace, Exec as _, Instant, Skill as _, SkillResult, Snapshot, Status,
    Tick, skill,
};
use skill_studio::Session;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

fn own() -> Table {
    let path = std::env::current_exe().unwrap();
    table(&path, &std::fs::read(&path).unwrap()).unwrap()
}

/// Returns the frames of what `log` logs.
fn recorded(name: &str, log: impl FnOnce()) -> Vec<u8> {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = std::env::temp_dir().join(format!("nao-trace-{name}-{}", std::process::id()));
    frames::open(&path).unwrap();
    log();
    frames::close().unwrap();
    drop(one);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    bytes
}

fn decoded(bytes: &[u8]) -> (String, Result<(), Error>) {
    let mut text = String::new();
    let result = lines(&own(), bytes, Path::new("test"), |line| {
        text += &format!("{line}\n");
        true
    });
    (text, result)
}

/// Returns the frames of a call.
fn called(name: &str, call: &str, timeout: Duration) -> Vec<u8> {
    recorded(name, || {
        let board = NaoBlackboard::new();
        let robot = QuietField::new(&board, Pose::LyingBack, 1, MotionTimes::default()).unwrap();
        let mut session = Session::<NaoSoccer, _>::new(&board, robot).unwrap();
        session.call(call, timeout, &mut DefmtTrace::default());
    })
}

#[test]
fn a_call_is_printed_from_start_to_end() {
    let frames = called("call", "standup{}", Duration::from_secs(60));
    let (lines, result) = decoded(&frames);
    result.unwrap();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            "t=0.000000 standup starts",
            "t=0.000000 standup#0: called with {}",
            "t=0.000000 standup#0: starts in TurnOn",
            "t=0.000000 servo#1: called with {enable=true}",
            "t=0.000000 servo#1: starts in Servo",
            "t=0.000000 servo#1: Servo -> FINAL (transition 1)",
            "t=0.000000 servo#1: reset",
            "t=0.000000 standup#0: TurnOn -> Standup (transition 0)",
            "t=0.000000 standup#0: Standup -> Wait (transition 4)",
            "t=12.300000 standup#0: Wait -> Check (transition 5)",
            "t=12.600000 standup#0: Check -> FINAL (transition 8)",
            "t=12.600000 standup#0: reset",
            "t=12.600000 standup ends FINAL",
        ]
    );
}

#[test]
fn a_failure_has_its_numbers_and_a_stop_is_named() {
    let (lines, _) =
        decoded(&called("fail", "servo{head_yaw=2.0, tolerance_rad=0}", Duration::from_secs(60)));
    assert!(lines.contains("failed: head_yaw servo timeout. actual: -0.0009"), "{lines}");
    assert!(lines.ends_with("  expected: 2.0  tolerance: 0.0\nt=1.000000 servo#0: reset\nt=1.000000 servo ends FAILED\n"), "{lines}");
    let (lines, _) = decoded(&called("stop", "standup{}", Duration::from_secs(3)));
    assert!(lines.ends_with("standup is stopped\n"), "{lines}");
}

#[derive(Clone, Copy, PartialEq, Debug, Argument)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Spot {
    pub x_m: f32,
    pub side: Side,
    pub count: Option<u32>,
    pub sure: bool,
}

skill! {
    /// Returns a struct.
    pub skill Locate() -> Spot {
        start state Look {
            -> FINAL(Spot { x_m: -1.25, side: Side::Right, count: Some(3), sure: true }) otherwise;
        }
    }
}

skill! {
    /// Returns a number computed from the struct.
    pub skill Measure() -> f32 {
        depends_skills { Locate }
        start state Run = Locate {}? { -> FINAL(spot.x_m * 2.0) on FINAL(spot); }
    }
}

#[test]
fn results_are_printed() {
    let frames = recorded("result", || {
        let board = NaoBlackboard::new();
        let mut measure = Measure {}.start();
        let (snapshot, mut tracer) = (Snapshot::new(&board), DefmtTrace::default());
        let now = Tick { time: Instant::ZERO, count: 0 };
        let mut cx = Context { snapshot: &snapshot, now, tracer: &mut tracer };
        assert_eq!(measure.exec(&mut cx), Status::Final);
    });
    let (lines, result) = decoded(&frames);
    result.unwrap();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            "t=0.000000 measure#0: starts in Run",
            "t=0.000000 locate#1: called with {}",
            "t=0.000000 locate#1: starts in Look",
            "t=0.000000 locate#1: Look -> FINAL (transition 0)",
            "t=0.000000 locate#1: result {x_m=-1.25, side=\"right\", count=3, sure=true}",
            "t=0.000000 locate#1: reset",
            "t=0.000000 measure#0: Run -> FINAL (transition 0)",
            "t=0.000000 measure#0: result -2.5",
        ]
    );
}

#[test]
fn a_truncated_trace_is_printed_up_to_its_end() {
    let frames = called("cut", "standup{}", Duration::from_secs(60));
    let whole = decoded(&frames).0;
    for end in 0..frames.len() {
        let (lines, result) = decoded(&frames[..end]);
        assert!(whole.starts_with(&lines));
        match result {
            Ok(()) => assert!(end == 0 || frames[end - 1] == 0),
            Err(Error::Cut { start, end: at }) => {
                assert_eq!(at, end as u64);
                let before = &frames[..usize::try_from(start).unwrap()];
                assert_eq!(before.last(), Some(&0));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_corrupted_trace_is_an_error_and_no_panic() {
    let frames = called("spoilt", "servo{head_yaw=2.0, tolerance_rad=0}", Duration::from_secs(60));
    let table = own();
    let read = |bytes: &[u8]| lines(&table, bytes, Path::new("test"), |_| true);
    for at in 0..frames.len() {
        for byte in (0..=255).step_by(17) {
            let mut spoilt = frames.clone();
            spoilt[at] = byte;
            let _ = read(&spoilt);
        }
    }
    let endless = vec![1; 3 * usize::try_from(MAX_FRAME).unwrap()];
    assert!(matches!(read(&endless), Err(Error::Foreign(0))));
    // The bytes of a program are not frames.
    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    assert!(matches!(read(&program), Err(error) if error.in_frames()));
}

#[test]
fn unusable_files_have_distinct_errors() {
    let error = |elf: &Path, file: &str| decode(elf, Path::new(file), |_| true).unwrap_err();
    let own = std::env::current_exe().unwrap();
    assert!(matches!(error(Path::new("/none"), "-"), Error::Read(..)));
    assert!(matches!(error(&own, "/none"), Error::Read(..)));
    assert!(matches!(error(Path::new(file!()), "-"), Error::Read(..) | Error::Program(..)));

    let program = std::fs::read(&own).unwrap();
    let of = |program: &[u8]| table(&PathBuf::from("program"), program).unwrap_err();
    assert!(matches!(of(b"no ELF"), Error::Program(..)));
    for end in [0, 4, 63, 64, 100, program.len() / 2, program.len() - 1] {
        assert!(matches!(of(&program[..end]), Error::Program(..)), "{end}");
    }
    let other = changed(&program, b"_defmt_version_ = 4\0", b"_defmt_version_ = 9\0");
    assert!(matches!(of(&other), Error::Version(_)));
    let raw = changed(&program, b"_defmt_encoding_ = rzcobs\0", b"_defmt_encoding_ = raw\0bs\0");
    assert!(matches!(of(&raw), Error::Raw(_)));
}

fn changed(program: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut program = program.to_owned();
    let places = program.windows(from.len()).enumerate().filter(|(_, bytes)| *bytes == from);
    for at in places.map(|(at, _)| at).collect::<Vec<_>>() {
        program[at..at + to.len()].copy_from_slice(to);
    }
    program
}
