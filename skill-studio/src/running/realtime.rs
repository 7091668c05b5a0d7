//! Real-time scheduling: sched(7), mlockall(2), and the PM QoS interface of the kernel's
//! documentation.

use crate::console::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use thread_priority::ThreadSchedulePolicy::Realtime;
use thread_priority::{
    Error as Refused, RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue,
    set_thread_priority_and_policy, thread_native_id,
};

/// The priority of passes. It is below that of the kernel's interrupt threads, which is 50.
pub const PASSES: u8 = 20;

/// Gives this thread, and those that it starts from now on, the real-time priority `SCHED_FIFO`, and locks the
/// memory of the program. `say` receives a message if the system refuses the latter.
///
/// # Errors
/// If the system refuses the priority.
pub fn begin(priority: u8, say: impl Fn(&str)) -> Result<(), Error> {
    prioritize(priority)?;
    if let Err(error) = lock_memory() {
        say(&format!("the memory may be paged out: {error}"));
    }
    Ok(())
}

fn prioritize(number: u8) -> Result<(), Error> {
    let priority = ThreadPriorityValue::try_from(number).map_err(Error::usage)?;
    let (priority, policy) =
        (ThreadPriority::Crossplatform(priority), Realtime(RealtimeThreadSchedulePolicy::Fifo));
    set_thread_priority_and_policy(thread_native_id(), priority, policy).map_err(|error| {
        let error: io::Error = match error {
            Refused::OS(code) => io::Error::from_raw_os_error(code),
            other => io::Error::other(other),
        };
        Error::usage(format!(
            "`--realtime` is refused: {error}; run as root, or give the user a limit `rtprio` of {number}"
        ))
    })
}

/// Locks all pages of the process in memory: a page fault takes milliseconds.
#[cfg(target_os = "linux")]
fn lock_memory() -> io::Result<()> {
    use rustix::mm::{MlockAllFlags, mlockall};
    Ok(mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE)?)
}

#[cfg(not(target_os = "linux"))]
fn lock_memory() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Keeps the processors from sleeping until the file is closed; waking up takes too long. `say` receives a
/// message if the system refuses.
pub fn keep_awake(say: impl Fn(&str)) -> Option<File> {
    let refused = |error: &io::Error| say(&format!("the processors may sleep: {error}"));
    open_latency().inspect_err(refused).ok()
}

fn open_latency() -> io::Result<File> {
    let mut file = OpenOptions::new().write(true).open("/dev/cpu_dma_latency")?;
    // The accepted latency, µs.
    file.write_all(&0_i32.to_ne_bytes())?;
    Ok(file)
}
