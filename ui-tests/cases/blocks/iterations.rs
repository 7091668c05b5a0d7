// A limit of the rounds of loops must be positive, and cannot reach into a closure.
use skill_runtime::skill;

skill! {
    pub skill Zero() {
        max_iterations = 0;
        start state S { -> FINAL after 1s; }
    }
}

skill! {
    pub skill Word() {
        max_iterations = many;
        start state S { -> FINAL after 1s; }
    }
}

skill! {
    pub skill Closure() {
        max_iterations = 10;
        vars { n: u32 = 0 }
        start state S {
            init {
                let count = |to: u32| {
                    let mut n = 0;
                    while n < to { n += 2; }
                    n
                };
                self.n = count(5);
            }
            -> FINAL after 1s;
        }
    }
}

fn main() {}
