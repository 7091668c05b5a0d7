//! The robots that a stop has reached.

use crate::error::FleetError;
use crate::name::Name;
use skill_studio::Escaped;
use std::fmt::{self, Display, Formatter};

/// The robots that a stop has reached, and those that it has not.
#[derive(Debug, Default)]
pub struct Stopped {
    /// The robots that have confirmed it.
    pub stopped: Vec<Name>,
    /// The others, and why.
    pub failed: Vec<(Name, FleetError)>,
}

impl Stopped {
    /// Returns whether there was a robot, and each has stopped.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && !self.stopped.is_empty()
    }
}

/// Lines: `5 robots have stopped: r1, ..`, then one for each that has not.
impl Display for Stopped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { stopped, failed } = self;
        if stopped.is_empty() && failed.is_empty() {
            return f.write_str("no robot is connected");
        }
        for (robot, error) in failed {
            match error {
                FleetError::Silent(_) => writeln!(f, "{robot} does not respond")?,
                error => {
                    let text = error.to_string();
                    writeln!(f, "{robot}: {}", Escaped(text.lines().next().unwrap_or_default()))?;
                }
            }
        }
        let names: Vec<_> = stopped.iter().map(Name::as_str).collect();
        match names[..] {
            [] => f.write_str("no robot has stopped"),
            [one] => write!(f, "1 robot has stopped: {one}"),
            _ => write!(f, "{} robots have stopped: {}", names.len(), names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_have_not_stopped_are_named() {
        let name = |text: &str| text.parse::<Name>().expect("a name");
        let mut of = Stopped::default();
        assert_eq!((of.to_string().as_str(), of.is_whole()), ("no robot is connected", false));
        of.stopped.push(name("r1"));
        assert_eq!((of.to_string().as_str(), of.is_whole()), ("1 robot has stopped: r1", true));
        of.stopped.push(name("r2"));
        of.failed.push((name("r3"), FleetError::Silent("r3".to_owned())));
        of.failed.push((name("r7"), FleetError::Version("r7".to_owned(), 2)));
        let text = "r3 does not respond\nr7: the keys of the robot `r7` have version 2, those of this \
                    program 1\n2 robots have stopped: r1, r2";
        assert_eq!((of.to_string().as_str(), of.is_whole()), (text, false));
    }
}
