//! The words of the league's referee beside state and penalty.

use skill_runtime::{field_group, interface};

field_group! {
    /// The measures of a field, m, in the order of [`Pitch::measures`](crate::pitch::Pitch::measures).
    pub(crate) measures {
        /// The length of the field.
        field_length_m,
        /// The width of the field.
        field_width_m,
        /// The width of the carpet beyond the lines.
        border_m,
        /// The radius of the center circle.
        center_circle_m,
        /// The length of a penalty area, from the goal line into the field.
        penalty_area_length_m,
        /// The width of a penalty area.
        penalty_area_width_m,
        /// The length of a goal area.
        goal_area_length_m,
        /// The width of a goal area.
        goal_area_width_m,
        /// The distance of a penalty mark from its goal line.
        penalty_mark_m,
        /// The width of a goal.
        goal_width_m,
        /// The depth of a goal.
        goal_depth_m,
        /// The radius of the ball.
        ball_radius_m,
    }
}

interface! {
    /// The referee's decisions of 2026 that Fawkes's interfaces of the game have no fields for.
    pub SoccerReferee {
        /// The set play that READY, SET and the beginning of PLAY belong to.
        enum SetPlay {
            /// None, or a kick-off.
            None,
            /// A direct free kick.
            DirectFreeKick,
            /// An indirect free kick.
            IndirectFreeKick,
            /// A penalty kick.
            PenaltyKick,
            /// A throw-in.
            ThrowIn,
            /// A goal kick.
            GoalKick,
            /// A corner kick.
            CornerKick,
        }
        /// A phase of the game.
        enum Phase {
            /// The two halves.
            Normal,
            /// The penalty shoot-out.
            PenaltyShootOut,
            /// Extra time.
            ExtraTime,
            /// A timeout.
            Timeout,
        }
        /// The team that kicks off, or that the set play is of.
        enum Kicking {
            /// Neither: a dropped ball, or no set play.
            Nobody,
            /// Ours.
            Ours,
            /// Theirs.
            Theirs,
        }
        /// A division of the league, which has its own field, goals and ball.
        enum Division {
            /// Not one of them: the league before 2026.
            None,
            /// Small robots.
            Small,
            /// Middle-sized robots.
            Middle,
            /// Large robots.
            Large,
        }
        /// The whistle that begins play, before the referee announces PLAYING.
        enum Whistle {
            /// None was heard since SET began, or PLAYING was announced.
            None,
            /// It was heard: play is on, and the ball of the kick-off is the kicking team's.
            Heard,
            /// It was heard, and since then the ball has moved, or 10 s have passed.
            Free,
        }
        fields {
            /// There is a referee, and it was heard within the last five seconds.
            heard: bool,
            /// Play is stopped: no robot may move.
            stopped: bool,
            /// The phase of the game.
            phase: Phase,
            /// The set play.
            set_play: SetPlay,
            /// The team that it is of.
            kicking: Kicking,
            /// The division.
            division: Division,
            /// The first half of the game, or of extra time.
            first_half: bool,
            /// The number of players of each team that may play at the same time.
            players_per_team: u8,
            /// The number of this robot, 1 to 20; 0 without a referee.
            number: u8,
            /// The number of our goalkeeper; 0 if there is none.
            our_goalkeeper: u8,
            /// The time left of the half, s; negative after it.
            remaining_sec: i16,
            /// The time until READY, a set play or a timeout is over, s.
            secondary_sec: i16,
            /// The number of messages that our team may still send.
            message_budget: u16,
            /// The penalties of our players: `SPL_PENALTY_..` of
            /// [`SoccerPenalty`](crate::interfaces::SoccerPenalty).
            our_penalties: [u8; 20],
            /// Those of their players.
            their_penalties: [u8; 20],
            /// The numbers of cautions of our players.
            our_cautions: [u8; 20],
            /// The whistle, as this robot has heard it.
            whistle: Whistle,
            /// A measure of the field, m; if the length is 0, they are those of the division.
            ..measures: f32,
        }
    }
}
