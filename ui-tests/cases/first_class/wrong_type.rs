use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Left) after 1s; }
        state Line(next: ref state(u32)) { -> self.next(1.5) after 3s; }
        state Left(times: u32) { -> FINAL when self.times > 3; -> FAILED after 1s; }
    }
}

fn main() {}
