//! The signals that end a program: Ctrl-C, SIGTERM, SIGHUP of a terminal that was closed, and others that
//! leave it time to end by itself.
//!
//! A command that has something to end, such as a recording, [catches](catch) them. Its main loop ends
//! when one [came](came), and the program [ends](end) as by the signal.

use crate::console::error::Error;

/// Has signals noted from now on, once. A second one ends the program at once, if it comes a second after the first one
/// or later: a terminal that closes, or a service manager, sends several for one. Those that the program
/// ignored when it started, as by `nohup`, stay ignored.
///
/// # Errors
/// [`Error::Usage`] if the system refuses.
pub fn catch() -> Result<(), Error> {
    system::catch().map_err(Error::usage)
}

/// Returns the signal that came.
#[must_use]
pub fn came() -> Option<i32> {
    system::came()
}

/// Takes Ctrl-C, SIGTERM and SIGHUP for what they are to a service: an end in good order. The program then has
/// the exit status of its command. Another signal is the end that it is.
pub fn obeyed() {
    system::obeyed();
}

/// Ends the program as by the signal that came, if one did.
pub fn end() {
    if let Some(signal) = came() {
        system::end(signal);
    }
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
        SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::io;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;
    use std::sync::{Arc, OnceLock};
    use std::thread;
    use std::time::Duration;

    /// The time in which several signals are one.
    const ONE: Duration = Duration::from_secs(1);

    /// The signal that came first.
    static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

    pub fn catch() -> io::Result<()> {
        if CAME.get().is_some() {
            return Ok(());
        }
        let came = CAME.get_or_init(Arc::default);
        let second = Arc::new(AtomicBool::new(false));
        let others = [SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];
        let ends = [SIGINT, SIGTERM, SIGHUP].into_iter().chain(others);
        let ends: Vec<i32> = ends.filter(|signal| !is_ignored(*signal)).collect();
        for &signal in &ends {
            flag::register_conditional_default(signal, Arc::clone(&second))?;
            flag::register_usize(signal, Arc::clone(came), usize::try_from(signal).unwrap_or(0))?;
        }
        // A main loop that hangs does not arm it.
        let mut first = Signals::new(ends)?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if first.forever().next().is_some() {
                thread::sleep(ONE);
                second.store(true, Relaxed);
            }
        })?;
        // A file that may not grow any more is an error of the write, as a full disk is.
        flag::register(SIGXFSZ, Arc::default())?;
        Ok(())
    }

    /// Returns whether the program was started with a signal ignored, where the system says it.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 != 0)
    }

    pub fn came() -> Option<i32> {
        let signal = CAME.get()?.load(Relaxed);
        i32::try_from(signal).ok().filter(|signal| *signal != 0)
    }

    pub fn obeyed() {
        if let Some(came) = CAME.get()
            && matches!(self::came(), Some(SIGINT | SIGTERM | SIGHUP))
        {
            came.store(0, Relaxed);
        }
    }

    pub fn end(signal: i32) {
        // It does not return, unless the signal cannot end the program.
        let _ = low_level::emulate_default_handler(signal);
    }
}

#[cfg(not(unix))]
mod system {
    #[allow(clippy::unnecessary_wraps)] // as on Unix
    pub fn catch() -> std::io::Result<()> {
        Ok(())
    }
    pub fn came() -> Option<i32> {
        None
    }
    pub fn obeyed() {}
    pub fn end(_: i32) {}
}
