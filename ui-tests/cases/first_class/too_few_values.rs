use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Left) after 1s; }
        state Line(next: ref state(u32, f32)) { -> self.next(1) after 3s; }
        state Left(times: u32, far: f32) { -> FINAL when self.times > 3; -> FAILED after self.far; }
    }
}

fn main() {}
