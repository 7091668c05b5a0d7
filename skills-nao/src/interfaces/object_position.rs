//! Positions of objects.

use skill_runtime::interface;

interface! {
    /// An object and where it is: the ball ("WM Ball"), the robot itself ("WM Pose").
    ///
    /// Fawkes's `ObjectPositionInterface`. Relative is to the robot: x forward, y left,
    /// z up, m; angles in rad, positive to the left. World is the field's: the origin is
    /// its center, x points at the opponents' goal. `flags` says which fields are filled.
    pub ObjectPosition {
        /// Some object.
        const TYPE_OTHER: u32 = 0;
        /// The ball.
        const TYPE_BALL: u32 = 1;
        /// A robot of the others.
        const TYPE_OPPONENT: u32 = 2;
        /// A robot of ours.
        const TYPE_TEAMMEMBER: u32 = 3;
        /// A line.
        const TYPE_LINE: u32 = 4;
        /// The robot itself.
        const TYPE_SELF: u32 = 5;
        /// The blue goal.
        const TYPE_GOAL_BLUE: u32 = 6;
        /// The yellow goal.
        const TYPE_GOAL_YELLOW: u32 = 7;
        /// Nothing is filled.
        const FLAG_NONE: u32 = 0;
        /// The world position.
        const FLAG_HAS_WORLD: u32 = 1;
        /// The relative x, y, z.
        const FLAG_HAS_RELATIVE_CARTESIAN: u32 = 2;
        /// Distance, bearing and slope.
        const FLAG_HAS_RELATIVE_POLAR: u32 = 4;
        /// Roll, pitch and yaw.
        const FLAG_HAS_EULER_ANGLES: u32 = 8;
        /// The extent.
        const FLAG_HAS_EXTENT: u32 = 16;
        /// The extent in three directions.
        const FLAG_HAS_VOLUME_EXTENT: u32 = 32;
        /// The extent as a radius.
        const FLAG_HAS_CIRCULAR_EXTENT: u32 = 64;
        /// The covariances.
        const FLAG_HAS_COVARIANCES: u32 = 128;
        /// The velocity in the world.
        const FLAG_HAS_WORLD_VELOCITY: u32 = 256;
        /// `world_z` is the orientation, rad.
        const FLAG_HAS_Z_AS_ORI: u32 = 512;
        /// It does not move.
        const FLAG_IS_FIXED_OBJECT: u32 = 1024;
        fields {
            /// The kind of object: `TYPE_..`
            object_type: u32,
            /// The fields that are filled: the sum of `FLAG_..` constants.
            flags: u32,
            /// It is seen now.
            visible: bool,
            /// For how many images it has been seen; negative: not seen.
            visibility_history: i32,
            /// Its roll, rad.
            roll: f32,
            /// Its pitch, rad.
            pitch: f32,
            /// Its yaw, rad.
            yaw: f32,
            /// The distance, m.
            distance: f32,
            /// The bearing, rad.
            bearing: f32,
            /// The angle below the horizon, rad.
            slope: f32,
            /// Covariance of distance, bearing and slope.
            dbs_covariance: [f32; 9],
            /// The position in the world, m.
            world_x: f32,
            /// The position in the world, m.
            world_y: f32,
            /// The position in the world, m, or the orientation, rad.
            world_z: f32,
            /// Covariance of that.
            world_xyz_covariance: [f32; 9],
            /// The position relative to the robot, m.
            relative_x: f32,
            /// The position relative to the robot, m.
            relative_y: f32,
            /// The position relative to the robot, m.
            relative_z: f32,
            /// Covariance of that.
            relative_xyz_covariance: [f32; 9],
            /// Its extent in x, m.
            extent_x: f32,
            /// Its extent in y, m.
            extent_y: f32,
            /// Its extent in z, m.
            extent_z: f32,
            /// Its velocity in the world, m/s.
            world_x_velocity: f32,
            /// Its velocity in the world, m/s.
            world_y_velocity: f32,
            /// Its velocity in the world, m/s.
            world_z_velocity: f32,
            /// Covariance of that.
            world_xyz_velocity_covariance: [f32; 9],
            /// Its velocity as seen from here, m/s.
            relative_x_velocity: f32,
            /// Its velocity as seen from here, m/s.
            relative_y_velocity: f32,
            /// Its velocity as seen from here, m/s.
            relative_z_velocity: f32,
            /// Covariance of that.
            relative_xyz_velocity_covariance: [f32; 9],
        }
    }
}
