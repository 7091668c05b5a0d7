//! The machines, written for each engine that can express them.

use crate::depth;
use crate::engines::Engine;
use crate::groups;
use crate::ring::Ring;
use serde::Serialize;
use std::fmt::Write as _;

/// The number of skills in the space, and of states in each.
const SPACE: (u32, u32) = (100, 10);
pub const WHICH: u32 = 57;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub enum Machine {
    /// 5 states, guards over floats, a sub-skill, times.
    Standup,
    Ring(u32),
    /// States three deep, with guards at each level.
    Nested,
    /// Sub-skills to a depth.
    Depth(u32),
    /// A space of 100 skills of 10 states.
    Space,
    /// Six skills, three deep, which are called with arguments.
    Calls,
    /// Four states with ten inside each.
    Groups,
    /// The diagram of TCP, with inputs of `bool`.
    Tcp,
}

/// All machines, in the order of the table.
pub const MACHINES: [Machine; 12] = [
    Machine::Standup,
    Machine::Ring(10),
    Machine::Ring(100),
    Machine::Ring(1000),
    Machine::Nested,
    Machine::Depth(1),
    Machine::Depth(4),
    Machine::Depth(16),
    Machine::Space,
    Machine::Calls,
    Machine::Groups,
    Machine::Tcp,
];

impl From<Machine> for String {
    fn from(machine: Machine) -> Self {
        machine.name()
    }
}

impl Machine {
    /// Returns its name in files, modules and tables.
    pub fn name(self) -> String {
        match self {
            Machine::Standup => "standup".to_owned(),
            Machine::Ring(states) => format!("ring{states}"),
            Machine::Nested => "nested".to_owned(),
            Machine::Depth(depth) => format!("depth{depth}"),
            Machine::Space => "space100".to_owned(),
            Machine::Calls => "calls6".to_owned(),
            Machine::Groups => "groups40".to_owned(),
            Machine::Tcp => "tcp12".to_owned(),
        }
    }

