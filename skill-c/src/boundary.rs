//! The C functions. Every pointer and length is checked here and in `handle`, and nowhere else.
//! The functions are in one file, although it is long, so that all `unsafe` code of the C
//! boundary can be audited in one place.
//!
//! The caller guarantees the rest: a pointer that is not null points to memory of the size
//! given with it, which stays in place until the detach, and one object is used by one thread
//! at a time. A function that returns an error has changed nothing.

use crate::abi::{BAD_TEXT, BUSY, Code, OK, OTHER_HEADER, Status, TraceEntry};
use crate::behaviour::Behaviour;
use crate::describe::Char;
use crate::handle::{Handle, Object, alive, check, finish, input, object, place, put, take, value};
use crate::host::Host;
use crate::robot::{self, Robot};
use crate::shared::Shared;
use core::ffi::c_void;
use skill_runtime::blackboard::BoardEntry;
use skill_runtime::{Blackboard, Instant};

/// Host and behaviour in one process. Both refer to the blackboard before them, so it must not move.
#[repr(C)]
pub struct Engine<R: Robot> {
    shared: Shared<R::Board>,
    host: Handle<Host<R>>,
    behaviour: Handle<Behaviour<R>>,
}

impl<R: Robot> Object for Host<R> {
    const NAME: &'static str = "Host";
    const MAGIC: u32 = magic::<R>(0x4e68_6f73);
}

impl<R: Robot> Object for Behaviour<R> {
    const NAME: &'static str = "Behaviour";
    const MAGIC: u32 = magic::<R>(0x4e62_6568);
}

impl<R: Robot> Object for Engine<R> {
    const NAME: &'static str = "Engine";
    const MAGIC: u32 = magic::<R>(0x4e65_6e67);
}

/// Returns an even number other than 0, so that the number after it is another one. Objects of a
/// library of another robot have another.
#[allow(clippy::cast_possible_truncation)] // both halves
const fn magic<R: Robot>(of: u32) -> u32 {
    let layout = R::Board::LAYOUT ^ R::Board::LAYOUT >> 32;
    (of ^ layout as u32 ^ robot::layout::<R>()) & !1 | 2
}

/// Returns `OK`, or the code.
fn code(result: Result<(), Code>) -> Code {
    result.err().unwrap_or(OK)
}

fn ok(result: Code) -> Result<(), Code> {
    if result == OK { Ok(()) } else { Err(result) }
}

fn check_header<R: Robot>(given: u32) -> Result<(), Code> {
    if given == const { robot::abi::<R>() } { Ok(()) } else { Err(OTHER_HEADER) }
}

/// # Safety
/// The memory has `size` bytes, is initialized, and stays until the detach; `B` is declared by
/// `blackboard!`. Others may change it at any time, if they do so by this library.
unsafe fn shared_at<B: Blackboard>(
    memory: *mut c_void,
    size: usize,
) -> Result<&'static Shared<B>, Code> {
    const { assert!(size_of::<B>() == 4 * words(B::INTERFACES), "not words alone") };
    let shared = place::<Shared<B>>(memory, size)?;
    // SAFETY: `place` has checked null, alignment and size. All of `Shared` is atomic
    // words, for which any bits are a value and changes by others no data race.
    Ok(unsafe { &*shared })
}

/// Returns the number of words of a blackboard with these interfaces.
const fn words(interfaces: &[BoardEntry]) -> usize {
    match interfaces {
        [.., last] => last.offset + last.words,
        [] => 0,
    }
}

/// `abi` of a library.
#[must_use]
pub fn abi<R: Robot>() -> u32 {
    const { robot::abi::<R>() }
}

/// `shared_size` of a library.
#[must_use]
pub fn shared_size<R: Robot>() -> usize {
    size_of::<Shared<R::Board>>()
}

/// `shared_align` of a library.
#[must_use]
pub fn shared_align<R: Robot>() -> usize {
    align_of::<Shared<R::Board>>()
}

