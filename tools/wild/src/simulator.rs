//! All skills on the simulated robot, with wild sensors and a wild world.

use crate::generate::Wild;
use crate::limits::check_robot;
use crate::{Figures, Options, Part};
use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{
    Instant, Interface, NoTrace, SkillSpace as _, Skiller, Text, Tick, Writer, WriterTaken,
};
use skills_nao::interfaces::{Led, NaoBlackboard, Navigator, ObjectPosition, SpeechSynth, Switch};
use skills_nao::skills::NaoSoccer;

/// The parts of the robot besides its body.
struct World<'a> {
    navigator: Writer<'a, Navigator>,
    objects: [Writer<'a, ObjectPosition>; 2],
    obstacle: Writer<'a, Switch>,
    speech: Writer<'a, SpeechSynth>,
    lights: [Writer<'a, Led>; 2],
}

impl<'a> World<'a> {
    fn new(board: &'a NaoBlackboard) -> Result<Self, WriterTaken> {
        Ok(Self {
            navigator: board.navigator.writer()?,
            objects: [board.wm_ball.writer()?, board.wm_pose.writer()?],
            obstacle: board.ball_is_obstacle.writer()?,
            speech: board.naoqi_tts.writer()?,
            lights: [board.nao_led_ears_left.writer()?, board.nao_led_ears_right.writer()?],
        })
    }

    fn publish(&mut self, wild: &mut Wild, now: Instant) {
        if wild.once_in(4) {
            wild.publish(&mut self.navigator, now);
        }
        for object in &mut self.objects {
            if wild.once_in(2) {
                wild.publish(object, now);
            }
        }
        if wild.once_in(16) {
            wild.publish(&mut self.obstacle, now);
            wild.publish(&mut self.speech, now);
        }
    }

    /// Takes the messages of the skills.
    fn act(&mut self) {
        fn drain<I: Interface>(writer: &mut Writer<'_, I>) {
            while writer.next_message().is_some() {}
        }
        drain(&mut self.navigator);
        drain(&mut self.obstacle);
        drain(&mut self.speech);
        self.lights.iter_mut().for_each(drain);
    }
}

struct Simulated<'a> {
    board: &'a NaoBlackboard,
    sim: NaoSim<'a>,
    world: World<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    now: Tick,
    figures: Figures,
}

pub fn run(options: Options, name: &str) -> anyhow::Result<Figures> {
    let board = NaoBlackboard::new();
    let mut part = Simulated {
        board: &board,
        sim: NaoSim::new(Robot::new(Pose::Standing, options.seed), &board)?,
        world: World::new(&board)?,
        skiller: Skiller::new(&board)?,
        now: Tick::default(),
        figures: Figures::default(),
    };
    crate::run_part(&mut part, options, name)
}

/// Sends a wild call. Returns whether it was queued.
pub fn call(board: &NaoBlackboard, wild: &mut Wild) -> bool {
    let skill_string = Text::try_from(wild.call(NaoSoccer::SKILLS)).unwrap_or_default();
    !board.skiller.send_as(0, ExecSkill { skill_string }).is_refused()
}

/// Sends up to two wild messages to the body. Returns their number.
pub fn send(board: &NaoBlackboard, wild: &mut Wild) -> u64 {
    let sent = (0..wild.below(3)).map(|_| match wild.below(4) {
        0 => wild.send(&board.naoqi_motion, 0),
        1 => wild.send(&board.naohw, 0),
        2 => wild.send(&board.nao_joint_positions, 0),
        _ => wild.send(&board.nao_joint_stiffness, 0),
    });
    sent.map(u64::from).sum()
}

impl Figures {
    /// Counts a tick of the skiller, in which it has taken a call if `called`.
    pub fn count(&mut self, called: bool, status: SkillStatus, why: &str) {
        self.ticks += 1;
        if called {
            let refused = status == SkillStatus::Failed && why.starts_with("column ");
            *(if refused { &mut self.refused } else { &mut self.calls }) += 1;
        }
    }
}

impl Part for Simulated<'_> {
    fn tick(&mut self, wild: &mut Wild) -> anyhow::Result<()> {
        // The simulator computes each jump in parts of 10 ms.
        let step_us = wild.step_us().min(5_000_000);
        self.now.time = Instant::from_micros(self.now.time.as_micros() + step_us);
        self.now.count = self.now.count.wrapping_add(1);
        let before = self.sim.limit_counts();
        self.sim.sense_falsified(self.now, |frame| {
            let all = wild.once_in(4);
            for value in frame.sensors.joints.iter_mut().chain(&mut frame.stiffness) {
                if all || wild.once_in(16) {
                    *value = wild.float();
                }
            }
            frame.sensors.accel_x = wild.float();
        });
        self.world.publish(wild, self.now.time);
        let called = wild.once_in(2) && call(self.board, wild);
        self.figures.messages += send(self.board, wild);
        let status = self.skiller.tick(self.now, NoTrace);
        let why = if called { self.skiller.interface().error } else { Text::new() };
        self.figures.count(called, status, &why);
        self.sim.act(self.now);
        self.world.act();
        let counts = self.sim.limit_counts();
        self.figures.commands += u64::from(counts.passed.wrapping_sub(before.passed));
        (self.figures.clamped, self.figures.discarded) = (counts.clamped, counts.discarded);
        check_robot(self.sim.robot())
    }
    fn figures(&self) -> Figures {
        self.figures
    }
}
