//! The C functions as C calls them: also under Miri, which sees what C's compilers do not.
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
    // SAFETY: the memory is as large as was said, and outlives the engine.
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
        assert!(lines.iter().any(|line| line.contains("standup#0: FromBack -> Wait")), "{lines:?}");
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
    // SAFETY: the memory is as large as was said, and outlives what is in it.
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
        // It comes back: what ran is stopped before it has control again.
        assert_eq!(nao_behaviour_tick(a), NAO_CONTROL_CHANGED);
        assert_eq!(nao_behaviour_serve(a), NAO_OK);
        assert_eq!(text(&status(a).error), "the host took control away");
        assert_eq!(status(a).status, NAO_FAILED);
        // But another has been quicker.
        assert_eq!(enter(&late, &raw mut b), NAO_OK);
        assert_eq!(nao_behaviour_tick(a), NAO_REPLACED);
        assert_eq!(nao_behaviour_detach(a), NAO_OK);
        assert_eq!(nao_behaviour_tick(a), NAO_BAD_HANDLE);
        assert_eq!(nao_host_sense(host, &raw const sensors, 100_000), NAO_OK);
        assert_eq!(nao_behaviour_tick(b), NAO_NO_CONTROL);
        assert_eq!(nao_host_act(host, &raw mut told), NAO_OK);
        assert_eq!(told.watchdog, 0);
        // A new host in the place of a dead one: control begins anew.
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
    // SAFETY: the memory is as large as was said, and outlives what is in it; the words of the
    // shared memory are atomic, so any of them may be overwritten.
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
