//! Mutated packets: none that a rule forbids is accepted, and none changes what came before.
#![allow(clippy::indexing_slicing)]

mod common;

use common::{Random, is_allowed, packet};
use core::time::Duration;
use robocup_gamecontroller::{MAX_CONTROL_BYTES, PlayerId, Receiver, Rejected, ReturnPacket};

/// Sends mutated packets of all versions. Returns how many were accepted.
fn send(count: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let player = PlayerId::new(5, 2).unwrap();
    let mut receiver = Receiver::new(player);
    let bases = [packet(18), packet(19), packet(20)];
    let mut accepted = 0;
    for number in 0..count {
        // Seconds apart, so that none is late.
        let now = Duration::from_secs(2 * number as u64);
        let mut bytes = bases[random.below(3)].clone();
        random.mutate(&mut bytes);
        let (before, allowed) = (receiver.newest().copied(), is_allowed(&bytes));
        match receiver.receive(&bytes, now) {
            Ok(read) => {
                assert!(allowed, "{bytes:?}");
                assert!(read.teams.iter().any(|team| team.number == 5));
                let mut buffer = [0; MAX_CONTROL_BYTES];
                assert_eq!(read.write(&mut buffer).unwrap(), bytes);
                let situation = receiver.situation(now).unwrap();
                assert_eq!(situation.ours().number, 5);
                assert!(!situation.may_move() || [1, 3].contains(&bytes[10]));
                accepted += 1;
            }
            Err(rejected) => {
                let other_game = matches!(rejected, Rejected::OtherGame { .. });
                assert_eq!(allowed, other_game, "{rejected}: {bytes:?}");
                assert!(!rejected.to_string().is_empty());
                assert_eq!(receiver.newest().copied(), before);
            }
        }
        random.mutate(&mut bytes);
        bytes.resize(32, 0);
        bytes[..8].copy_from_slice(b"RGrt\x04\x01\x05\x00");
        random.mutate(&mut bytes);
        if let Ok(read) = ReturnPacket::parse(&bytes) {
            assert!(bytes.len() == 32 && bytes[7] <= 1 && (1..=20).contains(&bytes[5]));
            assert!(read.pose.iter().all(|component| !component.is_nan()));
            assert!(read.write().is_ok());
        }
    }
    accepted
}

#[test]
fn no_forbidden_packet_is_accepted() {
    let accepted = send(50_000, 0x9e37_79b9_7f4a_7c15);
    // Both outcomes are frequent.
    assert!((5_000..45_000).contains(&accepted), "{accepted}");
}

#[test]
#[ignore = "three million packets"]
fn no_forbidden_packet_of_three_million_is_accepted() {
    let accepted = send(3_000_000, 19);
    println!("{accepted} of 3000000 mutated packets are allowed and were accepted");
    assert!((300_000..2_700_000).contains(&accepted), "{accepted}");
}
