//! Checks of the static dependency graph, which `rustc` evaluates: they concern several
//! `skill!` blocks, and a macro sees only one.

use crate::blackboard::BoardEntry;
use crate::blackboard::{Interface, Running};
use crate::graph::InterfaceUse;
use crate::graph::SkillInfo;

mod arguments;
mod parameters;
mod provided;
mod robot_parts;

pub use crate::hash::{fnv, interface_id};
pub use arguments::{
    argument_twice, empty_range, missing_argument, out_of_range, result_not_finite,
    result_out_of_range, too_few_tries,
};
pub use parameters::{parameter_key, parameter_out_of_range};
pub use provided::{lacks_interface, missing_interface};
pub use robot_parts::{agent_needs, agent_outside, parts_collide};

/// The deepest chain of dependencies.
pub const MAX_DEPTH: usize = 32;
/// The longest chain of dependencies that is searched.
const MAX_CHAIN: usize = 64;
/// The largest number of skills below one skill.
const MAX_SKILLS: usize = 1024;

/// Returns a hash of the path of a skill: `module_path!()` and its name.
#[must_use]
pub const fn skill_id(path: &str, name: &str) -> u64 {
    let mut hash = fnv(0xcbf2_9ce4_8422_2325, path);
    hash = fnv(hash.wrapping_mul(31), name);
    hash | 1
}

/// A text that a `const` can build, to be the message of a compile error.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; 1024],
    len: usize,
}

impl Message {
    /// Returns an empty text.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self { bytes: [0; 1024], len: 0 }
    }

    /// Returns the text with `text` appended, truncated at the capacity.
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

    /// Returns the text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// A cycle of dependencies whose first member, in the order of [`before`], is a given skill.
