// A skill with constants of the module that includes it; a changed skill has other constants.

use wheels::{Drive, Halt};
use super::{Ball, Board, Wheels};
use skill_runtime::{Status, skill, skill_space};

skill! {
    /// Drives for a while.
    pub skill Go(speed: f32 = 0.1, time_sec: f32 = 0.5 in 0.0..=10.0) {
        depends_interfaces { wheels: Wheels }
        start state Roll {
            init { wheels.send(Drive { speed: self.speed * GAIN }); }
            -> FINAL after self.time_sec;
        }
    }
}

skill! {
    /// Goes to the ball.
    pub skill Chase() {
        depends_skills { Go }
        depends_interfaces { ball: Ball, wheels: Wheels }
        vars { looks: u32 = 0 }
        start state Look {
            loop { self.looks += 1; }
            -> FAILED(FAR: "{} m away", ball.distance_m * SCALE) when ball.distance_m > FAR_M;
            -> Turn when ball.angle_rad.abs() > ASIDE_RAD;
            -> Approach when ball.seen && !BLIND;
            -> FAILED("no ball in {} looks", self.looks) when self.looks > PATIENCE;
        }
        state Turn {
            -> Reached when SWAPPED && ball.angle_rad.abs() < 0.1;
            -> Look when ball.angle_rad.abs() < 0.1;
        }
        state Approach = Go { speed: SPEED, time_sec: TIME_SEC } {
            -> Reached when ball.distance_m < NEAR_M;
            -> Turn on FINAL when ball.distance_m < NEARER_M;
            -> Look on FINAL;
            -> Look on FAILED when ball.seen;
            -> Look on FAILED;
        }
        state Reached {
            init { wheels.send(Halt {}); }
            -> FINAL after 300ms;
        }
    }
}

skill! {
    /// Looks whether the ball is lost.
    pub skill Follow() {
        depends_interfaces { ball: Ball }
        start state Watch(mut passes: u32 = 0) {
            loop { self.passes += 1; }
            -> FINAL when rising ball.distance_m < NEAR_M for 200ms;
            -> Lost(self.elapsed(), self.passes) when !ball.seen for LOST_SEC;
        }
        state Lost(after_sec: f32, passes: u32) {
            -> FAILED("{} s, {} passes", self.after_sec, self.passes) when rising ball.seen;
        }
    }
}

skill! {
    /// Chases the ball, and again after a failure.
    pub skill Hunt() {
        depends_skills { Chase }
        depends_interfaces { ball: Ball }
        always {
            -> Rest(0.5) when rising ball.distance_m < 0.1 for 100ms;
            -> FAILED on FAILED when ball.distance_m > LOST_M;
            -> Rest(self.elapsed_sec) on FAILED;
        }
        vars { elapsed_sec: f32 = 0.0 }
        start state Out {
            loop { self.elapsed_sec = self.elapsed(); }
            -> Out on FAILED when ball.angle_rad > 0.2;
            start state First = Chase {} { -> FINAL on FINAL; }
        }
        state Rest(time_sec: f32, mut rounds: u32 = 0) {
            loop { self.rounds += 1; }
            -> Out when self.rounds > 5 && self.time_sec > 1.0;
            -> Out after 300ms;
        }
    }
}

skill! {
    /// Comes near the ball, and tries again where it is out of sight.
    pub skill Near() {
        depends_interfaces { ball: Ball }
        start state Come tries TRIES via Blink {
            -> FAILED("out of sight, {} m", ball.distance_m) when !ball.seen;
            -> FINAL when ball.distance_m < NEAR_M;
        }
        state Blink { -> Come after 300ms; }
    }
}

/// FINAL once the ball is near.
fn near(ports: &mut RacePorts<'_>) -> Status {
    if ports.ball.distance_m < NEAR_M { Status::Final } else { Status::Running }
}

skill! {
    /// Goes on until the ball is near.
    pub skill Race() {
        depends_skills { Go }
        depends_interfaces { ball: Ball }
        start state Both = 1 of (go: Go { time_sec: 0.4 }, action near())? {
            -> FINAL on FINAL(near: _);
            -> Both on FINAL;
        }
    }
}

skill! {
    /// Chases the ball until it is far away.
    pub skill Sort() {
        depends_skills { Chase }
        start state Out = Chase {} {
            -> FAILED(why) on FAILED(why)
                when why.is(Chase::FAR) && let Some(far_m) = why.number(0) && far_m > SORT_M;
            -> Out on FAILED;
            -> FINAL on FINAL;
        }
    }
}

skill! {
    /// Goes round after round, and goes on where it was after the ball was out of sight.
    pub skill Round() {
        depends_interfaces { ball: Ball }
        start state Walk(mut legs: u32 = 0) {
            exit { self.legs += 1; }
            -> Blind when !ball.seen && ball.distance_m < 2.5;
            start state Near { -> Far(LEGS) when ball.distance_m > 2.0; }
            state Far(n: u32) {
                -> FINAL when self.legs > 0 && ball.distance_m < 1.0 && self.n > 1;
                -> Near when ball.distance_m < 0.5;
            }
        }
        state Blind { -> resume Walk when ball.seen for 100ms; }
    }
}

/// FINAL once the ball is near.
fn is_near(ports: &mut SendPorts<'_>) -> Status {
    if ports.ball.distance_m < NEAR_M { Status::Final } else { Status::Running }
}

skill! {
    /// Drives and halts until the ball is near.
    pub skill Send(v: f32 = 0.2) {
        depends_interfaces { ball: Ball, wheels: Wheels }
        start state Begin = wheels.send(Drive { speed: self.v * GAIN }) { -> Both on FINAL; }
        state Both = 1 of (wheels.send(Halt {}), action is_near())? {
            -> Begin on FINAL(wheels: _) when ball.distance_m > NEAR_M;
            -> FINAL on FINAL(is_near: _);
            -> FINAL on FINAL;
        }
    }
}

skill_space! { pub Skills on Board { Chase, Go, Follow, Hunt, Near, Race, Round, Send, Sort } }
