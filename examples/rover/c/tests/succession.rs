//! A host comes in the place of another one, whatever that has left, and does not disturb one that
//! lives.
#![allow(unsafe_code, missing_docs)]

mod memory;

use memory::Memory;
use rover::interfaces::{EmergencyStop, Gripper, Lidar, Odometry, RoverBoard, Wheels};
use rover_skills::*;
use skill_c::Robot as _;
use skill_c::abi::{
    BUSY, HOST_DEAD_US, NO_CONTROL, NO_CYCLE, NO_HOST, OK, OTHER_LAYOUT, REPLACED, TIME_WENT_BACK,
    WRITER_TAKEN,
};
use skill_c::hardware::{Data, number};
use skill_runtime::{Instant, Tick, WriterId};
use std::cell::Cell;
use std::num::NonZeroU32;
use std::ptr::null_mut;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

const STOP: u32 = number(1, 2);
const DEAD_US: u64 = HOST_DEAD_US as u64;
/// The words of the shared memory: those of the header, the places, the host's heartbeat.
const HEADER: usize = 5;
const HOST_PLACE: usize = 6;
const BEAT: usize = 8;
const BEAT_TIME: usize = BEAT + 2;
const BEAT_CYCLE: usize = BEAT + 5;

/// Shared memory with the memory of two hosts and a behaviour.
struct Two {
    shared: Memory,
    hosts: [Memory; 2],
    behaviour: Memory,
}

impl Two {
    fn new() -> Self {
        Self {
            shared: Memory::new(rover_shared_size()),
            hosts: [(); 2].map(|()| Memory::new(rover_host_size())),
            behaviour: Memory::new(rover_behaviour_size()),
        }
    }

    fn word(&self, index: usize) -> &AtomicU32 {
        // SAFETY: the memory consists of such words.
        let words =
            unsafe { std::slice::from_raw_parts(self.shared.at().cast(), self.shared.1 / 4) };
        &words[index]
    }

    fn host(&self, which: usize, take_over: u32) -> (u32, *mut RoverHost) {
        let (memory, mut host) = (&self.hosts[which], null_mut());
        let (at, size, abi) = (self.shared.at(), self.shared.1, rover_abi());
        // SAFETY: the memory has the sizes, and outlives the objects.
        let result = unsafe {
            rover_host_attach(memory.at(), memory.1, at, size, abi, take_over, &raw mut host)
        };
        (result, host)
    }

    /// Returns a host that lives.
    fn begun(&self) -> *mut RoverHost {
        let (result, host) = self.host(0, 0);
        assert_eq!((result, sense(host, 10_000)), (OK, OK));
        host
    }

    fn replace(&self, time_us: u64, seen: &mut [u64; 2]) -> (u32, *mut RoverHost) {
        let (memory, mut host) = (&self.hosts[1], null_mut());
        let (at, size, abi) = (self.shared.at(), self.shared.1, rover_abi());
        // SAFETY: as above.
        let result = unsafe {
            let seen = seen.as_mut_ptr();
            rover_host_replace(memory.at(), memory.1, at, size, abi, time_us, seen, &raw mut host)
        };
        (result, host)
    }

    /// Replaces a host that is dead, not before its time.
    fn succeed(&self) -> *mut RoverHost {
        let (start, mut seen) = (7_000_000, [0; 2]);
        for time_us in [start, start, start - 1, start + DEAD_US - 1] {
            assert_eq!(self.replace(time_us, &mut seen).0, BUSY);
        }
        let (result, host) = self.replace(start + DEAD_US, &mut seen);
        assert_eq!((result, seen[1] != 0), (OK, true));
        host
    }

    fn behaviour(&self) -> (u32, *mut RoverBehaviour) {
        let (memory, mut behaviour) = (&self.behaviour, null_mut());
        let (at, size, abi) = (self.shared.at(), self.shared.1, rover_abi());
        // SAFETY: as above.
        let result = unsafe {
            rover_behaviour_attach(memory.at(), memory.1, at, size, abi, &raw mut behaviour)
        };
        (result, behaviour)
    }

    /// Checks that a host and a new behaviour work.
    fn works(&self, host: *mut RoverHost) {
        let (result, behaviour) = self.behaviour();
        assert_eq!(result, OK);
        for expected in [NO_CONTROL, OK, OK] {
            assert_eq!((sense(host, 10_000), tick(behaviour)), (OK, expected));
            assert_eq!(act(host).0, OK);
        }
        // SAFETY: both are alive.
        unsafe {
            assert_eq!(rover_behaviour_detach(behaviour), OK);
            assert_eq!(rover_host_detach(host), OK);
        }
    }
}

