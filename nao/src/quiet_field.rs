//! The robot that the commands run on: alone on a quiet field.

use nao_sim::FieldSim;
use nao_sim::body::{MotionTimes, Pose};
use nao_sim::field::{Field, Options};
use skill_runtime::{Stages, Tick, WriterTaken};
use skill_studio::world::WorldOf;
use skills_nao::interfaces::NaoBlackboard;
use std::time::Duration;

/// A simulated robot on a field without a game.
pub struct QuietField<'a> {
    sim: FieldSim<'a>,
}

impl<'a> QuietField<'a> {
    /// Connects a robot in a pose to `board`, whose motions have these durations; `seed` is that of its sensors' noise.
    pub fn new(
        board: &'a NaoBlackboard,
        pose: Pose,
        seed: u64,
        times: MotionTimes,
    ) -> Result<Self, WriterTaken> {
        let (game, disturbances) = (Duration::ZERO, false);
        let quiet = Options { slip: 0.0, stumble: 0.0, disturbances, game, ..Options::default() };
        let mut field = Field::new(&Options { pose, seed, times, ..quiet });
        if pose == Pose::Sitting {
            // The robot sits with its motors on, as after a start.
            field.robot_mut().set_stiffness(None, 1.0, 0.0);
        }
        Ok(QuietField { sim: FieldSim::new(field, board)? })
    }

    /// Removes the writer of the interface `id`.
    pub fn remove_writer(&mut self, id: &str) {
        self.sim.remove_writer(id);
    }

    /// Returns the word for the robot's pose, such as "stands".
    pub fn describe(&self) -> &'static str {
        self.sim.field().robot().pose().describe()
    }

    /// The field for the live page.
    pub const WORLD: WorldOf<Self> = WorldOf {
        scene: Some(|of| nao_scene::scene(of.sim.field())),
        move_shape: Some(|of, id, x, y| nao_scene::move_shape(of.sim.field_mut(), id, x, y)),
        push_shape: Some(|of, id, x, y| nao_scene::push_shape(of.sim.field_mut(), id, x, y)),
    };
}

impl Stages for QuietField<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.sim.world_model(now);
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}
