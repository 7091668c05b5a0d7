//! The C functions as C calls them: also under Miri, which detects undefined behavior.
#![allow(unsafe_code, missing_docs)]

use nao_skills::abi::*;
use nao_skills::boundary::*;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Memory of the caller's.
struct Memory {
    at: *mut c_void,
    layout: Layout,
}

impl Memory {
    fn new(size: usize) -> Self {
        let layout = Layout::from_size_align(size, nao_align().max(nao_shared_align()))
            .expect("the library's own sizes");
        // SAFETY: no size of the library's is 0.
        Memory { at: unsafe { alloc_zeroed(layout) }.cast(), layout }
    }
    fn size(&self) -> usize {
        self.layout.size()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and ended only here.
        unsafe { dealloc(self.at.cast(), self.layout) }
    }
}

fn still() -> NaoSensors {
    // SAFETY: numbers, for which zeros are a value.
    let mut sensors: NaoSensors = unsafe { std::mem::zeroed() };
    sensors.accel_x = -1.0;
    sensors.stiffness = [1.0; NAO_JOINTS];
    sensors
}

fn call(behaviour: *mut NaoBehaviour, text: &str) -> NaoResult {
    // SAFETY: a living behaviour, and the text's own length.
    unsafe { nao_behaviour_call(behaviour, text.as_ptr().cast(), text.len()) }
}

fn status(behaviour: *mut NaoBehaviour) -> NaoStatus {
    // SAFETY: numbers and bytes.
    let mut status: NaoStatus = unsafe { std::mem::zeroed() };
    // SAFETY: a living behaviour.
    assert_eq!(unsafe { nao_behaviour_status(behaviour, &raw mut status) }, NAO_OK);
    status
}

fn text(bytes: &[u8]) -> &str {
    CStr::from_bytes_until_nul(bytes).expect("a final 0").to_str().expect("UTF-8")
}

#[test]
fn an_engine_runs_a_skill() {
    let memory = Memory::new(nao_engine_size());
    let mut engine = null_mut();
    // SAFETY: the memory has the stated size, and outlives the engine.
    unsafe {
        assert_eq!(
            nao_engine_create(memory.at, memory.size(), nao_abi() ^ 1, &raw mut engine),
            NAO_OTHER_HEADER
        );
        assert_eq!(nao_engine_create(memory.at, memory.size(), nao_abi(), &raw mut engine), NAO_OK);
        let behaviour = nao_engine_behaviour(engine);
        assert_eq!(call(behaviour, "standup{from=\"bak\"}"), NAO_BAD_CALL);
        assert!(text(&status(behaviour).error).contains("did you mean \"back\"?"));
        assert_eq!(call(behaviour, "standup{from=\"back\"}"), NAO_OK);
        let (sensors, mut told) = (still(), NaoActuators::NOTHING);
        let mut motions = Vec::new();
        for cycle in 0..8 {
            let result = nao_engine_tick(engine, &raw const sensors, cycle * 10_000, &raw mut told);
            assert_eq!(result, if cycle == 0 { NAO_NO_CONTROL } else { NAO_OK });
            motions.extend(told.motion.iter().take(told.motions as usize).map(|m| m.kind));
            assert_eq!(told.watchdog, 0, "cycle {cycle}");
        }
        assert_eq!(motions, [NAO_MOTION_STANDUP]);
        assert_eq!(status(behaviour).status, NAO_RUNNING);
        let mut entries = [NaoTraceEntry::default(); 4];
        let (mut count, mut lines) = (0, Vec::new());
        loop {
            let room = entries.len();
            assert_eq!(
                nao_behaviour_trace(behaviour, entries.as_mut_ptr(), room, &raw mut count),
                NAO_OK
            );
            for entry in &entries[..count] {
                let mut line = [0_u8; 100];
                assert_eq!(nao_trace_text(entry, line.as_mut_ptr().cast(), line.len()), NAO_OK);
                lines.push(text(&line).to_owned());
            }
            if count < room {
                break;
            }
        }
        assert!(lines.iter().any(|line| line.contains("standup#0: Standup -> Wait")), "{lines:?}");
        assert_eq!(nao_behaviour_stop(behaviour), NAO_OK);
        assert_eq!(status(behaviour).status, NAO_INACTIVE);
    }
}

