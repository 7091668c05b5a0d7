use skill_runtime::skill;

skill! {
    pub skill Probe(times: u32 = 3) {
        vars { n: u32 = 2, m: u32 = self.n + self.times }
        start state Begin { -> FINAL when self.m > self.n; -> FAILED after 1s; }
    }
}

fn main() {}
