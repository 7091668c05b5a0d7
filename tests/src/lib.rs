//! Helpers of several tests of the NAO's skills.

/// Calls of every skill: with and without arguments, good ones and bad ones.
pub const CALLS: [&str; 40] = [
    "standup{}",
    "standup{from=\"back\"}",
    "standup{from=\"front\"}",
    "getup{}",
    "getup{time_sec=0.5}",
    "servo{enable=true}",
    "servo{head_yaw=0.3, l_knee_pitch=0.5, time_sec=0.2}",
    "servo{yaw=0.1, pitch=-0.1}",
    "servo{head_pitch=9.0, tolerance_rad=0.01}",
    "park{servos_off=true}",
    "park{time_sec=99}",
    "stop{}",
    "kick{leg=\"left\"}",
    "kick{}",
    "kick{leg=\"lfet\"}",
    "relgoto(0.3, 0.1)",
    "relgoto{phi_rad=1, dist_m=0.2, timeout_sec=2}",
    "relgoto{x_m=1}",
    "goto(0, 0.2)",
    "goto{0, 1, timeout_sec=3}",
    "turn(1)",
    "turn{3, velocity_rad_per_sec=0.2, timeout_sec=1}",
    "strafe(0.1)",
    "strafe{}",
    "walk(0.5)",
    "walk(1.5)",
    "say(\"hi\")",
    "say(\"hi\", true)",
    "say{}",
    "led{\"chest\", red=1}",
    "led{\"nose\"}",
    "beckon{}",
    "beckon{\"both\", 1}",
    "search_ball{turns=1}",
    "track_ball(3)",
    "approach_ball{leg=\"left\"}",
    "approach_ball{dir_rad=0, timeout_sec=20}",
    "intercept_ball{dir_rad=0.3, timeout_sec=30}",
    "dribble{}",
    "standup{",
];

/// Pseudorandom numbers (xorshift).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `end`.
    ///
    /// # Panics
    /// If `end` is zero.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("below a usize")
    }
}
