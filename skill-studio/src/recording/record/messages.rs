//! The messages of a batch of passes, for files and viewers.

use super::batch::{Batch, Note};
use super::blocks::Encoder;
use super::channels::{AddChannel, NewChannels, RobotChannels, WorldChannels};
use super::foxglove::{self, Level};
use super::sink::{BeginRobot, Pace};
use super::{changes, sent, topics};
use skill_runtime::Instant;

/// The channels of some robots, and what was sent on them.
pub(super) struct Messages {
    robots: Vec<RobotChannels>,
    world: WorldChannels,
}

impl Messages {
    /// Adds the channels of the robots to where messages go.
    pub fn new<A: AddChannel>(
        to: &mut A,
        robots: &[BeginRobot],
        pace: Pace,
    ) -> Result<Self, A::Error> {
        let mut channels = NewChannels::new(to, pace);
        let world = channels.world()?;
        let robots = robots.iter().map(|robot| channels.robot(robot)).collect::<Result<_, _>>()?;
        Ok(Self { robots, world })
    }

    /// Returns the messages of a batch with their channels and times.
    pub fn of_batch(
        &mut self,
        robot: usize,
        batch: &Batch,
        encoder: &mut Encoder,
    ) -> Vec<(u16, Instant, Vec<u8>)> {
        let mut all = Vec::new();
        let Self { robots, world, .. } = self;
        let Some(robot) = robots.get_mut(robot) else { return all };
        let entries = robot.description.interfaces;
        let interfaces = &mut robot.interfaces;
        let block = encoder.encode(batch, |pass, image, copied| {
            let Some(pass) = batch.passes.get(pass) else { return };
            let time = pass.now.time;
            for index in copied.iter() {
                let index = index as usize;
                let (Some(of), Some(entry)) = (interfaces.get_mut(index), entries.get(index))
                else {
                    break;
                };
                if of.is_due(time)
                    && let Some(words) = image.get(entry.offset..)
                    && of.has_changed(words.get(5..5 + entry.data_words).unwrap_or_default())
                {
                    of.last = Some(time);
                    all.push((of.channel, time, topics::interface(entry, image)));
                }
            }
        });
        for event in &batch.events {
            let (time, skill) = (event.entry.event.time, event.entry.event.skill);
            let view = topics::view(event);
            all.push((robot.trace, time, topics::trace(event, &view)));
            let level = if view.kind == "failed" { Level::Error } else { Level::Info };
            if matches!(&view.kind[..], "transition" | "failed" | "refused" | "limit") {
                all.push((robot.log, time, foxglove::log(time, level, skill.name, &view.text)));
            }
            let channel = robot.states.iter().find(|(of, _)| *of == skill);
            if let (Some((_, channel)), Some(state)) = (channel, topics::state(event)) {
                all.push((*channel, time, state));
            }
        }
        let mut words = &batch.sent_words[..];
        let mut begin = 0;
        for of in &batch.sent {
            let Some((own, rest)) = words.split_at_checked(of.end - begin) else { break };
            (words, begin) = (rest, of.end);
            let Some(entry) = entries.get(of.interface) else { continue };
            for message in sent::messages(of.now.count, of.layer, entry, own) {
                all.push((robot.sent, of.now.time, sent::message(&message)));
            }
        }
        for note in &batch.notes {
            match note {
                Note::Change(now, change) => {
                    let message = changes::message(now.count, change);
                    all.push((robot.changes, now.time, message));
                }
                Note::Log(time, line) => {
                    let text = foxglove::log(*time, Level::Info, robot.description.robot, line);
                    all.push((robot.log, *time, text));
                }
                Note::Scene(time, scene) => {
                    let transforms = foxglove::transforms(*time, scene);
                    all.push((world.transforms, *time, transforms));
                    all.push((world.world, *time, world.pictures.message(scene)));
                    let before = std::mem::replace(&mut world.has_scene, true);
                    let scene = foxglove::scene(*time, scene, before);
                    all.push((world.scene, *time, scene));
                }
            }
        }
        all.sort_by_key(|(_, time, _)| *time);
        if let Some(pass) = batch.passes.last() {
            let message = topics::passes(batch.passes.len(), &block);
            all.push((robot.passes, pass.now.time, message));
        }
        all
    }
}
