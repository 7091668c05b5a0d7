//! The functions that a set of functions reaches, and the findings in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::finding::{Finding, Kind};
use crate::ir::{Callee, Frame, Module, symbols};
use crate::names::{self, External};
use crate::stack::{self, Beside, Deepest, Frames};
use crate::{loops, recursion};

/// The text of a loop without a jump out of it.
pub const NEVER_LEFT: &str = "nothing leaves the loop";

/// A program, with what is known about its functions.
#[derive(Debug)]
pub struct Program<'a> {
    module: &'a Module<'a>,
    frames: &'a Frames,
    facts: HashMap<&'a str, Rc<Facts<'a>>>,
}

/// The calls and findings of one function.
#[derive(Debug, Default)]
struct Facts<'a> {
    /// The functions that it calls, with the place of the call.
    calls: Vec<(&'a str, Option<u32>)>,
    /// The functions and globals whose address it uses.
    mentions: BTreeSet<&'a str>,
    /// Whether it makes a call through a pointer.
    by_pointer: bool,
    /// The bytes of the stack that a call of it takes.
    stack: u64,
    /// The findings in it, with the place and the calls that were inlined.
    found: Vec<(Kind, String, Vec<Frame>)>,
}

/// The functions that are reached, with the first call that reaches each.
type Reached<'a> = BTreeMap<&'a str, Option<(&'a str, Option<u32>)>>;

impl<'a> Program<'a> {
    /// Prepares the proofs of a module.
    #[must_use]
    pub fn new(module: &'a Module<'a>, frames: &'a Frames) -> Self {
        Self { module, frames, facts: HashMap::new() }
    }

    /// Returns the findings in all functions reachable from `roots`, and the deepest chain of calls.
    pub fn prove(&mut self, roots: &[&'a str]) -> (Vec<Finding>, Deepest<'a>) {
        let reached = self.reach(roots);
        let mut findings = BTreeSet::new();
        for symbol in reached.keys() {
            let facts = self.facts(symbol);
            for (kind, what, inner) in &facts.found {
                let frames = self.frames(symbol, inner.clone(), &reached);
                findings.insert(Finding { kind: *kind, what: what.clone(), frames });
            }
        }
        let mut calls = BTreeMap::new();
        for symbol in reached.keys() {
            calls.insert(*symbol, self.facts(symbol).calls.clone());
        }
        for cycle in recursion::cycles(&calls) {
            let names: Vec<_> =
                cycle.iter().map(|symbol| format!("`{}`", names::plain(symbol))).collect();
            let first = cycle.first().copied().unwrap_or_default();
            let frames = self.frames(first, Vec::new(), &reached);
            let what = format!("{} calls itself", names.join(" -> "));
            findings.insert(Finding { kind: Kind::Recursion, what, frames });
        }
        let sizes = reached.keys().map(|symbol| {
            let facts = self.facts(symbol);
            let calls = facts.calls.iter().map(|(callee, _)| *callee).collect();
            (*symbol, (facts.stack, calls))
        });
        let deepest = stack::deepest(&sizes.collect());
        (findings.into_iter().collect(), deepest)
    }

    /// Returns the functions that are called from the roots. Once one of them makes a call through
    /// a pointer, all functions count whose address is used in a reached function.
    fn reach(&mut self, roots: &[&'a str]) -> Reached<'a> {
        let mut reached: Reached<'a> = BTreeMap::new();
        let mut next: Vec<_> =
            roots.iter().map(|root| (self.module.resolved(root), None)).collect();
        let (mut by_pointer, mut mentioned) = (None, BTreeSet::new());
        loop {
            while let Some((symbol, from)) = next.pop() {
                if reached.contains_key(symbol) || !self.module.is_defined(symbol) {
                    continue;
                }
                reached.insert(symbol, from);
                let facts = self.facts(symbol);
                let calls = facts.calls.iter().rev();
                next.extend(calls.map(|(callee, location)| (*callee, Some((symbol, *location)))));
                mentioned.extend(facts.mentions.iter().copied());
                if facts.by_pointer && by_pointer.is_none() {
                    by_pointer = Some(symbol);
                }
            }
            let Some(caller) = by_pointer else { return reached };
            self.add_mentioned(&mut mentioned);
            let pointed = mentioned.iter().filter(|symbol| {
                self.module.is_defined(symbol)
                    && !reached.contains_key(*symbol)
                    && !names::is_ignored(symbol)
            });
            next.extend(pointed.map(|symbol| (*symbol, Some((caller, None)))));
            if next.is_empty() {
                return reached;
            }
        }
    }

    /// Adds the symbols that the mentioned globals mention.
    fn add_mentioned(&self, mentioned: &mut BTreeSet<&'a str>) {
        let mut next: Vec<_> = mentioned.iter().copied().collect();
        while let Some(symbol) = next.pop() {
            let value = self.module.global(symbol).unwrap_or_default();
            next.extend(symbols(value).filter(|other| mentioned.insert(*other)));
        }
    }

    /// Returns the places in a function, and those of the calls that lead to it.
    fn frames(&self, symbol: &'a str, inner: Vec<Frame>, reached: &Reached<'a>) -> Vec<Frame> {
        let (mut symbol, mut inner) = (symbol, inner);
        let mut frames = Vec::new();
        loop {
            if inner.is_empty() {
                frames.push(self.module.beginning(symbol));
            }
            frames.append(&mut inner);
            let Some(Some((caller, call))) = reached.get(symbol) else { return frames };
            symbol = caller;
            inner = self.module.frames_at(*call);
        }
    }

    /// Returns the innermost place that all instructions of a loop have in common.
    fn common_place(&self, locations: &[u32]) -> Vec<Frame> {
        let mut locations = locations.iter();
        let outermost_first = |location: &u32| {
            let mut frames = self.module.frames(*location);
            frames.reverse();
            frames
        };
        let mut common = locations.next().map_or_else(Vec::new, outermost_first);
        for location in locations {
            let other = outermost_first(location);
            let same = common.iter().zip(&other).take_while(|(a, b)| a == b).count();
            // The places differ, but the enclosing functions may be the same.
            let around = common.get(same).zip(other.get(same));
            let around = around.is_some_and(|(a, b)| a.function == b.function);
            common.truncate(same + usize::from(around));
        }
        common.reverse();
        common
    }

    fn facts(&mut self, symbol: &'a str) -> Rc<Facts<'a>> {
        if let Some(facts) = self.facts.get(symbol) {
            return facts.clone();
        }
        let facts = Rc::new(self.read(symbol));
        self.facts.insert(symbol, facts.clone());
        facts
    }

    fn read(&self, symbol: &'a str) -> Facts<'a> {
        let mut facts = Facts::default();
        let Some(body) = self.module.body(symbol) else { return facts };
        let mut inlined_allocations = HashMap::new();
        let mut beside = Beside::new(self.module.has_narrow_pointers, self.module.has_wide_vectors);
        for instruction in body.instructions() {
            let location = instruction.location;
            let mut callee = None;
            let here = || self.module.frames_at(location);
            if let Err(what) = beside.read(instruction.text) {
                facts.found.push((Kind::Stack, what.to_owned(), here()));
            }
            match instruction.callee() {
                Some(Callee::Symbol(name)) => {
                    callee = Some(name);
                    self.call(&mut facts, self.module.resolved(name), location);
                }
                Some(Callee::Pointer) => {
                    facts.by_pointer = true;
                    let what = "a call by a pointer".to_owned();
                    facts.found.push((Kind::Pointer, what, here()));
                }
                // An empty assembly only keeps the compiler from looking through a value.
                Some(Callee::Assembly(text)) if !text.contains("asm sideeffect \"\"") => {
                    facts.found.push((Kind::Assembly, "inline assembly".to_owned(), here()));
                }
                Some(Callee::Assembly(_)) | None => {}
            }
            if let Some(bits) = instruction.wide_to_f32() {
                let what = format!("{bits} bits of a whole number become an f32");
                facts.found.push((Kind::Rounding, what, here()));
            }
            facts.mentions.extend(symbols(instruction.text).filter(|name| Some(*name) != callee));
            // The allocator may have been inlined.
            if let Some(number) = location {
                let module = self.module;
                let allocates = *inlined_allocations.entry(number).or_insert_with(|| {
                    module.frames(number).iter().any(|frame| names::allocates(&frame.function))
                });
                if allocates {
                    let what = "memory".to_owned();
                    facts.found.push((Kind::Allocation, what, here()));
                }
            }
        }
        match self.frames.of(symbol) {
            Some(frame) => facts.stack = beside.total(frame),
            None => {
                let what = "the size of the frame is not known".to_owned();
                facts.found.push((Kind::Stack, what, Vec::new()));
            }
        }
        for loops::Endless { locations, is_left } in loops::endless(&body) {
            let what = if is_left { "no bound of the loop is visible" } else { NEVER_LEFT };
            facts.found.push((Kind::Loop, what.to_owned(), self.common_place(&locations)));
        }
        facts
    }

    /// Adds a call of a function.
    fn call(&self, facts: &mut Facts<'a>, name: &'a str, location: Option<u32>) {
        let here = || self.module.frames_at(location);
        let mut found = |kind, what: String| facts.found.push((kind, what, here()));
        if name.starts_with("llvm.") {
            if matches!(name, "llvm.trap" | "llvm.ubsantrap" | "llvm.debugtrap") {
                found(Kind::Abort, "a trap".to_owned());
            }
            return;
        }
        let plain = names::plain(name);
        if names::is_ignored(name) {
        } else if names::allocates(&plain) {
            found(Kind::Allocation, "memory".to_owned());
        } else if plain == "std::process::abort" {
            found(Kind::Abort, format!("calls `{plain}`"));
        } else if names::panics(&plain, self.module.never_returns(name)) {
            found(Kind::Panic, names::panic_text(&plain));
        } else if self.module.is_defined(name) {
            facts.calls.push((name, location));
        } else {
            match names::external(name) {
                External::Harmless => {}
                External::Allocates => found(Kind::Allocation, "memory".to_owned()),
                External::Aborts => found(Kind::Abort, format!("calls `{name}`")),
                External::Unknown => {
                    found(
                        Kind::Extern,
                        format!("the function `{plain}` of another language or object"),
                    );
                }
            }
        }
    }
}
