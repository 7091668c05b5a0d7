//! The last message of each mate.

use super::message::{DecodeError, MAX_NUMBER, TeamMessage};
use core::fmt;
use core::time::Duration;
use skill_runtime::Instant;

/// The silence after which a lower sequence number is that of a mate that was restarted.
const RESTARTED: Duration = Duration::from_secs(5);

/// A message, and when it arrived.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heard {
    /// The message.
    pub message: TeamMessage,
    /// The time of its arrival.
    pub at: Instant,
}

impl Heard {
    /// Returns the time since its arrival, s.
    #[must_use]
    pub fn age_sec(&self, now: Instant) -> f32 {
        now.since(self.at).as_secs_f32()
    }
}

/// The reason to ignore a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ignored {
    /// It repeats the last message of its sender.
    Duplicate,
    /// A later message of its sender came before it.
    Late,
    /// It is not a message of a mate.
    Refused(DecodeError),
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate => f.write_str("a repeated message"),
            Self::Late => f.write_str("a message older than the last one"),
            Self::Refused(error) => write!(f, "{error}"),
        }
    }
}

/// The numbers of packets by their fate; each of them wraps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Accepted messages.
    pub received: u32,
    /// Repeated ones.
    pub duplicates: u32,
    /// Older ones.
    pub late: u32,
    /// Packets that are no message of a mate.
    pub refused: u32,
}

/// The last message of each mate.
#[derive(Clone, Debug)]
pub struct Inbox {
    mates: [Option<Heard>; MAX_NUMBER as usize],
    counts: Counts,
}

impl Default for Inbox {
    fn default() -> Self {
        Self { mates: [None; MAX_NUMBER as usize], counts: Counts::default() }
    }
}

impl Inbox {
    /// Receives a packet as the player `own` of `team`.
    ///
    /// # Errors
    /// [`Ignored`] with the reason; then only the counts change.
    pub fn receive(
        &mut self,
        packet: &[u8],
        team: u8,
        own: u8,
        now: Instant,
    ) -> Result<(), Ignored> {
        let result = self.take(packet, team, own, now);
        let count = match result {
            Ok(()) => &mut self.counts.received,
            Err(Ignored::Duplicate) => &mut self.counts.duplicates,
            Err(Ignored::Late) => &mut self.counts.late,
            Err(Ignored::Refused(_)) => &mut self.counts.refused,
        };
        *count = count.wrapping_add(1);
        result
    }

    fn take(&mut self, packet: &[u8], team: u8, own: u8, now: Instant) -> Result<(), Ignored> {
        let message = TeamMessage::decode(packet, team, own).map_err(Ignored::Refused)?;
        let Some(place) = self.mates.get_mut(usize::from(message.player).wrapping_sub(1)) else {
            return Ok(());
        };
        if let Some(last) = place.filter(|last| now.since(last.at) < RESTARTED) {
            // Numbers wrap: the half of them after a number are later.
            let ahead = message.sequence.wrapping_sub(last.message.sequence);
            if ahead == 0 {
                return Err(Ignored::Duplicate);
            }
            if ahead > u32::MAX / 2 {
                return Err(Ignored::Late);
            }
        }
        *place = Some(Heard { message, at: now });
        Ok(())
    }

    /// Returns the mates that were ever heard, with their last messages, by number.
    pub fn heard(&self) -> impl Iterator<Item = &Heard> + Clone {
        self.mates.iter().flatten()
    }

    /// Returns the numbers of packets.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: u8 = 2;

    fn at(ms: u64) -> Instant {
        Instant::ZERO.after(Duration::from_millis(ms))
    }

    fn packet(player: u8, sequence: u32) -> [u8; super::super::message::LENGTH] {
        TeamMessage { team: 5, player, sequence, ..TeamMessage::default() }.encode().unwrap()
    }

    fn sequences(inbox: &Inbox) -> [u32; 2] {
        let mut of = inbox.heard().map(|heard| heard.message.sequence);
        [of.next().unwrap_or(0), of.next().unwrap_or(0)]
    }

    #[test]
    fn the_last_message_of_each_mate_is_kept() {
        let mut inbox = Inbox::default();
        for (player, sequence) in [(1, 7), (3, 1), (1, 8)] {
            assert_eq!(inbox.receive(&packet(player, sequence), 5, OWN, at(10)), Ok(()));
        }
        assert_eq!((sequences(&inbox), inbox.counts().received), ([8, 1], 3));
        let first = inbox.heard().next().unwrap();
        assert!((first.age_sec(at(1510)) - 1.5).abs() < 1e-6);
    }

    #[test]
    fn a_repeated_message_is_ignored_and_counted() {
        let mut inbox = Inbox::default();
        inbox.receive(&packet(1, 7), 5, OWN, at(0)).unwrap();
        assert_eq!(inbox.receive(&packet(1, 7), 5, OWN, at(9)), Err(Ignored::Duplicate));
        assert_eq!(inbox.heard().next().unwrap().at, at(0), "the first one counts");
        assert_eq!(inbox.counts().duplicates, 1);
    }

    #[test]
    fn a_late_message_is_ignored_and_counted_also_where_the_numbers_wrap() {
        let mut inbox = Inbox::default();
        inbox.receive(&packet(1, u32::MAX), 5, OWN, at(0)).unwrap();
        assert_eq!(inbox.receive(&packet(1, 1), 5, OWN, at(1)), Ok(()), "two later");
        assert_eq!(inbox.receive(&packet(1, 0), 5, OWN, at(2)), Err(Ignored::Late));
        assert_eq!((sequences(&inbox)[0], inbox.counts().late), (1, 1));
    }

    #[test]
    fn a_mate_that_was_restarted_is_heard_after_five_seconds() {
        let mut inbox = Inbox::default();
        inbox.receive(&packet(1, 1000), 5, OWN, at(0)).unwrap();
        assert_eq!(inbox.receive(&packet(1, 0), 5, OWN, at(4999)), Err(Ignored::Late));
        assert_eq!(inbox.receive(&packet(1, 1), 5, OWN, at(5000)), Ok(()));
    }

    #[test]
    fn foreign_packets_are_refused_and_counted() {
        let mut inbox = Inbox::default();
        let refused = |inbox: &mut Inbox, bytes: &[u8], team| {
            matches!(inbox.receive(bytes, team, OWN, at(0)), Err(Ignored::Refused(_)))
        };
        assert!(refused(&mut inbox, b"RGme", 5), "another format");
        assert!(refused(&mut inbox, &packet(1, 1), 6), "another team");
        assert!(refused(&mut inbox, &packet(OWN, 1), 5), "its own message");
        assert!(refused(&mut inbox, &[], 5), "nothing");
        assert_eq!((inbox.counts().refused, inbox.heard().count()), (4, 0));
    }
}
