//! Random nested skills in which a skill and SCXML mean the same.
//!
//! They differ in who is asked first, and in that a skill asks its edges once more after an
//! entry. So no state waits for a number for which one around it or inside it waits: each
//! depth has numbers of its own. And `max_transitions = 1`, as an event of SCXML is used up
//! by one transition. Which of a state's edges comes first, where they lead, what is left
//! and entered, and in which order, is what remains to be compared.

use std::fmt::Write as _;

/// The deepest that states nest.
const DEPTH: usize = 4;
/// How many numbers a depth has.
const LETTERS: u64 = 2;
/// Most states of a skill.
const MOST: usize = 16;

/// The highest input: one more than any edge waits for.
const HIGHEST: u64 = DEPTH as u64 * LETTERS + 1;

/// `SplitMix64`: a counter, well mixed.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// An index below `count`, which is not 0.
    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).unwrap_or(0)
    }
}

/// Inputs for a skill.
pub fn inputs(random: &mut Random, count: usize) -> Vec<u64> {
    (0..count).map(|_| random.between(0, HIGHEST)).collect()
}

/// A state; its name is its index.
#[derive(Debug, Default)]
struct State {
    parent: Option<usize>,
    depth: usize,
    children: Vec<usize>,
    start: bool,
    edges: Vec<Edge>,
}

/// Where an edge leads, and the number it waits for.
#[derive(Debug)]
struct Edge {
    to: String,
    n: u64,
}

/// A random skill.
#[derive(Debug, Default)]
pub struct Machine {
    /// Each in front of those inside it.
    states: Vec<State>,
    always: Vec<Edge>,
}

impl Machine {
    /// The next random skill.
    pub fn random(random: &mut Random) -> Self {
        let mut machine = Self::default();
        machine.add_states(random, None, 1);
        for state in 0..machine.states.len() {
            for _ in 0..random.between(1, 5) {
                let edge = machine.edge(random, Some(state));
                machine.states[state].edges.push(edge);
            }
        }
        for _ in 0..random.between(0, 1) {
            let edge = machine.edge(random, None);
            machine.always.push(edge);
        }
        machine
    }

    fn add_states(&mut self, random: &mut Random, parent: Option<usize>, depth: usize) {
        let count = random.between(if depth == 1 { 2 } else { 1 }, 3);
        let mut added = Vec::new();
        for _ in 0..count {
            let state = self.states.len();
            self.states.push(State { parent, depth, ..State::default() });
            added.push(state);
            if depth < DEPTH && self.states.len() < MOST && random.between(0, 2) > 0 {
                self.add_states(random, Some(state), depth + 1);
            }
        }
        let start = added[random.index(added.len())];
        self.states[start].start = true;
        if let Some(parent) = parent {
            self.states[parent].children = added;
        }
    }

    /// An edge to any place to which one may lead: children of the state, it and its
    /// siblings, those around it and theirs; seldom out of the skill.
    fn edge(&self, random: &mut Random, from: Option<usize>) -> Edge {
        let depth = from.map_or(1, |from| self.states[from].depth);
        let first = (depth as u64 - 1) * LETTERS + 1;
        let n = random.between(first, first + LETTERS - 1);
        let to = match random.between(0, 39) {
            0 => "FINAL".to_owned(),
            1 => "FAILED".to_owned(),
            _ => {
                let places = self.places(from);
                format!("S{}", places[random.index(places.len())])
            }
        };
        Edge { to, n }
    }

    fn places(&self, from: Option<usize>) -> Vec<usize> {
        let outermost = (0..self.states.len()).filter(|state| self.states[*state].depth == 1);
        let mut places: Vec<usize> = outermost.collect();
        let chain = std::iter::successors(from, |state| self.states[*state].parent);
        places.extend(chain.flat_map(|state| &self.states[state].children));
        places
    }

    /// The `skill!` block.
    pub fn source(&self, name: &str) -> String {
        let mut out = format!(
            "skill! {{\n    #[allow(skill::unreachable_state, skill::dead_end)]\n    \
             pub skill {name}() {{\n        depends_interfaces {{ panel: Panel }}\n        \
             max_transitions = 1;\n"
        );
        if !self.always.is_empty() {
            out.push_str("        always {\n");
            write_edges(&mut out, &self.always, 3);
            out.push_str("        }\n");
        }
        let outermost = (0..self.states.len()).filter(|state| self.states[*state].depth == 1);
        for state in outermost {
            self.write_state(&mut out, state);
        }
        out.push_str("    }\n}\n");
        out
    }

    fn write_state(&self, out: &mut String, index: usize) {
        let state = &self.states[index];
        let (margin, start) =
            ("    ".repeat(state.depth + 1), if state.start { "start " } else { "" });
        let _ = writeln!(out, "{margin}{start}state S{index} {{");
        let _ = writeln!(out, "{margin}    init {{ tell(\"+S{index}\"); }}");
        let _ = writeln!(out, "{margin}    exit {{ tell(\"-S{index}\"); }}");
        write_edges(out, &state.edges, state.depth + 2);
        for child in &state.children {
            self.write_state(out, *child);
        }
        let _ = writeln!(out, "{margin}}}");
    }
}

fn write_edges(out: &mut String, edges: &[Edge], depth: usize) {
    let margin = "    ".repeat(depth);
    for Edge { to, n } in edges {
        let _ = writeln!(out, "{margin}-> {to} when panel.n == {n};");
    }
}

#[cfg(test)]
mod tests {
    use super::{DEPTH, LETTERS, Machine, Random};

    #[test]
    fn a_seed_gives_the_same_skill_and_it_is_rust() {
        let source = |seed| Machine::random(&mut Random(seed)).source("M0");
        assert_eq!(source(7), source(7));
        assert_ne!(source(7), source(8));
        let tokens: Result<proc_macro2::TokenStream, _> = source(7).parse();
        assert!(tokens.is_ok());
    }

    #[test]
    fn no_state_waits_for_a_number_of_another_depth() {
        let mut random = Random(3);
        let mut deepest = 0;
        for _ in 0..50 {
            for state in Machine::random(&mut random).states {
                deepest = deepest.max(state.depth);
                let depth_of = |n: u64| (n - 1) / LETTERS + 1;
                assert!(state.edges.iter().all(|edge| depth_of(edge.n) == state.depth as u64));
            }
        }
        assert_eq!(deepest, DEPTH);
    }
}
