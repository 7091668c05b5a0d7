//! The files of a message package.

use super::model::{Action, Field, InterfaceMessage, Package};
use super::names::{self, Taken};
use super::types::Type;
use std::fmt::Write as _;

/// The line of `package.xml` by which a folder is known as one that may be replaced.
pub(super) const MARK: &str = "<!-- Written from the description of a robot. Do not edit. -->";

const RESULT: &str = "\
# How the skill ended. 0 is never sent.
uint8 FINAL=1
uint8 FAILED=2
# It was stopped: canceled, pre-empted by another call, or with the robot's program.
uint8 STOPPED=3
# The goal was not accepted.
uint8 REFUSED=4
uint8 status
# Why it is not FINAL, or why the result has no values.
string reason
";

const FEEDBACK: &str = "\
# The active states, outermost first: fetch.Search, search.Turn.
string[] path
# The time in the innermost of them; -1 if it is not known.
# [s]
float64 in_state_sec
# Why it is not left; empty if that is not known yet.
string waits_for
";

const STATE: &str = "\
# The skill that runs, latched: when it changes, and each 500 ms while one runs.
# The call; empty if there was none.
string call
# The time of the robot.
# [s]
float64 time_sec
";

const CONTROL: &str = "\
# Exclusive control: the skills of a robot obey one client, which is one participant of DDS. It ends
# when the client sends nothing for lease_sec; to acquire it again renews it.
uint8 ACQUIRE=1
uint8 STEAL=2
uint8 RELEASE=3
uint8 action
---
bool ok
# Why it is not.
string reason
# [s]
float64 lease_sec
";

const ROBOT: &str = "\
# The robot of the actions, latched.
# The hash of the package that its actions and topics expect.
uint64 package_hash
# Whether it takes goals; false at its end.
bool up
# The description as JSON: skills, graphs, interfaces.
string description
";

/// Returns a text as one line that generators of messages accept in a comment.
pub(super) fn line(text: &str) -> String {
    let plain = text.chars().map(|c| match c {
        '"' => '\'',
        '\\' => '/',
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    });
    plain.collect::<String>().trim().to_owned()
}

/// Returns the lines of a doc comment.
pub(super) fn comment(docs: &str) -> Vec<String> {
    docs.lines().map(line).filter(|line| !line.is_empty()).collect()
}

/// Returns the FNV-1a hash of files.
pub(super) fn hash(files: &[(String, String)]) -> u64 {
    let texts =
        files.iter().flat_map(|(path, text)| [path.as_bytes(), &[0], text.as_bytes(), &[0]]);
    let bytes = texts.flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns the paths and contents of the files.
pub(super) fn files(package: &Package) -> Vec<(String, String)> {
    let actions = package.actions.iter();
    let actions =
        actions.map(|of| (format!("action/{}.action", of.type_name), action(of, package)));
    let messages = package.interfaces.iter();
    let messages = messages.map(|of| (format!("msg/{}.msg", of.type_name), message(of)));
    let mut files: Vec<_> = actions.chain(messages).collect();
    files.push(("msg/Robot.msg".to_owned(), ROBOT.to_owned()));
    files.push(("msg/State.msg".to_owned(), format!("{STATE}{FEEDBACK}")));
    files.push(("srv/Control.srv".to_owned(), CONTROL.to_owned()));
    files.sort();
    let paths: Vec<_> = files.iter().map(|(path, _)| path.clone()).collect();
    files.push(("CMakeLists.txt".to_owned(), cmake(package, &paths)));
    files.push(("package.xml".to_owned(), manifest(package)));
    files
}

fn action(action: &Action, package: &Package) -> String {
    let mut out = String::new();
    let docs = match action.skill {
        Some(skill) => comment(skill.docs),
        None => vec!["Any skill, by a call as a text.".to_owned()],
    };
    comments(&mut out, &docs);
    let hash = package.hash;
    let _ = write!(
        out,
        "# The package that the client was built with. Leave its default.\nuint64 package_hash {hash}\n"
    );
    fields(&mut out, &action.goal);
    let _ = write!(out, "---\n{RESULT}");
    fields(&mut out, &action.result);
    let _ = write!(out, "---\n{FEEDBACK}");
    out
}

fn message(message: &InterfaceMessage) -> String {
    let mut out = String::new();
    comments(&mut out, &comment(message.entry.interface.docs));
    out.push_str("# Whether anything writes the interface.\nbool has_writer\n");
    out.push_str("# The age of the values; -1 before the first.\n# [s]\nfloat64 age_sec\n");
    fields(&mut out, &message.fields);
    out
}

fn comments(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "# {line}");
    }
}

fn fields(out: &mut String, fields: &[Field]) {
    let mut taken = Taken::of(&["FINAL", "FAILED", "STOPPED", "REFUSED"]);
    for field in fields {
        let mut constant = |value: &str, number: u32| {
            let name = taken.take(names::constant(&field.name, value), "_");
            let _ = writeln!(out, "{} {name}={number}", field.ty);
        };
        match field.ty {
            Type::Choice(all) => (1..).zip(all).for_each(|(number, name)| constant(name, number)),
            Type::Enum(of) => of.values.iter().for_each(|of| constant(of.text, of.number)),
            _ => {}
        }
        comments(out, &field.comment);
        let default = field.default.as_ref().map(|of| format!(" {of}")).unwrap_or_default();
        let _ = writeln!(out, "{}{} {}{default}", field.ty, field.count, field.name);
    }
}

fn cmake(package: &Package, paths: &[String]) -> String {
    let mut out = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject({})\n\nfind_package(ament_cmake REQUIRED)\n\
         find_package(rosidl_default_generators REQUIRED)\n\nrosidl_generate_interfaces(${{PROJECT_NAME}}\n",
        package.name
    );
    for path in paths {
        let _ = writeln!(out, "  \"{path}\"");
    }
    out.push_str(")\n\nament_export_dependencies(rosidl_default_runtime)\nament_package()\n");
    out
}

fn manifest(package: &Package) -> String {
    let Package { name, namespace, hash, .. } = package;
    // Versions have numbers of 32 bits.
    let version = format!("{}.{}.{}", 0, hash >> 32, hash & 0xffff_ffff);
    format!(
        "<?xml version=\"1.0\"?>
{MARK}
<package format=\"3\">
  <name>{name}</name>
  <version>{version}</version>
  <description>The skills and interfaces of the robot {namespace}.</description>
  <maintainer email=\"robot@example.org\">The maintainer of the robot</maintainer>
  <license>MIT OR Apache-2.0</license>
  <buildtool_depend>ament_cmake</buildtool_depend>
  <buildtool_depend>rosidl_default_generators</buildtool_depend>
  <depend>action_msgs</depend>
  <exec_depend>rosidl_default_runtime</exec_depend>
  <member_of_group>rosidl_interface_packages</member_of_group>
  <export><build_type>ament_cmake</build_type></export>
</package>
"
    )
}