/// `host_size` of a library.
#[must_use]
pub fn host_size<R: Robot>() -> usize {
    size_of::<Handle<Host<R>>>()
}

/// `behaviour_size` of a library.
#[must_use]
pub fn behaviour_size<R: Robot>() -> usize {
    size_of::<Handle<Behaviour<R>>>()
}

/// `engine_size` of a library.
#[must_use]
pub fn engine_size<R: Robot>() -> usize {
    size_of::<Handle<Engine<R>>>()
}

/// `align` of a library.
#[must_use]
pub fn align<R: Robot>() -> usize {
    align_of::<Handle<Engine<R>>>()
}

/// `host_attach` of a library.
///
/// # Safety
/// The pointers point to memory of the sizes given, which stays until the detach.
pub unsafe fn host_attach<R: Robot>(
    memory: *mut c_void,
    size: usize,
    shared_memory: *mut c_void,
    shared_size: usize,
    abi: u32,
    take_over: u32,
    host: *mut *mut Handle<Host<R>>,
) -> Code {
    let attach = || {
        check_header::<R>(abi)?;
        let at = place(memory, size)?;
        // SAFETY: the caller's promises.
        let (shared, host) =
            unsafe { (shared_at::<R::Board>(shared_memory, shared_size)?, value(host)?) };
        let new = Host::attach(shared, take_over != 0)?;
        // SAFETY: `at` comes from `place`.
        *host = unsafe { put(at, new) };
        Ok(())
    };
    code(attach())
}

/// `host_replace` of a library.
///
/// # Safety
/// The pointers point to memory of the sizes given, which stays until the detach; `seen` to two
/// numbers.
#[allow(clippy::too_many_arguments)] // those of `host_attach`, and when
pub unsafe fn host_replace<R: Robot>(
    memory: *mut c_void,
    size: usize,
    shared_memory: *mut c_void,
    shared_size: usize,
    abi: u32,
    time_us: u64,
    seen: *mut u64,
    host: *mut *mut Handle<Host<R>>,
) -> Code {
    let replace = || {
        check_header::<R>(abi)?;
        let at = place(memory, size)?;
        // SAFETY: the caller's promises.
        let (shared, seen, host) = unsafe {
            let shared = shared_at::<R::Board>(shared_memory, shared_size)?;
            (shared, value(seen.cast::<[u64; 2]>())?, value(host)?)
        };
        let new = Host::replace(shared, time_us, seen)?;
        // SAFETY: `at` comes from `place`.
        *host = unsafe { put(at, new) };
        Ok(())
    };
    code(replace())
}

