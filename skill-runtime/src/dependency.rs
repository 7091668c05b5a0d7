//! Checks over the static dependency graph that `rustc` evaluates: what lies in
//! several `skill!` blocks no single macro can see.

use crate::SkillInfo;
use crate::blackboard::BoardEntry;
use crate::graph::{ArgInfo, InterfaceUse};

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

/// A ring of dependencies of which one skill is the first member, in the order of
/// `before`.
struct Ring {
    len: usize,
    members: [&'static SkillInfo; LONGEST],
    /// Which of the skill's dependencies leads into the ring.
    dependency: usize,
}

/// Whether `skill` is the first member of a ring.
///
/// A truth value, so that a constant of it has no references that `rustc` would follow.
#[must_use]
pub const fn begins_ring(skill: &'static SkillInfo) -> bool {
    ring(skill).len > 0
}

/// The error that prints the whole ring, for the dependency that leads into it, if
/// `cyclic`: [`begins_ring`] has said so.
#[must_use]
pub const fn ring_through(
    skill: &'static SkillInfo,
    cyclic: bool,
    dependency: usize,
) -> Option<Message> {
    if !cyclic {
        return None;
    }
    let ring = ring(skill);
    if ring.len > 0 && ring.dependency == dependency { Some(ring_message(&ring)) } else { None }
}

/// Searches a ring through `root` and skills behind it, each skill once.
///
/// Every ring has one first member: there it is found, reported, and cut. The others
/// need not search it, which keeps the search short.
const fn ring(root: &'static SkillInfo) -> Ring {
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
            return Ring { len: depth, members: stack, dependency: next[0] - 1 };
        }
        if depth < LONGEST && before(root, dep) && is_new(&mut seen, dep.id) {
            stack[depth] = dep;
            next[depth] = 0;
            depth += 1;
        }
    }
    Ring { len: 0, members: [root; LONGEST], dependency: 0 }
}

/// Whether `id` was not in the table, where it is from now on. A full table has no
/// room for anything new.
const fn is_new(seen: &mut [u64; MOST], id: u64) -> bool {
    #[allow(clippy::cast_possible_truncation)] // only a place in the table
    let mut place = (id >> 1) as usize & (MOST - 1);
    let mut probes = 0;
    while probes < MOST {
        if seen[place] == id {
            return false;
        }
        if seen[place] == 0 {
            seen[place] = id;
            return true;
        }
        place = (place + 1) & (MOST - 1);
        probes += 1;
    }
    false
}

/// The error of a queue that is too small for the longest message; it `fits` otherwise.
#[must_use]
pub const fn too_few_words(fits: bool) -> Option<Message> {
    if fits {
        None
    } else {
        Some(Message::new().then(
            "the queue is too small for the longest message of this interface\nhelp: double its `words`",
        ))
    }
}

/// Makes a message a compile error at the caller's place.
///
/// # Panics
/// If there is a message: `rustc` shows the panic of a constant as an error.
#[track_caller]
pub const fn refuse(message: Option<Message>) {
    if let Some(message) = message {
        panic!("{}", message.as_str());
    }
}

/// The order in which the member of a ring is chosen that reports it: by name, then
/// by module.
const fn before(a: &SkillInfo, b: &SkillInfo) -> bool {
    if a.initial != b.initial {
        return a.initial < b.initial;
    }
    match order(a.type_name, b.type_name) {
        0 => order(a.path, b.path) < 0,
        order => order < 0,
    }
}

/// Below 0 if `a` comes first, 0 if they are the same.
const fn order(a: &str, b: &str) -> i32 {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] as i32 - b[i] as i32;
        }
        i += 1;
    }
    match (i < a.len(), i < b.len()) {
        (false, true) => -1,
        (true, false) => 1,
        _ => 0,
    }
}

const fn ring_message(ring: &Ring) -> Message {
    let mut text = Message::new().then("dependency cycle: ");
    let mut i = 0;
    while i < ring.len {
        text = text.then(ring.members[i].type_name).then(" -> ");
        i += 1;
    }
    text.then(ring.members[0].type_name)
        .then("\nhelp: remove one of these from its `depends_skills`, a skill cannot run itself")
}

const fn same(a: &str, b: &str) -> bool {
    order(a, b) == 0
}

/// Whether a call of a skill that gives only the arguments `given` lacks this one.
const fn lacks(arg: &ArgInfo, given: &[&str]) -> bool {
    let mut found = arg.default.is_some();
    let mut i = 0;
    while !found && i < given.len() {
        found = same(given[i], arg.name);
        i += 1;
    }
    !found
}

/// The error for a call of `skill` that gives only the arguments `given`.
#[must_use]
pub const fn missing_argument(skill: &SkillInfo, given: &[&str]) -> Option<Message> {
    let mut text = None;
    let mut i = 0;
    while i < skill.args.len() {
        let arg = &skill.args[i];
        if lacks(arg, given) {
            let before = match text {
                None => Message::new()
                    .then("the call of `")
                    .then(skill.type_name)
                    .then("` is missing `"),
                Some(text) => Message::then(text, ", `"),
            };
            text = Some(before.then(arg.name).then(": ").then(arg.type_name).then("`"));
        }
        i += 1;
    }
    match text {
        None => None,
        Some(text) => Some(text.then("\nhelp: name arguments without a default in the braces")),
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
            let text =
                Message::new().then("`").then(literal).then("` is out of range for argument `");
            let text = text.then(name).then("` of `").then(skill.type_name);
            return Some(text.then("`\nhelp: the range is `").then(range.text).then("`"));
        }
        i += 1;
    }
    None
}

