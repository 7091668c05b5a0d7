//! Writes the `skill!` source of a case, and the code that runs it.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::fsm::{Action, Edge, EdgeKind, Machine, Place, Program, State, Step};
use super::guard::float;
use super::record::loop_line;
use super::{Case, names};

const SUPPORT: &str = include_str!("support.rs.in");

/// Lints that are a matter of judgement; the machines are random.
const ALLOWED: &str = "#[allow(skill::unreachable_state, skill::dead_end, \
                       skill::unconditional_ring, skill::unused_dependency)]";

/// Why a case cannot be said in the skill language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Untranslatable {
    /// A machine that starts in FINAL or FAILED.
    StartsInExitState {
        /// Its name.
        machine: String,
    },
}

impl fmt::Display for Untranslatable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untranslatable::StartsInExitState { machine } => {
                write!(out, "machine {machine} starts in FINAL or FAILED, a skill cannot")
            }
        }
    }
}

/// The inputs that any of the programs mentions: the fields of `Input`.
#[must_use]
pub fn input_fields<'a>(programs: impl Iterator<Item = &'a Program>) -> BTreeSet<u32> {
    let machines = programs.flat_map(|program| &program.machines);
    let mut fields: BTreeSet<u32> = machines.flat_map(Machine::inputs).collect();
    if fields.is_empty() {
        fields.insert(0);
    }
    fields
}

/// The module that all cases share.
#[must_use]
pub fn support(fields: &BTreeSet<u32>) -> String {
    let list = |of: &dyn Fn((usize, &u32)) -> String| {
        let parts: Vec<String> = fields.iter().enumerate().map(of).collect();
        parts.join(", ")
    };
    SUPPORT
        .replace("@FIELDS@", &list(&|(_, field)| format!("x{field}: f64")))
        .replace("@VALUES@", &list(&|(index, field)| format!("x{field}: at({index})")))
}

/// The module of one case; its `run` runs it and returns the log.
///
/// # Errors
/// Why the case cannot be said in the skill language.
pub fn case(
    file: &str,
    program: &Program,
    fields: &BTreeSet<u32>,
) -> Result<String, Untranslatable> {
    let skills = names::skills(program);
    let mut out = String::from("use super::support::*;\n");
    for (machine, skill) in program.machines.iter().zip(&skills) {
        let writer =
            SkillWriter { machine, skill, skills: &skills, states: names::states(machine) };
        out.push('\n');
        writer.skill(&mut out, file)?;
    }
    let run = run(program, &skills[program.top], fields);
    Ok(out + "\n" + &run)
}

/// All cases as one source text to be included in a module: `support`, a module
/// per case, and `CASES`, their names and runs.
///
/// # Errors
/// The name of a case that cannot be said in the skill language, and why.
pub fn inline(cases: &[Case]) -> Result<String, String> {
    let fields = input_fields(cases.iter().map(|case| &case.program));
    let mut out = format!("pub mod support {{\n{}}}\n", support(&fields));
    let mut table = String::new();
    for (number, found) in cases.iter().enumerate() {
        let file = format!("{}.fsm", found.name);
        let text = case(&file, &found.program, &fields);
        let text = text.map_err(|error| format!("{}: {error}", found.name))?;
        let module = names::module(number, &found.name);
        let _ = write!(out, "\npub mod {module} {{\n{text}}}\n");
        let _ = writeln!(table, "    ({}, {module}::run),", quoted(&found.name));
    }
    let _ = write!(
        out,
        "\n/// The cases: name and run.\n\
         pub const CASES: &[(&str, fn() -> String)] = &[\n{table}];\n"
    );
    Ok(out)
}

/// A Rust string literal.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn run(program: &Program, skill: &str, fields: &BTreeSet<u32>) -> String {
    let top = program.top_machine();
    let states = names::states(top);
    let names = states
        .iter()
        .zip(&top.states)
        .map(|(identifier, state)| format!("({}, {})", quoted(identifier), quoted(&state.name)));
    let names: Vec<String> = names.collect();
    let mut out = format!("const NAMES: &[(&str, &str)] = &[{}];\n", names.join(", "));
    out.push_str("const STEPS: &[Step] = &[\n");
    for (line, tick, step) in program.clocked_steps() {
        match step {
            Step::Loop(inputs) => {
                let text = quoted(&loop_line(line, tick, inputs));
                let values = values(inputs, fields);
                let _ = writeln!(out, "    Step::Loop({text}, {tick}, &[{values}]),");
            }
            Step::Reset => {
                let _ = writeln!(out, "    Step::Reset({tick}),");
            }
            Step::Stall => {}
        }
    }
    let vars = vars(top).join(", ");
    let _ = writeln!(
        out,
        "];\n\n/// Runs the case.\npub fn run() -> String {{\n    \
         run_case!({skill}, vars: [{vars}], names: NAMES, steps: STEPS)\n}}"
    );
    out
}

/// The values of the fields; an input without a value is 0.
fn values(inputs: &[i64], fields: &BTreeSet<u32>) -> String {
    let value = |&field: &u32| {
        let index = usize::try_from(field).unwrap_or(usize::MAX);
        float(inputs.get(index).copied().unwrap_or(0))
    };
    let values: Vec<String> = fields.iter().map(value).collect();
    values.join(", ")
}

fn vars(machine: &Machine) -> Vec<String> {
    let numbers = machine.variables();
    numbers.iter().map(|number| format!("v{number}")).collect()
}

