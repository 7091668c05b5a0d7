//! The simulated NAO in ROS 2, standing on a quiet field with a ball: `cargo run -p robot-skill-ros2 --example nao -- ros2 start`.

use nao_sim::FieldSim;
use nao_sim::body::Pose;
use nao_sim::field::{Field, Options};
use skill_ros2::ServerOptions;
use skill_runtime::{Stages, Tick};
use skill_studio::{Description, Error, Session};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;
use std::time::Duration;

/// The stages of the simulator.
struct Quiet(FieldSim<'static>);

impl Stages for Quiet {
    fn sensor(&mut self, now: Tick) {
        self.0.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.0.world_model(now);
    }
    fn act(&mut self, now: Tick) {
        self.0.act(now);
    }
}

fn main() -> ExitCode {
    skill_ros2::main(Description::of::<NaoSoccer>("nao", &[]), nao)
}

fn nao(_: ServerOptions) -> Result<Session<'static, NaoSoccer, Quiet>, Error> {
    let board: &NaoBlackboard = Box::leak(Box::default());
    let (pose, disturbances, game) = (Pose::Standing, false, Duration::ZERO);
    let quiet = Options { pose, slip: 0.0, stumble: 0.0, disturbances, game, ..Options::default() };
    let mut field = Field::new(&quiet);
    field.robot_mut().set_stiffness(None, 1.0, 0.0);
    let sim = FieldSim::new(field, board).map_err(Error::usage)?;
    Ok(Session::new(board, Quiet(sim)).map_err(Error::usage)?.in_realtime(true))
}
