use skill_runtime::skill;

skill! {
    pub skill Probe() {
        /// The variables.
        vars { count: u32 = 0 }
        start state A { loop { self.count += 1; } -> FINAL when self.count > 2; }
    }
}

fn main() {}
