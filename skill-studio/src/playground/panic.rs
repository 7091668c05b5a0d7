//! The texts of panics.

/// Returns the text of a panic in a file, with what its place cannot say: a call that a browser lacks panics in the
/// standard library.
pub(super) fn explained(panic: String, file: &str) -> String {
    if !file.replace('\\', "/").contains("/library/std/") {
        return panic;
    }
    let lacks = "which has no line of the robot. A browser has no threads, and no clock of the system as \
                 `Instant::now()`: a simulator takes the time from its `Tick`";
    format!("{panic}, in the standard library, {lacks}")
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn a_panic_without_a_line_of_the_robot_is_explained() {
        let own = "panicked at src/simulator.rs:72:21:\nfloor 7 is not built";
        assert_eq!(explained(own.to_owned(), "src/simulator.rs"), own);
        for file in [
            "/rustc/5980/library/std/src/sys/time/unsupported.rs",
            r"rust\library\std\src\thread.rs",
        ] {
            let text = explained(format!("panicked at {file}:13:9:\nno time"), file);
            assert!(
                text.contains("no time, in the standard library, which has no line of the robot")
            );
        }
    }
}
