//! Clients of the robot: each participant of DDS is one, whatever nodes it has.

use super::error::ServerError;
use ros2_client::Gid;
use ros2_client::dds::rustdds::{
    DomainParticipant, DomainParticipantStatusEvent, DomainParticipantStatusListener,
    StatusEvented as _,
};
use skill_studio::live::MIN_CLIENT;

/// The bytes of an id that are those of its participant.
const PARTICIPANT: usize = 12;

/// Returns the sender of the messages to the skiller that a client causes.
pub(super) fn sender(of: Gid) -> u32 {
    of_participant(&of.to_bytes16())
}

fn of_participant(id: &[u8]) -> u32 {
    let bytes = id.iter().take(PARTICIPANT);
    let hash = bytes
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    hash | MIN_CLIENT
}

/// Sees clients go away: at once if they say so, else after the lease that they have announced, 20 s with Fast DDS.
///
/// It is a participant of its own, since a node of `ros2-client` consumes these events and drops them.
pub(super) struct Departures {
    listener: DomainParticipantStatusListener,
    _participant: DomainParticipant,
}

impl Departures {
    pub fn new(domain: u16) -> Result<Self, ServerError> {
        let participant = DomainParticipant::new(domain);
        let participant = participant.map_err(|error| ServerError::Ros(error.to_string()))?;
        Ok(Self { listener: participant.status_listener(), _participant: participant })
    }

    /// Returns the senders of the clients that have gone away since the last time.
    pub fn newest(&self) -> Vec<u32> {
        let events = std::iter::from_fn(|| self.listener.try_recv_status());
        let gone = events.filter_map(|event| match event {
            DomainParticipantStatusEvent::ParticipantLost { id, .. } => {
                Some(of_participant(id.as_ref()))
            }
            _ => None,
        });
        gone.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_participant_is_one_client() {
        let id = |first: u8, last: u8| {
            let mut bytes = [7; 16];
            (bytes[0], bytes[15]) = (first, last);
            sender(Gid::from(bytes))
        };
        assert_eq!(id(1, 1), id(1, 2));
        assert_ne!(id(1, 1), id(2, 1));
        assert!(id(1, 1) >= MIN_CLIENT);
    }
}
