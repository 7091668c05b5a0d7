//! The steps of a game, as words on a command line.

use crate::Packet;
use std::str::FromStr;
use std::time::Duration;

/// A short game in words: kick-off, a stop, a penalty, half time with sides swapped, the end.
pub const WHOLE_GAME: &str = "initial wait=3 ready wait=12 set wait=4 playing wait=30 \
    stop wait=3 go wait=10 penalty=7,10 wait=10 penalty=0 wait=20 finished wait=5 \
    half=2 kickoff=theirs initial wait=3 ready wait=12 set wait=4 playing wait=30 finished wait=3";

/// The states by their codes.
const STATES: [&str; 6] = ["initial", "ready", "set", "playing", "finished", "standby"];

/// A step of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Enters the state with this code.
    State(u8),
    /// Stops play, or lets it go on.
    Stop(bool),
    /// Sets the robot's penalty and the seconds that are left of it.
    Penalty(u8, u8),
    /// Begins a half, 1 or 2; the teams change sides.
    Half(u8),
    /// Gives the kick-off to the robot's team, the other one, or none.
    KickOff(Option<bool>),
    /// Sets the goals of the robot's team and of the other one.
    Score(u8, u8),
    /// Sends packets for a time.
    Wait(Duration),
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Step, String> {
        if let Some(code) =
            (0..).zip(STATES).find_map(|(code, name)| (name == text).then_some(code))
        {
            return Ok(Step::State(code));
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let numbers: Vec<u8> =
            value.split([',', ':']).map_while(|part| part.parse().ok()).collect();
        let seconds = value.parse().ok().and_then(|sec| Duration::try_from_secs_f64(sec).ok());
        Ok(match (name, numbers.as_slice(), value) {
            ("stop", ..) => Step::Stop(true),
            ("go", ..) => Step::Stop(false),
            ("penalty", &[code], _) => Step::Penalty(code, 0),
            ("penalty", &[code, secs], _) => Step::Penalty(code, secs),
            ("half", &[half @ 1..=2], _) => Step::Half(half),
            ("kickoff", _, "ours") => Step::KickOff(Some(true)),
            ("kickoff", _, "theirs") => Step::KickOff(Some(false)),
            ("kickoff", _, "none") => Step::KickOff(None),
            ("score", &[ours, theirs], _) => Step::Score(ours, theirs),
            ("wait", ..) if seconds.is_some() => Step::Wait(seconds.unwrap_or_default()),
            _ => {
                let states = STATES.join(", ");
                return Err(format!(
                    "expected {states}, stop, go, penalty=CODE[,SECONDS], half=1|2, \
                     kickoff=ours|theirs|none, score=OURS:THEIRS or wait=SECONDS"
                ));
            }
        })
    }
}

impl Step {
    /// Changes the packet for player `number` of `team`.
    ///
    /// # Panics
    /// If the team does not play, or has no such player.
    pub fn apply(self, packet: &mut Packet, team: u8, number: u8) {
        let mut others = packet.teams.iter().map(|team| team.number);
        let other = others.find(|other| *other != team).expect("another team");
        match self {
            Step::State(code) => packet.state = code,
            Step::Stop(on) => packet.stopped = on,
            Step::Penalty(code, secs) => {
                packet.team(team).penalties[usize::from(number - 1)] = (code, secs);
            }
            Step::Half(half) => {
                if packet.half != half {
                    packet.teams.reverse();
                }
                packet.half = half;
            }
            Step::KickOff(ours) => {
                packet.kicking_team = ours.map_or(255, |ours| if ours { team } else { other });
            }
            Step::Score(ours, theirs) => {
                packet.team(team).score = ours;
                packet.team(other).score = theirs;
            }
            Step::Wait(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, WHOLE_GAME};

    #[test]
    fn the_game_is_readable() {
        assert!(WHOLE_GAME.split_whitespace().all(|word| word.parse::<Step>().is_ok()));
        assert_eq!("penalty=7,10".parse(), Ok(Step::Penalty(7, 10)));
        for wrong in ["", "pause", "penalty", "penalty=x", "wait=-1", "half=3", "score=1"] {
            assert!(wrong.parse::<Step>().is_err(), "{wrong}");
        }
    }
}
