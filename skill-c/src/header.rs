//! The C header, written from the descriptions of a library.

use crate::abi::{self, Status, TraceEntry};
use crate::describe::{CType as _, Constant, Function, Struct, Type};
use crate::robot::{Robot, layout};
use core::fmt::{self, Display, Formatter};
use skill_runtime::blackboard::{FieldInfo, FieldType, InterfaceInfo};

mod names;

use names::{Case, Names, Snake, Upper};

/// A part of a header.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The constants.
    pub constants: &'static [Constant],
    /// The names of types whose contents C does not see, with a line about each.
    pub opaque: &'static [(&'static str, &'static str)],
    /// The functions.
    pub functions: &'static [Function],
}

/// The types of every library whose contents C does not see.
const OPAQUE: &[(&str, &str)] = &[
    ("Behaviour", "The behaviour of a shared memory: the side of the skills."),
    ("Engine", "Both in one process, with a blackboard of their own."),
    ("Host", "The host of a shared memory: the side of the hardware."),
];

/// The C header of a library, for C99 and C++98. [`Display`] writes it, the same each time.
#[derive(Clone, Debug)]
pub struct Header {
    names: Names,
    about: &'static str,
    layout: u32,
    sensors: Type,
    actuators: Type,
    functions: &'static [Function],
    constants: &'static [Constant],
    optional: Option<(&'static str, Part)>,
}

impl Header {
    /// Returns the header of a robot's library, whose functions begin with `prefix`, as do its types,
    /// whatever the names of the robot's structs are in Rust.
    #[must_use]
    pub fn new<R: Robot>(prefix: &'static str, functions: &'static [Function]) -> Self {
        Self {
            names: Names::new(
                prefix,
                functions,
                [R::Sensors::TYPE, R::Actuators::TYPE].map(|ty| match ty {
                    Type::Struct(of) => of.name,
                    _ => "",
                }),
            ),
            about: "",
            layout: layout::<R>(),
            sensors: R::Sensors::TYPE,
            actuators: R::Actuators::TYPE,
            functions,
            constants: &[],
            optional: None,
        }
    }

    /// Begins the header with a text about the robot.
    #[must_use]
    pub fn with_about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Adds constants of the robot.
    #[must_use]
    pub fn with_constants(self, constants: &'static [Constant]) -> Self {
        Self { constants, ..self }
    }

    /// Adds what is in the library only with a feature, for programs that define the macro `guard`.
    #[must_use]
    pub fn with_optional(self, guard: &'static str, part: Part) -> Self {
        Self { optional: Some((guard, part)), ..self }
    }

    /// Returns the header for the file of the shared memory on Linux: its creation and its checks.
    #[must_use]
    pub fn memory(&self) -> impl Display + use<> {
        Memory(self.names.prefix)
    }
}

/// A header for the file of the shared memory, with a prefix.
struct Memory(&'static str);

impl Display for Memory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = include_str!("header/memory.h.in").split('@');
        f.write_str(parts.next().unwrap_or_default())?;
        parts.try_for_each(|part| match part.split_at_checked(1) {
            Some(("p", rest)) => write!(f, "{}{rest}", self.0),
            Some(("P", rest)) => write!(f, "{}{rest}", Upper(self.0)),
            Some((_, rest)) => write!(f, "{}{rest}", Case(self.0)),
            None => Ok(()),
        })
    }
}

