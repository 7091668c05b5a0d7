//! The C functions. Every pointer and length is checked here and in `handle`, and nowhere else.
//! The functions are in one file, although it is long, so that all `unsafe` code of the C
//! boundary can be audited in one place.
//!
//! The caller guarantees the rest: a pointer that is not null points to memory of the size
//! given with it, which stays in place until the detach, and one object is used by one thread
//! at a time. A function that returns an error has changed nothing.

use crate::abi::{
    NAO_BAD_TEXT, NAO_OK, NAO_OTHER_HEADER, NaoActuators, NaoResult, NaoSensors, NaoStatus,
    NaoTraceEntry, abi,
};
use crate::behaviour::Behaviour;
use crate::handle::{Handle, Object, alive, check, finish, input, object, place, put, take, value};
use crate::host::Host;
use crate::shared::Shared;
use core::ffi::{c_char, c_void};
use skill_runtime::Instant;
use skills_nao::interfaces::BodyBlackboard;

/// The host of a shared memory: the side of the hardware.
pub struct NaoHost(());

/// The behaviour of a shared memory: the side of the skills.
pub struct NaoBehaviour(());

/// Both in one process, with a blackboard of their own.
pub struct NaoEngine(());

/// The parts of an engine. Host and behaviour refer to the blackboard before them, so it must
/// not move.
#[repr(C)]
pub struct Engine {
    shared: Shared,
    host: Handle<Host>,
    behaviour: Handle<Behaviour>,
}

impl Object for NaoHost {
    type Value = Host;
    const MAGIC: u32 = 0x4e68_6f73;
}

impl Object for NaoBehaviour {
    type Value = Behaviour;
    const MAGIC: u32 = 0x4e62_6568;
}

impl Object for NaoEngine {
    type Value = Engine;
    const MAGIC: u32 = 0x4e65_6e67;
}

/// Returns `NAO_OK`, or the code.
fn code(result: Result<(), NaoResult>) -> NaoResult {
    result.err().unwrap_or(NAO_OK)
}

fn ok(result: NaoResult) -> Result<(), NaoResult> {
    if result == NAO_OK { Ok(()) } else { Err(result) }
}

fn header(given: u32) -> Result<(), NaoResult> {
    if given == abi() { Ok(()) } else { Err(NAO_OTHER_HEADER) }
}

/// # Safety
/// The memory has `size` bytes, is initialized, and stays until the detach. Others
/// may change it at any time, if they do so by this library.
unsafe fn shared(memory: *mut c_void, size: usize) -> Result<&'static Shared, NaoResult> {
    let shared = place::<Shared>(memory, size)?;
    // SAFETY: `place` has checked null, alignment and size. All of `Shared` is atomic
    // words, for which any bits are a value and changes by others no data race.
    Ok(unsafe { &*shared })
}

/// Returns the library's `NAO_ABI`.
#[unsafe(no_mangle)]
pub extern "C" fn nao_abi() -> u32 {
    abi()
}

/// Returns the size of the shared memory in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_shared_size() -> usize {
    size_of::<Shared>()
}

/// Returns the alignment of the shared memory in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_shared_align() -> usize {
    align_of::<Shared>()
}

/// Returns the size of a host in the caller's memory in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_host_size() -> usize {
    size_of::<Handle<Host>>()
}

/// Returns the size of a behaviour in the caller's memory in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_behaviour_size() -> usize {
    size_of::<Handle<Behaviour>>()
}

/// Returns the size of an engine in the caller's memory in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_engine_size() -> usize {
    size_of::<Handle<Engine>>()
}

/// Returns the alignment of a host, a behaviour or an engine in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn nao_align() -> usize {
    align_of::<Handle<Engine>>()
}

/// Becomes the host of the shared memory, which is zeroed memory or has had a host.
///
/// `take_over` is not 0 to replace a host that has died: `NAO_WRITER_TAKEN` means that there is
/// one, and its heartbeat (`nao_shared_beats`) shows whether it lives. A host that is replaced
/// although it lives is informed by its next call (`NAO_REPLACED`). Whatever a dead host has left
/// in the memory, also one of another version, `take_over` makes it usable again. `abi` is
/// `NAO_ABI`.
///
/// # Safety
/// The pointers point to memory of the sizes given, which stays until the detach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_host_attach(
    memory: *mut c_void,
    size: usize,
    shared_memory: *mut c_void,
    shared_size: usize,
    abi: u32,
    take_over: u32,
    host: *mut *mut NaoHost,
) -> NaoResult {
    let attach = || {
        header(abi)?;
        let at = place(memory, size)?;
        // SAFETY: the caller's promises.
        let (shared, host) = unsafe { (shared(shared_memory, shared_size)?, value(host)?) };
        let new = Host::attach(shared, take_over != 0)?;
        // SAFETY: `at` comes from `place`.
        *host = unsafe { put::<NaoHost>(at, new) };
        Ok(())
    };
    code(attach())
}

