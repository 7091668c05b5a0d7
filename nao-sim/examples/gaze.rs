//! The head follows something that moves, with a first-order lag, on the simulated robot:
//! `cargo run --example gaze -p nao-sim`.
//!
//! The object sways from side to side. The head's angle follows it by a differential
//! equation, and is compared with the closed form of a first-order lag behind a sine.

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use skill_runtime::{
    Context, Exec, Instant, Machine, MainLoop, Skill, Snapshot, Stages, Status, Tick, WriterTaken,
    skill,
};
use skills_nao::interfaces::{NaoBlackboard, NaoJointPosition, joints::GotoAngle};
use skills_nao::joint::Joint;

/// The amplitude of the object.
const SWAY_RAD: f32 = 0.6;
/// The angular frequency of the object.
const SWAY_RAD_PER_SEC: f32 = 1.5;

skill! {
    /// Turns the head after a swaying object, with a lag, until it has looked long enough.
    pub skill Gaze(
        /// The time constant of the lag.
        lag_sec: f32 = 0.25 in 0.01..=5.0,
        /// The duration.
        time_sec: f32 = 8.0 in 0.1..=60.0,
    ) {
        depends_interfaces { naojoints: NaoJointPosition = "Nao Joint Positions" }
        // The phase of the sway is a flow as well: it advances at a constant rate.
        continuous { yaw_rad: f32 = 0.0, phase_rad: f32 = 0.0 }

        start state Follow {
            flow {
                der(self.phase_rad) = SWAY_RAD_PER_SEC;
                der(self.yaw_rad) = (SWAY_RAD * libm::sinf(self.phase_rad) - self.yaw_rad)
                    / self.lag_sec;
            }
            loop {
                let (servo, value) = (Joint::HeadYaw.bit(), self.yaw_rad);
                naojoints.send(GotoAngle { servo, value, time_sec: 0.02 });
            }
            -> FAILED("message queue full") when naojoints.refused();
            -> FINAL after self.time_sec;
        }
    }
}

/// Returns the angle of a first-order lag behind the sine, by the closed form.
fn closed_form(lag_sec: f64, time_sec: f64) -> f64 {
    let (sway, speed) = (f64::from(SWAY_RAD), f64::from(SWAY_RAD_PER_SEC));
    let (turn, phase) = (speed * lag_sec, speed * time_sec);
    let settled = phase.sin() - turn * phase.cos() + turn * (-time_sec / lag_sec).exp();
    sway * settled / (1.0 + turn * turn)
}

/// The simulated robot with the skill on it.
struct Nao<'a> {
    sim: NaoSim<'a>,
    snapshot: Snapshot<'a, NaoBlackboard>,
    gaze: <Gaze as Skill>::Machine,
}

impl Stages for Nao<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn skill(&mut self, now: Tick) {
        self.snapshot.refresh_all();
        let tracer = skill_runtime::NoTrace;
        self.gaze.exec(&mut Context { snapshot: &self.snapshot, now, tracer });
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

/// The result of a run.
#[derive(Debug)]
struct Run {
    status: Status,
    /// The largest deviation of the computed angle from the closed form.
    off_rad: f64,
    /// The largest deviation of the simulated head from the computed angle.
    head_off_rad: f32,
}

/// Runs the skill on a sitting robot; `show` receives the time, the angles of the object, of the skill
/// and of the head.
///
/// # Errors
/// None, since the robot has a blackboard of its own.
fn run(gaze: Gaze, mut show: impl FnMut(f64, f64, f32, f32)) -> Result<Run, WriterTaken> {
    let mut robot = Robot::new(Pose::Sitting, 1);
    robot.set_stiffness(None, 1.0, 0.0);
    let board = NaoBlackboard::new();
    let lag_sec = f64::from(gaze.lag_sec.unwrap_or(0.25));
    let mut nao = Nao {
        sim: NaoSim::new(robot, &board)?,
        snapshot: Snapshot::new(&board),
        gaze: gaze.start(),
    };
    let mut main_loop = MainLoop::new();
    let mut run = Run { status: Status::Running, off_rad: 0.0, head_off_rad: 0.0 };
    let mut before_rad = 0.0;
    for tick in 0..6000_u64 {
        main_loop
            .pass(Instant::from_millis(10 * tick), &mut nao)
            .expect("the clock only goes forward");
        run.status = nao.gaze.status();
        if run.status != Status::Running {
            break;
        }
        let time_sec = Instant::from_millis(10 * tick).as_secs_f64();
        let yaw_rad = nao.gaze.vars().yaw_rad;
        run.off_rad = run.off_rad.max((f64::from(yaw_rad) - closed_form(lag_sec, time_sec)).abs());
        // The angle is sent in this pass and reached in the next two.
        let head_rad = nao.sim.robot().joint(Joint::HeadYaw);
        run.head_off_rad = run.head_off_rad.max((head_rad - before_rad).abs());
        before_rad = yaw_rad;
        let sways = f64::from(SWAY_RAD) * (f64::from(SWAY_RAD_PER_SEC) * time_sec).sin();
        show(time_sec, sways, yaw_rad, head_rad);
    }
    Ok(run)
}

fn main() -> Result<(), WriterTaken> {
    println!("time, s   sways   flows    head, rad");
    let run = run(Gaze::default(), |time_sec, sways, yaw_rad, head_rad| {
        if (time_sec * 4.0).fract() < 0.01 {
            println!("{time_sec:7.2} {sways:7.3} {yaw_rad:7.3} {head_rad:7.3}");
        }
    })?;
    println!("{}; off the closed form by {:.1e} rad at most", run.status, run.off_rad);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Gaze, Status, run};

    #[test]
    fn the_head_follows_with_its_lag() {
        for lag_sec in [0.1, 0.25, 1.0] {
            let gaze = Gaze { lag_sec: Some(lag_sec), ..Gaze::default() };
            let run = run(gaze, |_, _, _, _| {}).expect("a blackboard of its own");
            assert_eq!(run.status, Status::Final);
            assert!(run.off_rad < 1e-4, "{run:?}");
            assert!(run.head_off_rad < 0.02, "{run:?}");
        }
    }
}
