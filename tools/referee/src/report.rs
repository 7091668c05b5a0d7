//! Return packets, checked as the league's referee checks them.

use anyhow::ensure;

/// A return packet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// The number of the player.
    pub player: u8,
    /// The number of its team.
    pub team: u8,
    /// Whether it is fallen.
    pub fallen: bool,
    /// Its place, mm, and direction, rad.
    pub pose: [f32; 3],
    /// The time since it saw the ball, s; -1 for never.
    pub ball_age: f32,
    /// The place of the ball relative to the robot, mm.
    pub ball: [f32; 2],
}

impl Report {
    /// Reads a packet.
    ///
    /// # Errors
    /// If it breaks a rule.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Report> {
        ensure!(bytes.len() == 32, "a report of {} bytes, expected 32", bytes.len());
        ensure!(bytes.starts_with(b"RGrt\x04"), "header or version of {:02x?}", &bytes[..5]);
        let (player, team, fallen) = (bytes[5], bytes[6], bytes[7]);
        ensure!((1..=20).contains(&player), "a report of player {player}");
        ensure!(fallen <= 1, "fallen is {fallen}");
        let real = |at: usize| {
            f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let reals = [8, 12, 16, 20, 24, 28].map(real);
        ensure!(reals.iter().all(|real| real.is_finite()), "{reals:?} are not all finite");
        let [x, y, theta, ball_age, ball_x, ball_y] = reals;
        ensure!(ball_age >= -1.0, "the ball was seen {ball_age} s ago");
        let (pose, ball) = ([x, y, theta], [ball_x, ball_y]);
        Ok(Report { player, team, fallen: fallen == 1, pose, ball_age, ball })
    }
}
