//! A program that plays both sides, under the control of a debugger: `nao-c/c/crash.c`.
//!
//! Its state is its registers and its arena, a file at a fixed address with the shared memory,
//! the objects and the stacks. So a call can be stopped at an instruction, its state copied, and
//! gone back to as often as there is something to try.

use std::collections::HashMap;
use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::{Child, Command};

use anyhow::{Context as _, bail};
use iced_x86::{Decoder, DecoderOptions, Instruction, InstructionInfoFactory, OpAccess, Register};
use nix::libc::{user_fpregs_struct, user_regs_struct};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::ptrace::{self, Options, regset::NT_PRFPREG};
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::operation::{Operation, WORDS};
use super::symbols::Symbols;

/// The address of the arena in the program.
const ARENA: u64 = 0x5000_0000;
/// The lane of the call that is stopped, and that of all others; another is for a second call that
/// is stopped.
const VICTIM: u32 = 0;
const OTHERS: u32 = 2;
/// The bytes below the stack pointer that a function may use, on x86_64.
const RED_ZONE: u64 = 128;
/// More instructions than any call has.
const MAX_STEPS: u64 = 5_000_000;

/// A problem of a state; other errors mean that the program cannot be traced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The robot is not under control again, or something else is not as it must be.
    Lost(String),
    /// A call ends by a signal, in this function.
    Crash(String),
    /// A call does not end within a second or two of computing time, in this function.
    Hang(String),
}

impl Problem {
    /// Separates problems from other errors.
    pub fn of<T>(result: anyhow::Result<T>) -> anyhow::Result<Result<T, Self>> {
        result.map_or_else(|error| error.downcast().map(Err), |value| Ok(Ok(value)))
    }

    /// Returns the problem of a call that was stopped and continued.
    pub fn after_a_stop(self) -> Self {
        match self {
            Problem::Lost(text) => Problem::Lost(text),
            Problem::Crash(place) => Problem::Crash(format!("after it went on: {place}")),
            Problem::Hang(place) => Problem::Hang(format!("after it went on: {place}")),
        }
    }
}

impl std::error::Error for Problem {}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Lost(text) => f.write_str(text),
            Problem::Crash(place) => write!(f, "crash: {place}"),
            Problem::Hang(place) => write!(f, "hang: {place}"),
        }
    }
}

#[derive(Clone)]
pub struct State {
    memory: Vec<u8>,
    stack: Vec<u8>,
    general: user_regs_struct,
    floats: user_fpregs_struct,
}

/// A call that can be stopped while another goes on; its stack is in its lane.
pub struct Fiber {
    registers: State,
    steps: u64,
}

/// Offsets and sizes of the arena's parts, which the program writes into its first words.
#[derive(Debug, Clone, Copy)]
struct Layout {
    lane_size: u32,
    lanes: u32,
    texts: u32,
    shared: u32,
    shared_size: u32,
    stacks: u32,
    stack_size: u32,
    flags: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    /// Things that were seen; bits.
    pub seen: u32,
    /// Things that must never be; bits.
    pub wrong: u32,
    /// The number of acts without a behavior in control.
    pub uncontrolled: u32,
}

/// The use that an instruction makes of the shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Load,
    /// Writes it, possibly with the same value.
    Store,
}

pub struct Worker {
    child: Child,
    pid: Pid,
    arena: File,
    layout: Layout,
    symbols: Symbols,
    paused: u64,
    entry: u64,
    /// The arena and the registers after the start.
    blank: State,
    code: HashMap<u64, Instruction>,
    memory: File,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    pub fn start(program: &Path) -> anyhow::Result<Self> {
        let symbols = Symbols::read(program)?;
        let arena = File::from(memfd_create("crash", MFdFlags::MFD_CLOEXEC)?);
        let path = format!("/proc/{}/fd/{}", std::process::id(), arena.as_raw_fd());
        let child = Command::new(program).arg(path).spawn().context("cannot start the program")?;
        let pid = Pid::from_raw(i32::try_from(child.id())?);
        match waitpid(pid, Some(WaitPidFlag::__WALL))? {
            WaitStatus::Stopped(_, Signal::SIGTRAP) => {}
            other => bail!("the program does not wait to be traced: {other:?}"),
        }
        ptrace::setoptions(pid, Options::PTRACE_O_EXITKILL)?;
        let mut first = [0; 40];
        arena.read_exact_at(&mut first, 0)?;
        let [_, lane_size, lanes, texts, shared, shared_size, stacks, stack_size, flags, _] =
            words::<10>(&first);
        let layout =
            Layout { lane_size, lanes, texts, shared, shared_size, stacks, stack_size, flags };
        let memory = File::open(format!("/proc/{pid}/mem"))?;
        let mut small = vec![0; stacks as usize];
        arena.read_exact_at(&mut small, 0)?;
        let blank = State {
            memory: small,
            stack: Vec::new(),
            general: ptrace::getregs(pid)?,
            floats: ptrace::getregset::<NT_PRFPREG>(pid)?,
        };
        let (entry, paused) = (symbols.address("run_lane")?, symbols.address("paused")?);
        let code = HashMap::new();
        Ok(Worker { child, pid, arena, layout, symbols, paused, entry, blank, code, memory })
    }