#[test]
fn a_late_behaviour_loses_control_and_its_place() {
    let shared = Memory::new(nao_shared_size());
    let (first, second) = (Memory::new(nao_host_size()), Memory::new(nao_host_size()));
    let (early, late) = (Memory::new(nao_behaviour_size()), Memory::new(nao_behaviour_size()));
    let (mut host, mut other) = (null_mut(), null_mut());
    let (mut a, mut b) = (null_mut(), null_mut());
    let (sensors, mut told) = (still(), NaoActuators::NOTHING);
    // SAFETY: the memory has the stated size, and outlives what is in it.
    unsafe {
        let attach = |memory: &Memory, host: *mut *mut NaoHost, take_over| {
            let (at, size) = (shared.at, shared.size());
            nao_host_attach(memory.at, memory.size(), at, size, nao_abi(), take_over, host)
        };
        let enter = |memory: &Memory, behaviour: *mut *mut NaoBehaviour| {
            let (at, size) = (shared.at, shared.size());
            nao_behaviour_attach(memory.at, memory.size(), at, size, nao_abi(), behaviour)
        };
        assert_eq!(enter(&early, &raw mut a), NAO_NO_HOST);
        assert_eq!(attach(&first, &raw mut host, 0), NAO_OK);
        assert_eq!(attach(&second, &raw mut other, 0), NAO_WRITER_TAKEN);
        assert_eq!(enter(&early, &raw mut a), NAO_OK);
        assert_eq!(call(a, "kick{leg=\"left\"}"), NAO_OK);
        for cycle in 1..=3 {
            assert_eq!(nao_host_sense(host, &raw const sensors, cycle * 10_000), NAO_OK);
            let result = nao_behaviour_tick(a);
            assert_eq!(result, if cycle == 1 { NAO_NO_CONTROL } else { NAO_OK });
            assert_eq!(nao_behaviour_tick(a), NAO_NO_CYCLE);
            assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
        }
        assert_eq!(enter(&late, &raw mut b), NAO_WRITER_TAKEN);
        // Three cycles late is not yet too late; the fourth is.
        for missed in 1..=4 {
            assert_eq!(told.watchdog, 0);
            assert_eq!(nao_host_sense(host, &raw const sensors, (3 + missed) * 10_000), NAO_OK);
            assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
            assert_eq!(u64::from(told.missed), missed);
        }
        assert_eq!((told.watchdog, told.motions, told.motion[0].kind), (1, 1, NAO_MOTION_PARK));
        assert!(told.stiffens.count_ones() == 26 && told.stiffness.iter().all(|s| *s <= 0.3));
        // It comes back: the running skill is stopped before it has control again.
        assert_eq!(nao_behaviour_tick(a), NAO_CONTROL_CHANGED);
        assert_eq!(nao_behaviour_serve(a), NAO_OK);
        assert_eq!(text(&status(a).error), "the host took control away");
        assert_eq!(status(a).status, NAO_FAILED);
        // Another behavior has taken the place in the meantime.
        assert_eq!(enter(&late, &raw mut b), NAO_OK);
        assert_eq!(nao_behaviour_tick(a), NAO_REPLACED);
        assert_eq!(nao_behaviour_detach(a), NAO_OK);
        assert_eq!(nao_behaviour_tick(a), NAO_BAD_HANDLE);
        assert_eq!(nao_host_sense(host, &raw const sensors, 100_000), NAO_OK);
        assert_eq!(nao_behaviour_tick(b), NAO_NO_CONTROL);
        assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
        assert_eq!(told.watchdog, 0);
        // A new host replaces a dead one, and gives control again.
        assert_eq!(attach(&second, &raw mut other, 1), NAO_OK);
        assert_eq!(nao_behaviour_tick(b), NAO_CONTROL_CHANGED);
        assert_eq!(nao_behaviour_detach(b), NAO_OK);
        assert_eq!(nao_host_detach(other), NAO_OK);
    }
}

