use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> Line(Left(3)) after 1s; }
        state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
        state Left(times: u32) { -> FINAL when self.times > 3; -> Line(Stop) after 1s; }
        state Stop { -> FINAL after 1s; }
    }
}

fn main() {}
