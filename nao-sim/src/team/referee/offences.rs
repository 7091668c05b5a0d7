//! Offences of single robots, judged by the true places.

use super::Referee;
use super::penalties::Offence;
use super::places::{
    clearance, in_net, in_own_area, in_own_goal_area, off_carpet, wrong_at_free_kick,
    wrong_at_kick_off,
};
use super::scene::{Body, Scene};
use super::watch::{CLEARLY, CROWDS, IN_NET, LASTS, PUSHES, RESTS, lasts};
use core::time::Duration;
use skills_nao::hardware::Motion;
use skills_nao::referee::State;

impl Referee {
    /// Returns the offence of a player, if it has committed one.
    pub(super) fn offence(
        &mut self,
        body: &Body,
        scene: &Scene<'_>,
        dt: Duration,
    ) -> Option<Offence> {
        let (state, stop, pitch) = (self.state, !self.stop.is_zero(), self.pitch);
        let waits = !self.unannounced.is_zero();
        let rested = self.in_state > RESTS;
        let in_set = state == State::Set && self.whistle.is_none() && rested;
        let in_stop = stop && self.in_stop > RESTS;
        let misplaced = self.is_misplaced(body, scene);
        let restart = self.restart.filter(|restart| restart.of != body.id.team);
        let crowded = self.is_crowded(body, scene);
        let keeper = self.goalkeeper(body.id.team) == body.id.number;
        let watch = self.watch_mut(body.id)?;
        if watch.penalty.is_some() {
            return None;
        }
        let own = body.own();
        let rises = matches!(body.motion, Some(Motion::Standup(_) | Motion::GetUp));
        let moves = body.motion.is_some() && (in_stop || in_set && !rises);
        if lasts(&mut watch.moves, moves, dt, LASTS) {
            let offence = if in_stop { Offence::MotionInStop } else { Offence::MotionInSet };
            watch.moves = Duration::ZERO;
            return Some(offence);
        }
        if stop || !matches!(state, State::Ready | State::Set | State::Play) {
            return None;
        }
        let returns = !watch.returns.is_zero();
        if restart.is_none() && lasts(&mut watch.wrong, misplaced && !returns, dt, LASTS) {
            return Some(Offence::IllegalPositioning);
        }
        if let Some(restart) = restart {
            let ball = body.id.team.point(scene.ball.at);
            let wrong = wrong_at_free_kick(own, ball, &restart, 0.0, &pitch) && !returns;
            let far = !wrong_at_free_kick(own, ball, &restart, CLEARLY, &pitch);
            let clear = clearance(own, ball, &restart, &pitch);
            if watch.stays_near((wrong, far), clear, body.is_down(), dt) {
                return Some(Offence::IllegalPositioning);
            }
        }
        let unable = watch.is_unable(body, dt);
        let in_net = lasts(&mut watch.in_net, in_net(own, &pitch), dt, IN_NET);
        if off_carpet(own, &pitch) || in_net {
            return Some(Offence::LeavingTheField);
        }
        if unable {
            return Some(Offence::IncapableRobot);
        }
        if state != State::Play {
            return None;
        }
        let presses = scene.presses.iter().any(|(walker, _)| *walker == body.id);
        let pushes = lasts(&mut watch.pushes, presses, dt, PUSHES);
        if pushes || scene.knocks.iter().any(|(walker, _)| *walker == body.id) {
            return Some(Offence::Pushing);
        }
        if watch.holds_ball(body, scene, keeper && in_own_area(own, &pitch), dt) {
            return Some(Offence::BallHolding);
        }
        if lasts(&mut watch.crowds, crowded, dt, CROWDS) {
            return Some(Offence::IllegalPositioning);
        }
        // Who waits in a SET that was announced does what it should.
        watch.is_inactive(body, waits, dt).then_some(Offence::IncapableRobot)
    }

    /// Returns whether a robot is at a wrong place in SET, or before the ball of a kick-off is in play.
    fn is_misplaced(&self, body: &Body, scene: &Scene<'_>) -> bool {
        // A dropped ball is free at the whistle.
        let is_free = self.kick_off.is_none() && self.whistle.is_some();
        let judged = self.state == State::Set && !is_free && !self.is_kick_off_taken(scene);
        judged && self.is_wrong(body, scene)
    }

    /// Returns whether a robot is at a place where it must not be in SET.
    pub(super) fn is_wrong(&self, body: &Body, scene: &Scene<'_>) -> bool {
        let own = body.own();
        let mut mates = scene.bodies.iter().filter(|other| {
            other.id.team == body.id.team && other.id != body.id && self.is_on(other.id)
        });
        let gap = own.length();
        let first = mates.all(|other| other.own().length() > gap);
        wrong_at_kick_off(own, body.id.team, self.kick_off, first, &self.pitch)
    }

    /// Returns whether a robot is the last of more than three of its team in their own goal area.
    fn is_crowded(&self, body: &Body, scene: &Scene<'_>) -> bool {
        if !in_own_goal_area(body.own(), &self.pitch) {
            return false;
        }
        let mates = scene.bodies.iter().filter(|other| {
            other.id.team == body.id.team
                && in_own_goal_area(other.own(), &self.pitch)
                && self.is_on(other.id)
        });
        // The goalkeeper has the lowest number.
        let (mut count, mut last) = (0, body.id);
        for mate in mates {
            count += 1;
            last = last.max(mate.id);
        }
        count > 3 && last == body.id
    }
}
