#![deny(warnings)]
use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { vars { n: u32 = 0, grid: [u32; 2] = [0; 2] } loop { self.n = 1; self.grid[1] = 2; } -> FINAL after 1s; }
    }
}

fn main() {}
