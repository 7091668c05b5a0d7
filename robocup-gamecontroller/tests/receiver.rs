//! The receiver: our game, the order of packets, silence, our player.
#![allow(clippy::indexing_slicing)]

mod common;

use common::packet;
use core::time::Duration;
use robocup_gamecontroller::{
    Kicking, NoReferee, Penalty, PlayerId, Receiver, Rejected, WrongPlayerId,
};

fn receiver() -> Receiver {
    Receiver::new(PlayerId::new(5, 2).unwrap())
}

/// Returns a packet with these bytes.
fn with(version: u8, changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = packet(version);
    for (offset, byte) in changes {
        bytes[*offset] = *byte;
    }
    bytes
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn only_existing_players_are_received_for() {
    assert_eq!(PlayerId::new(5, 0), Err(WrongPlayerId::Number(0)));
    assert_eq!(PlayerId::new(5, 21), Err(WrongPlayerId::Number(21)));
    assert_eq!(PlayerId::new(255, 1), Err(WrongPlayerId::Team(255)));
    assert!(PlayerId::new(0, 20).is_ok());
}

#[test]
fn a_packet_of_another_game_changes_nothing() {
    let mut receiver = receiver();
    let other = with(19, &[(108, 7)]);
    let rejected = Rejected::OtherGame { team: 5, found: [12, 7] };
    assert_eq!(receiver.receive(&other, ms(0)), Err(rejected));
    assert_eq!(receiver.situation(ms(0)), Err(NoReferee::NeverHeard));
}

#[test]
fn packets_may_get_lost_and_wrap_but_not_come_late() {
    let mut receiver = receiver();
    let mut receive = |number, time| receiver.receive(&with(19, &[(5, number)]), ms(time)).is_ok();
    assert!(receive(254, 0));
    assert!(receive(1, 500)); // wrapped, two lost
    assert!(!receive(0, 510));
    assert!(!receive(253, 520));
    assert!(receive(1, 530)); // twice
    assert!(receive(2, 1000));
    assert!(!receive(0, 1999));
    assert!(receive(0, 2000)); // the referee was started again
    assert!(!receive(200, 2100)); // a foreign packet, far back
    assert!(receive(1, 2500));
    assert!(!receive(130, 2510));
    assert!(receive(128, 2520)); // as far ahead as a number can be
    assert!(!receive(1, 3519));
    // Another one with the number of the newest, which is not the referee's.
    let mut other = with(19, &[(5, 128)]);
    other[10] = 3;
    let rejected = receiver.receive(&other, ms(3519)).map(|_| ()).unwrap_err();
    assert_eq!(rejected.to_string(), "another packet 128 came before");
    // The other version counts on its own.
    assert!(receiver.receive(&with(18, &[(5, 1)]), ms(3519)).is_ok());
}

#[test]
fn a_silent_referee_is_no_referee() {
    let mut receiver = receiver();
    receiver.receive(&packet(19), ms(1000)).unwrap();
    assert!(receiver.situation(ms(5999)).is_ok());
    let silent = receiver.situation(ms(6000)).unwrap_err();
    assert_eq!(silent, NoReferee::Silent(ms(5000)));
    assert_eq!(silent.to_string(), "no packet from the referee for 5.0 s");
    assert!(receiver.newest().is_some());
    receiver.receive(&packet(19), ms(7000)).unwrap();
    assert!(receiver.situation(ms(7000)).is_ok());
}

#[test]
fn our_player_is_found_on_both_sides() {
    for (version, second, player) in [(18, 68, 2), (19, 108, 4)] {
        let mine = |start: usize| start + 10 + player;
        for (ours, theirs) in [(18, second), (second, 18)] {
            let mut receiver = receiver();
            let pushing = if version == 19 { 9 } else { 2 };
            let changes = [(theirs, 12), (ours, 5), (mine(ours), pushing), (mine(ours) + 1, 30)];
            receiver.receive(&with(version, &changes), ms(0)).unwrap();
            let situation = receiver.situation(ms(1500)).unwrap();
            assert_eq!(situation.is_left(), ours == 18);
            assert_eq!((situation.ours().number, situation.theirs().number), (5, 12));
            assert_eq!(situation.penalty(), Some(Penalty::Pushing));
            assert_eq!(situation.penalty_left(), ms(28_500));
            assert_eq!(situation.kicking(), Kicking::Theirs);
            assert!(!situation.may_move() && situation.is_kickoff());
            assert!(!situation.is_goalkeeper());
        }
    }
}

#[test]
fn a_player_may_move_in_ready_and_playing_alone() {
    let may_move = |version, changes: &[(usize, u8)]| {
        let mut receiver = receiver();
        receiver.receive(&with(version, changes), ms(0)).unwrap();
        receiver.situation(ms(0)).unwrap().may_move()
    };
    for version in [18, 19] {
        let moves = (0..5).map(|state| may_move(version, &[(10, state)]));
        assert_eq!(moves.collect::<Vec<_>>(), [false, true, false, true, false]);
        assert!(!may_move(version, &[(9, 3)]), "timeout");
    }
    assert!(!may_move(18, &[(10, 5)]), "standby");
    assert!(!may_move(19, &[(10, 3), (8, 1)]), "stopped");
    assert!(may_move(18, &[(10, 3), (8, 1)]), "version 18 has the type of competition there");
}
