//! The robot's part in its team's talk: the writers of "Team" and "WM Team Ball".

use skill_runtime::{Tick, Writer, WriterTaken};
use skills_nao::interfaces::{NaoBlackboard, ObjectPosition, Team, mates};
use skills_nao::team::TeamStage;
use skills_nao::team::message::LENGTH;
use skills_nao::team::stage::Senses;
use skills_nao::world_model::{self, TeamBall};

/// The stage of team play on a blackboard.
pub(super) struct Talk<'a> {
    stage: TeamStage,
    /// The packets that have arrived since the last stage.
    packets: Vec<Vec<u8>>,
    team: Writer<'a, Team>,
    ball: Writer<'a, ObjectPosition>,
}

impl<'a> Talk<'a> {
    /// Connects a robot of the team with a number to `board`.
    pub(super) fn new(board: &'a NaoBlackboard, number: u8) -> Result<Self, WriterTaken> {
        Ok(Talk {
            stage: TeamStage::new(number),
            packets: Vec::new(),
            team: board.team.writer()?,
            ball: board.wm_team_ball.writer()?,
        })
    }

    /// Returns the ball that the team sees.
    pub(super) fn ball(&self) -> Option<TeamBall> {
        self.stage.ball()
    }

    /// Returns the team as the robot knows it.
    pub(super) fn team(&self) -> &Team {
        self.stage.team()
    }

    /// Receives a packet in the next stage.
    pub(super) fn hear(&mut self, packet: &[u8]) {
        self.packets.push(packet.to_vec());
    }

    /// Removes and returns the message to send.
    pub(super) fn take_message(&mut self) -> Option<[u8; LENGTH]> {
        self.stage.take_message()
    }

    /// Advances team play, in the world model stage, after what it reads.
    pub(super) fn world_model(&mut self, senses: &Senses<'_>, now: Tick) {
        for packet in self.packets.drain(..) {
            self.stage.hear(&packet, now.time);
        }
        self.stage.step(senses, now.time);
        self.team.write(self.stage.team(), now.time);
        let ball = world_model::publish(self.stage.ball(), senses.ball, senses.pose);
        self.ball.write(&ball, now.time);
    }

    /// Executes the waiting messages, in the act stage.
    pub(super) fn act(&mut self, now: Tick) {
        while let Some(received) = self.team.next_message() {
            let mates::Message::LeaveBall(m) = received.message;
            self.stage.leave_ball(m.time_sec, now.time);
        }
    }
}
