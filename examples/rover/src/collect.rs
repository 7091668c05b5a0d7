//! `rover collect`: the agent on the simulated robot, as fast as possible or in real time.

use clap::Args;
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::{
    AgentRunner, Instant, Machine, MainLoop, NoTrace, Skiller, Stages, Status, Tick, TraceEvent,
    TraceKind, Tracer, WriterTaken,
};
use skill_studio::{Error, Output};
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::time::Duration;

/// The period of the main loop.
const PERIOD: Duration = Duration::from_millis(10);
/// The sender of the agent's messages.
pub const AGENT: NonZeroU32 = NonZeroU32::new(1).unwrap();

/// The arguments of `rover collect`.
#[derive(Args)]
pub struct Collect {
    /// Number of cans to collect.
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

impl Default for Collect {
    fn default() -> Self {
        Self { cans: 3, realtime: false, press_at: None, without_button: false, timeout: 180.0 }
    }
}

/// Prints each transition of the agent.
struct Printer<'a>(&'a Output);

impl Tracer for Printer<'_> {
    fn record(&mut self, event: &TraceEvent) {
        if matches!(event.kind, TraceKind::Transition { .. }) {
            self.0.line(event);
        }
    }
}

// ANCHOR: stages
/// The robot: what runs in each stage of a pass.
struct Robot<'a> {
    simulator: Simulator<'a>,
    agent: AgentRunner<'a, Collector, RoverBoard>,
    skiller: Skiller<'a, RoverSkills>,
    printer: Printer<'a>,
    status: Status,
}

impl Stages for Robot<'_> {
    fn sensor(&mut self, now: Tick) {
        self.simulator.sensor(now);
    }
    fn think(&mut self, now: Tick) {
        self.status = self.agent.tick(now, &mut self.printer);
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, NoTrace);
    }
    fn act(&mut self, now: Tick) {
        self.simulator.act(now);
    }
}
// ANCHOR_END: stages

impl Collect {
    /// Runs the agent to its end; the exit status is 0 if it delivered all cans, 1 if not.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        let status = self.collect(&RoverBoard::new(), output).map_err(Error::usage)?;
        Ok(if status == Status::Final { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn simulator<'a>(&self, board: &'a RoverBoard) -> Result<Simulator<'a>, WriterTaken> {
        if self.without_button { Simulator::without_button(board) } else { Simulator::new(board) }
    }

    // ANCHOR: loop
    fn collect(&self, board: &RoverBoard, output: &Output) -> Result<Status, WriterTaken> {
        let mut robot = Robot {
            simulator: self.simulator(board)?,
            agent: AgentRunner::new(board, Collector { cans: Some(self.cans) }, AGENT)?,
            skiller: Skiller::new(board)?,
            printer: Printer(output),
            status: Status::Running,
        };
        let mut main_loop = MainLoop::new();
        let start = std::time::Instant::now();
        let mut time = Duration::ZERO;
        while robot.status == Status::Running && time.as_secs_f64() < self.timeout {
            let pressed = |press: f64| (press..press + 3.0).contains(&time.as_secs_f64());
            robot.simulator.pressed = self.press_at.is_some_and(pressed);
            // The simulated time never goes back.
            let _ = main_loop.pass(Instant::ZERO.after(time), &mut robot);
            time += PERIOD;
            if self.realtime {
                // Sleeps until the next pass; after an overrun, the passes missed are skipped.
                match time.checked_sub(start.elapsed()) {
                    Some(left) => std::thread::sleep(left),
                    None => time = start.elapsed(),
                }
            }
        }
        let Robot { simulator, agent, status, .. } = robot;
        let (delivered, driven_m) = (simulator.delivered, simulator.driven_m);
        output.line(format_args!(
            "{delivered} cans delivered, {driven_m:.1} m driven in {:.1} s",
            time.as_secs_f64()
        ));
        if let Some(failure) = agent.machine().failure() {
            output.line(format_args!("the agent failed: {failure}"));
        }
        Ok(status)
    }
    // ANCHOR_END: loop
}
