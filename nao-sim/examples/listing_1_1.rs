//! The stand-up skill of Listing 1.1 in Niemüller, Ferrein and Lakemeyer, "A
//! Lua-based Behavior Engine for Controlling the Humanoid Robot Nao" (2009),
//! on the simulated robot: `cargo run --example listing_1_1 -p nao-sim`.

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use skill_runtime::{
    Context, Exec, Instant, Machine, MainLoop, Skill, Snapshot, Stages, Status, Tick, TraceEvent,
    TraceKind, Tracer, WriterTaken, skill,
};
use skills_nao::interfaces::motion::{self, StandupFrom};
use skills_nao::interfaces::{HumanoidMotion, NaoBlackboard, NaoHardware};
use skills_nao::skills::{Getup, Servo};

skill! {
    /// Stands up from lying on the back, or from sitting.
    pub skill Standup() {
        depends_skills { Servo, Getup }
        depends_interfaces {
            naomotion: HumanoidMotion = "NaoQi Motion",
            naohw: NaoHardware,
        }

        start state Standup {
            -> Getup when naohw.accel_x >= -35.0 && naohw.accel_x <= 35.0;
            -> FromBack when naohw.accel_x < -35.0;
        }
        state FromBack {
            init { naomotion.send(motion::Standup { from: StandupFrom::Back }); }
            -> TurnOn otherwise;
        }
        state Getup = Getup {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }

        // The paper leaves out what follows: the motors are turned on while the motion
        // begins, and its end is waited for. Lying on the front is left out here too.
        state TurnOn = Servo { enable: true } {
            -> Wait on FINAL;
            -> FAILED on FAILED;
        }
        state Wait { -> FINAL after 12.5s; }
    }
}

/// The simulated robot with the skill on it.
struct Nao<'a> {
    sim: NaoSim<'a>,
    snapshot: Snapshot<'a, NaoBlackboard>,
    standup: <Standup as Skill>::Machine,
}

impl Stages for Nao<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn skill(&mut self, now: Tick) {
        self.snapshot.refresh_all();
        self.standup.exec(&mut Context { snapshot: &self.snapshot, now, tracer: Print });
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

/// Prints the transitions.
struct Print;

impl Tracer for Print {
    fn record(&mut self, event: &TraceEvent) {
        if let TraceKind::Transition { .. } = event.kind {
            println!("  {event}");
        }
    }
}

/// Runs the skill on a robot in `pose`; returns the final status and pose.
///
/// # Errors
/// None, since the robot has a blackboard of its own.
///
/// # Panics
/// Never, since the time is that of the loop.
pub fn run(pose: Pose) -> Result<(Status, Pose), WriterTaken> {
    let mut robot = Robot::new(pose, 1);
    if pose == Pose::Sitting {
        // It has sat down with its motors on, and they still are.
        robot.set_stiffness(None, 1.0, 0.0);
    }
    let board = NaoBlackboard::new();
    let mut nao = Nao {
        sim: NaoSim::new(robot, &board)?,
        snapshot: Snapshot::new(&board),
        standup: Standup {}.start(),
    };
    let mut main_loop = MainLoop::new();
    for tick in 0..2000 {
        main_loop
            .pass(Instant::from_millis(10 * tick), &mut nao)
            .expect("the clock only goes forward");
        if nao.standup.status() != Status::Running {
            break;
        }
    }
    Ok((nao.standup.status(), nao.sim.pose()))
}

fn main() -> Result<(), WriterTaken> {
    for pose in [Pose::LyingBack, Pose::Sitting, Pose::Standing] {
        println!("{pose:?}");
        let (status, pose) = run(pose)?;
        println!("{status}: {pose:?}\n");
    }
    Ok(())
}
