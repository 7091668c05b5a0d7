//! The output of `cargo test`, in numbers.

use std::fmt;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub passed: u32,
    pub failed: u32,
    /// Documentation examples that were not run.
    pub ignored_examples: u32,
}

impl Summary {
    /// Adds up the closing lines of `cargo test`.
    pub fn parse(output: &str) -> Self {
        let mut summary = Self::default();
        for line in output.lines() {
            if line.starts_with("test ") && line.contains("(line ") && line.ends_with("ignored") {
                summary.ignored_examples += 1;
            }
            if let Some(counts) = line.strip_prefix("test result: ") {
                summary.passed += count(counts, " passed");
                summary.failed += count(counts, " failed");
            }
        }
        summary
    }

    /// Whether there are tests, all passed, and all examples ran.
    pub fn holds(self) -> bool {
        self.passed > 0 && self.failed == 0 && self.ignored_examples == 0
    }
}

/// Returns what the tests printed that failed.
pub fn failures(output: &str) -> String {
    let parts = output.split("\nfailures:\n").skip(1);
    // Each binary prints a second part with their names.
    parts.filter(|part| part.contains("---- ")).collect()
}

/// Returns the number in front of a word.
fn count(counts: &str, word: &str) -> u32 {
    let number = counts.split(word).next().and_then(|before| before.rsplit(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or_default()
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { passed, failed, ignored_examples } = self;
        write!(f, "{passed} passed, {failed} failed, {ignored_examples} examples ignored")
    }
}

#[cfg(test)]
mod tests {
    use super::{Summary, failures};

    #[test]
    fn adds_up() {
        let output = "test a ... ok\ntest slow ... ignored\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test src/lib.rs - skill (line 20) ... ignored\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let summary = Summary::parse(output);
        assert_eq!(summary, Summary { passed: 15, failed: 2, ignored_examples: 1 });
        assert!(!summary.holds());
        assert!(!Summary::default().holds());
    }

    #[test]
    fn finds_what_failed() {
        let output = "running 2 tests\ntest a ... FAILED\ntest b ... ok\n\nfailures:\n\n\
            ---- a stdout ----\nError: \"no robot\"\n\n\nfailures:\n    a\n\n\
            test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let expected = "\n---- a stdout ----\nError: \"no robot\"\n\n";
        assert_eq!(failures(&(output.to_owned() + output)), expected.repeat(2));
        assert_eq!(failures("test a ... ok\n"), "");
    }
}
