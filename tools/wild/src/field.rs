//! All skills on the simulated field, with wild messages to each of its parts.

use crate::generate::Wild;
use crate::limits::check_robot;
use crate::simulator::{call, send};
use crate::{Figures, Options, Part};
use anyhow::ensure;
use nao_sim::FieldSim;
use nao_sim::field::{Field, Options as FieldOptions};
use skill_runtime::{Instant, NoTrace, Skiller, Text, Tick};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;

struct OnField<'a> {
    board: &'a NaoBlackboard,
    sim: FieldSim<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    now: Tick,
    figures: Figures,
}

pub fn run(options: Options, name: &str) -> anyhow::Result<Figures> {
    let board = NaoBlackboard::new();
    let field = Field::new(&FieldOptions { seed: options.seed, ..FieldOptions::default() });
    let mut part = OnField {
        board: &board,
        sim: FieldSim::new(field, &board)?,
        skiller: Skiller::new(&board)?,
        now: Tick::default(),
        figures: Figures::default(),
    };
    crate::run_part(&mut part, options, name)
}

impl Part for OnField<'_> {
    fn tick(&mut self, wild: &mut Wild) -> anyhow::Result<()> {
        // The field computes each jump in parts.
        let step_us = wild.step_us().min(100_000);
        self.now.time = Instant::from_micros(self.now.time.as_micros() + step_us);
        self.now.count = self.now.count.wrapping_add(1);
        self.sim.sense(self.now);
        self.sim.world_model(self.now);
        let called = wild.once_in(4) && call(self.board, wild);
        self.figures.messages += send(self.board, wild);
        let board = self.board;
        let others = match wild.below(8) {
            0 => wild.send(&board.navigator, 0),
            1 => wild.send(&board.ball_is_obstacle, 0),
            2 => wild.send(&board.nao_led_ears_left, 0),
            3 => wild.send(&board.wm_gamestate, 0),
            _ => false,
        };
        self.figures.messages += u64::from(others);
        let before = self.sim.limit_counts();
        let status = self.skiller.tick(self.now, NoTrace);
        let why = if called { self.skiller.interface().error } else { Text::new() };
        self.figures.count(called, status, &why);
        self.sim.act(self.now);
        let counts = self.sim.limit_counts();
        self.figures.commands += u64::from(counts.passed.wrapping_sub(before.passed));
        (self.figures.clamped, self.figures.discarded) = (counts.clamped, counts.discarded);
        let light = self.sim.field().lights().iter().all(|light| light.intensity().is_finite());
        ensure!(light, "a light is not a number");
        self.sim.field_mut().take_events();
        check_robot(self.sim.field().robot())
    }
    fn figures(&self) -> Figures {
        self.figures
    }
}