#[test]
fn corrupted_shared_memory_neither_hangs_nor_panics() {
    let rounds = if cfg!(miri) { 4 } else { 3000 };
    let shared = Memory::new(nao_shared_size());
    let (first, early) = (Memory::new(nao_host_size()), Memory::new(nao_behaviour_size()));
    let (mut host, mut behaviour) = (null_mut(), null_mut());
    let (sensors, mut told) = (still(), NaoActuators::NOTHING);
    let mut entries = [NaoTraceEntry::default(); 8];
    let mut random = 1_u32;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random
    };
    // SAFETY: the memory has the stated size, and outlives what is in it; the words of the shared
    // memory are atomic, so any of them may be overwritten.
    unsafe {
        let (at, size) = (shared.at, shared.size());
        let attached =
            nao_host_attach(first.at, first.size(), at, size, nao_abi(), 0, &raw mut host);
        assert_eq!(attached, NAO_OK);
        let attached =
            nao_behaviour_attach(early.at, early.size(), at, size, nao_abi(), &raw mut behaviour);
        assert_eq!(attached, NAO_OK);
        let words = at.cast::<AtomicU32>();
        for round in 0..rounds {
            for _ in 0..next() % 8 {
                let word = next() as usize % (size / 4);
                let value = if next() % 2 == 0 { next() } else { next() % 300 };
                (*words.add(word)).store(value, Relaxed);
            }
            let text = ["servo{head_yaw=0.5}", "standup{}", "park{}", "kick{leg=\"left\"}"];
            call(behaviour, text[round % text.len()]);
            nao_host_sense(host, &raw const sensors, round as u64 * 10_000);
            nao_behaviour_tick(behaviour);
            nao_behaviour_serve(behaviour);
            nao_host_act(host, &raw mut told);
            assert!(told.motions as usize <= NAO_MOTIONS);
            let mut count = 0;
            nao_behaviour_trace(behaviour, entries.as_mut_ptr(), entries.len(), &raw mut count);
            text_of(&status(behaviour));
        }
    }
}

/// Checks that both texts of a status are valid, whatever the shared memory contains.
fn text_of(status: &NaoStatus) {
    text(&status.call);
    text(&status.error);
}

/// The number of words before the host's heartbeat.
const HEADER: usize = 8;

/// Shared memory with the memory of two hosts and of two behaviours.
struct Two {
    shared: Memory,
    hosts: [Memory; 2],
    behaviours: [Memory; 2],
}

impl Two {
    fn new() -> Self {
        Two {
            shared: Memory::new(nao_shared_size()),
            hosts: [(); 2].map(|()| Memory::new(nao_host_size())),
            behaviours: [(); 2].map(|()| Memory::new(nao_behaviour_size())),
        }
    }

    fn host(&self, which: usize, take_over: u32) -> (NaoResult, *mut NaoHost) {
        let (memory, mut host) = (&self.hosts[which], null_mut());
        let (at, size) = (self.shared.at, self.shared.size());
        // SAFETY: the memory has the stated size, and outlives what is in it.
        let result = unsafe {
            nao_host_attach(memory.at, memory.size(), at, size, nao_abi(), take_over, &raw mut host)
        };
        (result, host)
    }

    fn behaviour(&self, which: usize) -> (NaoResult, *mut NaoBehaviour) {
        let (memory, mut behaviour) = (&self.behaviours[which], null_mut());
        let (at, size) = (self.shared.at, self.shared.size());
        // SAFETY: as above.
        let result = unsafe {
            nao_behaviour_attach(memory.at, memory.size(), at, size, nao_abi(), &raw mut behaviour)
        };
        (result, behaviour)
    }

    /// Returns the words of the shared memory.
    fn words(&self) -> &[AtomicU32] {
        // SAFETY: the memory consists of such words.
        unsafe { std::slice::from_raw_parts(self.shared.at.cast(), self.shared.size() / 4) }
    }
}

/// Runs a cycle: the sensors, the behaviour, the commands.
fn cycle(
    host: *mut NaoHost,
    behaviour: *mut NaoBehaviour,
    time_us: u64,
) -> (NaoResult, NaoActuators) {
    let (sensors, mut told) = (still(), NaoActuators::NOTHING);
    // SAFETY: both are alive.
    unsafe {
        assert_eq!(nao_host_sense(host, &raw const sensors, time_us), NAO_OK);
        let result = nao_behaviour_tick(behaviour);
        assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
        (result, told)
    }
}