/// `host_sense` of a library.
///
/// # Safety
/// The pointers are a living host and the sensors.
pub unsafe fn host_sense<R: Robot>(
    host: *mut Handle<Host<R>>,
    sensors: *const R::Sensors,
    time_us: u64,
) -> Code {
    // SAFETY: the caller's promises.
    match unsafe { (object(host), input(sensors)) } {
        (Ok(mut host), Ok(sensors)) => host.sense(sensors, Instant::from_micros(time_us)),
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// `host_begin_clock` of a library.
///
/// # Safety
/// The pointer is a living host.
pub unsafe fn host_begin_clock<R: Robot>(host: *mut Handle<Host<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(host) } {
        Ok(mut host) => host.begin_clock(),
        Err(code) => code,
    }
}

/// `host_act` of a library.
///
/// # Safety
/// The pointers are a living host and memory for the commands.
pub unsafe fn host_act<R: Robot>(host: *mut Handle<Host<R>>, actuators: *mut R::Actuators) -> Code {
    // SAFETY: the caller's promises.
    match unsafe { (object(host), value(actuators)) } {
        (Ok(mut host), Ok(actuators)) => host.act(actuators),
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// `actuators_safe` of a library.
///
/// # Safety
/// The pointer is memory for the commands.
pub unsafe fn actuators_safe<R: Robot>(actuators: *mut R::Actuators) -> Code {
    // SAFETY: the caller's promise.
    code(unsafe { value(actuators) }.map(R::command_safety))
}

/// `host_detach` of a library.
///
/// # Safety
/// The pointer is a living host.
pub unsafe fn host_detach<R: Robot>(host: *mut Handle<Host<R>>) -> Code {
    // SAFETY: the caller's promise.
    code(unsafe { take(host) }.map(Host::end))
}

/// `shared_beats` of a library.
///
/// # Safety
/// The pointers point to shared memory of the size given, and to two numbers.
pub unsafe fn shared_beats<R: Robot>(
    shared_memory: *mut c_void,
    shared_size: usize,
    cycle: *mut u32,
    answer: *mut u32,
) -> Code {
    let read = || {
        // SAFETY: the caller's promises.
        let (shared, cycle, answer) = unsafe {
            (shared_at::<R::Board>(shared_memory, shared_size)?, value(cycle)?, value(answer)?)
        };
        ok(shared.check())?;
        *cycle = shared.host.sample().data.cycle;
        *answer = shared.behaviour.sample().data.cycle;
        Ok(())
    };
    code(read())
}

/// `shared_sensors` of a library.
///
/// # Safety
/// The pointers point to shared memory of the size given, to memory for the sensors and to
/// a number.
pub unsafe fn shared_sensors<R: Robot>(
    shared_memory: *mut c_void,
    shared_size: usize,
    sensors: *mut R::Sensors,
    time_us: *mut u64,
) -> Code {
    let read = || {
        // SAFETY: the caller's promises.
        let (shared, sensors, time_us) = unsafe {
            (shared_at::<R::Board>(shared_memory, shared_size)?, value(sensors)?, value(time_us)?)
        };
        ok(shared.check())?;
        *time_us = R::read(&shared.board, sensors).ok_or(BUSY)?.as_micros();
        Ok(())
    };
    code(read())
}

/// Returns the blackboard in shared memory, and the sender of the messages of the behaviour in
/// control (0 if there is none), for programs in Rust that watch or test it.
///
/// # Errors
/// Returns a code if the memory is not a blackboard of this library.
///
/// # Safety
/// The pointer points to shared memory of the size given, which stays.
pub unsafe fn blackboard<R: Robot>(
    shared_memory: *mut c_void,
    shared_size: usize,
) -> Result<(&'static R::Board, u32), Code> {
    // SAFETY: the caller's promise.
    let shared = unsafe { shared_at::<R::Board>(shared_memory, shared_size)? };
    ok(shared.check())?;
    Ok((&shared.board, shared.host.sample().data.in_control))
}

/// `behaviour_attach` of a library.
///
/// # Safety
/// The pointers point to memory of the sizes given, which stays until the detach.
pub unsafe fn behaviour_attach<R: Robot>(
    memory: *mut c_void,
    size: usize,
    shared_memory: *mut c_void,
    shared_size: usize,
    abi: u32,
    behaviour: *mut *mut Handle<Behaviour<R>>,
) -> Code {
    let attach = || {
        check_header::<R>(abi)?;
        let at = place(memory, size)?;
        // SAFETY: the caller's promises.
        let (shared, behaviour) =
            unsafe { (shared_at::<R::Board>(shared_memory, shared_size)?, value(behaviour)?) };
        let new = Behaviour::attach(shared)?;
        // SAFETY: `at` comes from `place`.
        *behaviour = unsafe { put(at, new) };
        Ok(())
    };
    code(attach())
}

/// `behaviour_tick` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_tick<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.tick(),
        Err(code) => code,
    }
}

/// `behaviour_serve` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_serve<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.serve(),
        Err(code) => code,
    }
}

