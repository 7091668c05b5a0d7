//! The static bounds of skills: states, instances, the work of one pass.

/// The static bounds of a skill, combined in one constant: each constant adds to the compile
/// time.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct StaticBounds {
    pub states: u32,
    pub transitions: u32,
    pub instances: u32,
    pub depth: u32,
    pub max_transitions: u32,
    pub max_guards: u32,
}

impl StaticBounds {
    /// The bounds of a skill without a machine.
    pub const NONE: Self = Self {
        states: 0,
        transitions: 0,
        instances: 0,
        depth: 0,
        max_transitions: 0,
        max_guards: 0,
    };

    /// Returns the bounds with sub-skills added. `states` lists, for each state, the sub-skills
    /// that run in parallel there; only one of these states is active at a time.
    #[must_use]
    pub const fn above(mut self, states: &[&[Self]]) -> Self {
        let (mut depth, mut transitions, mut guards) = (0, 0, 0);
        let mut i = 0;
        while i < states.len() {
            let (mut sum_transitions, mut sum_guards) = (0, 0);
            let mut k = 0;
            while k < states[i].len() {
                let sub = &states[i][k];
                depth = greater(depth, sub.depth + 1);
                sum_transitions += sub.max_transitions;
                sum_guards += sub.max_guards;
                k += 1;
            }
            transitions = greater(transitions, sum_transitions);
            guards = greater(guards, sum_guards);
            i += 1;
        }
        self.depth = depth;
        self.max_transitions += transitions;
        self.max_guards += guards;
        self
    }
}

/// Returns the instance numbers of the sub-machines of a machine, whose own is 0.
#[doc(hidden)]
#[must_use]
pub const fn offsets<const N: usize>(subs: [StaticBounds; N]) -> [u32; N] {
    let (mut offsets, mut next, mut each) = ([0; N], 1, 0);
    while each < N {
        offsets[each] = next;
        next += subs[each].instances;
        each += 1;
    }
    offsets
}

const fn greater(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
