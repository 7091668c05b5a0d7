//! The program that `cargo xtask nao proof` measures on the robot's processor: `ticks sizes` prints
//! bytes, `ticks WORK TIMES` does the same work so many times, for valgrind to count.

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use nao_skills::boundary::{nao_behaviour_size, nao_engine_size, nao_host_size, nao_shared_size};
use skill_runtime::debug::{DebugMemory, DebugWriter, descriptions_hash};
use skill_runtime::skiller::{ExecSkill, NoTypedCalls, SkillStatus};
use skill_runtime::{
    Context, Exec, Instant, Machine, MainLoop, Skill, SkillKey, SkillSpace, Skiller, Snapshot,
    Stages, Text, Tick, TraceRing, WriterId, skill,
};
use skills_nao::interfaces::BodyBlackboard;
use skills_nao::skills::{Getup, Kick, NaoBody, Park, Servo, Standup, Stop};
use std::error::Error;
use std::hint::black_box;

/// The capacity of the trace in the library's behavior.
type Trace = TraceRing<32>;
type Space = <NaoBody as SkillSpace>::Machine;

skill! {
    /// Takes one transition in each `exec`.
    pub skill Flip() {
        start state One { -> Other after 1 ticks; }
        state Other { -> One after 1 ticks; }
    }
}

/// A robot, and what moves it.
struct Nao<'a> {
    sim: NaoSim<'a>,
    snapshot: Snapshot<'a, BodyBlackboard>,
    machine: Space,
    trace: Trace,
}

impl Stages for Nao<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn skill(&mut self, now: Tick) {
        self.snapshot.refresh_all();
        step(&mut self.machine, &self.snapshot, &mut self.trace, now);
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["sizes"] => sizes(),
        [work, times] => count(work, times.parse()?)?,
        _ => return Err("expected: sizes, or WORK TIMES".into()),
    }
    Ok(())
}

const _: () = assert!(NaoBody::SKILLS.len() == 6, "as many as `sizes` and xtask name");

