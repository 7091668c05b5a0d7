//! Penalties.

use skill_runtime::interface;

interface! {
    /// The penalty of this robot; Fawkes's `SoccerPenaltyInterface`.
    pub SoccerPenalty {
        /// None: it may play.
        const SPL_PENALTY_NONE: u16 = 0;
        /// It held the ball.
        const SPL_PENALTY_BALL_HOLDING: u16 = 1;
        /// It pushed a player.
        const SPL_PENALTY_PLAYER_PUSHING: u16 = 2;
        /// It stood in the way.
        const SPL_PENALTY_OBSTRUCTION: u16 = 3;
        /// It did nothing.
        const SPL_PENALTY_INACTIVE_PLAYER: u16 = 4;
        /// It was a second defender.
        const SPL_PENALTY_ILLEGAL_DEFENDER: u16 = 5;
        /// It left the field.
        const SPL_PENALTY_LEAVING_THE_FIELD: u16 = 6;
        /// It played with its hands.
        const SPL_PENALTY_PLAYING_WITH_HANDS: u16 = 7;
        /// Its team requested to pick it up.
        const SPL_PENALTY_REQ_FOR_PICKUP: u16 = 8;
        /// It was at a place where it must not be. From here to 14, and from 16, penalties of later
        /// rules.
        const SPL_PENALTY_ILLEGAL_POSITION: u16 = 9;
        /// It moved in SET or STANDBY.
        const SPL_PENALTY_MOTION_IN_SET: u16 = 10;
        /// The game was stuck around it.
        const SPL_PENALTY_LOCAL_GAME_STUCK: u16 = 11;
        /// It was sent off.
        const SPL_PENALTY_SENT_OFF: u16 = 12;
        /// It had its legs apart for too long.
        const SPL_PENALTY_PLAYER_STANCE: u16 = 13;
        /// It is a substitute.
        const SPL_PENALTY_SUBSTITUTE: u16 = 14;
        /// By its own button.
        const SPL_PENALTY_MANUAL: u16 = 15;
        /// It moved while play was stopped.
        const SPL_PENALTY_MOTION_IN_STOP: u16 = 16;
        /// It was cautioned.
        const SPL_PENALTY_CAUTIONED: u16 = 17;
        fields {
            /// Which: `SPL_PENALTY_..`
            penalty: u16,
            /// For how long still, s.
            remaining: u16,
        }
        messages (words = 16) {
            /// Sets it.
            SetPenalty {
                /// Which: `SPL_PENALTY_..`
                penalty: u16,
            },
        }
    }
}
