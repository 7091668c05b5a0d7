//! A NAO that is driven by hand.

use crate::interfaces::{
    HumanoidMotion, Joystick, NaoJointPosition, NaoJointStiffness, NaoSensor, Switch, motion,
    motion::Leg, stick, stiffness,
};
use crate::predicates::{clicked, lying};
use crate::skills::{Kick, Standup};
use skill_runtime::{Port, agent};

agent! {
    /// Walks as a joystick commands; kicks and stands up when its buttons are pressed.
    ///
    /// Fawkes's agent of that name: a short press of the chest's button begins and ends
    /// it, and a bumper that is hit makes the joystick rumble on its side. There the robot
    /// gets up while PLAY runs already, which stops each motion that the joystick has not
    /// requested; here it gets up in a state of its own.
    pub agent Naojoystick() {
        depends_skills { Kick, Standup }
        depends_interfaces {
            optional joystick: Joystick = "Joystick",
            optional naomotion: HumanoidMotion = "NaoQi Motion",
            optional naojoints: NaoJointPosition = "Nao Joint Positions",
            optional naosensors: NaoSensor = "Nao Sensors",
            naostiffness: NaoJointStiffness = "Nao Joint Stiffness",
            optional chest: Switch = "Nao Button Chest",
            optional left_foot: Switch = "Nao Button Foot Left",
            optional right_foot: Switch = "Nao Button Foot Right",
        }
        vars { clicks: u32 = 0, drive: Drive = Drive::default() }

        start state Init {
            exit { naostiffness.send(stiffness::SetBodyStiffness { value: 1.0, time_sec: 0.5 }); }
            /// initialized
            -> Ready when !joystick.stale() && !naomotion.stale();
        }
        state Ready {
            init {
                naomotion.send(motion::Park {});
                self.clicks = chest.activation_count;
            }
            -> Rise when clicked(chest, self.clicks);
        }
        state Rise {
            init { naomotion.send(motion::GetUp {}); }
            -> Play after 3.2s;
        }
        state Play {
            init {
                self.clicks = chest.activation_count;
                self.drive = Drive {
                    bumps: [left_foot.activation_count, right_foot.activation_count],
                    ..Drive::default()
                };
            }
            loop {
                self.drive.walk(joystick, naomotion);
                self.drive.head(joystick, naojoints, naomotion);
                self.drive
                    .rumble([left_foot.activation_count, right_foot.activation_count], joystick);
            }
            // The robot must not walk on with nobody at the joystick.
            exit {
                if self.drive.walks {
                    naomotion.send(motion::Stop {});
                }
            }
            /// a value is stale
            -> Silent
                when joystick.stale()
                    || naomotion.stale()
                    || naojoints.stale()
                    || naosensors.stale()
                    || chest.stale()
                    || left_foot.stale()
                    || right_foot.stale();
            /// action button pressed
            -> Button when matches!(joystick.pressed_buttons, KICK_LEFT | KICK_RIGHT | STANDUP);
            /// nao fell
            -> Lying when lying(naosensors);
            -> Ready when clicked(chest, self.clicks);
        }
        state Button {
            init { naomotion.send(motion::Stop {}); }
            -> KickLeft when joystick.pressed_buttons == KICK_LEFT;
            -> KickRight when joystick.pressed_buttons == KICK_RIGHT;
            -> Standup when joystick.pressed_buttons == STANDUP;
            /// ignore other buttons
            -> Play otherwise;
        }
        state Silent {
            /// no value is stale
            -> Play
                when !joystick.stale()
                    && !naomotion.stale()
                    && !naojoints.stale()
                    && !naosensors.stale()
                    && !chest.stale()
                    && !left_foot.stale()
                    && !right_foot.stale();
        }
        state Lying { -> Standup when joystick.pressed_buttons == STANDUP; }
        state KickLeft = Kick { leg: Leg::Left } {
            -> Play on FINAL;
            -> Play on FAILED;
        }
        state KickRight = Kick { leg: Leg::Right } {
            -> Play on FINAL;
            -> Play on FAILED;
        }
        state Standup = Standup {} {
            -> Play on FINAL;
            -> Standup on FAILED;
        }
    }
}

