//! Checks over the static dependency graph that `rustc` evaluates: what lies in
//! several `skill!` blocks no single macro can see.

use crate::SkillInfo;

/// Deepest chain of dependencies.
pub const MAX_DEPTH: usize = 32;
/// Longest ring that is searched for.
const LONGEST: usize = 64;
/// Most skills below one skill.
const MOST: usize = 1024;

/// A hash of a skill's place: `module_path!()` and its name.
#[must_use]
pub const fn skill_id(path: &str, name: &str) -> u64 {
    let mut hash = fnv(0xcbf2_9ce4_8422_2325, path);
    hash = fnv(hash.wrapping_mul(31), name);
    hash | 1
}

/// A hash of an interface's id on the blackboard.
#[must_use]
pub const fn interface_id(id: &str) -> u64 {
    fnv(0xcbf2_9ce4_8422_2325, id)
}

/// FNV-1a, continued from `hash`.
#[must_use]
pub const fn fnv(mut hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// A text that a `const` can build, to be the message of a compile error.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; 1024],
    len: usize,
}

impl Message {
    /// An empty text.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self { bytes: [0; 1024], len: 0 }
    }

    /// The text with `text` behind it, cut at the end of the room.
    #[must_use]
    pub const fn then(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// A ring of dependencies through one skill.
#[derive(Debug)]
pub struct Ring {
    /// How many skills; 0 if there is no ring.
    pub len: usize,
    members: [&'static SkillInfo; LONGEST],
    /// Which of the skill's dependencies leads into the ring.
    pub dependency: usize,
    /// Whether this skill is the one of the ring that reports it.
    pub reports: bool,
}

/// Searches a ring through `root`, each skill once.
#[must_use]
pub const fn ring(root: &'static SkillInfo) -> Ring {
    let mut stack = [root; LONGEST];
    let mut next = [0_usize; LONGEST];
    let mut depth = 1;
    let mut seen = [0_u64; MOST];
    while depth > 0 {
        let top = stack[depth - 1];
        if next[depth - 1] == top.deps.len() {
            depth -= 1;
            continue;
        }
        let dep = top.deps[next[depth - 1]];
        next[depth - 1] += 1;
        if dep.id == root.id {
            let mut ring =
                Ring { len: depth, members: stack, dependency: next[0] - 1, reports: true };
            let mut i = 0;
            while i < depth {
                if stack[i].id < root.id {
                    ring.reports = false;
                }
                i += 1;
            }
            return ring;
        }
        #[allow(clippy::cast_possible_truncation)] // only a place in the table
        let mut place = (dep.id >> 1) as usize & (MOST - 1);
        let mut probes = 0;
        while probes < MOST && seen[place] != 0 && seen[place] != dep.id {
            place = (place + 1) & (MOST - 1);
            probes += 1;
        }
        if probes < MOST && seen[place] == 0 && depth < LONGEST {
            seen[place] = dep.id;
            stack[depth] = dep;
            next[depth] = 0;
            depth += 1;
        }
    }
    Ring { len: 0, members: [root; LONGEST], dependency: 0, reports: false }
}

/// The error that prints the whole ring.
#[must_use]
pub const fn ring_message(ring: &Ring) -> Message {
    let mut text = Message::new().then("dependency cycle: ");
    let mut i = 0;
    while i < ring.len {
        text = text.then(ring.members[i].type_name).then(" -> ");
        i += 1;
    }
    text.then(ring.members[0].type_name)
        .then("; a skill may not run itself: remove one of these from its `depends_skills`")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut equal = a.len() == b.len();
    let mut i = 0;
    while equal && i < a.len() {
        equal = a[i] == b[i];
        i += 1;
    }
    equal
}

/// The error for a call of `skill` that gives only the arguments `given`.
#[must_use]
pub const fn missing_argument(skill: &SkillInfo, given: &[&str]) -> Option<Message> {
    let mut text = Message::new().then("the call of `").then(skill.type_name).then("` lacks ");
    let start = text.len;
    let mut i = 0;
    while i < skill.args.len() {
        let arg = &skill.args[i];
        let mut found = arg.default.is_some();
        let mut k = 0;
        while k < given.len() {
            found |= same(given[k], arg.name);
            k += 1;
        }
        if !found {
            let first = text.len == start;
            text = text.then(if first { "`" } else { ", `" }).then(arg.name);
            text = text.then(": ").then(arg.type_name).then("`");
        }
        i += 1;
    }
    if text.len == start {
        None
    } else {
        Some(text.then(": it has no default, so name it in the braces"))
    }
}

/// The error for the literal `value`, written `literal`, as argument `name` of `skill`.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // on purpose, see below
pub const fn out_of_range(
    skill: &SkillInfo,
    name: &str,
    value: f64,
    literal: &str,
) -> Option<Message> {
    let mut i = 0;
    while i < skill.args.len() {
        let arg = &skill.args[i];
        if let Some(range) = &arg.range
            && same(arg.name, name)
            && !range.contains(value)
            // The bounds of an `f32` argument are those of the nearest `f32`.
            && !range.contains(value as f32 as f64)
        {
            let text = Message::new().then("argument `").then(name).then("` of `");
            let text = text.then(skill.type_name).then("` is ").then(literal);
            return Some(text.then(", but must lie in ").then(range.text));
        }
        i += 1;
    }
    None
}