impl Display for Header {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let p = &self.names;
        let upper = Upper(p.prefix);
        writeln!(f, "/*")?;
        for line in self.about.trim().lines() {
            writeln!(f, " *{}{line}", space(line))?;
        }
        if !self.about.is_empty() {
            writeln!(f, " *")?;
        }
        for line in THREADS.trim().lines() {
            writeln!(f, " *{}{}", space(line), p.text(line))?;
        }
        writeln!(f, " */\n\n#ifndef {upper}_SKILLS_H\n#define {upper}_SKILLS_H\n")?;
        writeln!(f, "#include <stddef.h>\n#include <stdint.h>\n")?;
        for constant in abi::CONSTANTS.into_iter().flatten() {
            self.constant(f, Some(p.prefix), constant)?;
        }
        for constant in self.constants {
            self.constant(f, None, constant)?;
        }
        self.interface_constants(f)?;
        for (name, about) in OPAQUE {
            opaque(f, p.prefix, name, about)?;
        }
        writeln!(
            f,
            "/*\n * The result of a function: `{upper}_OK`, or an error. A function that returns an error"
        )?;
        writeln!(
            f,
            " * has changed nothing, but that `{upper}_BAD_CALL` has stopped the skill that ran.\n */\ntypedef uint32_t {}Result;\n",
            Case(p.prefix)
        )?;
        writeln!(
            f,
            "/*\n * Receives a panic: the data that was registered, and the place as the name of a source file,"
        )?;
        writeln!(f, " * without a final 0, its length, and the line.\n */")?;
        writeln!(
            f,
            "typedef void (*{}OnPanic)(void *data, const char *file, size_t length, uint32_t line);\n",
            Case(p.prefix)
        )?;
        let mut written = Written::default();
        for ty in [self.sensors, self.actuators, Status::TYPE, TraceEntry::TYPE] {
            self.structs(f, ty, &mut written)?;
        }
        if let Some((guard, part)) = &self.optional {
            writeln!(f, "#ifdef {guard}\n")?;
            for constant in part.constants {
                self.constant(f, None, constant)?;
            }
            for (name, about) in part.opaque {
                opaque(f, p.prefix, name, about)?;
            }
            writeln!(f, "#endif\n")?;
        }
        writeln!(f, "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n")?;
        for function in self.functions {
            self.function(f, function)?;
        }
        if let Some((guard, part)) = &self.optional {
            writeln!(f, "#ifdef {guard}\n")?;
            for function in part.functions {
                self.function(f, function)?;
            }
            writeln!(f, "#endif\n")?;
        }
        writeln!(f, "#ifdef __cplusplus\n}}\n#endif\n")?;
        self.abi(f)?;
        writeln!(f, "\n#endif /* {upper}_SKILLS_H */")
    }
}

/// Text at the beginning of each header.
const THREADS: &str = "
Written by `header()` of the library from its sources; for C99 and C++98.

Threads: an object (`Host`, `Behaviour`, `Engine`) is used by one thread at a time. A
function that is called while another one uses the same object, from another thread, a signal
handler or a callback, does nothing and returns `IN_USE`. An engine and its behaviour count as the same
object. The functions that take no object can be called from everywhere. Attach, create and the
memory that they are given belong to one thread. After fork() only one of the two processes may
use an object.
";

/// The structs that are in the header already, which are few.
#[derive(Default)]
struct Written {
    names: [Option<&'static str>; 32],
    count: usize,
}

impl Written {
    /// Returns whether the name is new.
    fn add(&mut self, name: &'static str) -> bool {
        let is_new = !self.names.contains(&Some(name));
        if is_new && let Some(place) = self.names.get_mut(self.count) {
            *place = Some(name);
            self.count += 1;
        }
        is_new
    }
}

/// Returns the space before a line of a comment, which a line of documentation has already.
fn space(line: &str) -> &'static str {
    if line.is_empty() || line.starts_with(' ') { "" } else { " " }
}

fn opaque(f: &mut Formatter<'_>, prefix: &str, name: &str, about: &str) -> fmt::Result {
    let prefix = Case(prefix);
    writeln!(f, "/*\n * {about}\n */\ntypedef struct {prefix}{name} {prefix}{name};\n")
}

impl Header {
    fn docs(&self, f: &mut Formatter<'_>, indent: &str, docs: &[&str]) -> fmt::Result {
        if docs.iter().all(|line| line.trim().is_empty()) {
            return Ok(());
        }
        writeln!(f, "{indent}/*")?;
        for line in docs {
            let line = line.trim_end();
            writeln!(f, "{indent} *{}{}", space(line), self.names.text(line))?;
        }
        writeln!(f, "{indent} */")
    }

    fn constant(&self, f: &mut Formatter<'_>, prefix: Option<&str>, of: &Constant) -> fmt::Result {
        self.docs(f, "", of.docs)?;
        let (name, value) = (of.name, of.value);
        match prefix {
            Some(prefix) => writeln!(f, "#define {}_{name} {value}\n", Upper(prefix)),
            None => writeln!(f, "#define {name} {value}\n"),
        }
    }

