use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { h: f32 = 0.0 }
        start state Outer(n: u32) {
            flow { der(self.k) = self.m; }
            start state Inner { -> Deep(self.n) when crossing self.h = 0.0; -> self.next after 1s; }
            state Other {
                state Deep { -> Inner after 1s; }
            }
            -> FINAL after 2s;
        }
    }
}

fn main() {}
