//! Names that ROS allows.
//!
//! | of ROS | rule |
//! |---|---|
//! | fields, actions, topics, packages | lower snake case: `maxSpeed` is `max_speed`; other characters are `_`, in a row once |
//! | constants | the same in upper case |
//! | types | upper camel case |
//!
//! A field that is a word of C++ or Python gets `_field` after it (`from_field`), a name that begins
//! with no letter gets `n` before it, and one that is there already gets the least number, from 2 on, that makes
//! it another.

use std::collections::BTreeSet;

/// The words of C++ and Python that may be no field; constants and types are spelled otherwise.
const RESERVED: &str = "\
    alignas alignof and and_eq as asm assert async auto await bitand bitor bool break case catch \
    char class compl concept const consteval constexpr constinit continue decltype def default del \
    delete do double elif else enum except explicit export extern false finally float for friend \
    from global goto if import in inline int is lambda long mutable namespace new noexcept none \
    nonlocal not not_eq nullptr operator or or_eq pass private protected public raise register \
    requires restrict return short signed sizeof static string wstring struct switch template this \
    throw true try typedef typeid typename typeof union unsigned using virtual void volatile while \
    with xor xor_eq yield any octet sequence module interface attribute fixed map set bitset \
    bitmask bitfield boolean wchar object self";

/// Returns a name in lower snake case.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        let splits = !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && after_lower;
        if splits && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    let out = out.trim_end_matches('_');
    let is_named = out.starts_with(|c: char| c.is_ascii_lowercase());
    if is_named { out.to_owned() } else { format!("n{out}") }
}

/// Returns the name of a field.
pub fn field(name: &str) -> String {
    let name = snake(name);
    if RESERVED.split(' ').any(|word| word == name) { format!("{name}_field") } else { name }
}

/// Returns the name of a constant of a field, as `FOOT_LEFT`.
pub fn constant(field: &str, value: &str) -> String {
    format!("{}_{}", snake(field), snake(value)).to_ascii_uppercase()
}

/// Returns the name of a type.
pub fn camel(name: &str) -> String {
    let snake = snake(name);
    let words = snake.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}

/// The names that are taken.
#[derive(Debug, Default)]
pub struct Taken(BTreeSet<String>);

impl Taken {
    /// Takes names that have a meaning of their own.
    pub fn of(names: &[&str]) -> Self {
        Self(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Takes a name, or it with the least number that makes it another. `join` comes before the number.
    pub fn take(&mut self, name: String, join: &str) -> String {
        let numbered = (2_u32..).map(|number| format!("{name}{join}{number}"));
        let mut all = std::iter::once(name.clone()).chain(numbered);
        let free = all.find(|name| !self.0.contains(name)).unwrap_or(name);
        self.0.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_ros_allows() {
        for (name, expected) in [
            ("x_m", "x_m"),
            ("maxSpeed", "max_speed"),
            ("HTTPPort", "httpport"),
            ("_x__y_", "x_y"),
            ("Emergency Stop", "emergency_stop"),
            ("3d", "n3d"),
            ("größe", "gr_e"),
            ("", "n"),
            ("msg1Id", "msg1_id"),
        ] {
            assert_eq!(snake(name), expected, "{name}");
        }
        assert_eq!(field("from"), "from_field");
        assert_eq!(field("r#final"), "r_final");
        assert_eq!(constant("jaws", "wide open"), "JAWS_WIDE_OPEN");
        assert_eq!(camel("drive_to"), "DriveTo");
        assert_eq!(camel("HumanoidMotion"), "HumanoidMotion");
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let mut taken = Taken::of(&["status"]);
        assert_eq!(taken.take("status".to_owned(), "_"), "status_2");
        assert_eq!(taken.take("status".to_owned(), "_"), "status_3");
        assert_eq!(taken.take("x".to_owned(), "_"), "x");
    }
}
