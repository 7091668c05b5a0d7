//! The stack that a chain of calls needs.
//!
//! The compiler reports the frame of each function that it has laid out, in the same run in which it
//! writes the intermediate code: local variables, spilled and saved registers. To that is added what
//! a call takes: its return address, the arguments that may be pushed, and the gap before a frame
//! that is aligned.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The pass of the compiler that lays out frames, for `-C remark`.
pub const PASS: &str = "prologepilog";

/// The bytes for a function that is not in the program and calls no other: copies of memory,
/// mathematical functions of C, arithmetic that the processor lacks.
pub const OUTSIDE: u64 = 1024;

/// The bytes of a return address, and of the gap that keeps the stack aligned.
const CALL: u64 = 16;

/// The alignment of spilled vectors, if the processor has wide ones.
const WIDE: u64 = 64;

/// The sizes of the frames of a program, in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frames {
    sizes: HashMap<String, u64>,
}

impl Frames {
    /// Reads the remarks in the messages of the compiler.
    #[must_use]
    pub fn of_remarks(messages: &str) -> Self {
        let remark = |line: &str| {
            let (_, rest) = line.split_once(PASS)?.1.split_once(": ")?;
            let (size, rest) = rest.split_once(" stack bytes in function '")?;
            Some((rest.strip_suffix('\'')?.to_owned(), size.parse().ok()?))
        };
        Self::new(messages.lines().filter_map(remark))
    }

    /// Reads what [`Frames::text`] has written.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let entry = |line: &str| {
            let (size, name) = line.split_once(' ')?;
            Some((name.to_owned(), size.parse().ok()?))
        };
        Self::new(text.lines().filter_map(entry))
    }

    fn new(all: impl Iterator<Item = (String, u64)>) -> Self {
        let mut sizes = HashMap::new();
        for (name, size) in all {
            let known = sizes.entry(name).or_insert(size);
            *known = size.max(*known);
        }
        Self { sizes }
    }

    /// Returns a line for each function.
    #[must_use]
    pub fn text(&self) -> String {
        let all: BTreeMap<_, _> = self.sizes.iter().collect();
        all.iter().fold(String::new(), |mut text, (name, size)| {
            let _ = writeln!(text, "{size} {name}");
            text
        })
    }

    /// Returns the size of the frame of a function.
    pub(crate) fn of(&self, function: &str) -> Option<u64> {
        self.sizes.get(function).copied()
    }

    /// Returns whether no frame is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }
}

/// The stack that a function takes beside its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The greatest number of bytes of the arguments of a call that may be pushed.
    arguments: u64,
    /// The gap before the frame and the one that makes its size a multiple of the alignment.
    gap: u64,
    /// The arguments in registers.
    registers: u64,
}

impl Beside {
    /// Prepares the reading of a function for a processor.
    pub const fn new(has_narrow_pointers: bool, has_wide_vectors: bool) -> Self {
        let registers = if has_narrow_pointers { 0 } else { 4 };
        Self { arguments: 0, gap: if has_wide_vectors { 2 * WIDE } else { 0 }, registers }
    }

    /// Reads an instruction. Returns an error if what it takes is not known.
    pub fn read(&mut self, text: &str) -> Result<(), &'static str> {
        if let Some(local) = text.strip_prefix("alloca ") {
            if local.contains(" %") {
                return Err("a local variable of unknown size");
            }
            let align =
                local.rsplit_once("align ").and_then(|(_, align)| align.parse::<u64>().ok());
            self.gap =
                self.gap.max(align.filter(|align| *align > CALL).map_or(0, |align| 2 * align));
        } else if text.contains("call ") && !text.contains("@llvm.") && !text.contains(" asm ") {
            let known = arguments(text, self.registers);
            self.arguments = self.arguments.max(known.ok_or("an argument of unknown size")?);
        }
        Ok(())
    }

    /// Returns the bytes of a call of the function.
    pub const fn total(self, frame: u64) -> u64 {
        frame + self.arguments + self.gap + CALL
    }
}

/// Returns the bytes of the arguments of a call that are not in registers.
fn arguments(call: &str, registers: u64) -> Option<u64> {
    let callee = call.find(['@', '%']).unwrap_or(0);
    let list = &call[callee..];
    let list = &list[list.find('(')? + 1..];
    let (mut depth, mut count, mut copied) = (0_u32, 0_u64, 0_u64);
    let mut is_empty = true;
    for (at, letter) in list.char_indices() {
        match letter {
            ')' if depth == 0 => break,
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => count += 1,
            _ => is_empty = false,
        }
        // A copy of the value is pushed.
        if let Some(size) = list[at..].strip_prefix("byval(") {
            let size = size.strip_prefix('[')?.split_once(" x i8])")?.0;
            copied += size.parse::<u64>().ok()?.next_multiple_of(16);
        }
    }
    count += u64::from(!is_empty);
    Some(count.saturating_sub(registers) * 16 + copied)
}

