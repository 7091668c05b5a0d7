//! Other robots on the field.

use skill_runtime::interface;

interface! {
    /// The other robots that this one knows of, nearest first: those that it has seen, and mates by their
    /// messages; see [`obstacles`](crate::obstacles).
    ///
    /// The places are on the field, as in [`ObjectPosition`](crate::interfaces::ObjectPosition).
    pub Obstacles {
        /// The team that the jersey of a robot shows.
        enum Jersey {
            /// It was not recognized.
            Unknown,
            /// Our team.
            Ours,
            /// The opponents.
            Theirs,
        }
        fields {
            /// The number of robots; the entries beyond it are 0.
            count: u8,
            /// The place of each, m.
            x: [f32; 16],
            /// The place of each, m.
            y: [f32; 16],
            /// The standard deviation of the place in x and in y, relative to this robot, m.
            deviation: [f32; 16],
            /// The time since it was seen, or spoke, s.
            age_sec: [f32; 16],
            /// The team of each.
            jersey: [Jersey; 16],
        }
    }
}