fn sizes() {
    for (what, bytes) in [
        ("standup", Standup::SIZE),
        ("getup", Getup::SIZE),
        ("servo", Servo::SIZE),
        ("park", Park::SIZE),
        ("stop", Stop::SIZE),
        ("kick", Kick::SIZE),
        ("space", size_of::<Space>()),
        ("blackboard", size_of::<BodyBlackboard>()),
        ("snapshot", size_of::<Snapshot<'_, BodyBlackboard>>()),
        ("skiller", size_of::<Skiller<'_, NaoBody, NoTypedCalls>>()),
        ("trace", size_of::<Trace>()),
        ("debug", size_of::<DebugMemory>()),
        ("shared", nao_shared_size()),
        ("behaviour", nao_behaviour_size()),
        ("host", nao_host_size()),
        ("engine", nao_engine_size()),
    ] {
        println!("{what} {bytes}");
    }
}

/// One `exec`.
#[inline]
fn step<M: Exec<BodyBlackboard>>(
    machine: &mut M,
    snapshot: &Snapshot<'_, BodyBlackboard>,
    trace: &mut Trace,
    now: Tick,
) {
    black_box(machine.exec(&mut Context { snapshot: black_box(snapshot), now, tracer: trace }));
}

fn count(work: &str, times: u32) -> Result<(), Box<dyn Error>> {
    let board = BodyBlackboard::new();
    let (pose, state) = match work {
        "resident" | "sense" | "snapshot" | "unchanged" => (Pose::LyingBack, "Wait"),
        "deepest" => (Pose::Sitting, "Getup"),
        "transition" => return transitions(&board, times),
        "step" => return steps::<false>(&board, times),
        "publish" => return steps::<true>(&board, times),
        _ => return Err(format!("no work {work}").into()),
    };
    let (mut nao, now) = standing_up(&board, pose)?;
    nao.snapshot.set_values(NaoBody::values(&nao.machine));
    let recorded = nao.trace.recorded();
    if work == "resident" || work == "deepest" {
        for _ in 0..times {
            step(&mut nao.machine, &nao.snapshot, &mut nao.trace, black_box(now));
        }
    } else if work == "unchanged" {
        for _ in 0..times {
            NaoBody::refresh(&mut nao.snapshot);
        }
    } else {
        let refreshes = work == "snapshot";
        // Unchanged interfaces are not copied, so each pass changes them.
        for count in 1..=times {
            nao.sim.sense(Tick { count: now.count.wrapping_add(count), ..now });
            if refreshes {
                NaoBody::refresh(&mut nao.snapshot);
            }
        }
    }
    // The robot has stayed in the state.
    if nao.machine.state() == state && nao.trace.recorded() == recorded {
        Ok(())
    } else {
        Err(format!("standup is in {} and not in {state}", nao.machine.state()).into())
    }
}

/// Returns a robot that began to stand up a second ago.
fn standing_up(board: &BodyBlackboard, pose: Pose) -> Result<(Nao<'_>, Tick), Box<dyn Error>> {
    let call = NaoBody::parse("standup{}").map_err(|error| error.to_string())?;
    let mut nao = Nao {
        sim: NaoSim::new(Robot::new(pose, 1), board).map_err(|error| error.to_string())?,
        snapshot: Snapshot::new(board),
        machine: NaoBody::start(call),
        trace: Trace::new(),
    };
    let mut main_loop = MainLoop::new();
    let mut now = Tick { time: Instant::ZERO, count: 0 };
    for pass in 0..100 {
        now = main_loop
            .pass(Instant::from_millis(10 * pass), &mut nao)
            .expect("the clock only goes forward");
    }
    Ok((nao, now))
}

fn transitions(board: &BodyBlackboard, times: u32) -> Result<(), Box<dyn Error>> {
    let snapshot = Snapshot::new(board);
    let mut machine = Flip {}.start();
    let mut trace = Trace::new();
    // The first pass enters the start state, which is an event of its own.
    for count in 0..=times {
        step(&mut machine, &snapshot, &mut trace, Tick { time: Instant::ZERO, count });
    }
    if trace.recorded() == times.wrapping_add(1) {
        Ok(())
    } else {
        Err("not a transition in each pass".into())
    }
}

/// A skiller with its trace and its debug interface.
struct Watched<'a> {
    skiller: Skiller<'a, NaoBody, NoTypedCalls>,
    trace: TraceRing<32, SkillKey>,
    debug: DebugWriter<'a>,
}

impl Watched<'_> {
    /// Steps the skiller `times` times, and publishes its activity if `PUBLISHES`. Not inlined, so
    /// that the two variants differ in nothing else.
    #[inline(never)]
    fn run<const PUBLISHES: bool>(&mut self, mut now: Tick, times: u32) {
        for _ in 0..times {
            now.count += 1;
            let now = black_box(now);
            self.skiller.step(now, &mut self.trace);
            if PUBLISHES {
                self.debug.publish_skiller(now, &self.skiller, &self.trace);
            }
        }
    }
}

/// Steps a skiller whose skill waits.
fn steps<const PUBLISHES: bool>(board: &BodyBlackboard, times: u32) -> Result<(), Box<dyn Error>> {
    const DESCRIPTIONS: u64 = descriptions_hash(NaoBody::SKILLS, &[]);
    let memory = DebugMemory::new();
    let mut sim = NaoSim::new(Robot::new(Pose::LyingBack, 1), board).map_err(|e| e.to_string())?;
    let mut watched = Watched {
        skiller: Skiller::without_typed_calls(board, WriterId::LOCAL)
            .map_err(|error| error.to_string())?,
        trace: TraceRing::of_keys(),
        debug: DebugWriter::new(&memory, board, DESCRIPTIONS),
    };
    let mut now = Tick { time: Instant::ZERO, count: 0 };
    let skill_string = Text::try_from("standup{}").map_err(|_| "too long")?;
    watched.skiller.receive(0, ExecSkill { skill_string }, now, &mut watched.trace);
    for _ in 0..100 {
        sim.sense(now);
        watched.run::<PUBLISHES>(now, 1);
        sim.act(now);
        now.count += 1;
        now.time = Instant::from_millis(u64::from(now.count) * 10);
    }
    let recorded = watched.trace.recorded();
    watched.run::<PUBLISHES>(now, times);
    if watched.trace.recorded() == recorded && watched.skiller.status() == SkillStatus::Running {
        Ok(())
    } else {
        Err("standup does not wait".into())
    }
}