/// Returns whether these are the commands that keep the robot safe.
fn is_safe(told: &NaoActuators) -> bool {
    told.watchdog == 1
        && told.moves == 0
        && (told.motions, told.motion[0].kind) == (1, NAO_MOTION_PARK)
        && told.stiffens.count_ones() == 26
        && told.stiffness.iter().all(|stiffness| *stiffness <= 0.3)
}

/// Both processes have died, so the robot was not commanded to sit down; and the host died while it
/// wrote its heartbeat.
#[test]
fn a_new_host_takes_the_robot_to_safety_and_begins_control_anew() {
    let two = Two::new();
    let (_, host) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    let (_, told) = cycle(host, behaviour, 10_000);
    assert_eq!((told.watchdog, told.motions), (0, 0), "a behaviour was there from the beginning");
    assert_eq!(cycle(host, behaviour, 20_000).0, NAO_OK);
    let control = status(behaviour).control;
    // The first word of the heartbeat is its sequence number, which is odd during a write.
    two.words()[HEADER].fetch_add(1, Relaxed);
    assert_eq!(two.behaviour(1).0, NAO_BUSY);
    assert_eq!(two.host(1, 0).0, NAO_WRITER_TAKEN);
    let (result, next) = two.host(1, 1);
    assert_eq!(result, NAO_OK);
    let (sensors, mut told) = (still(), NaoActuators::NOTHING);
    // SAFETY: the host is alive.
    unsafe {
        assert_eq!(nao_host_sense(next, &raw const sensors, 0), NAO_OK);
        assert_eq!(nao_host_act(next, &raw mut told), NAO_OK);
        assert!(is_safe(&told), "{told:?}");
        assert_eq!(nao_host_sense(next, &raw const sensors, 10_000), NAO_OK);
        assert_eq!(nao_host_act(next, &raw mut told), NAO_OK);
        assert_eq!((told.watchdog, told.motions, told.stiffens), (1, 0, 0), "once is enough");
        // The behavior has the control of the previous host, which is not granted again.
        assert_eq!(nao_behaviour_tick(behaviour), NAO_CONTROL_CHANGED);
        assert_eq!(nao_behaviour_serve(behaviour), NAO_OK);
    }
    assert_ne!(status(behaviour).control, control);
    assert_eq!(cycle(next, behaviour, 20_000).0, NAO_NO_CONTROL);
    assert_eq!(cycle(next, behaviour, 30_000).0, NAO_OK);
}

#[test]
fn a_replaced_host_commands_nothing_and_frees_nothing() {
    let two = Two::new();
    let (_, old) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    cycle(old, behaviour, 10_000);
    assert_eq!(call(behaviour, "standup{}"), NAO_OK);
    let (result, told) = cycle(old, behaviour, 20_000);
    assert_eq!((result, told.motions), (NAO_OK, 1));
    let (sensors, mut told) = (still(), NaoActuators::NOTHING);
    // SAFETY: the hosts are alive.
    unsafe {
        // The old host is stopped between the two halves of its cycle.
        assert_eq!(nao_host_sense(old, &raw const sensors, 30_000), NAO_OK);
        assert_eq!(nao_behaviour_tick(behaviour), NAO_OK);
        let (result, new) = two.host(1, 1);
        assert_eq!(result, NAO_OK);
        assert_eq!(nao_host_act(old, &raw mut told), NAO_REPLACED);
        assert_eq!((told.moves, told.stiffens, told.motions, told.watchdog), (0, 0, 0, 1));
        assert_eq!(nao_host_sense(old, &raw const sensors, 40_000), NAO_REPLACED);
        assert_eq!(nao_host_detach(old), NAO_OK);
        // The new host still has its place.
        assert_eq!(two.host(0, 0).0, NAO_WRITER_TAKEN);
        assert_eq!(nao_behaviour_serve(behaviour), NAO_OK);
        assert_eq!(cycle(new, behaviour, 50_000).0, NAO_NO_CONTROL);
        assert_eq!(call(behaviour, "standup{}"), NAO_OK);
        let (result, told) = cycle(new, behaviour, 60_000);
        assert_eq!((result, told.motions), (NAO_OK, 1), "its queues have a receiver");
    }
}

