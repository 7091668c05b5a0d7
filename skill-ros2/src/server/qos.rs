//! The qualities of service of topics and services.

use ros2_client::QosProfile;
use ros2_client::qos::{Durability, History, Reliability, WhenFull};

/// Each message counts; as many are kept for a reader that is late.
pub(crate) fn every(depth: usize) -> QosProfile {
    QosProfile::publisher_default()
        .durability(Durability::Volatile)
        .history(History::KeepLast { depth })
        .reliability_reliable(WhenFull::DEFAULT)
}

/// The last message counts, also for a reader that comes later.
pub(crate) fn latched() -> QosProfile {
    every(1).durability(Durability::TransientLocal)
}

/// The last message counts, of publishers that repeat lost ones and of those that do not.
pub(crate) fn newest() -> QosProfile {
    QosProfile::subscription_default()
        .durability(Durability::Volatile)
        .history(History::KeepLast { depth: 1 })
        .reliability(Reliability::BestEffort)
}