struct SkillWriter<'a> {
    machine: &'a Machine,
    /// Its own identifier.
    skill: &'a str,
    /// Those of all machines.
    skills: &'a [String],
    /// Those of its states.
    states: Vec<String>,
}

impl SkillWriter<'_> {
    fn skill(&self, out: &mut String, file: &str) -> Result<(), Untranslatable> {
        let machine = self.machine;
        let Place::State(start) = machine.start else {
            let machine = machine.name.clone();
            return Err(Untranslatable::StartsInExitState { machine });
        };
        let _ = writeln!(
            out,
            "skill_runtime::skill! {{\n    {ALLOWED}\n    /// {}\n    pub skill {}() {{",
            comment(&format!("fsm {} of {file}", machine.name)),
            self.skill
        );
        let transitions = machine.limit.saturating_sub(1);
        let _ = writeln!(out, "        max_transitions = {transitions};");
        self.declarations(out);
        for (index, state) in machine.states.iter().enumerate() {
            self.state(out, index, state, index == start);
        }
        out.push_str("    }\n}\n");
        Ok(())
    }

    fn declarations(&self, out: &mut String) {
        let dependencies = self.machine.dependencies();
        if !dependencies.is_empty() {
            let skills = dependencies.iter().map(|&sub| self.skills[sub].as_str());
            let skills = skills.collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "        depends_skills {{ {skills} }}");
        }
        if !self.machine.inputs().is_empty() {
            out.push_str("        depends_interfaces { input: Input }\n");
        }
        let vars = vars(self.machine);
        if !vars.is_empty() {
            let vars: Vec<String> = vars.iter().map(|var| format!("{var}: f64 = 0.0")).collect();
            let _ = writeln!(out, "        vars {{ {} }}", vars.join(", "));
        }
    }

    fn state(&self, out: &mut String, index: usize, state: &State, is_start: bool) {
        let start = if is_start { "start " } else { "" };
        let subs = self.subs(state);
        let _ = writeln!(out, "        {start}state {}{subs} {{", self.states[index]);
        for (keyword, kind) in [("init", 'i'), ("loop", 'l'), ("exit", 'x')] {
            let hook = self.hook(kind, state);
            let actions = state.actions(kind).iter();
            let actions: String = actions.copied().map(statement).collect();
            let _ = writeln!(out, "            {keyword} {{ {hook}{actions} }}");
        }
        self.edges(out, index, state);
        out.push_str("        }\n");
    }

    fn subs(&self, state: &State) -> String {
        let Some(subs) = &state.subs else {
            return String::new();
        };
        let calls = subs.machines.iter().map(|&sub| format!("{} {{}}", self.skills[sub]));
        match &calls.collect::<Vec<_>>()[..] {
            [call] => format!(" = {call}"),
            calls => format!(" = ({})", calls.join(", ")),
        }
    }

    fn hook(&self, kind: char, state: &State) -> String {
        let (machine, state) = (quoted(&self.machine.name), quoted(&state.name));
        format!("hook('{kind}', {machine}, {state});")
    }

    /// Preconditions, then those of the sub-skills, then the plain ones.
    fn edges(&self, out: &mut String, index: usize, state: &State) {
        let edges = || self.machine.edges_of(index);
        for (id, edge) in edges() {
            if let EdgeKind::Precond(_) | EdgeKind::Both(_) = edge.kind {
                let _ = writeln!(out, "            precond {}", self.edge(id, edge, None));
            }
        }
        if let Some(subs) = &state.subs {
            for (target, exit) in [(subs.on_final, "FINAL"), (subs.on_failed, "FAILED")] {
                let _ = writeln!(out, "            -> {} on {exit};", self.place(target));
            }
        }
        let timer = self.machine.timer_of(index);
        for (id, edge) in edges() {
            if !matches!(edge.kind, EdgeKind::Precond(_)) {
                let _ = writeln!(out, "            {}", self.edge(id, edge, timer));
            }
        }
    }

    /// `timer` is the state's only one.
    fn edge(&self, id: usize, edge: &Edge, timer: Option<u32>) -> String {
        let to = self.place(edge.to);
        let machine = quoted(&self.machine.name);
        match (&edge.kind, timer) {
            (EdgeKind::Cond(guard) | EdgeKind::Precond(guard) | EdgeKind::Both(guard), _) => {
                format!("-> {to} when guard({machine}, {id}, {guard});")
            }
            // A literal timeout of zero is refused.
            (EdgeKind::Timeout(_), None | Some(0)) => format!("-> {to} when at_once();"),
            (EdgeKind::Timeout(_), Some(ticks)) => format!("-> {to} after {ticks}.0s;"),
        }
    }

    fn place(&self, place: Place) -> &str {
        match place {
            Place::State(index) => &self.states[index],
            Place::Final => super::fsm::FINAL,
            Place::Failed => super::fsm::FAILED,
        }
    }
}

fn statement(action: Action) -> String {
    match action {
        Action::Set(variable, value) => format!(" self.v{variable} = {};", float(value)),
        Action::Inc(variable) => format!(" self.v{variable} += 1.0;"),
        Action::Copy(variable, input) => format!(" self.v{variable} = input.x{input};"),
    }
}

/// One line that is safe in a comment.
fn comment(text: &str) -> String {
    text.escape_debug().collect()
}

#[cfg(test)]
#[path = "translate_tests.rs"]
mod tests;
