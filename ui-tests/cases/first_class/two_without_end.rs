use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Begin { -> One after 1s; }
        state One {
            -> OneHolds(Two) after 1s;
            start state WaitOne { -> FINAL after 3s; }
            state OneHolds(first: state()) { -> self.first after 1s; }
        }
        state Two {
            -> TwoHolds(One) after 1s;
            start state WaitTwo { -> FINAL after 3s; }
            state TwoHolds(second: state()) { -> self.second after 1s; }
        }
    }
}

fn main() {}