/// The deepest chain of calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deepest<'a> {
    /// The sum of the sizes.
    pub bytes: u64,
    /// The function with the greatest size on the chain.
    pub widest: Option<(&'a str, u64)>,
    /// Whether functions call each other in a circle, so that there is no deepest chain.
    pub is_circle: bool,
}

/// Returns the deepest chain from any of the functions, of which these are the sizes and calls.
pub fn deepest<'a>(functions: &BTreeMap<&'a str, (u64, Vec<&'a str>)>) -> Deepest<'a> {
    let mut done: HashMap<&'a str, Deepest<'a>> = HashMap::new();
    let mut chain: Vec<(&'a str, usize)> = Vec::new();
    let mut is_circle = false;
    for start in functions.keys() {
        chain.push((start, 0));
        while let Some((function, next)) = chain.last_mut() {
            let Some((size, calls)) =
                functions.get(function).filter(|_| !done.contains_key(function))
            else {
                chain.pop();
                continue;
            };
            if let Some(callee) = calls.get(*next) {
                *next += 1;
                let callee = *callee;
                if chain.iter().any(|(other, _)| *other == callee) {
                    is_circle = true;
                } else {
                    chain.push((callee, 0));
                }
                continue;
            }
            let below = calls.iter().filter_map(|callee| done.get(callee));
            let mut own = below.max_by_key(|of| of.bytes).cloned().unwrap_or_default();
            own.bytes = own.bytes.saturating_add(*size);
            if own.widest.is_none_or(|(_, widest)| widest < *size) {
                own.widest = Some((function, *size));
            }
            done.insert(function, own);
            chain.pop();
        }
    }
    let deepest = done.into_values().max_by_key(|of| of.bytes).unwrap_or_default();
    Deepest { is_circle, ..deepest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_read() {
        let frames = Frames::of_remarks(concat!(
            "   Compiling a v0.1.0\nnote: src/a.rs:1:0 prologepilog (analysis): 24 stack bytes in ",
            "function '_ZN1a1bE'\nnote: <unknown file>:0:0 prologepilog (analysis): 0 stack bytes in ",
            "function 'c'\nnote: other (analysis): 3 things in function 'c'\n",
        ));
        assert_eq!(
            (frames.of("_ZN1a1bE"), frames.of("c"), frames.of("d")),
            (Some(24), Some(0), None)
        );
        assert_eq!(Frames::parse(&frames.text()), frames);
    }

    #[test]
    fn the_deepest_chain_is_found() {
        let mut functions = BTreeMap::from([
            ("a", (10, vec!["b", "c"])),
            ("b", (100, vec!["d"])),
            ("c", (20, vec!["d", "outside"])),
            ("d", (5, vec![])),
        ]);
        let all = deepest(&functions);
        assert_eq!((all.bytes, all.widest, all.is_circle), (115, Some(("b", 100)), false));
        functions.insert("d", (5, vec!["a"]));
        assert!(deepest(&functions).is_circle);
    }

    #[test]
    fn calls_and_locals_take_more_than_the_frame() {
        let mut beside = Beside::new(false, false);
        assert!(
            beside.read("call void @f(ptr noundef %a, i32 1, <2 x float> %b, {i8, i8} %c)").is_ok()
        );
        assert_eq!(beside.total(40), 56);
        assert!(
            beside
                .read("tail call i8 @f(ptr byval([24 x i8]) align 8 %a, i1 1, i1 1, i1 1, i1 1)")
                .is_ok()
        );
        assert_eq!(beside.total(40), 56 + 16 + 32);
        assert!(beside.read("alloca [4 x i8], align 128").is_ok());
        assert_eq!(beside.total(40), 56 + 16 + 32 + 256);
        assert!(beside.read("alloca i8, i64 %n, align 1").is_err());
        assert!(beside.read("call void @f(ptr byval(%T) %a)").is_err());
        let mut beside = Beside::new(true, true);
        assert!(beside.read("call void @f(i32 1, i32 2)").is_ok());
        assert_eq!(beside.total(0), 16 + 32 + 128);
    }
}