/// `behaviour_call` of a library.
///
/// # Safety
/// The pointers are a living behaviour, and text of that length.
pub unsafe fn behaviour_call<R: Robot>(
    behaviour: *mut Handle<Behaviour<R>>,
    text: *const Char,
    length: usize,
) -> Code {
    if let Err(code) = check(text) {
        return code;
    }
    if length > isize::MAX.unsigned_abs() {
        return BAD_TEXT;
    }
    // SAFETY: not null; the length is the caller's promise, and no longer than can be.
    let bytes = unsafe { core::slice::from_raw_parts(text.cast::<u8>(), length) };
    // SAFETY: the caller's promise.
    match (unsafe { object(behaviour) }, core::str::from_utf8(bytes)) {
        (Ok(mut behaviour), Ok(text)) => behaviour.call(text),
        (Err(code), _) => code,
        (_, Err(_)) => BAD_TEXT,
    }
}

/// `behaviour_stop` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_stop<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.stop(),
        Err(code) => code,
    }
}

/// `behaviour_status` of a library.
///
/// # Safety
/// The pointers are a living behaviour and memory for the status.
pub unsafe fn behaviour_status<R: Robot>(
    behaviour: *mut Handle<Behaviour<R>>,
    status: *mut Status,
) -> Code {
    // SAFETY: the caller's promises.
    match unsafe { (object(behaviour), value(status)) } {
        (Ok(behaviour), Ok(status)) => {
            *status = behaviour.status();
            OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// `behaviour_start_agent` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_start_agent<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.start_agent(),
        Err(code) => code,
    }
}

/// `behaviour_stop_agent` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_stop_agent<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.stop_agent(),
        Err(code) => code,
    }
}