struct Cycle {
    len: usize,
    members: [&'static SkillInfo; MAX_CHAIN],
    /// The index of the dependency of the skill that leads into the cycle.
    dependency: usize,
}

/// Returns whether `skill` is the first member of a cycle.
///
/// It is a `bool`, so that a constant of it has no references that `rustc` would follow.
#[must_use]
pub const fn begins_cycle(skill: &'static SkillInfo) -> bool {
    cycle(skill).len > 0
}

/// Returns the error that prints the whole cycle, for the dependency that leads into it.
/// `cyclic` is the result of [`begins_cycle`].
#[must_use]
pub const fn cycle_through(
    skill: &'static SkillInfo,
    cyclic: bool,
    dependency: usize,
) -> Option<Message> {
    if !cyclic {
        return None;
    }
    let cycle = cycle(skill);
    if cycle.len > 0 && cycle.dependency == dependency { Some(cycle_message(&cycle)) } else { None }
}

/// Searches for a cycle through `root` and skills after it in the order, each skill once.
///
/// Each cycle is found, reported and cut at its first member. The other members do not search
/// it, which keeps the search short.
const fn cycle(root: &'static SkillInfo) -> Cycle {
    let mut stack = [root; MAX_CHAIN];
    let mut next = [0_usize; MAX_CHAIN];
    let mut depth = 1;
    let mut seen = [0_u64; MAX_SKILLS];
    while depth > 0 {
        let top = stack[depth - 1];
        if next[depth - 1] == top.deps.len() {
            depth -= 1;
            continue;
        }
        let dep = top.deps[next[depth - 1]];
        next[depth - 1] += 1;
        if dep.id == root.id {
            return Cycle { len: depth, members: stack, dependency: next[0] - 1 };
        }
        if depth < MAX_CHAIN && before(root, dep) && is_new(&mut seen, dep.id) {
            stack[depth] = dep;
            next[depth] = 0;
            depth += 1;
        }
    }
    Cycle { len: 0, members: [root; MAX_CHAIN], dependency: 0 }
}

/// Inserts `id` into the table, and returns whether it is new. Nothing is new to a full table.
const fn is_new(seen: &mut [u64; MAX_SKILLS], id: u64) -> bool {
    #[allow(clippy::cast_possible_truncation)] // only a place in the table
    let mut place = (id >> 1) as usize & (MAX_SKILLS - 1);
    let mut probes = 0;
    while probes < MAX_SKILLS {
        if seen[place] == id {
            return false;
        }
        if seen[place] == 0 {
            seen[place] = id;
            return true;
        }
        place = (place + 1) & (MAX_SKILLS - 1);
        probes += 1;
    }
    false
}

/// Returns the error of `keeps_running` for an interface whose messages all end by themselves.
#[must_use]
pub const fn nothing_runs<I: Interface>() -> Option<Message> {
    if <I::Running as Running>::ENDS > 0 {
        return None;
    }
    let message = Message::new().then("no message of `").then(I::NAME);
    Some(message.then(
        "` runs until another one is sent\nhelp: remove `keeps_running`, or declare the message with `until`",
    ))
}

/// Returns the error of a queue that is too small for the longest message, unless it `fits`.
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

/// Reports a message as a compile error at the position of the caller.
///
/// # Panics
/// If there is a message: `rustc` reports the panic of a constant as an error.
#[track_caller]
pub const fn const_error(message: Option<Message>) {
    if let Some(message) = message {
        panic!("{}", message.as_str());
    }
}

/// Orders skills to choose the member of a cycle that reports it: by name, then by module.
const fn before(a: &SkillInfo, b: &SkillInfo) -> bool {
    if a.initial != b.initial {
        return a.initial < b.initial;
    }
    match order(a.type_name, b.type_name) {
        0 => order(a.path, b.path) < 0,
        order => order < 0,
    }
}

/// Returns a negative number if `a` comes first, 0 if they are equal.
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

const fn cycle_message(cycle: &Cycle) -> Message {
    let mut text = Message::new().then("dependency cycle: ");
    let mut i = 0;
    while i < cycle.len {
        text = text.then(cycle.members[i].type_name).then(" -> ");
        i += 1;
    }
    text.then(cycle.members[0].type_name)
        .then("\nhelp: remove one of these from its `depends_skills`, a skill cannot run itself")
}

const fn same(a: &str, b: &str) -> bool {
    order(a, b) == 0
}

/// Returns the error of a skill whose chain of dependencies is too deep. Only the first skill
/// above the limit reports it.
#[must_use]
pub const fn too_deep(skill: &SkillInfo, depth: u32) -> Option<Message> {
    if depth as usize != MAX_DEPTH + 1 {
        return None;
    }
    let text = Message::new().then("the dependencies of `").then(skill.type_name);
    Some(text.then("` are nested more than 32 levels deep\nhelp: let one of them run fewer skills"))
}

/// All interfaces that a skill and its sub-skills declare, one after the other, each skill once.
struct Uses {
    seen: [u64; MAX_SKILLS],
    stack: [&'static SkillInfo; MAX_CHAIN],
    next: [usize; MAX_CHAIN],
    depth: usize,
    place: usize,
}

impl Uses {
    const fn of(skill: &'static SkillInfo) -> Self {
        Self {
            seen: [0; MAX_SKILLS],
            stack: [skill; MAX_CHAIN],
            next: [0; MAX_CHAIN],
            depth: 1,
            place: 0,
        }
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
            if next < top.deps.len() && self.depth < MAX_CHAIN {
                self.next[self.depth - 1] += 1;
                if is_new(&mut self.seen, top.deps[next].id) {
                    self.stack[self.depth] = top.deps[next];
                    self.next[self.depth] = 0;
                    self.depth += 1;
                    self.place = 0;
                }
            } else {
                self.depth -= 1;
                self.place = usize::MAX;
            }
        }
        None
    }
}

/// Returns the error of two parallel sub-skills that write the same interface.
#[must_use]
pub const fn both_write(first: &'static SkillInfo, second: &'static SkillInfo) -> Option<Message> {
    let mut uses = Uses::of(first);
    while let Some((_, one)) = uses.next() {
        if !one.writes {
            continue;
        }
        let mut others = Uses::of(second);
        while let Some((_, other)) = others.next() {
            if other.writes && same(one.id, other.id) {
                let text = Message::new().then("parallel sub-skills `").then(first.type_name);
                let text = text.then("` and `").then(second.type_name).then("` both write \"");
                return Some(text.then(one.id).then("\"\nhelp: run one after the other"));
            }
        }
    }
    None
}

/// Returns the error of a state of `skill` that writes the interface `id`, and runs `sub`, which
/// writes it, too.
#[must_use]
pub const fn sub_skill_writes(
    skill: &SkillInfo,
    sub: &'static SkillInfo,
    id: &str,
) -> Option<Message> {
    let mut uses = Uses::of(sub);
    while let Some((_, one)) = uses.next() {
        if one.writes && same(one.id, id) {
            let text = Message::new().then("`").then(skill.type_name).then("` and its sub-skill `");
            let text = text.then(sub.type_name).then("` both write \"").then(id);
            return Some(
                text.then("\" in this state\nhelp: write it in a state that does not run `")
                    .then(sub.type_name)
                    .then("`"),
            );
        }
    }
    None
}

/// Returns the error of a skill that writes an interface with another writer. The skills below it
/// are checked on their own: they are in the same space.
#[must_use]
pub const fn writes_for_another(
    skill: &'static SkillInfo,
    board: &str,
    entries: &[BoardEntry],
) -> Option<Message> {
    let mut k = 0;
    while k < skill.interfaces.len() {
        let one = &skill.interfaces[k];
        k += 1;
        if !one.writes {
            continue;
        }
        let mut i = 0;
        while i < entries.len() {
            let entry = &entries[i];
            i += 1;
            if let Some(writer) = entry.writer
                && !same(writer, "skills")
                && same(entry.id, one.id)
            {
                let text = Message::new().then("skill `").then(skill.type_name).then("` writes \"");
                let text = text.then(one.id).then("\", but its writer on `").then(board);
                let text = text.then("` is `").then(writer);
                return Some(
                    text.then("`\nhelp: only read it, or send a message to `")
                        .then(writer)
                        .then("`"),
                );
            }
        }
    }
    None
}

/// Returns the error of an interface that skills must write, but none of the space does.
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
            let uses = skills[k].interfaces;
            let mut n = 0;
            while !written && n < uses.len() {
                written = uses[n].writes && same(uses[n].id, entry.id);
                n += 1;
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

/// Returns the error of the skill at `index` of a space, if another has its name. One that is
/// called `expected`, as its path says, was compared by the macro.
#[must_use]
pub const fn same_call_name(
    skills: &[&'static SkillInfo],
    index: usize,
    expected: &str,
) -> Option<Message> {
    let skill = skills[index];
    if same(skill.name, expected) {
        return None;
    }
    let mut i = 0;
    while i < skills.len() {
        let other = skills[i];
        if i != index && same(other.name, skill.name) {
            let text = Message::new();
            if other.id == skill.id {
                let text = text.then("duplicate skill `").then(skill.type_name);
                return Some(text.then("`\nhelp: remove one of them"));
            }
            let text = text.then("the call name \"").then(skill.name);
            let text = text
                .then("\" is that of two skills of the space\nhelp: give one of them another: `\"");
            return Some(text.then(expected).then("\" => ..`"));
        }
        i += 1;
    }
    None
}

/// Returns the error of a skill of a space, the one at `index` in `skills`, that depends on a skill
/// outside of it.
#[must_use]
pub const fn depends_outside(
    skills: &[&'static SkillInfo],
    index: usize,
    space: &str,
) -> Option<Message> {
    let skill = skills[index];
    let mut i = 0;
    while i < skill.deps.len() {
        if !is_near(skills, index, skill.deps[i].id) {
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

/// Returns whether a skill with `id` is in `skills`. The search begins at `index`, since most skills
/// are listed near those that they depend on: `rustc` evaluates each step.
const fn is_near(skills: &[&'static SkillInfo], index: usize, id: u64) -> bool {
    let mut distance = 1;
    while distance <= index || index + distance < skills.len() {
        if distance <= index && skills[index - distance].id == id
            || index + distance < skills.len() && skills[index + distance].id == id
        {
            return true;
        }
        distance += 1;
    }
    false
}
