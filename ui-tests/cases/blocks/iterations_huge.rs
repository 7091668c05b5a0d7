use skill_runtime::skill;

skill! {
    pub skill Probe() {
        max_iterations = 99999999999;
        vars { count: u32 = 0 }
        start state A {
            init { while self.count < 5 { self.count += 1; } }
            -> FINAL when self.count > 2;
        }
    }
}

fn main() {}
