//! One game: the field, the skiller, the agent, and who watches them.

use super::hand::Hand;
use super::report::{Call, End, Report};
use clap::ValueEnum;
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{
    AgentRunner, Instant, MainLoop, NoTrace, Skiller, Stages, Status, Tick, WriterTaken,
};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::field::{Event, Field, FieldSim, Place, Point, What};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::num::NonZeroU32;
use std::time::Duration;

/// The main loop's period.
const PERIOD: Duration = Duration::from_millis(10);
/// How often the picture's ways have a point, in passes.
const POINT: u32 = 20;
/// The agent's name on the blackboard.
const AGENT: NonZeroU32 = NonZeroU32::MIN;

/// An agent.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// Plays by itself.
    Striker,
    /// Is driven by a joystick, here by a hand that sees the field.
    Naojoystick,
}

/// The agent that thinks.
enum Agent<'a> {
    Striker(AgentRunner<'a, Striker, NaoBlackboard>),
    Naojoystick(AgentRunner<'a, Naojoystick, NaoBlackboard>, Hand),
}

/// The ways of robot and ball, and what happened.
#[derive(Default)]
pub struct Journey {
    /// Where the robot was; a new way begins where it was put by hand.
    pub robot: Vec<Vec<Place>>,
    /// Where the ball was, likewise.
    pub ball: Vec<Vec<Point>>,
    /// What happened.
    pub events: Vec<Event>,
}

/// A game.
pub struct Game<'a> {
    main_loop: MainLoop,
    time: Instant,
    parts: Parts<'a>,
    /// The call that runs, and since when.
    running: Option<(u32, Call)>,
    calls: Vec<Call>,
    journey: Journey,
}

struct Parts<'a> {
    sim: FieldSim<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    agent: Agent<'a>,
}

impl Stages for Parts<'_> {
    fn sensor(&mut self, now: Tick) {
        if let Agent::Naojoystick(_, hand) = &mut self.agent {
            hand.move_stick(&mut self.sim);
        }
        self.sim.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.sim.world_model(now);
    }
    fn think(&mut self, now: Tick) {
        let _: Status = match &mut self.agent {
            Agent::Striker(thinker) => thinker.tick(now, NoTrace),
            Agent::Naojoystick(thinker, _) => thinker.tick(now, NoTrace),
        };
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, NoTrace);
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

impl<'a> Game<'a> {
    /// A game before its first pass.
    pub fn new(board: &'a NaoBlackboard, field: Field, who: Who) -> Result<Self, WriterTaken> {
        let agent = match who {
            Who::Striker => Agent::Striker(AgentRunner::new(board, Striker::default(), AGENT)?),
            Who::Naojoystick => Agent::Naojoystick(
                AgentRunner::new(board, Naojoystick::default(), AGENT)?,
                Hand::default(),
            ),
        };
        Ok(Self {
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
            parts: Parts {
                sim: FieldSim::new(field, board)?,
                skiller: Skiller::new(board)?,
                agent,
            },
            running: None,
            calls: Vec::new(),
            journey: Journey {
                robot: vec![Vec::new()],
                ball: vec![Vec::new()],
                events: Vec::new(),
            },
        })
    }

    /// The time that was played.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.time.as_micros())
    }

    /// One pass of the main loop; what there is to tell of it.
    pub fn pass(&mut self) -> Vec<String> {
        let now = self.main_loop.pass(self.time, &mut self.parts);
        self.time = self.time.after(PERIOD);
        let mut told: Vec<String> = self.watch_skiller(now.time).into_iter().collect();
        let events = self.parts.sim.field_mut().take_events();
        told.extend(
            events.iter().map(|event| format!("{:7.2}  {}", event.time.as_secs_f32(), event.what)),
        );
        self.draw(now, events);
        told
    }

    /// The line of a call that is over.
    fn watch_skiller(&mut self, now: Instant) -> Option<String> {
        let skiller = self.parts.skiller.interface();
        let is_new = self.running.as_ref().is_none_or(|(msgid, _)| *msgid != skiller.msgid);
        let over = match skiller.status {
            SkillStatus::Running if !is_new => return None,
            SkillStatus::Running | SkillStatus::Inactive => self.end(now, End::Stopped),
            SkillStatus::Final => self.end(now, End::Final),
            SkillStatus::Failed => self.end(now, End::Failed(skiller.error.to_string())),
        };
        if skiller.status == SkillStatus::Running {
            let call = Call::begun(&skiller.skill_string, now);
            self.running = Some((skiller.msgid, call));
        }
        over
    }

    fn end(&mut self, now: Instant, end: End) -> Option<String> {
        let (_, mut call) = self.running.take()?;
        call.end(now, end);
        let line = call.to_string();
        self.calls.push(call);
        Some(line)
    }

    /// Remembers where all is, for the picture.
    fn draw(&mut self, now: Tick, events: Vec<Event>) {
        for event in &events {
            if matches!(event.what, What::Placed(_)) {
                self.journey.robot.push(Vec::new());
            }
            let put = matches!(
                event.what,
                What::BallMoved(_)
                    | What::Out
                    | What::GameStuck
                    | What::Goal { .. }
                    | What::State(_)
            );
            if put {
                self.journey.ball.push(Vec::new());
            }
        }
        self.journey.events.extend(events);
        let field = self.parts.sim.field();
        if now.count.is_multiple_of(POINT)
            && let (Some(robot), Some(ball)) =
                (self.journey.robot.last_mut(), self.journey.ball.last_mut())
        {
            robot.push(field.place());
            ball.push(field.ball().at);
        }
    }

    /// The ways and what happened.
    pub fn journey(&self) -> &Journey {
        &self.journey
    }

    /// What became of it so far.
    pub fn report(&mut self, seed: u64) -> Report {
        // What still runs is stopped by the end.
        let _ = self.end(self.time, End::Stopped);
        Report::of(seed, self.time(), self.parts.sim.field(), &self.calls, &self.journey.events)
    }
}
