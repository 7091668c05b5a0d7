//! The options of a member.

use crate::name::Name;
use crate::network::Network;
use std::time::Duration;

/// The shortest and the longest time between two views.
pub const PERIODS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(60));

/// The options of a member.
#[derive(Clone, Debug)]
pub struct MemberOptions {
    /// The way into the network.
    pub network: Network,
    /// The name of the robot in the fleet, which no other has.
    pub id: Name,
    /// The time between two views: 100 ms to 60 s.
    pub period: Duration,
    /// The address of the robot's live page, which viewers open.
    pub url: Option<String>,
}