const STOP: u32 = stick::BUTTON_1;
const STANDUP: u32 = stick::BUTTON_4;
const CENTRE_HEAD: u32 = stick::BUTTON_6;
const KICK_LEFT: u32 = stick::BUTTON_7;
const KICK_RIGHT: u32 = stick::BUTTON_8;

// The axes: turning, forward, the speed, the head, and walking to all sides.
const TURN: usize = 0;
const FORWARD: usize = 1;
const SPEED: usize = 2;
const YAW: usize = 3;
const PITCH: usize = 4;
const OMNI_Y: usize = 5;
const OMNI_X: usize = 6;

/// The largest angle of the head under manual control, rad.
const MAX_YAW: f32 = 0.4;
const MAX_PITCH: f32 = 0.8;

/// The state of manual control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Drive {
    walks: bool,
    turns_head: bool,
    bumps: [u32; 2],
}

impl Drive {
    /// Walks as the axes command; stops when they return to zero.
    fn walk(&mut self, joystick: &Joystick, naomotion: &mut Port<'_, HumanoidMotion>) {
        let speed = f32::midpoint(axis(joystick, SPEED), 1.0);
        let (x, theta) = (axis(joystick, FORWARD), axis(joystick, TURN));
        let (omni_x, omni_y) = (axis(joystick, OMNI_X), axis(joystick, OMNI_Y));
        let walk = if joystick.pressed_buttons == STOP {
            None
        } else if is_moved(x) || is_moved(theta) {
            Some(motion::WalkVelocity { x, y: 0.0, theta, speed })
        } else if is_moved(omni_x) || is_moved(omni_y) {
            Some(motion::WalkVelocity { x: omni_x, y: omni_y, theta: 0.0, speed })
        } else {
            None
        };
        let stops = walk.is_none() && self.walks;
        self.walks = walk.is_some();
        match walk {
            Some(walk) => {
                naomotion.send(walk);
            }
            None if stops => {
                naomotion.send(motion::Stop {});
            }
            None => {}
        }
    }

    /// Turns the head as the axes command, and holds it when they return to zero.
    fn head(
        &mut self,
        joystick: &Joystick,
        at: &NaoJointPosition,
        naomotion: &mut Port<'_, HumanoidMotion>,
    ) {
        let (yaw, pitch) = (axis(joystick, YAW), axis(joystick, PITCH));
        let turns = is_moved(yaw) || is_moved(pitch);
        let turn = if joystick.pressed_buttons == CENTRE_HEAD {
            Some(motion::MoveHead { yaw: 0.0, pitch: 0.0, speed: 0.4 })
        } else if turns {
            Some(motion::MoveHead {
                yaw: (at.head_yaw + yaw).clamp(-MAX_YAW, MAX_YAW),
                pitch: (at.head_pitch + pitch).clamp(-MAX_PITCH, MAX_PITCH),
                speed: libm::hypotf(yaw, pitch) / 4.0,
            })
        } else if self.turns_head {
            Some(motion::MoveHead { yaw: at.head_yaw, pitch: at.head_pitch, speed: 0.2 })
        } else {
            None
        };
        if let Some(turn) = turn {
            naomotion.send(turn);
        }
        self.turns_head = turns;
    }

    /// Rumbles on the side of a bumper that was hit.
    fn rumble(&mut self, bumps: [u32; 2], joystick: &mut Port<'_, Joystick>) {
        let ([left, right], [was_left, was_right]) = (bumps, self.bumps);
        let mut rumble = |before: u32, now: u32, direction| {
            if before != now {
                joystick.send(stick::StartRumble {
                    length: 100,
                    delay: 0,
                    direction,
                    strong_magnitude: 0,
                    weak_magnitude: u16::MAX,
                });
            }
        };
        rumble(was_left, left, stick::Direction::Left);
        rumble(was_right, right, stick::Direction::Right);
        self.bumps = bumps;
    }
}

fn axis(joystick: &Joystick, axis: usize) -> f32 {
    joystick.axis.get(axis).copied().unwrap_or(0.0)
}

fn is_moved(axis: f32) -> bool {
    axis.abs() > 0.0
}
