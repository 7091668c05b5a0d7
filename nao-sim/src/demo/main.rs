//! A simulated NAO lies on its back, stands up, beckons and parks.
//!
//! It depends on no command line and no page, so that the first `cargo run` is short; the program
//! `nao` has both. On a terminal the robot is drawn while it moves, seen from its right side.

mod figure;
mod screen;

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use screen::Screen;
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{Instant, MainLoop, Skiller, Stages, Text, Tick};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoDemo;
use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

const CALLS: [&str; 3] = ["standup{}", "beckon{}", "park{servos_off=true}"];
const PERIOD: Duration = Duration::from_millis(10);

/// The simulated robot, its skills, and the screen that shows both.
struct Demo<'a> {
    robot: NaoSim<'a>,
    skiller: Skiller<'a, NaoDemo>,
    screen: Screen,
}

impl Stages for Demo<'_> {
    fn sensor(&mut self, now: Tick) {
        self.robot.sense(now);
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, &mut self.screen);
    }
    fn act(&mut self, now: Tick) {
        self.robot.act(now);
        self.screen.frame(self.robot.robot(), now.time);
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let board = NaoBlackboard::new();
    let robot = NaoSim::new(Robot::new(Pose::LyingBack, 1), &board).map_err(|_| "no writer")?;
    let skiller = Skiller::new(&board).map_err(|_| "a second skiller")?;
    let mut demo = Demo { robot, skiller, screen: Screen::new() };
    let mut main_loop = MainLoop::new();
    let mut time = Instant::ZERO;
    demo.screen.line(&format!("The robot {}.", demo.robot.pose().describe()));
    for call in CALLS {
        demo.screen.line(&format!("\n> {call}"));
        board.skiller.send_as(0, ExecSkill { skill_string: Text::try_from(call)? });
        let start = time;
        let end = loop {
            let now = main_loop.pass(time, &mut demo).map_err(|_| "the time went back")?;
            time = time.after(PERIOD);
            if demo.skiller.status() != SkillStatus::Running {
                break now.time;
            }
        };
        let took = end.since(start).as_secs_f64();
        let state = demo.robot.pose().describe();
        if demo.skiller.status() != SkillStatus::Final {
            let why = demo.skiller.interface().error;
            demo.screen.line(&format!("FAILED after {took:.3} s: {why}; the robot {state}"));
            return Ok(ExitCode::FAILURE);
        }
        demo.screen.line(&format!("FINAL after {took:.3} s; the robot {state}"));
    }
    demo.screen.line("\nThe live page: cargo run --release -p nao --features full -- play --gui");
    match demo.screen.close() {
        // Nobody reads on.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
