//! Which interfaces a snapshot reads, and what it keeps of them.
#![cfg(not(loom))]

use skill_runtime::{Instant, InterfaceSet, Snapshot, blackboard, interface};

interface! { pub Lamp { fields { on: bool } } }
blackboard! { pub Board { left: Lamp, right: Lamp } }

const LEFT: InterfaceSet = InterfaceSet::of(0);
const RIGHT: InterfaceSet = InterfaceSet::of(1);

#[test]
fn a_snapshot_has_the_writers_of_the_last_reading() {
    let board = Board::new();
    let mut snapshot = Snapshot::new(&board);
    assert_eq!(snapshot.writers(), InterfaceSet::NONE);
    let left = board.left.writer().unwrap();
    snapshot.refresh(RIGHT);
    assert_eq!(snapshot.writers(), InterfaceSet::NONE, "the left one was not read");
    snapshot.refresh_all();
    assert_eq!(snapshot.writers(), LEFT);
    drop(left);
    let mut right = board.right.writer().unwrap();
    right.write(&Lamp { on: true }, Instant::ZERO);
    snapshot.refresh(RIGHT);
    assert_eq!(snapshot.writers(), LEFT.union(RIGHT), "the left one was not read again");
    snapshot.refresh(LEFT);
    assert_eq!(snapshot.writers(), RIGHT);
}

#[test]
fn what_a_snapshot_claims_has_a_writer() {
    let board = Board::new();
    let mut snapshot = Snapshot::new(&board);
    snapshot.claim(RIGHT).unwrap();
    assert_eq!((snapshot.claimed(), snapshot.writers()), (RIGHT, InterfaceSet::NONE));
    snapshot.refresh_all();
    assert_eq!(snapshot.writers(), RIGHT);
    let mut other = Snapshot::new(&board);
    assert!(other.claim(LEFT.union(RIGHT)).is_err());
    assert_eq!(other.claimed(), LEFT, "those before the one that has a writer stay claimed");
}