    /// Returns the engines that can express it, skills and the floor first. `rust-fsm` and `hsmc`
    /// have no guards, and none of the crates has a machine inside a state of a machine.
    pub const fn engines(self) -> &'static [Engine] {
        use Engine::{Cpp, Floor, Hsmc, Ours, RustFsm, Smlang, Statig};
        match self {
            Machine::Standup => &[Ours, Floor, Statig, Smlang, Cpp],
            // Only to measure how the cost grows with the number of states.
            Machine::Ring(10 | 1000) => &[Ours, Floor],
            Machine::Calls | Machine::Groups | Machine::Tcp => &[Ours, Floor],
            Machine::Ring(_) | Machine::Space => &[Ours, Floor, Statig, Smlang, RustFsm, Hsmc, Cpp],
            Machine::Nested => &[Ours, Floor, Statig],
            Machine::Depth(_) => &[Ours, Floor, Cpp],
        }
    }

    /// Returns the name of the module for an engine.
    pub fn module(self, engine: Engine) -> String {
        format!("{}_{}", self.name(), engine.name())
    }

    /// Returns the source of that module. For C++, it calls [`Self::cpp`].
    pub fn text(self, engine: Engine) -> String {
        let ours = format!("crate::{}", self.module(Engine::Ours));
        match (self, engine) {
            (_, Engine::Cpp) => include_str!("templates/shim.rs")
                .replace("NAME", &self.name())
                .replace("WORDS", "8"),
            (Machine::Standup, Engine::Ours) => include_str!("templates/standup_ours.rs").into(),
            (Machine::Standup, Engine::Statig) => {
                include_str!("templates/standup_statig.rs").into()
            }
            (Machine::Standup, Engine::Smlang) => {
                include_str!("templates/standup_smlang.rs").into()
            }
            (Machine::Standup, _) => include_str!("templates/standup_floor.rs").into(),
            (Machine::Nested, Engine::Ours) => include_str!("templates/nested_ours.rs").into(),
            (Machine::Nested, Engine::Statig) => include_str!("templates/nested_statig.rs").into(),
            (Machine::Nested, _) => include_str!("templates/nested_floor.rs").into(),
            (Machine::Ring(_), _) => self.ring().module(engine, &format!("{ours}::Ring")),
            (Machine::Depth(depth), _) => depth::module(depth, engine, &ours),
            (Machine::Groups, _) => groups::module(engine, &ours),
            (Machine::Calls, Engine::Ours) => include_str!("templates/calls6_ours.rs").into(),
            (Machine::Calls, _) => include_str!("templates/calls6_floor.rs").into(),
            (Machine::Tcp, Engine::Ours) => include_str!("templates/tcp12_ours.rs").into(),
            (Machine::Tcp, _) => include_str!("templates/tcp12_floor.rs").into(),
            (Machine::Space, Engine::Ours) => space_ours(),
            (Machine::Space, _) => space(engine, &ours),
        }
    }

    pub fn cpp(self) -> String {
        let name = self.name();
        let (text, new, step) = match self {
            Machine::Standup => return include_str!("templates/standup.cpp").to_owned(),
            Machine::Nested | Machine::Calls | Machine::Groups | Machine::Tcp => {
                return String::new();
            }
            Machine::Ring(_) => {
                let new = "act(1); machine->state = 0;".to_owned();
                (self.ring().cpp("Root"), new, "return machine->step(*input);".to_owned())
            }
            Machine::Depth(depth) => {
                let new = "*machine = Root{};".to_owned();
                (depth::cpp(depth), new, "return machine->step(*input);".to_owned())
            }
            Machine::Space => cpp_space(),
        };
        format!(
            "#include \"common.hpp\"\nnamespace {{\n{text}}}\n\
             extern \"C\" const uint32_t {name}_size = sizeof(Root);\n\
             extern \"C\" void {name}_new(Root* machine, uint32_t which) {{ {new} }}\n\
             extern \"C\" Status {name}_step(Root* machine, const Input* input, uint64_t) {{\n    \
             {step}\n}}\n"
        )
    }

    /// Returns the cycle that it is, or that runs in it.
    fn ring(self) -> Ring {
        match self {
            Machine::Ring(states) => Ring { states, seed: 0 },
            _ => of_space(WHICH),
        }
    }

    /// Returns the source of the `Script` that drives it.
    pub fn script(self) -> String {
        let turn = |turn| (turn, 0.0, 0.0, 10_000);
        let (prefix, resident, cycle, turns) = match self {
            // The robot lies on its front and the servo has arrived: the machine waits.
            Machine::Standup => (
                vec![(0, 1.0, 1.0, 10_000)],
                (0, 1.0, 0.0, 0),
                vec![(0, 1.0, 1.0, 13_000_000), (0, 1.0, 1.0, 10_000)],
                0..1,
            ),
            Machine::Ring(_) | Machine::Space => {
                let ring = self.ring();
                let half = ring.states / 2;
                let letters = |from: u32, to: u32| (from..to).map(|at| turn(ring.letter(at)));
                let cycle = letters(half, ring.states).chain(letters(0, half));
                let prefix = letters(0, half).collect();
                (
                    prefix,
                    turn(ring.letter(0)),
                    cycle.collect(),
                    ring.first()..ring.first() + ring.states,
                )
            }
            // Leaves three levels and enters them again.
            Machine::Nested => (vec![turn(2)], turn(2), vec![turn(4), turn(2)], 0..6),
            Machine::Depth(depth) => {
                (vec![turn(5)], turn(5), vec![turn(0), turn(1)], 0..depth::turns(depth))
            }
            // Each transition is to a state that runs another skill.
            Machine::Calls => {
                (vec![turn(0)], turn(0), [9, 10, 13, 11, 12, 14].map(turn).into(), 0..16)
            }
            Machine::Groups => {
                let nothing = turn(groups::turns() - 1);
                let cycle = groups::cycle().into_iter().map(turn).collect();
                (vec![nothing], nothing, cycle, 0..groups::turns())
            }
            // Opens and closes a connection, once from each side.
            Machine::Tcp => {
                let cycle = [1, 6, 8, 9, 4, 8, 2, 7, 4, 8, 9, 5];
                (vec![turn(0)], turn(0), cycle.map(turn).into(), 0..13)
            }
        };
        let list = |entries: &[_]| entries.iter().map(|each| entry(*each)).collect::<String>();
        format!(
            "Script {{ prefix: &[{}], resident: {} cycle: &[{}], turns: {turns:?} }}",
            list(&prefix),
            entry(resident),
            list(&cycle)
        )
    }
}

