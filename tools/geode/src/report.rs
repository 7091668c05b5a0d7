//! The report of the tests.

#[derive(Debug, Default)]
pub struct Report {
    passed: u32,
    failed: u32,
}

impl Report {
    pub fn case(&mut self, name: &str, passed: bool) {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        println!("{} {name}", if passed { "ok  " } else { "FAIL" });
    }

    /// Prints a summary. Returns whether all cases passed.
    pub fn finish(self) -> bool {
        println!("{} passed, {} failed", self.passed, self.failed);
        self.failed == 0
    }
}

/// Prints details of the case before or after.
pub fn note(text: &str) {
    for line in text.lines() {
        println!("     {line}");
    }
}
