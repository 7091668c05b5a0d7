//! Real-time scheduling: sched(7), mlockall(2), and the PM QoS interface of the kernel's
//! documentation.

use skill_studio::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use thread_priority::ThreadSchedulePolicy::Realtime;
use thread_priority::{
    Error as Refused, RealtimeThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue,
    set_thread_priority_and_policy, thread_native_id,
};

/// A process of the program. The watchdog has a higher priority than the behavior, so that an
/// endless pass does not stop it; both are below the kernel's interrupt threads, whose priority is
/// 50.
#[derive(Clone, Copy)]
pub enum Role {
    Behavior = 20,
    Watchdog = 21,
}

/// Makes this process a real-time process: priority `SCHED_FIFO`, inherited by the threads that it
/// starts from now on, and locked memory. The processors do not sleep while the watchdog keeps the
/// returned file open. `say` receives a message if the system refuses one of the latter two.
///
/// # Errors
/// If the system refuses the priority.
pub fn begin(role: Role, say: impl Fn(&str)) -> Result<Option<File>, Error> {
    prioritize(role)?;
    if let Err(error) = lock_memory() {
        say(&format!("the memory may be paged out: {error}"));
    }
    match role {
        Role::Behavior => Ok(None),
        Role::Watchdog => Ok(keep_awake()
            .map_err(|error| say(&format!("the processors may sleep: {error}")))
            .ok()),
    }
}

fn prioritize(role: Role) -> Result<(), Error> {
    let priority = ThreadPriorityValue::try_from(role as u8).map_err(Error::usage)?;
    let (priority, policy) =
        (ThreadPriority::Crossplatform(priority), Realtime(RealtimeThreadSchedulePolicy::Fifo));
    set_thread_priority_and_policy(thread_native_id(), priority, policy).map_err(|error| {
        let error: io::Error = match error {
            Refused::OS(code) => io::Error::from_raw_os_error(code),
            other => io::Error::other(other),
        };
        Error::usage(format!(
            "`--realtime` is refused: {error}; run as root, or give the user a limit `rtprio` of {}",
            Role::Watchdog as u8
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

/// Keeps the processors from sleeping until the file is closed; waking up takes too long.
fn keep_awake() -> io::Result<File> {
    let mut file = OpenOptions::new().write(true).open("/dev/cpu_dma_latency")?;
    // The accepted latency, µs.
    file.write_all(&0_i32.to_ne_bytes())?;
    Ok(file)
}