/// The error of a skill whose chain of dependencies is too deep. Only the first on
/// the way up reports it.
#[must_use]
pub const fn too_deep(skill: &SkillInfo, depth: u32) -> Option<Message> {
    if depth as usize != MAX_DEPTH + 1 {
        return None;
    }
    let text = Message::new().then("the dependencies of `").then(skill.type_name);
    Some(text.then("` are nested more than 32 levels deep\nhelp: let one of them run fewer skills"))
}

/// All interfaces that a skill and its sub-skills declare, one after the other.
struct Uses {
    stack: [&'static SkillInfo; LONGEST],
    next: [usize; LONGEST],
    depth: usize,
    place: usize,
}

impl Uses {
    const fn of(skill: &'static SkillInfo) -> Self {
        Self { stack: [skill; LONGEST], next: [0; LONGEST], depth: 1, place: 0 }
    }

    /// The next interface, with the skill that declares it.
    const fn next(&mut self) -> Option<(&'static SkillInfo, &'static InterfaceUse)> {
        while self.depth > 0 {
            let top = self.stack[self.depth - 1];
            if self.place < top.interfaces.len() {
                self.place += 1;
                return Some((top, &top.interfaces[self.place - 1]));
            }
            let next = self.next[self.depth - 1];
            if next < top.deps.len() && self.depth < LONGEST {
                self.next[self.depth - 1] += 1;
                self.stack[self.depth] = top.deps[next];
                self.next[self.depth] = 0;
                self.depth += 1;
                self.place = 0;
            } else {
                self.depth -= 1;
                self.place = usize::MAX;
            }
        }
        None
    }
}

/// The error of two parallel sub-skills that write the same interface.
#[must_use]
pub const fn both_write(first: &'static SkillInfo, second: &'static SkillInfo) -> Option<Message> {
    let mut uses = Uses::of(first);
    while let Some((_, one)) = uses.next() {
        let mut others = Uses::of(second);
        while let Some((_, other)) = others.next() {
            if one.writes && other.writes && same(one.id, other.id) {
                let text = Message::new().then("parallel sub-skills `").then(first.type_name);
                let text = text.then("` and `").then(second.type_name).then("` both write \"");
                return Some(text.then(one.id).then("\"\nhelp: run one after the other"));
            }
        }
    }
    None
}

/// The error of a skill that writes what the blackboard gives to another writer.
#[must_use]
pub const fn writes_for_another(
    skill: &'static SkillInfo,
    board: &str,
    entries: &[BoardEntry],
) -> Option<Message> {
    let mut uses = Uses::of(skill);
    while let Some((of, one)) = uses.next() {
        let mut i = 0;
        while i < entries.len() {
            let entry = &entries[i];
            if let Some(writer) = entry.writer
                && one.writes
                && !same(writer, "skills")
                && same(entry.id, one.id)
            {
                let text = Message::new().then("skill `").then(of.type_name).then("` writes \"");
                let text = text.then(one.id).then("\", but its writer on `").then(board);
                let text = text.then("` is `").then(writer);
                return Some(
                    text.then("`\nhelp: only read it, or send a message to `")
                        .then(writer)
                        .then("`"),
                );
            }
            i += 1;
        }
    }
    None
}

/// The error of an interface that skills should write, but none of the space does.
#[must_use]
pub const fn not_written(
    skills: &[&'static SkillInfo],
    space: &str,
    entries: &[BoardEntry],
) -> Option<Message> {
    let mut i = 0;
    while i < entries.len() {
        let entry = &entries[i];
        let mut written = match entry.writer {
            Some(writer) => !same(writer, "skills"),
            None => true,
        };
        let mut k = 0;
        while !written && k < skills.len() {
            let mut uses = Uses::of(skills[k]);
            while let Some((_, one)) = uses.next() {
                written |= one.writes && same(one.id, entry.id);
            }
            k += 1;
        }
        if !written {
            let text = Message::new().then("no skill of `").then(space).then("` writes \"");
            return Some(text.then(entry.id).then(
                "\", whose writer on the blackboard is `skills`\nhelp: add a skill with `writes`, or name another writer",
            ));
        }
        i += 1;
    }
    None
}

/// The error of a skill that depends on one that is not in the space.
#[must_use]
pub const fn depends_outside(
    skill: &SkillInfo,
    skills: &[&'static SkillInfo],
    space: &str,
) -> Option<Message> {
    let mut i = 0;
    while i < skill.deps.len() {
        let mut found = false;
        let mut k = 0;
        while k < skills.len() {
            found |= skills[k].id == skill.deps[i].id;
            k += 1;
        }
        if !found {
            let dep = skill.deps[i].type_name;
            let text = Message::new()
                .then("skill `")
                .then(skill.type_name)
                .then("` depends on `")
                .then(dep);
            let text =
                text.then("`, which is not in `").then(space).then("`\nhelp: add `").then(dep);
            return Some(text.then("` to the space"));
        }
        i += 1;
    }
    None
}
