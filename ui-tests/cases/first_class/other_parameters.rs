use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Stop, Left) after 1s; }
        state Line(next: ref state(u32), avoid: state()) { -> self.avoid after 1s; -> self.next(1) after 3s; }
        state Left(times: u32) { -> FINAL when self.times > 3; -> FAILED after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