/// Publishes the sensors before the hardware's cycle, at `time_us`, microseconds since a start
/// that the host chooses, and begins a cycle. `NAO_REPLACED` if another host has replaced this
/// one: nothing is published.
///
/// `NAO_TIME_WENT_BACK` if the time is before that of the last cycle, since timeouts would wait
/// until the clock has caught up: nothing is published. The same time again and any jump forward
/// are accepted.
///
/// # Safety
/// The pointers are a living host and the sensors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_host_sense(
    host: *mut NaoHost,
    sensors: *const NaoSensors,
    time_us: u64,
) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(host), input(sensors)) } {
        (Ok(mut host), Ok(sensors)) => host.sense(sensors, Instant::from_micros(time_us)),
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// Begins a new clock: the next `nao_host_sense` can have any time. It is for a clock that was set
/// back; a new host begins a new clock by itself.
///
/// Control is taken away as from a behaviour that is late: the robot gets the commands to sit
/// down, and the next `nao_behaviour_tick` returns `NAO_CONTROL_CHANGED`, after which
/// `nao_behaviour_serve` stops the skill that runs and takes up control again.
///
/// # Safety
/// The pointer is a living host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_host_begin_clock(host: *mut NaoHost) -> NaoResult {
    // SAFETY: the caller's promise.
    match unsafe { object(host) } {
        Ok(mut host) => host.begin_clock(),
        Err(code) => code,
    }
}

/// Returns the commands to the robot after the hardware's cycle. A behaviour that is more than
/// 3 cycles late loses control. Each time control is lost, and in the first cycle of a host that
/// begins without a behaviour, the robot gets the commands of `nao_actuators_safe`.
/// `NAO_REPLACED` if another host has replaced this one: there are no commands then.
///
/// # Safety
/// The pointers are a living host and memory for the commands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_host_act(
    host: *mut NaoHost,
    actuators: *mut NaoActuators,
) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(host), value(actuators)) } {
        (Ok(mut host), Ok(actuators)) => host.act(actuators),
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// Replaces the commands by those that keep a robot safe without a behaviour: it sits down, with a
/// stiffness of 0.3. For a host that cannot go on, and for the handler of its fatal signals: it
/// uses no shared memory.
///
/// # Safety
/// The pointer is memory for the commands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_actuators_safe(actuators: *mut NaoActuators) -> NaoResult {
    // SAFETY: the caller's promise.
    code(unsafe { value(actuators) }.map(NaoActuators::command_safety))
}

/// Ends a host; its interfaces have no writer any more.
///
/// # Safety
/// The pointer is a living host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_host_detach(host: *mut NaoHost) -> NaoResult {
    // SAFETY: the caller's promise.
    code(unsafe { take(host) }.map(drop))
}

/// Returns the heartbeats: the number of the host's cycle, and of the cycle that the behaviour
/// has handled last. A side whose number does not change has died or been stopped.
///
/// # Safety
/// The pointers point to shared memory of the size given, and to two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_shared_beats(
    shared_memory: *mut c_void,
    shared_size: usize,
    cycle: *mut u32,
    answer: *mut u32,
) -> NaoResult {
    let read = || {
        // SAFETY: the caller's promises.
        let (shared, cycle, answer) =
            unsafe { (shared(shared_memory, shared_size)?, value(cycle)?, value(answer)?) };
        ok(shared.check())?;
        *cycle = shared.host.sample().data.cycle;
        *answer = shared.behaviour.sample().data.cycle;
        Ok(())
    };
    code(read())
}

