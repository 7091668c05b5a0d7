//! The names in a header.

use crate::abi;
use crate::describe::{Function, ROBOT, TYPES};
use core::fmt::{self, Display, Formatter, Write as _};

/// A prefix as the beginning of a type's name: `my_robot` as `MyRobot`.
pub struct Case<'a>(pub &'a str);

impl Display for Case<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for word in self.0.split('_') {
            let mut letters = word.chars();
            if let Some(first) = letters.next() {
                f.write_char(first.to_ascii_uppercase())?;
            }
            f.write_str(letters.as_str())?;
        }
        Ok(())
    }
}

/// A name in upper case: `my_robot` as `MY_ROBOT`.
pub struct Upper<'a>(pub &'a str);

impl Display for Upper<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| f.write_char(letter.to_ascii_uppercase()))
    }
}

/// The name of a type in lower case: `SetVelocity` as `set_velocity`; with `{:#}` in upper case.
pub struct Snake<'a>(pub &'a str);

impl Display for Snake<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut before = None::<char>;
        for letter in self.0.chars() {
            if letter.is_ascii_uppercase() && before.is_some_and(|one| !one.is_ascii_uppercase()) {
                f.write_char('_')?;
            }
            before = Some(letter);
            let upper = f.alternate();
            f.write_char(if upper {
                letter.to_ascii_uppercase()
            } else {
                letter.to_ascii_lowercase()
            })?;
        }
        Ok(())
    }
}

/// The name of a field, which is no keyword of C or C++.
pub struct Field<'a>(pub &'a str);

impl Display for Field<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        f.write_str(if KEYWORDS.contains(&self.0) { "_" } else { "" })
    }
}

/// The keywords of C and C++ that are names in Rust.
const KEYWORDS: &[&str] = &[
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "default",
    "delete",
    "double",
    "explicit",
    "export",
    "float",
    "friend",
    "goto",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "not",
    "not_eq",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "restrict",
    "short",
    "signed",
    "sizeof",
    "switch",
    "template",
    "this",
    "throw",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "void",
    "volatile",
    "xor",
    "xor_eq",
];

/// The names of a library.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// The prefix.
    pub prefix: &'static str,
    functions: &'static [Function],
    /// The names in Rust of the structs of the sensors and of the commands.
    robot: [&'static str; 2],
}

impl Names {
    pub fn new(
        prefix: &'static str,
        functions: &'static [Function],
        robot: [&'static str; 2],
    ) -> Self {
        Self { prefix, functions, robot }
    }

    /// Returns the name of a struct in C.
    pub fn of_struct<'a>(&self, name: &'a str) -> impl Display + use<'a> {
        let of_robot = self.robot.iter().zip(ROBOT).find(|(of, _)| **of == name);
        match of_robot {
            Some((_, name)) => Joined(self.prefix, name),
            None => Joined(if TYPES.contains(&name) { self.prefix } else { "" }, name),
        }
    }

    /// Returns a text in which each name of this crate between backticks has the prefix.
    pub fn text<'a>(&'a self, text: &'a str) -> impl Display + 'a {
        Prefixed { names: self, text }
    }

    fn name(&self, f: &mut Formatter<'_>, name: &str) -> fmt::Result {
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let word = &name[..end];
        let mut constants = abi::CONSTANTS.into_iter().flatten();
        if word == "ABI" || constants.any(|constant| constant.name == word) {
            write!(f, "{}_", Upper(self.prefix))?;
        } else if self.functions.iter().any(|function| function.name == word) {
            write!(f, "{}_", self.prefix)?;
        } else if TYPES.contains(&word) || ROBOT.contains(&word) {
            write!(f, "{}", Case(self.prefix))?;
        }
        f.write_str(name)
    }
}

struct Joined<'a>(&'static str, &'a str);

impl Display for Joined<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Case(self.0), self.1)
    }
}

struct Prefixed<'a> {
    names: &'a Names,
    text: &'a str,
}

impl Display for Prefixed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, part) in self.text.split('`').enumerate() {
            if place > 0 {
                f.write_char('`')?;
            }
            if place % 2 == 1 {
                self.names.name(f, part)?;
            } else {
                f.write_str(part)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString as _;

    #[test]
    fn names_are_those_of_c() {
        assert_eq!(Case("my_robot").to_string(), "MyRobot");
        assert_eq!(Upper("my_robot").to_string(), "MY_ROBOT");
        assert_eq!(Snake("SetVelocity").to_string(), "set_velocity");
        assert_eq!(format!("{:#}", Snake("LEDs")), "LEDS");
        assert_eq!(Field("default").to_string(), "default_");
        assert_eq!(Field("final").to_string(), "final");
    }

    #[test]
    fn names_of_this_crate_between_backticks_get_the_prefix() {
        const FUNCTIONS: &[Function] = &[Function {
            name: "abi",
            docs: &[],
            arguments: &[],
            result: crate::describe::Type::Plain(""),
        }];
        let names = Names::new("my_robot", FUNCTIONS, ["HardwareSensors", "Orders"]);
        let structs = ["HardwareSensors", "Orders", "Status", "Joint"];
        let structs = structs.map(|name| names.of_struct(name).to_string());
        assert_eq!(structs, ["MyRobotSensors", "MyRobotActuators", "MyRobotStatus", "Joint"]);
        assert_eq!(
            names.text("`OK`, `abi` and `Status::call`, not OK, `length` or `NONE").to_string(),
            "`MY_ROBOT_OK`, `my_robot_abi` and `MyRobotStatus::call`, not OK, `length` or `NONE"
        );
    }
}
