//! First values of the variables of states.
#![deny(warnings)]

use skill_runtime::skill;

skill! {
    /// A parameter that only the first value of a variable uses.
    pub skill Countdown(from: u32 = 3) {
        start state Begin { -> Down(self.from, 0.5) otherwise; }
        state Down(n: u32, step: f32) {
            vars { left: u32 = n, size: f32 = step.abs() }
            loop { self.left -= 1; }
            -> FINAL when self.left == 0 || self.size > 1.0;
            -> FAILED after 1s;
        }
    }
}

skill! {
    /// And that of an inner state's variable.
    pub skill Inner(from: u32 = 3) {
        start state Begin { -> Down(self.from) otherwise; }
        state Down(n: u32) {
            -> FAILED after 1s;
            start state Count {
                vars { left: u32 = self.n + self.from, twice: u32 = left * 2 }
                loop { self.left += 1; }
                -> FINAL when self.left == self.twice;
            }
        }
    }
}