fn entry((turn, accel_x, angle, micros): (u32, f32, f32, u64)) -> String {
    format!(
        "Entry {{ input: Input {{ turn: {turn}, accel_x: {accel_x:?}, angle: {angle:?} }}, \
         micros: {micros} }},\n"
    )
}

const fn of_space(which: u32) -> Ring {
    Ring { states: SPACE.1, seed: which }
}

/// Returns the source of the skills of the space, and of the space.
pub fn skills_of_space() -> String {
    let mut text = String::new();
    let mut names = String::new();
    for which in 0..SPACE.0 {
        let _ = write!(names, "P{which}, ");
        text.push_str(&of_space(which).skill(&format!("P{which}")));
    }
    let _ = writeln!(text, "skill_space! {{ pub Space on Board {{ {names} }} }}");
    text
}

/// Returns the source of a space of `skills` skills, each of which runs the one before it. The chain
/// restarts after `length` skills.
pub fn chains(skills: u32, length: u32) -> String {
    let mut text = String::new();
    let mut names = String::new();
    for which in 0..skills {
        let _ = write!(names, "C{which}, ");
        let (depends, run) = match which.checked_sub(1).filter(|_| which % length > 0) {
            None => (String::new(), "state Run { -> FINAL when signals.turn == 0; }".to_owned()),
            Some(below) => (
                format!("depends_skills {{ C{below} }} "),
                format!("state Run = C{below} {{}}? {{ -> FINAL on FINAL; }}"),
            ),
        };
        let _ = writeln!(
            text,
            "skill! {{
    pub skill C{which}() {{
        {depends}depends_interfaces {{ signals: Signals }}
        start state Wait {{ init {{ act({which}); }} -> Run when signals.turn == {which}; }}
        {run}
    }}
}}"
        );
    }
    let _ = writeln!(text, "skill_space! {{ pub Space on Board {{ {names} }} }}");
    text
}

fn space_ours() -> String {
    let skills = skills_of_space();
    let mut calls = String::new();
    for which in 0..SPACE.0 {
        let _ = writeln!(calls, "            {which} => P{which}::default().into(),");
    }
    format!(
        "use crate::*;
{skills}
pub struct Machine(<Space as SkillSpace>::Machine);
impl Engine for Machine {{
    fn new(which: u32) -> Self {{
        Machine(Space::start(match which {{
{calls}            _ => P0::default().into(),
        }}))
    }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{ self.0.exec(&mut pass.cx) }}
}}
"
    )
}

fn space(engine: Engine, ours: &str) -> String {
    let mut text = "use crate::*;\n".to_owned();
    let (mut variants, mut news, mut steps) = (String::new(), String::new(), String::new());
    for which in 0..SPACE.0 {
        let module = of_space(which).module(engine, &format!("{ours}::P{which}"));
        let _ = writeln!(text, "mod p{which} {{\n{module}}}");
        let _ = write!(variants, "M{which}(p{which}::Machine), ");
        let _ = writeln!(
            news,
            "            {which} => Machine::M{which}(p{which}::Machine::new(which)),"
        );
        let _ = writeln!(steps, "            Machine::M{which}(machine) => machine.step(pass),");
    }
    let _ = write!(
        text,
        "pub enum Machine {{ {variants} }}
impl Engine for Machine {{
    fn new(which: u32) -> Self {{
        match which {{
{news}            _ => Machine::M0(p0::Machine::new(which)),
        }}
    }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        match self {{
{steps}        }}
    }}
}}
"
    );
    text
}

fn cpp_space() -> (String, String, String) {
    let mut text = String::new();
    let mut arms = String::new();
    for which in 0..SPACE.0 {
        text.push_str(&of_space(which).cpp(&format!("P{which}")));
        let _ = writeln!(
            arms,
            "    case {which}: return reinterpret_cast<P{which}*>(&machine->state)->step(*input);"
        );
    }
    text.push_str("struct Root { uint32_t which; uint16_t state; };\n");
    let new = "act(10 * which + 1); machine->which = which; machine->state = 0;".to_owned();
    (
        text,
        new,
        format!("switch (machine->which) {{\n{arms}    default: __builtin_unreachable();\n    }}"),
    )
}
