//! Motion patterns: walking, kicking, standing up.

use skill_runtime::interface;

interface! {
    /// Motion patterns of a humanoid; on the NAO its writer is "`NaoQi` Motion".
    ///
    /// Fawkes's `HumanoidMotionInterface`, with `YawPitchHead` of its 2009 version,
    /// which the servo skill sends.
    pub HumanoidMotion {
        /// A leg.
        enum Leg {
            /// The left leg.
            Left,
            /// The right leg.
            Right,
        }
        /// The position from which to stand up.
        enum StandupFrom {
            /// As detected by the accelerometer.
            Detect,
            /// From lying on the back.
            Back,
            /// From lying on the front.
            Front,
        }
        fields {
            /// A motion pattern is under way.
            moving: bool,
            /// The arms balance the walk.
            arms_enabled: bool,
            /// The message that is being handled; 0 if none.
            msgid: u32,
        }
        messages (words = 64) {
            /// Stops as soon as possible.
            flush Stop,
            /// Walks straight on.
            WalkStraight {
                /// The distance, m; negative for backward.
                distance: f32,
            },
            /// Walks to the side.
            WalkSideways {
                /// The distance, m; negative for right.
                distance: f32,
            },
            /// Walks along a circle.
            WalkArc {
                /// The angle turned on the way, rad.
                angle: f32,
                /// The circle's radius, m.
                radius: f32,
            },
            /// Walks on at a velocity.
            WalkVelocity {
                /// Forward, -1 to 1 of what is possible.
                x: f32,
                /// To the left, -1 to 1.
                y: f32,
                /// Turning left, -1 to 1.
                theta: f32,
                /// Step frequency, 0 to 1.
                speed: f32,
            },
            /// Turns on the spot.
            Turn {
                /// The angle, rad; positive for left.
                angle: f32,
            },
            /// Kicks.
            Kick {
                /// With which leg.
                leg: Leg,
                /// The strength, 0 to 1.
                strength: f32,
            },
            /// Sits down in a pose that needs no power.
            Park,
            /// Rises from sitting.
            GetUp,
            /// Stands up from lying.
            Standup {
                /// On which side it lies.
                from: StandupFrom,
            },
            /// Turns the head.
            MoveHead {
                /// `HeadYaw`, rad.
                yaw: f32,
                /// `HeadPitch`, rad.
                pitch: f32,
                /// Fraction of the highest speed, 0 to 1.
                speed: f32,
            },
            /// Turns the head in a given time.
            YawPitchHead {
                /// `HeadYaw`, rad.
                yaw: f32,
                /// `HeadPitch`, rad.
                pitch: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
        }
    }
}
