//! Two tanks, one hose: Alur and Henzinger's water tanks, the textbook's Zeno automaton.

use skill_runtime::skill;

skill! {
    /// One hose fills whichever tank is low, while both leak: the hose moves as soon as the
    /// other tank reaches its mark. If it brings less than both lose, it moves ever faster.
    pub skill Tanks(
        inflow_m_per_sec: f32 = 0.75,
        leak_1_m_per_sec: f32 = 0.5,
        leak_2_m_per_sec: f32 = 0.5,
        mark_1_m: f32 = 0.0,
        mark_2_m: f32 = 0.0,
    ) {
        continuous { level_1_m: f32 = 1.0, level_2_m: f32 = 1.0 }
        vars { moves: u32 = 0 }
        start state Run {
            // Both lose water; the inner state adds what the hose brings.
            start state Fill1 {
                init { self.moves += 1; }
                flow {
                    der(self.level_1_m) = self.inflow_m_per_sec - self.leak_1_m_per_sec;
                    der(self.level_2_m) = -self.leak_2_m_per_sec;
                }
                -> Fill2 when crossing self.level_2_m <= self.mark_2_m;
            }
            state Fill2 {
                init { self.moves += 1; }
                flow {
                    der(self.level_1_m) = -self.leak_1_m_per_sec;
                    der(self.level_2_m) = self.inflow_m_per_sec - self.leak_2_m_per_sec;
                }
                -> Fill1 when crossing self.level_1_m <= self.mark_1_m;
            }
            -> FINAL after 60s;
        }
    }
}

/// Returns the time of the hose's `n`th move and the levels then, by the closed form: both
/// fall or rise linearly in between.
pub fn moved(inflow: f64, leaks: [f64; 2], marks: [f64; 2], n: usize) -> (f64, [f64; 2]) {
    let (mut levels, mut time, mut filled) = ([1.0, 1.0], 0.0, 0);
    for _ in 0..n {
        let other = 1 - filled;
        let wait = (levels[other] - marks[other]) / leaks[other];
        time += wait;
        levels[filled] += (inflow - leaks[filled]) * wait;
        levels[other] = marks[other];
        filled = other;
    }
    (time, levels)
}
