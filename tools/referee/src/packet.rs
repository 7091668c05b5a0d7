//! Control packets, written byte after byte.

/// A team in a packet.
#[derive(Debug, Clone)]
pub struct TeamState {
    /// The number by which robots know their team.
    pub number: u8,
    /// The code of its color.
    pub color: u8,
    /// Its goals.
    pub score: u8,
    /// The penalty of each player with the seconds that are left.
    pub penalties: [(u8, u8); 20],
}

/// A control packet; all codes are those of its version.
#[derive(Debug, Clone)]
pub struct Packet {
    /// 18, 19 or 20.
    pub version: u8,
    /// The number of the packet.
    pub number: u8,
    /// The phase: normal play, a timeout or penalty kicks.
    pub phase: u8,
    /// The state: initial, ready, set, playing, finished.
    pub state: u8,
    /// The set play, such as a goal kick; 0 for none.
    pub set_play: u8,
    /// The half, 1 or 2.
    pub half: u8,
    /// Whether play is stopped; not in version 18.
    pub stopped: bool,
    /// The team that kicks off, or 255.
    pub kicking_team: u8,
    /// The seconds until the end of the half.
    pub secs_remaining: i16,
    /// The seconds of the second clock.
    pub secondary_time: i16,
    /// The teams, the one on the left first.
    pub teams: [TeamState; 2],
}

impl Packet {
    /// Returns a packet before a game of `team`, which is on the left, against `opponent`. Five
    /// players of each team play, the others are substitutes.
    #[must_use]
    pub fn new(version: u8, team: u8, opponent: u8) -> Packet {
        let substitute = match version {
            18 => 14,
            19 => 11,
            _ => 13,
        };
        let team_state = |number, color| {
            let mut penalties = [(0, 0); 20];
            penalties[5..].fill((substitute, 0));
            TeamState { number, color, score: 0, penalties }
        };
        Packet {
            version,
            number: 0,
            phase: 0,
            state: 0,
            set_play: 0,
            half: 1,
            stopped: false,
            kicking_team: team,
            secs_remaining: 600,
            secondary_time: 0,
            teams: [team_state(team, 0), team_state(opponent, 1)],
        }
    }

    /// Returns the team with this number.
    ///
    /// # Panics
    /// If it does not play.
    pub fn team(&mut self, number: u8) -> &mut TeamState {
        self.teams.iter_mut().find(|team| team.number == number).expect("a team of the game")
    }

    /// Returns the bytes of the packet.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"RGme".to_vec();
        bytes.extend([self.version, self.number, 5]);
        // Version 18: round robin, normal. Later ones: small, and the stop.
        bytes.extend([0, u8::from(self.version > 18 && self.stopped)]);
        bytes.extend([self.phase, self.state, self.set_play]);
        bytes.extend([u8::from(self.half == 1), self.kicking_team]);
        bytes.extend(self.secs_remaining.to_le_bytes());
        bytes.extend(self.secondary_time.to_le_bytes());
        for team in &self.teams {
            bytes.extend([team.number, team.color, 9, 1, team.score, 0]);
            bytes.extend(0_u16.to_le_bytes());
            bytes.extend(12_000_u16.to_le_bytes());
            for (penalty, secs) in team.penalties {
                bytes.extend([penalty, secs]);
                // Warnings and cautions; the latter alone.
                match self.version {
                    18 => {}
                    19 => bytes.extend([0, 0]),
                    _ => bytes.push(0),
                }
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Packet;

    #[test]
    fn packets_have_the_lengths_of_the_league() {
        assert_eq!(Packet::new(18, 5, 12).bytes().len(), 118);
        assert_eq!(Packet::new(19, 5, 12).bytes().len(), 198);
        assert_eq!(Packet::new(20, 5, 12).bytes().len(), 158);
    }
}