    /// Returns the size of the shared memory in bytes.
    pub fn shared_size(&self) -> usize {
        self.layout.shared_size as usize
    }

    pub fn shared(&self, into: &mut Vec<u8>) -> anyhow::Result<()> {
        into.resize(self.shared_size(), 0);
        Ok(self.arena.read_exact_at(into, u64::from(self.layout.shared))?)
    }

    pub fn word(&self, word: usize) -> anyhow::Result<u32> {
        let mut bytes = [0; 4];
        self.arena.read_exact_at(&mut bytes, u64::from(self.layout.shared) + 4 * word as u64)?;
        Ok(u32::from_ne_bytes(bytes))
    }

    pub fn set_word(&self, word: usize, value: u32) -> anyhow::Result<()> {
        let at = u64::from(self.layout.shared) + 4 * word as u64;
        Ok(self.arena.write_all_at(&value.to_ne_bytes(), at)?)
    }

    pub fn set_text(&self, index: u32, text: &str) -> anyhow::Result<()> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let at = u64::from(self.layout.texts) + 1024 * u64::from(index);
        Ok(self.arena.write_all_at(&bytes, at)?)
    }

    pub fn flags(&self) -> anyhow::Result<Flags> {
        let mut bytes = [0; 12];
        self.arena.read_exact_at(&mut bytes, u64::from(self.layout.flags))?;
        let [seen, wrong, uncontrolled] = words::<3>(&bytes);
        Ok(Flags { seen, wrong, uncontrolled })
    }

    /// Sets whether commands of the victim are faults from now on.
    pub fn forbid_victim(&self, forbidden: bool) -> anyhow::Result<()> {
        let value = u32::from(forbidden).to_ne_bytes();
        Ok(self.arena.write_all_at(&value, u64::from(self.layout.flags) + 12)?)
    }

    /// Restores the state after the start.
    pub fn reset(&self) -> anyhow::Result<()> {
        self.set_memory(&self.blank.memory)
    }

    /// Copies the memory, without the stacks.
    pub fn memory(&self) -> anyhow::Result<Vec<u8>> {
        let mut memory = vec![0; self.layout.stacks as usize];
        self.arena.read_exact_at(&mut memory, 0)?;
        Ok(memory)
    }

    /// Writes the memory, without the stacks.
    pub fn set_memory(&self, memory: &[u8]) -> anyhow::Result<()> {
        Ok(self.arena.write_all_at(memory, 0)?)
    }

    fn registers(&self) -> anyhow::Result<State> {
        let (general, floats) =
            (ptrace::getregs(self.pid)?, ptrace::getregset::<NT_PRFPREG>(self.pid)?);
        Ok(State { memory: Vec::new(), stack: Vec::new(), general, floats })
    }

    pub fn save(&self) -> anyhow::Result<State> {
        let general = ptrace::getregs(self.pid)?;
        let memory = self.memory()?;
        let from = general.rsp - RED_ZONE;
        let mut stack = vec![0; usize::try_from(self.stack_end(VICTIM) - from)?];
        self.arena.read_exact_at(&mut stack, from - ARENA)?;
        let floats = ptrace::getregset::<NT_PRFPREG>(self.pid)?;
        Ok(State { memory, stack, general, floats })
    }

    /// Goes back to a state's memory; the registers follow with [`resume`](Self::resume).
    pub fn restore(&self, state: &State) -> anyhow::Result<()> {
        self.set_memory(&state.memory)?;
        let from = self.stack_end(VICTIM) - state.stack.len() as u64;
        Ok(self.arena.write_all_at(&state.stack, from - ARENA)?)
    }

    /// Continues with the registers of a state at the next instruction.
    pub fn resume(&self, state: &State) -> anyhow::Result<()> {
        let mut general = state.general;
        general.orig_rax = u64::MAX;
        ptrace::setregs(self.pid, general)?;
        Ok(ptrace::setregset::<NT_PRFPREG>(self.pid, state.floats)?)
    }

    /// Runs operations to their end, as another process than the victim's. Subject are in
    /// `operations` afterwards.
    pub fn run(&mut self, operations: &mut [Operation]) -> anyhow::Result<()> {
        self.prepare(OTHERS, operations, false)?;
        self.run_to_pause()?;
        let mut bytes = vec![0; operations.len() * WORDS * 4];
        self.arena.read_exact_at(&mut bytes, self.lane(OTHERS) + 8)?;
        for (operation, bytes) in operations.iter_mut().zip(bytes.chunks_exact(WORDS * 4)) {
            operation.read(&words::<WORDS>(bytes));
        }
        Ok(())
    }

    /// Begins the victim's call, up to its first instruction.
    pub fn begin(&mut self, operation: &Operation) -> anyhow::Result<()> {
        self.prepare(VICTIM, std::slice::from_ref(operation), true)?;
        self.run_to_pause()
    }

    /// Runs a call in the victim's lane up to a number of accesses to the shared memory, or to its
    /// end if it has fewer.
    pub fn stop_in(&mut self, operation: &Operation, accesses: usize) -> anyhow::Result<()> {
        let mut fiber = self.fiber(VICTIM, operation)?;
        self.advance(&mut fiber, accesses).map(drop)
    }

    /// Begins a call in one of the lanes 0 and 1, up to its first instruction.
    pub fn fiber(&mut self, lane: u32, operation: &Operation) -> anyhow::Result<Fiber> {
        self.prepare(lane, std::slice::from_ref(operation), true)?;
        self.run_to_pause()?;
        Ok(Fiber { registers: self.registers()?, steps: 0 })
    }

    /// Continues a call for a number of accesses to the shared memory. Returns whether it has
    /// returned by then.
    pub fn advance(&mut self, fiber: &mut Fiber, accesses: usize) -> anyhow::Result<bool> {
        self.resume(&fiber.registers)?;
        let mut count = 0;
        while count < accesses {
            count += usize::from(self.access()?.is_some());
            fiber.steps += 1;
            if self.step(fiber.steps)? {
                return Ok(true);
            }
        }
        fiber.registers = self.registers()?;
        Ok(false)
    }

    /// Executes one instruction of the victim's call. Returns whether the call has returned.
    pub fn step(&mut self, steps: u64) -> anyhow::Result<bool> {
        if steps > MAX_STEPS {
            bail!(Problem::Hang(self.location()?));
        }
        loop {
            ptrace::step(self.pid, None)?;
            match waitpid(self.pid, Some(WaitPidFlag::__WALL))? {
                WaitStatus::Stopped(_, Signal::SIGTRAP) => {
                    let at = ptrace::getregs(self.pid)?.rip;
                    return Ok(at == self.paused);
                }
                WaitStatus::Stopped(_, Signal::SIGVTALRM) => {}
                WaitStatus::Stopped(_, signal) => {
                    bail!(Problem::Crash(format!("{signal} in {}", self.location()?)));
                }
                other => bail!("the program has ended: {other:?}"),
            }
        }
    }

    /// Lets the victim's call go on to its end, from the registers of `state`. Returns its result.
    pub fn finish(&mut self, state: &State) -> anyhow::Result<Operation> {
        self.resume(state)?;
        self.run_to_pause()?;
        self.victim()
    }

    pub fn victim(&self) -> anyhow::Result<Operation> {
        let mut bytes = [0; WORDS * 4];
        self.arena.read_exact_at(&mut bytes, self.lane(VICTIM) + 8)?;
        let mut operation = Operation::default();
        operation.read(&words::<WORDS>(&bytes));
        Ok(operation)
    }

    /// Returns what the next instruction does with the shared memory.
    pub fn access(&mut self) -> anyhow::Result<Option<Access>> {
        let general = ptrace::getregs(self.pid)?;
        if !self.code.contains_key(&general.rip) {
            let mut bytes = [0; 15];
            let count = self.memory.read_at(&mut bytes, general.rip)?;
            let bits = if general.cs == 0x23 { 32 } else { 64 };
            let ip = general.rip;
            let mut decoder = Decoder::with_ip(bits, &bytes[..count], ip, DecoderOptions::NONE);
            self.code.insert(general.rip, decoder.decode());
        }
        let instruction = &self.code[&general.rip];
        let from = ARENA + u64::from(self.layout.shared);
        let shared = from..from + u64::from(self.layout.shared_size);
        let mut info = InstructionInfoFactory::new();
        let mut access = None;
        for memory in info.info(instruction).used_memory() {
            let at = memory.virtual_address(0, |register, _, _| value(&general, register));
            if !at.is_some_and(|at| shared.contains(&at)) {
                continue;
            }
            let reads = matches!(memory.access(), OpAccess::Read | OpAccess::CondRead);
            access = match access {
                Some(Access::Store) => access,
                _ if memory.access() == OpAccess::NoMemAccess => access,
                _ if reads => Some(Access::Load),
                _ => Some(Access::Store),
            };
        }
        Ok(access)
    }

    /// Returns the function of the next instruction, with the offset.
    pub fn location(&self) -> anyhow::Result<String> {
        Ok(self.symbols.location(ptrace::getregs(self.pid)?.rip))
    }

    fn lane(&self, lane: u32) -> u64 {
        u64::from(self.layout.lanes) + u64::from(lane) * u64::from(self.layout.lane_size)
    }

    fn stack_end(&self, lane: u32) -> u64 {
        let size = u64::from(self.layout.stack_size);
        ARENA + u64::from(self.layout.stacks) + (u64::from(lane) + 1) * size
    }

    /// Writes the operations of a lane and sets the registers to its beginning.
    fn prepare(&mut self, lane: u32, operations: &[Operation], traced: bool) -> anyhow::Result<()> {
        let mut bytes = Vec::with_capacity(8 + operations.len() * WORDS * 4);
        bytes.extend(u32::try_from(operations.len())?.to_ne_bytes());
        bytes.extend(u32::from(traced).to_ne_bytes());
        for word in operations.iter().flat_map(Operation::words) {
            bytes.extend(word.to_ne_bytes());
        }
        if bytes.len() > self.layout.lane_size as usize {
            bail!("{} operations are too many for a lane", operations.len());
        }
        self.arena.write_all_at(&bytes, self.lane(lane))?;
        self.arena.write_all_at(&lane.to_ne_bytes(), 36)?;
        let (memory, stack) = (Vec::new(), Vec::new());
        let State { general, floats, .. } = self.blank;
        let mut start = State { memory, stack, general, floats };
        start.general.rip = self.entry;
        let word = if start.general.cs == 0x23 { 4 } else { 8 };
        // As after a call: the stack is aligned to 16 bytes above the return address.
        start.general.rsp = self.stack_end(lane) - 64 - word;
        self.resume(&start)
    }

    /// Continues until the program pauses.
    fn run_to_pause(&mut self) -> anyhow::Result<()> {
        let mut seconds = 0;
        loop {
            ptrace::cont(self.pid, None)?;
            match waitpid(self.pid, Some(WaitPidFlag::__WALL))? {
                WaitStatus::Stopped(_, Signal::SIGTRAP) => {
                    if ptrace::getregs(self.pid)?.rip == self.paused {
                        return Ok(());
                    }
                    bail!(Problem::Crash(format!("a trap in {}", self.location()?)));
                }
                // The first second may have begun long before this run.
                WaitStatus::Stopped(_, Signal::SIGVTALRM) => {
                    seconds += 1;
                    if seconds > 1 {
                        bail!(Problem::Hang(self.location()?));
                    }
                }
                WaitStatus::Stopped(_, signal) => {
                    bail!(Problem::Crash(format!("{signal} in {}", self.location()?)));
                }
                other => bail!("the program has ended: {other:?}"),
            }
        }
    }
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    words
}

/// Returns the value of a register in an address.
fn value(general: &user_regs_struct, register: Register) -> Option<u64> {
    let full = match register.full_register() {
        Register::RAX => general.rax,
        Register::RBX => general.rbx,
        Register::RCX => general.rcx,
        Register::RDX => general.rdx,
        Register::RSI => general.rsi,
        Register::RDI => general.rdi,
        Register::RBP => general.rbp,
        Register::RSP => general.rsp,
        Register::R8 => general.r8,
        Register::R9 => general.r9,
        Register::R10 => general.r10,
        Register::R11 => general.r11,
        Register::R12 => general.r12,
        Register::R13 => general.r13,
        Register::R14 => general.r14,
        Register::R15 => general.r15,
        // Flat segments; thread-local variables are not in the arena.
        Register::CS | Register::DS | Register::ES | Register::SS => 0,
        Register::FS => general.fs_base,
        Register::GS => general.gs_base,
        _ => return None,
    };
    Some(if register.is_gpr32() { full & 0xffff_ffff } else { full })
}