/// `behaviour_agent_status` of a library.
///
/// # Safety
/// The pointers are a living behaviour and a number.
pub unsafe fn behaviour_agent_status<R: Robot>(
    behaviour: *mut Handle<Behaviour<R>>,
    status: *mut u32,
) -> Code {
    // SAFETY: the caller's promises.
    match unsafe { (object(behaviour), value(status)) } {
        (Ok(behaviour), Ok(status)) => {
            *status = behaviour.agent_status();
            OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// `behaviour_trace` of a library.
///
/// # Safety
/// The pointers are a living behaviour, memory for that many entries, and a number.
pub unsafe fn behaviour_trace<R: Robot>(
    behaviour: *mut Handle<Behaviour<R>>,
    entries: *mut TraceEntry,
    room: usize,
    count: *mut usize,
) -> Code {
    let drain = || {
        check(entries)?;
        // More is never filled, so more is never promised.
        let room = room.min(64);
        // SAFETY: the caller's promises; `entries` is neither null nor misaligned, and C
        // has its numbers initialized, or any bits, which are numbers all the same.
        let (mut behaviour, count, entries) = unsafe {
            let entries = core::slice::from_raw_parts_mut(entries, room);
            (object(behaviour)?, value(count)?, entries)
        };
        *count = behaviour.drain(entries);
        Ok(())
    };
    code(drain())
}

/// `behaviour_detach` of a library.
///
/// # Safety
/// The pointer is a living behaviour.
pub unsafe fn behaviour_detach<R: Robot>(behaviour: *mut Handle<Behaviour<R>>) -> Code {
    // SAFETY: the caller's promise.
    code(unsafe { take(behaviour) }.map(Behaviour::end))
}

/// `trace_text` of a library.
///
/// # Safety
/// The pointers are an entry and memory for the text.
pub unsafe fn trace_text<R: Robot>(entry: *const TraceEntry, text: *mut Char, room: usize) -> Code {
    let write = || {
        check(text)?;
        // SAFETY: the caller's promises.
        let (entry, text) = unsafe {
            let text = core::slice::from_raw_parts_mut(text.cast::<u8>(), room.min(1024));
            (input(entry)?, text)
        };
        crate::text::trace_line::<R::Space>(entry, text);
        Ok(())
    };
    code(write())
}

/// `result_text` of a library.
#[must_use]
pub fn result_text(result: Code) -> *const Char {
    crate::text::result(result).as_ptr().cast()
}

/// `engine_create` of a library.
///
/// # Safety
/// The pointers point to memory of the size given, which stays where it is, and to a
/// pointer.
pub unsafe fn engine_create<R: Robot>(
    memory: *mut c_void,
    size: usize,
    abi: u32,
    engine: *mut *mut Handle<Engine<R>>,
) -> Code {
    let create = || {
        check_header::<R>(abi)?;
        let at = place::<Handle<Engine<R>>>(memory, size)?;
        // SAFETY: the caller's promise.
        let engine = unsafe { value(engine)? };
        // SAFETY: `place` has checked the memory. The blackboard is zeroed, which is a new
        // one, before anything refers to it, and stays for as long as the memory does; the
        // places of host and behaviour follow it in the same memory and are written
        // before they are read. The magic word comes last.
        unsafe {
            at.write_bytes(0, 1);
            let inside = &raw mut (*at).value;
            let shared: &'static Shared<R::Board> = &(*inside).shared;
            let host = Host::attach(shared, false)?;
            let behaviour = Behaviour::attach(shared)?;
            put(&raw mut (*inside).host, host);
            put(&raw mut (*inside).behaviour, behaviour);
            finish(at);
        }
        *engine = at.cast();
        Ok(())
    };
    code(create())
}

/// `engine_tick` of a library.
///
/// # Safety
/// The pointers are a living engine, the sensors, and memory for the commands.
pub unsafe fn engine_tick<R: Robot>(
    engine: *mut Handle<Engine<R>>,
    sensors: *const R::Sensors,
    time_us: u64,
    actuators: *mut R::Actuators,
) -> Code {
    let tick = || {
        // SAFETY: the caller's promises. Host and behaviour are reached through the engine's own
        // place, apart from each other and from the blackboard, which is only ever shared.
        let (_engine, mut host, mut behaviour, sensors, actuators) = unsafe {
            let engine = object(engine)?;
            let (host, behaviour) = parts(engine.handle());
            (engine, object(host)?, object(behaviour)?, input(sensors)?, value(actuators)?)
        };
        let time = Instant::from_micros(time_us);
        ok(host.sense(sensors, time)).inspect_err(|_| {
            // Adds a time that went back to the trace.
            behaviour.accepts_time(time);
        })?;
        let result = behaviour.tick();
        ok(host.act(actuators))?;
        ok(result)
    };
    code(tick())
}

/// `engine_begin_clock` of a library.
///
/// # Safety
/// The pointer is a living engine.
pub unsafe fn engine_begin_clock<R: Robot>(engine: *mut Handle<Engine<R>>) -> Code {
    let begin = || {
        // SAFETY: as in `engine_tick`.
        let (_engine, mut host) = unsafe {
            let engine = object(engine)?;
            let (host, _) = parts(engine.handle());
            (engine, object(host)?)
        };
        ok(host.begin_clock())
    };
    code(begin())
}

/// `engine_behaviour` of a library.
///
/// # Safety
/// The pointer is a living engine.
pub unsafe fn engine_behaviour<R: Robot>(
    engine: *mut Handle<Engine<R>>,
) -> *mut Handle<Behaviour<R>> {
    // SAFETY: the caller's promise.
    if !unsafe { alive(engine) } {
        return core::ptr::null_mut();
    }
    // SAFETY: the engine is alive, and its parts are only pointed to.
    unsafe { parts(engine.cast::<Handle<Engine<R>>>()) }.1
}

/// Returns host and behaviour of an engine, without a reference to the whole: the blackboard
/// inside is shared.
///
/// # Safety
/// The engine is alive.
unsafe fn parts<R: Robot>(
    engine: *mut Handle<Engine<R>>,
) -> (*mut Handle<Host<R>>, *mut Handle<Behaviour<R>>) {
    // SAFETY: the caller's promise.
    unsafe {
        let inside = &raw mut (*engine).value;
        ((&raw mut (*inside).host).cast(), (&raw mut (*inside).behaviour).cast())
    }
}