/// Returns the sensors that the host has published last, and their time, for observers.
///
/// # Safety
/// The pointers point to shared memory of the size given, to memory for the sensors and to
/// a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_shared_sensors(
    shared_memory: *mut c_void,
    shared_size: usize,
    sensors: *mut NaoSensors,
    time_us: *mut u64,
) -> NaoResult {
    let read = || {
        // SAFETY: the caller's promises.
        let (shared, sensors, time_us) =
            unsafe { (shared(shared_memory, shared_size)?, value(sensors)?, value(time_us)?) };
        ok(shared.check())?;
        *time_us = shared.read_sensors(sensors)?.as_micros();
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
pub unsafe fn body_blackboard(
    shared_memory: *mut c_void,
    shared_size: usize,
) -> Result<(&'static BodyBlackboard, u32), NaoResult> {
    // SAFETY: the caller's promise.
    let shared = unsafe { shared(shared_memory, shared_size)? };
    ok(shared.check())?;
    Ok((&shared.board, shared.host.sample().data.in_control))
}

/// Becomes the behaviour of the shared memory. Another behaviour can be replaced when it is not in
/// control: its next call returns `NAO_REPLACED`.
///
/// # Safety
/// The pointers point to memory of the sizes given, which stays until the detach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_attach(
    memory: *mut c_void,
    size: usize,
    shared_memory: *mut c_void,
    shared_size: usize,
    abi: u32,
    behaviour: *mut *mut NaoBehaviour,
) -> NaoResult {
    let attach = || {
        header(abi)?;
        let at = place(memory, size)?;
        // SAFETY: the caller's promises.
        let (shared, behaviour) =
            unsafe { (shared(shared_memory, shared_size)?, value(behaviour)?) };
        let new = Behaviour::attach(shared)?;
        // SAFETY: `at` comes from `place`.
        *behaviour = unsafe { put::<NaoBehaviour>(at, new) };
        Ok(())
    };
    code(attach())
}

/// Handles the host's cycle: runs the active skill once. It handles no text, allocates no
/// memory, and cannot panic.
///
/// # Safety
/// The pointer is a living behaviour.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_tick(behaviour: *mut NaoBehaviour) -> NaoResult {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.tick(),
        Err(code) => code,
    }
}

/// Does a behaviour's work between its ticks: reads the calls from the blackboard, formats the
/// reason of a failure, takes control that was given again, and publishes what the skills have
/// done for those who watch (the debug interface at the end of the shared memory).
///
/// # Safety
/// The pointer is a living behaviour.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_serve(behaviour: *mut NaoBehaviour) -> NaoResult {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.serve(),
        Err(code) => code,
    }
}

/// Calls a skill by a skill string of `length` bytes: `standup{from="back"}`. The skill that
/// runs is stopped. On `NAO_BAD_CALL` the status has the reason, with the position in the
/// string.
///
/// # Safety
/// The pointers are a living behaviour, and text of that length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_call(
    behaviour: *mut NaoBehaviour,
    text: *const c_char,
    length: usize,
) -> NaoResult {
    if let Err(code) = check(text) {
        return code;
    }
    if length > isize::MAX.unsigned_abs() {
        return NAO_BAD_TEXT;
    }
    // SAFETY: not null; the length is the caller's promise, and no longer than can be.
    let bytes = unsafe { core::slice::from_raw_parts(text.cast::<u8>(), length) };
    // SAFETY: the caller's promise.
    match (unsafe { object(behaviour) }, core::str::from_utf8(bytes)) {
        (Ok(mut behaviour), Ok(text)) => behaviour.call(text),
        (Err(code), _) => code,
        (_, Err(_)) => NAO_BAD_TEXT,
    }
}

/// Stops the skill that runs, with its exits.
///
/// # Safety
/// The pointer is a living behaviour.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_stop(behaviour: *mut NaoBehaviour) -> NaoResult {
    // SAFETY: the caller's promise.
    match unsafe { object(behaviour) } {
        Ok(mut behaviour) => behaviour.stop(),
        Err(code) => code,
    }
}

/// Returns the status of the last call.
///
/// # Safety
/// The pointers are a living behaviour and memory for the status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_status(
    behaviour: *mut NaoBehaviour,
    status: *mut NaoStatus,
) -> NaoResult {
    // SAFETY: the caller's promises.
    match unsafe { (object(behaviour), value(status)) } {
        (Ok(behaviour), Ok(status)) => {
            *status = behaviour.status();
            NAO_OK
        }
        (Err(code), _) | (_, Err(code)) => code,
    }
}