fn sensors() -> RoverSensors {
    RoverSensors {
        published: 0b11111,
        emergency_stop: Data::new(&EmergencyStop { released: true }),
        wheels: Data::new(&Wheels::default()),
        odometry: Data::new(&Odometry::default()),
        lidar: Data::new(&Lidar::default()),
        gripper: Data::new(&Gripper { r#final: true, ..Gripper::default() }),
    }
}

fn sense(host: *mut RoverHost, time_us: u64) -> u32 {
    // SAFETY: the host is alive.
    unsafe { rover_host_sense(host, &sensors(), time_us) }
}

/// Returns the result, and the messages.
fn act(host: *mut RoverHost) -> (u32, Vec<u32>, u32) {
    let mut told = Rover::NOTHING;
    // SAFETY: the host is alive.
    let result = unsafe { rover_host_act(host, &raw mut told) };
    let commands = told.command.iter().take(told.commands as usize);
    (result, commands.map(|command| command.0.message).collect(), told.missed)
}

fn tick(behaviour: *mut RoverBehaviour) -> u32 {
    // SAFETY: the behaviour is alive.
    unsafe { rover_behaviour_tick(behaviour) }
}

#[test]
fn whatever_header_a_dead_host_has_left_the_next_one_comes_up() {
    for word in 0..HEADER {
        for value in [0, 1, u32::MAX] {
            let two = Two::new();
            two.begun();
            two.word(word).store(value, Relaxed);
            two.works(two.succeed());
        }
    }
}

#[test]
fn a_host_that_died_between_place_and_header_is_replaced() {
    let two = Two::new();
    two.word(HOST_PLACE).store(3, Relaxed);
    assert_eq!(two.behaviour().0, NO_HOST);
    assert_eq!(two.host(1, 0).0, WRITER_TAKEN);
    two.works(two.succeed());
}

#[test]
fn memory_of_another_version_whose_host_has_ended_is_used_at_once() {
    let two = Two::new();
    let host = two.begun();
    two.word(1).fetch_add(1, Relaxed);
    // SAFETY: the host is alive.
    assert_eq!(unsafe { rover_host_detach(host) }, OK);
    let mut seen = [0; 2];
    let (result, next) = two.replace(0, &mut seen);
    assert_eq!((result, seen), (OK, [0; 2]));
    two.works(next);
}

#[test]
fn a_host_of_another_version_that_lives_is_not_replaced() {
    let two = Two::new();
    let host = two.begun();
    two.word(2).fetch_add(1, Relaxed);
    let mut seen = [0; 2];
    assert_eq!(two.host(1, 0).0, WRITER_TAKEN);
    assert_eq!(two.replace(0, &mut seen).0, BUSY);
    assert_eq!(sense(host, 20_000), OK);
    assert_eq!(two.replace(DEAD_US, &mut seen).0, WRITER_TAKEN);
    assert_eq!((sense(host, 30_000), act(host).0), (OK, OK));
    // It ends in order while the other one waits.
    let mut seen = [0; 2];
    assert_eq!(two.replace(0, &mut seen).0, BUSY);
    // SAFETY: the host is alive.
    assert_eq!(unsafe { rover_host_detach(host) }, OK);
    let (result, next) = two.replace(1, &mut seen);
    assert_eq!(result, OK);
    two.works(next);
}

#[test]
fn a_running_host_tells_an_overwritten_place_from_a_successor() {
    for value in [0, 2, 5, 77, u32::MAX] {
        let two = Two::new();
        let host = two.begun();
        two.word(HOST_PLACE).store(value, Relaxed);
        assert_eq!(act(host), (OTHER_LAYOUT, vec![], 0), "{value}");
        assert_eq!(sense(host, 20_000), OTHER_LAYOUT, "{value}");
    }
    let two = Two::new();
    let host = two.begun();
    let (result, next) = two.host(1, 1);
    assert_eq!((result, sense(next, 0)), (OK, OK));
    assert_eq!((sense(host, 20_000), act(host)), (REPLACED, (REPLACED, vec![], 0)));
    // It stays so, whatever the next one does.
    // SAFETY: the host is alive.
    assert_eq!(unsafe { rover_host_detach(next) }, OK);
    assert_eq!(sense(host, 20_000), REPLACED);
}

#[test]
fn an_overwritten_header_shows_in_the_heartbeats() {
    let two = Two::new();
    two.begun();
    for (value, code) in [(0, NO_HOST), (1, OTHER_LAYOUT)] {
        two.word(0).store(value, Relaxed);
        let (mut cycle, mut answer) = (0, 0);
        let (at, size) = (two.shared.at(), two.shared.1);
        // SAFETY: the memory has the size.
        let result = unsafe { rover_shared_beats(at, size, &raw mut cycle, &raw mut answer) };
        assert_eq!(result, code);
    }
}

#[test]
fn a_behaviour_of_another_version_does_not_take_up_the_control_of_the_next_host() {
    let two = Two::new();
    two.begun();
    let (_, behaviour) = two.behaviour();
    let (_, next) = two.host(1, 1);
    two.word(2).fetch_add(1, Relaxed);
    assert_eq!((sense(next, 0), act(next).1), (OK, vec![STOP]));
    // SAFETY: the behaviour is alive.
    assert_eq!(unsafe { rover_behaviour_serve(behaviour) }, OTHER_LAYOUT);
    assert_eq!(act(next), (OK, vec![], 1));
}

#[test]
fn the_answers_to_the_host_before_do_not_count() {
    let two = Two::new();
    let host = two.begun();
    let (_, behaviour) = two.behaviour();
    for _ in 0..9 {
        assert_eq!(sense(host, 10_000), OK);
        tick(behaviour);
        assert_eq!(act(host).0, OK);
    }
    let (_, next) = two.host(1, 1);
    assert_eq!((sense(next, 0), act(next)), (OK, (OK, vec![STOP], 1)));
}

#[test]
fn a_heartbeat_with_an_old_time_is_a_cycle_that_is_skipped() {
    let two = Two::new();
    let host = two.begun();
    let (_, behaviour) = two.behaviour();
    for expected in [NO_CONTROL, OK] {
        assert_eq!((sense(host, 20_000), tick(behaviour)), (OK, expected));
        assert_eq!(act(host).0, OK);
    }
    // As a host leaves it that was stopped between two stores, and replaced.
    assert_eq!(sense(host, 30_000), OK);
    two.word(BEAT_TIME).store(1, Relaxed);
    let cycle = two.word(BEAT_CYCLE).load(Relaxed);
    assert_eq!(cycle, 4);
    assert_eq!((tick(behaviour), tick(behaviour)), (TIME_WENT_BACK, NO_CYCLE));
    assert_eq!(act(host).0, OK);
    assert_eq!((sense(host, 40_000), tick(behaviour), act(host).0), (OK, OK, OK));
}

/// As a host leaves it that was stopped between two stores of its attach, and continues.
#[test]
fn a_host_that_was_replaced_in_its_attach_leaves_no_interface_without_a_writer() {
    let two = Two::new();
    let host = two.begun();
    let number = NonZeroU32::new(two.word(HOST_PLACE).load(Relaxed)).expect("it has the place");
    let (result, next) = two.host(1, 1);
    assert_eq!((result, sense(next, 10_000)), (OK, OK));
    // SAFETY: the memory has the size.
    let board = unsafe { skill_c::boundary::blackboard::<Rover>(two.shared.at(), two.shared.1) };
    let (board, _) = board.expect("a blackboard");
    board.wheels.claim(WriterId::replacing(number)).expect("it replaces any writer");
    // SAFETY: the host is alive.
    assert_eq!((sense(host, 20_000), unsafe { rover_host_detach(host) }), (REPLACED, OK));
    assert!(board.wheels.has_writer(), "the skills go on");
    two.works(next);
    assert!(!board.wheels.has_writer(), "the last one has ended");
}

#[test]
fn a_host_that_is_replaced_while_it_senses_publishes_no_further_interface() {
    for most in 0..=5_usize {
        let board: &'static RoverBoard = Box::leak(Box::default());
        let id = WriterId::replacing(NonZeroU32::new(3).expect("3"));
        let mut rover = Rover::attach(board, id).expect("it replaces any writer");
        let left = Cell::new(most);
        let now = Tick { time: Instant::from_micros(10_000), count: 1 };
        rover.sense(&sensors(), now, || left.replace(left.get().saturating_sub(1)) > 0);
        let times = [
            board.emergency_stop.sample().time,
            board.wheels.sample().time,
            board.odometry.sample().time,
            board.lidar.sample().time,
            board.gripper.sample().time,
        ];
        let published = times.into_iter().filter(|time| *time == now.time).count();
        assert_eq!(published, most);
    }
}
