//! Control packets: writing.

use crate::bytes::Writer;
use crate::control::{
    ControlPacket, HEADER, KICKING_TEAM, MAX_CONTROL_BYTES, NO_TEAM, PLAYER_NUMBER,
    PLAYERS_PER_TEAM, TEAM_NUMBER, Team,
};
use crate::error::PacketError;
use crate::format::{COLORS, DIVISIONS, FLAG, Format, PHASES};
use crate::values::{Competition, Version};

impl ControlPacket {
    /// Writes the packet to the start of `buffer`. Returns the bytes to send.
    ///
    /// # Errors
    /// Returns an error naming the first field whose value is invalid in this version.
    pub fn write<'b>(
        &self,
        buffer: &'b mut [u8; MAX_CONTROL_BYTES],
    ) -> Result<&'b [u8], PacketError> {
        let format = self.version.format();
        let mut writer = Writer::new(buffer);
        let w = &mut writer;
        w.put(&HEADER);
        w.put(&[format.number, self.packet_number]);
        let number = self.players_per_team;
        w.checked("playersPerTeam", PLAYERS_PER_TEAM, number, (1..=20).contains(&number))?;
        match (self.competition, self.version) {
            (Competition::Spl { playoff, most_passes }, Version::V18) => {
                w.put(&[playoff.into(), most_passes.into()]);
                // There is no such field: it belongs after `competitionType`.
                if self.stopped {
                    w.code("stopped", "0: version 18 has no such field", None)?;
                }
            }
            (Competition::Humanoid(division), Version::V19 | Version::V20) => {
                w.code("competitionType", DIVISIONS.expected, DIVISIONS.code(division))?;
                w.code("stopped", FLAG.expected, FLAG.code(self.stopped))?;
            }
            _ => w.code("competitionType", "a competition of this version", None)?,
        }
        w.code("gamePhase", PHASES.expected, PHASES.code(self.phase))?;
        w.code("state", format.states.expected, format.states.code(self.state))?;
        w.code("setPlay", format.set_plays.expected, format.set_plays.code(self.set_play))?;
        w.code("firstHalf", FLAG.expected, FLAG.code(self.first_half))?;
        let kicks = |number| self.teams.iter().any(|team| team.number == number);
        let known = self.kicking_team.is_none_or(kicks);
        w.checked("kickingTeam", KICKING_TEAM, self.kicking_team.unwrap_or(NO_TEAM), known)?;
        w.put(&self.secs_remaining.to_le_bytes());
        w.put(&self.secondary_time.to_le_bytes());
        let [home, away] = &self.teams;
        team(w, format, 0, home, None)?;
        team(w, format, 1, away, Some(home.number))?;
        let length = w.place.offset;
        Ok(buffer.get(..length).unwrap_or_default())
    }
}

fn team(
    w: &mut Writer<'_>,
    format: &Format,
    index: u8,
    team: &Team,
    other: Option<u8>,
) -> Result<(), PacketError> {
    w.place.team = Some(index);
    let number = team.number;
    let differs = number != NO_TEAM && Some(number) != other;
    w.checked("teamNumber", TEAM_NUMBER, number, differs)?;
    w.code("fieldPlayerColour", COLORS.expected, COLORS.code(team.field_player_color))?;
    w.code("goalkeeperColour", COLORS.expected, COLORS.code(team.goalkeeper_color))?;
    let in_range = team.goalkeeper.is_none_or(|number| (1..=20).contains(&number));
    w.checked("goalkeeper", PLAYER_NUMBER, team.goalkeeper.unwrap_or(0), in_range)?;
    w.put(&[team.score, team.penalty_shot]);
    w.put(&team.single_shots.to_le_bytes());
    w.put(&team.message_budget.to_le_bytes());
    for (index, player) in (0..).zip(&team.players) {
        w.place.player = Some(index);
        w.code("penalty", format.penalties.expected, format.penalties.code(player.penalty))?;
        w.put(&[player.secs_till_unpenalized]);
        let cards = [
            ("warnings", format.has_warnings, player.warnings),
            ("cautions", format.has_cautions, player.cautions),
        ];
        for (name, is_there, count) in cards {
            if is_there {
                w.put(&[count]);
            } else if count != 0 {
                w.code(name, "0: this version has no such field", None)?;
            }
        }
    }
    w.place.player = None;
    Ok(())
}
