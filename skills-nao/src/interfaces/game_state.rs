//! The referee.

use skill_runtime::interface;

interface! {
    /// The referee's decisions; Fawkes's `GameStateInterface`. The numbers of the Standard
    /// Platform League (`GS_SPL_..`) and those of the Middle Size League are the same ones.
    pub GameState {
        /// Middle Size: nobody moves.
        const GS_FROZEN: u32 = 0;
        /// Middle Size: play.
        const GS_PLAY: u32 = 1;
        /// Middle Size: kick-off.
        const GS_KICK_OFF: u32 = 2;
        /// Middle Size: the referee drops the ball.
        const GS_DROP_BALL: u32 = 3;
        /// Middle Size: a penalty kick.
        const GS_PENALTY: u32 = 4;
        /// Middle Size: a corner kick.
        const GS_CORNER_KICK: u32 = 5;
        /// Middle Size: a throw-in.
        const GS_THROW_IN: u32 = 6;
        /// Middle Size: a free kick.
        const GS_FREE_KICK: u32 = 7;
        /// Middle Size: a goal kick.
        const GS_GOAL_KICK: u32 = 8;
        /// Middle Size: half time.
        const GS_HALF_TIME: u32 = 9;
        /// Before the game: nobody moves.
        const GS_SPL_INITIAL: u32 = 0;
        /// Walk to the kick-off positions.
        const GS_SPL_READY: u32 = 1;
        /// Wait for the kick-off.
        const GS_SPL_SET: u32 = 2;
        /// Play.
        const GS_SPL_PLAY: u32 = 3;
        /// The half is over.
        const GS_SPL_FINISHED: u32 = 4;
        /// A team, or what concerns one.
        enum Team {
            /// Neither.
            None,
            /// Cyan.
            Cyan,
            /// Magenta.
            Magenta,
            /// Both arms.
            Both,
        }
        /// The colour of a goal.
        enum GoalColor {
            /// Blue.
            Blue,
            /// Yellow.
            Yellow,
        }
        /// A half of the game.
        enum Half {
            /// The first.
            First,
            /// The second.
            Second,
        }
        /// The role of this robot in its team.
        enum Role {
            /// The keeper.
            Goalie,
            /// A defender.
            Defender,
            /// On the left.
            MidLeft,
            /// On the right.
            MidRight,
            /// In front.
            Attacker,
        }
        fields {
            /// The state of the game: `GS_SPL_..`
            game_state: u32,
            /// The team that the state concerns.
            state_team: Team,
            /// Our team.
            our_team: Team,
            /// The goal that we defend.
            our_goal_color: GoalColor,
            /// The half.
            half: Half,
            /// The kick-off is ours.
            kickoff: bool,
            /// The role of this robot.
            role: Role,
            /// Goals of cyan.
            score_cyan: u32,
            /// Goals of magenta.
            score_magenta: u32,
        }
        messages (words = 16) {
            /// Sets our team.
            SetTeamColor {
                /// The team.
                our_team: Team,
            },
            /// Sets whose kick-off it is.
            SetKickoff {
                /// Ours.
                kickoff: bool,
            },
            /// Sets the team that the state concerns.
            SetStateTeam {
                /// The team.
                state_team: Team,
            },
        }
    }
}