/// A behavior is replaced while the host still counts it as in control.
#[test]
fn a_replaced_behaviour_moves_nothing_and_frees_nothing() {
    let two = Two::new();
    let (_, host) = two.host(0, 0);
    let (_, early) = two.behaviour(0);
    // The host has not given control yet, so another may take the place.
    let (result, late) = two.behaviour(1);
    assert_eq!(result, NAO_OK);
    assert_eq!(call(early, "standup{}"), NAO_REPLACED);
    // SAFETY: the behaviour is alive.
    assert_eq!(unsafe { nao_behaviour_detach(early) }, NAO_OK);
    let (result, told) = cycle(host, late, 10_000);
    assert_eq!((result, told.watchdog), (NAO_NO_CONTROL, 0));
    assert_eq!(call(late, "standup{}"), NAO_OK);
    let (result, told) = cycle(host, late, 20_000);
    assert_eq!((result, told.motions), (NAO_OK, 1));
    assert_eq!(two.behaviour(0).0, NAO_WRITER_TAKEN);
}

#[test]
fn memory_with_a_spoiled_header_is_usable_again() {
    let two = Two::new();
    // Miri is slow, and the same code runs for each value.
    let values: &[u32] = if cfg!(miri) { &[3] } else { &[0, 1, 3, u32::MAX] };
    for word in 0..HEADER {
        for &value in values {
            let (result, host) = two.host(0, 1);
            assert_eq!(result, NAO_OK);
            two.words()[word].store(value, Relaxed);
            let (result, new) = two.host(1, 1);
            assert_eq!(result, NAO_OK, "word {word} = {value}");
            let (result, behaviour) = two.behaviour(0);
            assert_eq!(result, NAO_OK, "word {word} = {value}");
            cycle(new, behaviour, 10_000);
            assert_eq!(call(behaviour, "standup{}"), NAO_OK);
            let (result, told) = cycle(new, behaviour, 20_000);
            assert_eq!((result, told.motions), (NAO_OK, 1), "word {word} = {value}");
            // SAFETY: all are alive.
            unsafe {
                assert_eq!(nao_behaviour_detach(behaviour), NAO_OK);
                assert_eq!(nao_host_detach(host), NAO_OK);
                assert_eq!(nao_host_detach(new), NAO_OK);
            }
        }
    }
}

/// An address that another thread may have.
struct Shared<T>(*mut T);
// SAFETY: the functions detect a second thread.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *mut T {
        self.0
    }
}

#[test]
fn a_second_thread_on_an_engine_is_refused() {
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let memory = Memory::new(nao_engine_size());
    let mut engine = null_mut();
    // SAFETY: the memory has the stated size, and outlives the engine.
    unsafe {
        let created = nao_engine_create(memory.at, memory.size(), nao_abi(), &raw mut engine);
        assert_eq!(created, NAO_OK);
    }
    let shared = Shared(engine);
    let runs = |thread: u32| {
        let engine = shared.get();
        let (sensors, mut told) = (still(), NaoActuators::NOTHING);
        let (mut used, mut refused) = (0_u32, 0_u32);
        while used < rounds {
            // SAFETY: the engine is alive.
            let result = unsafe {
                let behaviour = nao_engine_behaviour(engine);
                assert!(!behaviour.is_null());
                if (used + thread).is_multiple_of(3) {
                    call(behaviour, "servo{head_yaw=0.5}")
                } else {
                    nao_engine_tick(engine, &raw const sensors, 1_000_000, &raw mut told)
                }
            };
            match result {
                NAO_IN_USE => {
                    refused += 1;
                    std::thread::yield_now();
                }
                NAO_OK | NAO_NO_CONTROL => used += 1,
                other => panic!("code {other}"),
            }
        }
        refused
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| runs(1));
        (runs(0), other.join().expect("it has not panicked"))
    });
    // Miri switches rarely.
    if !cfg!(miri) {
        assert!(first + second > 0, "the threads never met");
    }
}