    fn function(&self, f: &mut Formatter<'_>, of: &Function) -> fmt::Result {
        self.docs(f, "", of.docs)?;
        // Functions with arguments that return a number return a code.
        match of.result {
            Type::Plain("uint32_t") if !of.arguments.is_empty() => {
                write!(f, "{}Result ", Case(self.names.prefix))?;
            }
            other => self.declaration(f, other, &"")?,
        }
        write!(f, "{}_{}(", self.names.prefix, of.name)?;
        for (place, argument) in of.arguments.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            self.declaration(f, argument.ty, &argument.name)?;
        }
        f.write_str(if of.arguments.is_empty() { "void);\n\n" } else { ");\n\n" })
    }

    /// Writes the type with the name that it declares: `float joint_rad[26]`.
    fn declaration(&self, f: &mut Formatter<'_>, ty: Type, name: &dyn Display) -> fmt::Result {
        let prefix = Case(self.names.prefix);
        match ty {
            Type::Plain(of) => write!(f, "{of} {name}"),
            Type::Struct(of) => write!(f, "{} {name}", self.names.of_struct(of.name)),
            Type::Opaque(of) => write!(f, "{prefix}{of} {name}"),
            Type::Interface(of) => write!(f, "{prefix}{} {name}", of.name),
            Type::Message(..) => write!(f, "{prefix}Command {name}"),
            Type::Array(of, len) => self.declaration(f, *of, &format_args!("{name}[{len}]")),
            Type::Pointer(of) => self.declaration(f, *of, &format_args!("*{name}")),
            Type::ConstPointer(of) => {
                f.write_str("const ")?;
                self.declaration(f, *of, &format_args!("*{name}"))
            }
        }
    }

    /// Writes a struct, after those of its fields.
    fn structs(&self, f: &mut Formatter<'_>, ty: Type, written: &mut Written) -> fmt::Result {
        match ty {
            Type::Array(of, _) => self.structs(f, *of, written),
            Type::Struct(of) if written.add(of.name) => {
                for field in of.fields {
                    self.structs(f, field.ty, written)?;
                }
                self.of_struct(f, of)
            }
            Type::Interface(of) if !of.fields.is_empty() && written.add(of.name) => {
                self.docs(f, "", &[of.docs])?;
                self.of_words(f, &format_args!("{}", of.name), of.fields)
            }
            Type::Message(all, words) => self.command(f, all, words),
            _ => Ok(()),
        }
    }

    fn of_struct(&self, f: &mut Formatter<'_>, of: &Struct) -> fmt::Result {
        self.docs(f, "", of.docs)?;
        let name = self.names.of_struct(of.name);
        writeln!(f, "typedef struct {name} {{")?;
        // C has no structs without fields.
        let is_empty = |ty| matches!(ty, Type::Interface(of) if of.fields.is_empty());
        for field in of.fields.iter().filter(|field| !is_empty(field.ty)) {
            self.docs(f, "  ", field.docs)?;
            f.write_str("  ")?;
            self.declaration(f, field.ty, &names::Field(field.name))?;
            writeln!(f, ";")?;
        }
        writeln!(f, "}} {name};\n")
    }

    fn abi(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (upper, prefix) = (Upper(self.names.prefix), self.names.prefix);
        writeln!(
            f,
            "/*\n * Which header this is: `{prefix}_abi()` of a library with the same structs gives the same."
        )?;
        writeln!(f, " * The functions that attach or create ask for it.\n */")?;
        writeln!(f, "#define {upper}_ABI_STEP(hash, type) \\")?;
        writeln!(f, "  ((((uint32_t)(hash)) * (uint32_t)65599) ^ (uint32_t)sizeof(type))")?;
        write!(
            f,
            "#define {upper}_ABI \\\n  {upper}_ABI_STEP({upper}_ABI_STEP({upper}_ABI_STEP({upper}_ABI_STEP( \\\n"
        )?;
        write!(f, "    0x{:08x}, ", self.layout)?;
        self.declaration(f, self.sensors, &"), ")?;
        self.declaration(f, self.actuators, &"), ")?;
        self.declaration(f, Status::TYPE, &"), ")?;
        self.declaration(f, TraceEntry::TYPE, &")")?;
        writeln!(f)
    }
}

/// Interfaces in a header: their values and messages as words.
impl Header {
    /// Returns the interfaces that the sensors publish, by the names of their fields.
    fn interfaces(&self) -> impl Iterator<Item = (&'static str, &'static InterfaceInfo)> {
        let fields = if let Type::Struct(of) = self.sensors { of.fields } else { &[] };
        fields.iter().filter_map(|field| match field.ty {
            Type::Interface(of) => Some((field.name, of)),
            _ => None,
        })
    }

