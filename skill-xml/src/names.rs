//! The rules by which names of a description become names of Rust. They depend on the
//! file alone, and two names never become one: the later gets a number.

use skill_compiler::names::snake;
use std::collections::{BTreeMap, BTreeSet};

/// Names that are given out.
#[derive(Default)]
pub struct Taken {
    names: BTreeSet<String>,
    /// The number that each repeated name has got last.
    numbers: BTreeMap<String, u32>,
}

impl Taken {
    /// None but these.
    pub fn but(names: &[&str]) -> Self {
        Self { names: names.iter().map(|name| key(name)).collect(), ..Self::default() }
    }

    /// Takes `name`, if it is free.
    pub fn take(&mut self, name: &str) -> bool {
        self.names.insert(key(name))
    }

    /// Takes `name`, or the first of `name2`, `name3`, .. that is free.
    pub fn take_numbered(&mut self, name: String, between: &str) -> String {
        if self.take(&name) {
            return name;
        }
        let last = self.numbers.get(&key(&name)).copied().unwrap_or(1);
        for number in last.saturating_add(1).. {
            let numbered = format!("{name}{between}{number}");
            if self.take(&numbered) {
                self.numbers.insert(key(&name), number);
                return numbered;
            }
        }
        name
    }
}

/// Names are as good as equal if they are so in calls, where all is small.
fn key(name: &str) -> String {
    snake(name)
}

/// `LEFT_LEG`, `left_leg` and `LeftLeg` as `LeftLeg`: parts between `_` begin large; those
/// without a small letter go on small.
pub fn camel(name: &str) -> String {
    let mut out = String::new();
    for part in name.split('_') {
        let shout = !part.chars().any(char::is_lowercase);
        // `V_1_2` is not `V_12`.
        if out.ends_with(|c: char| c.is_ascii_digit())
            && part.starts_with(|c: char| c.is_ascii_digit())
        {
            out.push('_');
        }
        for (place, c) in part.chars().enumerate() {
            match (place, shout) {
                (0, _) => out.extend(c.to_uppercase()),
                (_, true) => out.extend(c.to_lowercase()),
                (_, false) => out.push(c),
            }
        }
    }
    first_letter(out)
}

/// `newName` as `new_name`.
pub fn field(name: &str) -> String {
    let parts: Vec<String> =
        snake(name).split('_').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    first_letter(parts.join("_"))
}

/// `SERVO_head_yaw` as `SERVO_HEAD_YAW`.
pub fn constant(name: &str) -> String {
    field(name).to_uppercase()
}

/// A name that a digit would begin begins with `_`.
fn first_letter(name: String) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}

/// `HumanoidMotionInterface` as `HumanoidMotion`.
pub fn interface(name: &str) -> String {
    let short = camel(name.strip_suffix("Interface").unwrap_or(name));
    if short.is_empty() || matches!(&*short, "Message" | "Self") { camel(name) } else { short }
}

/// The enum of all messages, which every interface has.
pub const MESSAGE: &str = "Message";

/// A message bears its own name, unless the interface or [`MESSAGE`] does.
pub fn message(name: &str, taken: &mut Taken) -> String {
    let own = camel(name);
    if taken.take(&own) { own } else { taken.take_numbered(format!("{own}Message"), "") }
}

/// `LegEnum` as `Leg`, `brows_t` as `Brows`, unless a message has that name.
pub fn enumeration(name: &str, taken: &mut Taken) -> String {
    let short = name.strip_suffix("Enum").or_else(|| name.strip_suffix("_t")).unwrap_or(name);
    for own in [camel(short), camel(name), format!("{}Enum", camel(name))] {
        if !own.is_empty() && own != "Self" && taken.take(&own) {
            return own;
        }
    }
    taken.take_numbered(format!("{}Enum", camel(name)), "")
}

/// The values of an enum without the parts that all begin with: `LEG_LEFT`, `LEG_RIGHT` as
/// `Left`, `Right`. A part stays if a value would be nothing without it, or a number.
pub fn values(names: &[&str]) -> Vec<String> {
    let split: Vec<Vec<&str>> = names.iter().map(|name| name.split('_').collect()).collect();
    let first = split.first().cloned().unwrap_or_default();
    let mut common = if names.len() < 2 {
        0
    } else {
        let alike = |parts: &Vec<&str>| first.iter().zip(parts).take_while(|(a, b)| a == b).count();
        split.iter().map(alike).min().unwrap_or(0)
    };
    let fit = |common: usize| {
        split.iter().all(|parts| {
            parts
                .get(common)
                .is_some_and(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()))
        })
    };
    while common > 0 && !fit(common) {
        common -= 1;
    }
    let mut taken = Taken::but(&["Self"]);
    split
        .iter()
        .map(|parts| taken.take_numbered(camel(&parts[common.min(parts.len())..].join("_")), ""))
        .collect()
}

/// Whether a name can become one of Rust.
pub fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.contains(|c: char| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_names_of_rust() {
        for (name, expected) in [
            ("LEFT_LEG", "LeftLeg"),
            ("if_gamestate_team", "IfGamestateTeam"),
            ("MovingNotAllowed", "MovingNotAllowed"),
            ("DOCK_2", "Dock2"),
            ("V_1_2", "V1_2"),
            ("_2D", "_2d"),
            ("stop", "Stop"),
        ] {
            assert_eq!(camel(name), expected);
        }
        assert_eq!(field("newName"), "new_name");
        assert_eq!(field("__a__b_"), "a_b");
        assert_eq!(field("_1"), "_1");
        assert_eq!(constant("SERVO_head_yaw"), "SERVO_HEAD_YAW");
        assert_eq!(interface("HumanoidMotionInterface"), "HumanoidMotion");
        assert_eq!(interface("MessageInterface"), "MessageInterface");
        assert_eq!(interface("Interface"), "Interface");
    }

    #[test]
    fn values_lose_what_all_begin_with() {
        for (names, expected) in [
            (&["LEG_LEFT", "LEG_RIGHT"] as &[_], &["Left", "Right"] as &[_]),
            (&["TEST_ENUM_1", "TEST_ENUM_2"], &["Enum1", "Enum2"]),
            (&["USD_NONE", "USD_LEFT_LEFT"], &["None", "LeftLeft"]),
            (&["Forward", "ESCAPE"], &["Forward", "Escape"]),
            (&["MODE", "MODE_OFF"], &["Mode", "ModeOff"]),
            (&["ONE"], &["One"]),
            (&["A_B", "AB", "ab"], &["AB", "Ab2", "Ab3"]),
            (&["X_SELF", "X_CRATE"], &["Self2", "Crate"]),
            (&[], &[]),
        ] {
            assert_eq!(values(names), expected);
        }
    }

    #[test]
    fn types_of_one_interface_have_different_names() {
        let mut taken = Taken::but(&["Motion", MESSAGE]);
        assert_eq!(message("Standup", &mut taken), "Standup");
        assert_eq!(message("Motion", &mut taken), "MotionMessage");
        assert_eq!(message("Message", &mut taken), "MessageMessage");
        assert_eq!(enumeration("StandupEnum", &mut taken), "StandupEnum");
        assert_eq!(enumeration("Standup", &mut taken), "StandupEnum2");
        assert_eq!(enumeration("LegEnum", &mut taken), "Leg");
        assert_eq!(enumeration("brows_t", &mut taken), "Brows");
    }
}
