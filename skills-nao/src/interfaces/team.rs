//! The team: the own role, and the last words of each mate.

use skill_runtime::interface;

interface! {
    /// The team as this robot knows it from messages; see [`team`](crate::team).
    ///
    /// Entry `n - 1` of an array is about number `n`; that of the robot itself is 0. Places are in the
    /// team's own view: the origin is the center, x points at the opponents' goal.
    pub Team {
        /// A role in the team.
        enum Role {
            /// None: no message was heard lately, or the robot must not play.
            None,
            /// Keeps the goal.
            Keeper,
            /// Plays the ball.
            Striker,
            /// Waits where the striker's kick ends.
            Supporter,
            /// Waits between the ball and the own goal.
            Defender,
        }
        fields {
            /// The role of this robot. It is not `None` only if a mate was heard within 5 s.
            role: Role,
            /// The place that belongs to the role, m.
            place_x: f32,
            /// The place that belongs to the role, m.
            place_y: f32,
            /// The estimated time that this robot needs to be ready to kick the ball, s; negative: it cannot.
            to_ball_sec: f32,
            /// The number of messages sent.
            sent: u32,
            /// The number of messages of mates accepted.
            received: u32,
            /// The number of repeated messages, of which the second one is ignored.
            duplicates: u32,
            /// The number of messages that came after a later one of the same mate.
            late: u32,
            /// The number of packets that are no message of this team: another format, version, team, or value.
            refused: u32,
            /// The number of messages that the team may still send.
            budget: u16,
            /// Whether the mate was heard within 5 s.
            fresh: [bool; 20],
            /// The time since the last message, s; 1000 if there was none.
            age_sec: [f32; 20],
            /// The clock of the mate when it spoke, ms; 0 again after 49.7 days.
            clock_ms: [u32; 20],
            /// The role of the mate.
            mate_role: [Role; 20],
            /// Whether the mate is on the ground.
            fallen: [bool; 20],
            /// The place of the mate when it spoke, m.
            x: [f32; 20],
            /// The place of the mate when it spoke, m.
            y: [f32; 20],
            /// The orientation of the mate when it spoke, rad.
            theta: [f32; 20],
            /// The standard deviation of the mate's place in x and in y, m.
            deviation: [f32; 20],
            /// The time that the mate needed to be ready to kick the ball, s; negative: it could not.
            mate_to_ball_sec: [f32; 20],
        }
        messages (words = 16) {
            /// This robot leaves the ball to others for a time; 0 ends that.
            LeaveBall {
                /// The time, s.
                time_sec: f32,
            },
        }
    }
}
