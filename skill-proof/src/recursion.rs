//! Functions that call themselves.

use std::collections::{BTreeMap, BTreeSet};

/// The calls of each function, with their places.
type Calls<'a> = BTreeMap<&'a str, Vec<(&'a str, Option<u32>)>>;

/// Returns a cycle for each set of functions that call each other.
#[must_use]
pub fn cycles<'a>(calls: &Calls<'a>) -> Vec<Vec<&'a str>> {
    let mut search = Search { calls, done: BTreeSet::new(), chain: Vec::new(), cycles: Vec::new() };
    for function in calls.keys() {
        search.visit(function);
    }
    search.cycles
}

struct Search<'a, 'c> {
    calls: &'c Calls<'a>,
    done: BTreeSet<&'a str>,
    /// The functions on the current chain of calls, with the next call of each.
    chain: Vec<(&'a str, usize)>,
    cycles: Vec<Vec<&'a str>>,
}

impl<'a> Search<'a, '_> {
    /// Follows all chains of calls from a function, without recursion of its own: chains may be
    /// long.
    fn visit(&mut self, function: &'a str) {
        if self.done.contains(function) {
            return;
        }
        self.chain.push((function, 0));
        while let Some((function, next)) = self.chain.last_mut() {
            let callee = self.calls.get(function).and_then(|calls| calls.get(*next));
            let Some((callee, _)) = callee else {
                self.done.insert(function);
                self.chain.pop();
                continue;
            };
            *next += 1;
            if let Some(start) = self.chain.iter().position(|(other, _)| other == callee) {
                let cycle: Vec<_> = self.chain[start..].iter().map(|(name, _)| *name).collect();
                let known = self.cycles.iter().any(|other| {
                    other.len() == cycle.len() && cycle.iter().all(|name| other.contains(name))
                });
                if !known {
                    self.cycles.push(cycle);
                }
            } else if !self.done.contains(callee) {
                self.chain.push((callee, 0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cycle_is_found_once() {
        let to = |names: &[&'static str]| names.iter().map(|name| (*name, None)).collect();
        let calls = Calls::from([
            ("a", to(&["b", "d"])),
            ("b", to(&["c", "c"])),
            ("c", to(&["b"])),
            ("d", to(&["d"])),
            ("e", to(&["a"])),
        ]);
        assert_eq!(cycles(&calls), [vec!["b", "c"], vec!["d"]]);
    }
}