#[test]
fn a_call_with_a_number_beyond_the_body_is_refused_with_its_position() {
    let two = Two::new();
    let (_, host) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    cycle(host, behaviour, 10_000);
    for (wild, why) in [
        ("servo{head_yaw=1e39}", "column 16: must lie in -2.0943952..=2.0943952"),
        ("servo{l_knee_pitch=100}", "column 20: must lie in -0.08726646..=2.1816616"),
        ("servo{yaw=3, pitch=0}", "column 11: must lie in -2.0943952..=2.0943952"),
        ("park{time_sec=1e400}", "column 15: must lie in f64::MIN..=f64::MAX"),
        ("servo{head_yaw=nan}", "column 16: expected a value"),
    ] {
        assert_eq!(call(behaviour, wild), NAO_BAD_CALL, "{wild}");
        let error = status(behaviour).error;
        assert!(text(&error).starts_with(why), "{wild}: {}", text(&error));
        let (_, told) = cycle(host, behaviour, 10_000);
        assert_eq!((told.moves, told.motions), (0, 0), "{wild}");
    }
}

/// The sensors of the wrists are in the message that moves all joints.
#[test]
fn a_command_that_contains_a_wild_sensor_value_is_discarded_and_counted() {
    let two = Two::new();
    let (_, host) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    cycle(host, behaviour, 10_000);
    let mut wild = still();
    wild.joint_rad[6] = f32::NAN; // LWristYaw
    wild.joint_rad[7] = 1e30; // LHand
    let joints = [
        "head_yaw",
        "head_pitch",
        "l_shoulder_pitch",
        "l_shoulder_roll",
        "l_elbow_yaw",
        "l_elbow_roll",
        "l_hip_yaw_pitch",
        "l_hip_roll",
        "l_hip_pitch",
        "l_knee_pitch",
        "l_ankle_pitch",
        "l_ankle_roll",
        "r_shoulder_pitch",
        "r_shoulder_roll",
        "r_elbow_yaw",
        "r_elbow_roll",
        "r_hip_yaw_pitch",
        "r_hip_roll",
        "r_hip_pitch",
        "r_knee_pitch",
        "r_ankle_pitch",
        "r_ankle_roll",
    ];
    let joints: Vec<_> = joints.map(|joint| format!("{joint}=0")).into();
    assert_eq!(call(behaviour, &format!("servo{{{}}}", joints.join(", "))), NAO_OK);
    let mut told = NaoActuators::NOTHING;
    // SAFETY: both are alive.
    unsafe {
        assert_eq!(nao_host_sense(host, &raw const wild, 20_000), NAO_OK);
        assert_eq!(nao_behaviour_tick(behaviour), NAO_OK);
        assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
    }
    assert_eq!((told.clamped, told.discarded), (1, 1));
    assert_eq!(told.moves, !(1 << 6) & ((1 << 26) - 1));
    assert!((told.target_rad[7] - 1.0).abs() < f32::EPSILON);
}

