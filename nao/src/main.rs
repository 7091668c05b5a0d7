//! The program `nao`.

fn main() -> std::process::ExitCode {
    nao::main()
}

/// A standard output that is closed when the program begins.
#[cfg(target_os = "linux")]
mod closed {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::{io, stdio};

    /// Runs before `main`: the standard library opens what is closed for writing to nowhere, and all that the
    /// program prints would be lost without an error.
    #[used]
    #[allow(unsafe_code)] // a pointer to a function is what this section has
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = open_for_reading;

    /// Opens a closed standard output so that writing to it fails.
    extern "C" fn open_for_reading() {
        if io::fcntl_getfd(stdio::stdout()).is_err()
            && let Ok(null) = open("/dev/null", OFlags::RDONLY, Mode::empty())
        {
            // With an error it stays closed.
            let _ = stdio::dup2_stdout(&null);
            if std::os::fd::AsRawFd::as_raw_fd(&null) == 1 {
                std::mem::forget(null);
            }
        }
    }
}
