//! The robot as a whole: its posture, and what it may do.

use skill_runtime::interface;

interface! {
    /// The posture of the robot, judged over some time, and what the rules let it do.
    ///
    /// The writer of the body's interfaces publishes it; [`conduct`](crate::conduct) has the rules.
    pub NaoState {
        /// A posture.
        enum Posture {
            /// Not known yet.
            Unknown,
            /// On its feet.
            Upright,
            /// Upright on bent knees: it sits, or was interrupted while it got up.
            Sitting,
            /// At rest on its front.
            LyingFront,
            /// At rest on its back.
            LyingBack,
            /// At rest on a side.
            LyingSide,
            /// In the hands of somebody, or moved by them.
            Carried,
        }
        /// The motions that the robot may make; each one allows more than those before it.
        enum Conduct {
            /// Nothing, without stiffness: it is carried, or it lies where it may not stand up.
            Limp,
            /// Nothing: play is stopped.
            Still,
            /// Move its head: before READY, in a timeout, or without a referee that was expected.
            Look,
            /// Stand up or sit down: it has a penalty, or the half is over.
            Posture,
            /// Move its head and arms, and stand up after a fall: SET.
            Stay,
            /// Everything.
            Play,
        }
        fields {
            /// The posture.
            posture: Posture,
            /// The motions that it may make.
            conduct: Conduct,
            /// The number of commands that were withheld from the body, which wraps.
            withheld: u32,
        }
    }
}
