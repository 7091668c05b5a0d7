//! Driving to places.

use skill_runtime::{Text, interface};

interface! {
    /// Walks the robot to targets; the writer is "Navigator".
    ///
    /// Fawkes's `NavigatorInterface`. Targets are relative to the robot's pose when the
    /// message is accepted: x forward, y left, m; angles in rad, positive to the left.
    /// A newer target replaces the old one.
    pub Navigator {
        /// Success.
        const ERROR_NONE: u32 = 0;
        /// The motion has failed: the robot is not on its feet, or has fallen.
        const ERROR_MOTOR: u32 = 1;
        /// An obstacle blocks the way.
        const ERROR_OBSTRUCTION: u32 = 2;
        /// The place is not known.
        const ERROR_UNKNOWN_PLACE: u32 = 4;
        /// There is no path.
        const ERROR_PATH_GEN_FAIL: u32 = 8;
        /// No feature.
        const FLAG_NONE: u32 = 0;
        /// It takes targets in x and y.
        const FLAG_CART_GOTO: u32 = 1;
        /// It takes targets by angle and distance.
        const FLAG_POLAR_GOTO: u32 = 2;
        /// It takes targets by name.
        const FLAG_PLACE_GOTO: u32 = 4;
        /// `dest_dist` follows the walk.
        const FLAG_UPDATES_DEST_DIST: u32 = 8;
        /// The distance to obstacles can be set.
        const FLAG_SECURITY_DISTANCE: u32 = 16;
        /// It can walk around obstacles.
        const FLAG_ESCAPING: u32 = 32;
        /// The direction in which it walks.
        enum DriveMode {
            /// It stays.
            MovingNotAllowed,
            /// Forward alone.
            Forward,
            /// Backward where that is shorter.
            AllowBackward,
            /// Backward alone.
            Backward,
            /// Away from obstacles.
            Escape,
        }
        /// The time when it turns to the requested orientation.
        enum OrientationMode {
            /// At the target.
            OrientAtTarget,
            /// On the way.
            OrientDuringTravel,
        }
        fields {
            /// Its capabilities: the sum of `FLAG_..` constants.
            flags: u32,
            /// The position, m, in its own coordinate system, whose origin is where it was
            /// started.
            x: f32,
            /// The position, m.
            y: f32,
            /// The target, m, in its own coordinate system; 0 without a target.
            dest_x: f32,
            /// The target, m.
            dest_y: f32,
            /// The orientation at the target, rad.
            dest_ori: f32,
            /// The distance to the target, m.
            dest_dist: f32,
            /// The message that is being handled; 0 before the first.
            msgid: u32,
            /// Whether the request of that message has ended, successfully or not.
            final: bool,
            /// Why it ended, once it is final: `ERROR_..`, added up.
            error_code: u32,
            /// The highest speed, m/s.
            max_velocity: f32,
            /// The highest turn rate, rad/s.
            max_rotation: f32,
            /// The distance kept to obstacles, m.
            security_distance: f32,
            /// It walks around obstacles.
            escaping_enabled: bool,
            /// The direction in which it walks.
            drive_mode: DriveMode,
            /// It chooses the drive mode itself.
            auto_drive_mode: bool,
            /// It stops at the target.
            stop_at_target: bool,
            /// The time when it turns to the requested orientation.
            orientation_mode: OrientationMode,
            /// The frame of the target.
            target_frame: Text<64>,
        }
        messages (words = 128) {
            /// Stops.
            Stop {
                /// Only if this message is being handled; 0: whatever is.
                msgid: u32,
            },
            /// Turns on the spot by exactly this angle.
            Turn {
                /// The angle, rad.
                angle: f32,
                /// The turn rate, rad/s; 0 for the usual one.
                velocity: f32,
            },
            /// Walks to a point.
            CartesianGoto {
                /// Forward, m.
                x: f32,
                /// To the left, m.
                y: f32,
                /// The orientation at the target, rad.
                orientation: f32,
            },
            /// Walks near a point.
            CartesianGotoWithTolerance {
                /// Forward, m.
                x: f32,
                /// To the left, m.
                y: f32,
                /// The orientation at the target, rad.
                orientation: f32,
                /// The tolerance of the position, m.
                translation_tolerance: f32,
                /// The tolerance of the orientation, rad.
                orientation_tolerance: f32,
            },
            /// Walks to a point of a frame.
            CartesianGotoWithFrame {
                /// Forward, m.
                x: f32,
                /// To the left, m.
                y: f32,
                /// The orientation at the target, rad.
                orientation: f32,
                /// The frame.
                target_frame: Text<64>,
            },
            /// Walks near a point of a frame.
            CartesianGotoWithFrameWithTolerance {
                /// Forward, m.
                x: f32,
                /// To the left, m.
                y: f32,
                /// The orientation at the target, rad.
                orientation: f32,
                /// The frame.
                target_frame: Text<64>,
                /// The tolerance of the position, m.
                translation_tolerance: f32,
                /// The tolerance of the orientation, rad.
                orientation_tolerance: f32,
            },
            /// Walks to a point by direction and distance.
            PolarGoto {
                /// The direction, rad.
                phi: f32,
                /// The distance, m.
                dist: f32,
                /// The orientation at the target, rad.
                orientation: f32,
            },
            /// Walks to a place by its name.
            PlaceGoto {
                /// The place.
                place: Text<64>,
            },
            /// Walks to a place by its name.
            PlaceWithOriGoto {
                /// The place.
                place: Text<64>,
                /// The orientation at the target, rad.
                orientation: f32,
            },
            /// Reports an obstacle.
            Obstacle {
                /// Forward, m.
                x: f32,
                /// To the left, m.
                y: f32,
                /// The width, m.
                width: f32,
            },
            /// Here is the origin of its system now.
            ResetOdometry,
            /// Sets the highest speed.
            SetMaxVelocity {
                /// m/s.
                max_velocity: f32,
            },
            /// Sets the highest turn rate.
            SetMaxRotation {
                /// rad/s.
                max_rotation: f32,
            },
            /// Sets whether it walks around obstacles.
            SetEscaping {
                /// It does.
                escaping_enabled: bool,
            },
            /// Sets the distance kept to obstacles.
            SetSecurityDistance {
                /// m.
                security_distance: f32,
            },
            /// Sets which way round it walks.
            SetDriveMode {
                /// The mode.
                drive_mode: DriveMode,
            },
            /// Sets whether it stops at the target.
            SetStopAtTarget {
                /// It does.
                stop_at_target: bool,
            },
            /// Sets the time when it turns to the requested orientation.
            SetOrientationMode {
                /// The mode.
                orientation_mode: OrientationMode,
            },
            /// Sets all that can be set back to what it was at first.
            ResetParameters,
        }
    }
}