/// Takes the trace entries since the last call, oldest first, as many as fit; `count` receives
/// their number. The newest 32 are kept.
///
/// # Safety
/// The pointers are a living behaviour, memory for that many entries, and a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_trace(
    behaviour: *mut NaoBehaviour,
    entries: *mut NaoTraceEntry,
    room: usize,
    count: *mut usize,
) -> NaoResult {
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

/// Ends a behaviour: stops the skill that runs, and frees its place.
///
/// # Safety
/// The pointer is a living behaviour.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_behaviour_detach(behaviour: *mut NaoBehaviour) -> NaoResult {
    // SAFETY: the caller's promise.
    code(unsafe { take(behaviour) }.map(Behaviour::end))
}

/// Writes a line of text for a trace entry, with the names of skill and states and a final 0,
/// truncated to `room` bytes.
///
/// # Safety
/// The pointers are an entry and memory for the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_trace_text(
    entry: *const NaoTraceEntry,
    text: *mut c_char,
    room: usize,
) -> NaoResult {
    let write = || {
        check(text)?;
        // SAFETY: the caller's promises.
        let (entry, text) = unsafe {
            let text = core::slice::from_raw_parts_mut(text.cast::<u8>(), room.min(1024));
            (input(entry)?, text)
        };
        crate::text::trace_line(entry, text);
        Ok(())
    };
    code(write())
}

/// Returns the meaning of a code in a few words with a final 0.
#[unsafe(no_mangle)]
pub extern "C" fn nao_result_text(result: NaoResult) -> *const c_char {
    crate::text::result(result).as_ptr()
}

/// Creates an engine in the caller's memory: host and behaviour in one process.
///
/// # Safety
/// The pointers point to memory of the size given, which stays where it is, and to a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_engine_create(
    memory: *mut c_void,
    size: usize,
    abi: u32,
    engine: *mut *mut NaoEngine,
) -> NaoResult {
    let create = || {
        header(abi)?;
        let at = place::<Handle<Engine>>(memory, size)?;
        // SAFETY: the caller's promise.
        let engine = unsafe { value(engine)? };
        // SAFETY: `place` has checked the memory. The blackboard is zeroed, which is a new
        // one, before anything refers to it, and stays for as long as the memory does; the
        // places of host and behaviour follow it in the same memory and are written
        // before they are read. The magic word comes last.
        unsafe {
            at.write_bytes(0, 1);
            let inside = &raw mut (*at).value;
            let shared: &'static Shared = &(*inside).shared;
            let host = Host::attach(shared, false)?;
            let behaviour = Behaviour::attach(shared)?;
            put::<NaoHost>(&raw mut (*inside).host, host);
            put::<NaoBehaviour>(&raw mut (*inside).behaviour, behaviour);
            finish::<NaoEngine>(at);
        }
        *engine = at.cast();
        Ok(())
    };
    code(create())
}

/// Runs one cycle of an engine: sensors in, one tick of the skill, commands out. The first
/// cycle gives the behaviour control; skills run from the second on.
///
/// # Safety
/// The pointers are a living engine, the sensors, and memory for the commands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_engine_tick(
    engine: *mut NaoEngine,
    sensors: *const NaoSensors,
    time_us: u64,
    actuators: *mut NaoActuators,
) -> NaoResult {
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

/// Begins a new clock of an engine, as `nao_host_begin_clock`.
///
/// # Safety
/// The pointer is a living engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_engine_begin_clock(engine: *mut NaoEngine) -> NaoResult {
    let begin = || {
        // SAFETY: as in `nao_engine_tick`.
        let (_engine, mut host) = unsafe {
            let engine = object(engine)?;
            let (host, _) = parts(engine.handle());
            (engine, object(host)?)
        };
        ok(host.begin_clock())
    };
    code(begin())
}

/// Returns the engine's behaviour, to call and stop skills, read the status and drain the
/// trace. It must not be detached.
///
/// # Safety
/// The pointer is a living engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nao_engine_behaviour(engine: *mut NaoEngine) -> *mut NaoBehaviour {
    // SAFETY: the caller's promise.
    if !unsafe { alive(engine) } {
        return core::ptr::null_mut();
    }
    // SAFETY: the engine is alive, and its parts are only pointed to.
    unsafe { parts(engine.cast::<Handle<Engine>>()) }.1
}

/// Returns host and behaviour of an engine, without a reference to the whole: the blackboard
/// inside is shared.
///
/// # Safety
/// The engine is alive.
unsafe fn parts(engine: *mut Handle<Engine>) -> (*mut NaoHost, *mut NaoBehaviour) {
    // SAFETY: the caller's promise.
    unsafe {
        let inside = &raw mut (*engine).value;
        ((&raw mut (*inside).host).cast(), (&raw mut (*inside).behaviour).cast())
    }
}
