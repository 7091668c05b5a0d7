//! The lines of the log of a game.

use super::side::PlayerId;
use core::fmt;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The player that it is about; `None` if it is about the game.
    pub player: Option<PlayerId>,
    text: String,
}

impl Line {
    /// Returns a line about the game.
    pub(super) fn of_game(text: String) -> Line {
        Line { player: None, text }
    }

    /// Returns a line about a player, without its name.
    pub(super) fn of_player(id: PlayerId, text: &str) -> Line {
        let text = match text.split_at_checked(9) {
            Some((time, rest)) if !text.starts_with("t=") => format!("{time}{id} {rest}"),
            _ => format!("{id} {text}"),
        };
        Line { player: Some(id), text }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::side::{PlayerId, Team};
    use super::Line;

    #[test]
    fn lines_have_their_player() {
        let line = |team, text| Line::of_player(PlayerId::new(team, 2), text).to_string();
        assert_eq!(line(Team::Left, "  12.34  stands again"), "  12.34  1.2 stands again");
        let trace = line(Team::Right, "t=1.000 striker: A -> B");
        assert_eq!(trace, "2.2 t=1.000 striker: A -> B");
    }
}