#[test]
fn a_time_that_goes_back_is_refused_and_a_new_clock_begins_timers_anew() {
    const HOUR: u64 = 3_600_000_000;
    let two = Two::new();
    let (_, host) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    cycle(host, behaviour, HOUR);
    assert_eq!(call(behaviour, "park{time_sec=1}"), NAO_OK);
    assert_eq!(cycle(host, behaviour, HOUR + 10_000).0, NAO_OK);
    let words = || two.words().iter().map(|word| word.load(Relaxed)).collect::<Vec<_>>();
    let (before, sensors) = (words(), still());
    for refused in [HOUR, 0, HOUR + 9_999] {
        // SAFETY: the host is alive.
        let result = unsafe { nao_host_sense(host, &raw const sensors, refused) };
        assert_eq!(result, NAO_TIME_WENT_BACK);
    }
    assert_eq!(words(), before, "nothing is published");
    let (result, told) = cycle(host, behaviour, HOUR + 10_000);
    assert_eq!((result, told.refused_times), (NAO_OK, 3), "the same time again");
    assert_eq!(status(behaviour).status, NAO_RUNNING);

    // SAFETY: both are alive.
    unsafe {
        assert_eq!(nao_host_begin_clock(host), NAO_OK);
        let (result, told) = cycle(host, behaviour, 0);
        assert_eq!(result, NAO_CONTROL_CHANGED);
        assert!(is_safe(&told), "{told:?}");
        assert_eq!(nao_behaviour_serve(behaviour), NAO_OK);
    }
    assert_eq!(status(behaviour).status, NAO_FAILED);
    assert_eq!(cycle(host, behaviour, 10_000).0, NAO_NO_CONTROL);
    assert_eq!(call(behaviour, "park{time_sec=1}"), NAO_OK);
    assert_eq!(cycle(host, behaviour, 20_000).0, NAO_OK);
    cycle(host, behaviour, 1_010_000);
    assert_eq!(status(behaviour).status, NAO_RUNNING);
    cycle(host, behaviour, 1_020_000);
    assert_eq!(status(behaviour).status, NAO_FINAL, "1 s by the new clock");
    cycle(host, behaviour, u64::MAX);
}

#[test]
fn a_host_with_a_clock_behind_that_of_the_host_before_works() {
    let two = Two::new();
    let (_, old) = two.host(0, 0);
    let (_, behaviour) = two.behaviour(0);
    cycle(old, behaviour, 1_000_000_000);
    assert_eq!(call(behaviour, "park{time_sec=1}"), NAO_OK);
    assert_eq!(cycle(old, behaviour, 1_000_010_000).0, NAO_OK);
    let (result, new) = two.host(1, 1);
    assert_eq!(result, NAO_OK);
    assert_eq!(cycle(new, behaviour, 5).0, NAO_CONTROL_CHANGED);
    // SAFETY: it is alive.
    assert_eq!(unsafe { nao_behaviour_serve(behaviour) }, NAO_OK);
    assert_eq!(cycle(new, behaviour, 10_000).0, NAO_NO_CONTROL);
    assert_eq!(call(behaviour, "park{time_sec=1}"), NAO_OK);
    assert_eq!(cycle(new, behaviour, 20_000).0, NAO_OK);
    cycle(new, behaviour, 1_020_000);
    assert_eq!(status(behaviour).status, NAO_FINAL);
}

#[test]
fn an_engine_traces_a_time_that_goes_back() {
    let memory = Memory::new(nao_engine_size());
    let (mut engine, sensors, mut told) = (null_mut(), still(), NaoActuators::NOTHING);
    // SAFETY: the memory has the stated size, and outlives the engine.
    unsafe {
        assert_eq!(nao_engine_create(memory.at, memory.size(), nao_abi(), &raw mut engine), NAO_OK);
        let behaviour = nao_engine_behaviour(engine);
        let mut tick =
            |time_us| nao_engine_tick(engine, &raw const sensors, time_us, &raw mut told);
        assert_eq!(tick(1000), NAO_NO_CONTROL);
        assert_eq!(call(behaviour, "getup{}"), NAO_OK);
        assert_eq!(tick(2000), NAO_OK);
        assert_eq!(tick(1999), NAO_TIME_WENT_BACK);
        let mut entries = [NaoTraceEntry::default(); 32];
        let mut count = 0;
        let room = entries.len();
        let result = nao_behaviour_trace(behaviour, entries.as_mut_ptr(), room, &raw mut count);
        assert_eq!((result, entries[count - 1].kind), (NAO_OK, NAO_TRACE_TIME_WENT_BACK));
        let mut line = [0_u8; 100];
        nao_trace_text(&raw const entries[count - 1], line.as_mut_ptr().cast(), line.len());
        assert_eq!(text(&line), "t=0.002 getup#0: the time went back");
        assert_eq!(nao_engine_begin_clock(engine), NAO_OK);
        // Served before the first cycle of the new clock.
        assert_eq!(nao_behaviour_serve(behaviour), NAO_OK);
        assert_eq!(tick(6), NAO_NO_CONTROL);
        assert_eq!(tick(7), NAO_OK);
    }
}
