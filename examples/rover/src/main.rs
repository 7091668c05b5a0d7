//! Lets the rover collect its cans, simulated as fast as possible or in real time.

use clap::Parser;
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::{
    AgentRunner, Instant, Machine, MainLoop, NoTrace, Skiller, Stages, Status, Tick, TraceEvent,
    TraceKind, Tracer, WriterTaken,
};
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::time::Duration;

/// The period of the main loop.
const PERIOD: Duration = Duration::from_millis(10);
/// The sender of the agent's messages.
const AGENT: NonZeroU32 = NonZeroU32::new(1).unwrap();

/// Lets a simulated rover collect cans. Exit status: 0 if it delivered them all, 1 if not.
#[derive(Parser)]
#[command(name = "rover")]
struct Arguments {
    /// How many cans to collect.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=3))]
    cans: u32,
    /// Runs in real time.
    #[arg(long)]
    realtime: bool,
    /// Presses the emergency stop for 3 s at this time.
    #[arg(long, value_name = "SECONDS")]
    press_at: Option<f64>,
    /// Never starts the driver of the emergency stop.
    #[arg(long)]
    without_button: bool,
    /// Gives up after this time.
    #[arg(long, value_name = "SECONDS", default_value_t = 180.0)]
    timeout: f64,
}

/// Prints each transition of the agent, and each failure.
struct Printer;

impl Tracer for Printer {
    fn record(&mut self, event: &TraceEvent) {
        match event.kind {
            TraceKind::Transition { .. } if event.skill.name == "collector" => println!("{event}"),
            TraceKind::Failed(_) => println!("{event}"),
            _ => {}
        }
    }
}

// ANCHOR: stages
/// The robot: what runs in each stage of a pass.
struct Robot<'a> {
    simulator: Simulator<'a>,
    agent: AgentRunner<'a, Collector, RoverBoard>,
    skiller: Skiller<'a, RoverSkills>,
    status: Status,
}

impl Stages for Robot<'_> {
    fn sensor(&mut self, now: Tick) {
        self.simulator.sense(now);
    }
    fn think(&mut self, now: Tick) {
        self.status = self.agent.tick(now, &mut Printer);
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, NoTrace);
    }
    fn act(&mut self, now: Tick) {
        self.simulator.act(now);
    }
}
// ANCHOR_END: stages

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let board = RoverBoard::new();
    match run(&board, &arguments) {
        Ok(Status::Final) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

// ANCHOR: loop
fn run(board: &RoverBoard, arguments: &Arguments) -> Result<Status, WriterTaken> {
    let simulator = if arguments.without_button {
        Simulator::without_button(board)?
    } else {
        Simulator::new(board)?
    };
    let mut robot = Robot {
        simulator,
        agent: AgentRunner::new(board, Collector { cans: Some(arguments.cans) }, AGENT)?,
        skiller: Skiller::new(board)?,
        status: Status::Running,
    };
    let mut main_loop = MainLoop::new();
    let start = std::time::Instant::now();
    let mut time = Duration::ZERO;
    while robot.status == Status::Running && time.as_secs_f64() < arguments.timeout {
        robot.simulator.pressed = arguments
            .press_at
            .is_some_and(|press| (press..press + 3.0).contains(&time.as_secs_f64()));
        main_loop.pass(Instant::ZERO.after(time), &mut robot);
        time += PERIOD;
        if arguments.realtime {
            // Sleeps until the next pass; after an overrun the passes it missed are skipped.
            match time.checked_sub(start.elapsed()) {
                Some(left) => std::thread::sleep(left),
                None => time = start.elapsed(),
            }
        }
    }
    let Robot { simulator, agent, status, .. } = robot;
    let (delivered, driven_m) = (simulator.delivered, simulator.driven_m);
    println!("{delivered} cans delivered, {driven_m:.1} m driven in {:.1} s", time.as_secs_f64());
    if let Some(failure) = agent.machine().failure() {
        println!("the agent failed: {failure}");
    }
    Ok(status)
}
// ANCHOR_END: loop