    fn interface_constants(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let upper = Upper(self.names.prefix);
        let mut enums = Written::default();
        for (bit, (name, of)) in self.interfaces().enumerate() {
            writeln!(f, "/*\n * The bit of `{name}` in the sensors' `published`.\n */")?;
            writeln!(f, "#define {upper}_PUBLISHES_{} {:#x}\n", Upper(name), 1_u32 << bit)?;
            for message in of.messages {
                self.docs(f, "", &[message.docs])?;
                let number = crate::hardware::number(bit, message.number);
                let message = Snake(message.name);
                writeln!(f, "#define {upper}_{}_{message:#} {number:#x}\n", Upper(name))?;
            }
            if !enums.add(of.name) {
                continue;
            }
            for (one, value) in
                of.enums.iter().flat_map(|of| of.values.iter().map(move |v| (of, v)))
            {
                self.docs(f, "", &[value.docs])?;
                let (of, one, name) = (Snake(of.name), Snake(one.name), Snake(value.name));
                writeln!(f, "#define {upper}_{of:#}_{one:#}_{name:#} {}\n", value.number)?;
            }
        }
        Ok(())
    }

    /// Writes the struct of the words of an interface or a message.
    fn of_words(
        &self,
        f: &mut Formatter<'_>,
        name: &dyn Display,
        fields: &[FieldInfo],
    ) -> fmt::Result {
        let prefix = Case(self.names.prefix);
        writeln!(f, "typedef struct {prefix}{name} {{")?;
        for field in fields {
            self.docs(f, "  ", &[field.docs])?;
            of_field(f, field.ty, &names::Field(field.name))?;
        }
        writeln!(f, "}} {prefix}{name};\n")
    }

    /// Writes the struct of a command, after those of the messages.
    fn command(
        &self,
        f: &mut Formatter<'_>,
        all: &'static [(&'static str, &'static InterfaceInfo)],
        words: usize,
    ) -> fmt::Result {
        let (prefix, upper) = (Case(self.names.prefix), Upper(self.names.prefix));
        let mut written = Written::default();
        let messages = || {
            all.iter()
                .flat_map(|(name, of)| of.messages.iter().map(move |message| (name, of, message)))
        };
        for (_, of, message) in messages().filter(|(_, _, message)| !message.fields.is_empty()) {
            if !written.add(message.name) {
                continue;
            }
            self.docs(f, "", &[message.docs])?;
            self.of_words(f, &format_args!("{}{}", of.name, message.name), message.fields)?;
        }
        writeln!(f, "/*\n * A message to an interface.\n */\ntypedef struct {prefix}Command {{")?;
        let example =
            messages().next().map_or(("", ""), |(name, _, message)| (*name, message.name));
        writeln!(
            f,
            "  /*\n   * Which: `{upper}_{}_{:#}`, ..\n   */",
            Upper(example.0),
            Snake(example.1)
        )?;
        writeln!(f, "  uint32_t message;\n  /*\n   * Its id.\n   */\n  uint32_t id;")?;
        writeln!(f, "  /*\n   * Its fields.\n   */\n  union {{\n    uint32_t words[{words}];")?;
        for (name, of, message) in messages().filter(|(_, _, message)| !message.fields.is_empty()) {
            let (ty, field) = (of.name, message.name);
            writeln!(f, "    {prefix}{ty}{field} {name}_{};", Snake(field))?;
        }
        writeln!(f, "  }} as;\n}} {prefix}Command;\n")
    }
}

/// Writes a field as words of 32 bits.
fn of_field(f: &mut Formatter<'_>, ty: FieldType, name: &dyn Display) -> fmt::Result {
    match ty {
        FieldType::Bool => writeln!(f, "  uint32_t {name}; /* 0 or 1 */"),
        FieldType::Enum(of) => writeln!(f, "  uint32_t {name}; /* {} */", of.name),
        FieldType::Float(32) => writeln!(f, "  float {name};"),
        FieldType::Unsigned(0..=32) => writeln!(f, "  uint32_t {name};"),
        FieldType::Signed(0..=32) => writeln!(f, "  int32_t {name};"),
        FieldType::Unsigned(_) | FieldType::Signed(_) | FieldType::Float(_) => {
            writeln!(f, "  uint32_t {name}[2]; /* 64 bits, the low word first */")
        }
        FieldType::Text(bytes) => {
            writeln!(f, "  uint32_t {name}_length; /* at most {bytes} */")?;
            writeln!(f, "  char {name}[{}];", bytes.div_ceil(4) * 4)
        }
        FieldType::Array(of, len) => of_field(f, *of, &format_args!("{name}[{len}]")),
        FieldType::Other(words) => writeln!(f, "  uint32_t {name}[{words}];"),
    }
}
