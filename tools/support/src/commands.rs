//! Commands that several tools run.

use std::path::Path;
use std::process::{Command, Stdio};

/// Cargo, with nothing of the caller's surroundings in its way.
pub fn cargo(directory: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .stdin(Stdio::null());
    cargo
}

/// Valgrind, to count the instructions of a program: [`collected`] reads what it says.
pub fn callgrind() -> Command {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind
}

/// `==123== Collected : 4567`
pub fn collected(messages: &str) -> Option<u64> {
    messages.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_count_is_read() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 4567\n"), Some(4567));
        assert_eq!(collected("==1== Collected : \nvalgrind: no such file"), None);
    }
}
