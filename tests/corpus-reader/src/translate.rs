//! Writes the `skill!` source of a case and the code that runs it.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use crate::fsm::{Action, Machine, Place, Program, State, Step, Transition, TransitionKind};
use crate::guard::float;
use crate::record::loop_line;
use crate::{Case, names};

const SUPPORT: &str = include_str!("support.rs.in");

/// The machines are random: these lints are for skills written by people.
const ALLOWED: &str = "#[allow(skill::unreachable_state, skill::dead_end, \
                       skill::unconditional_cycle, skill::unused_dependency, \
                       skill::unchecked_optional, skill::unreachable_transition, \
                       skill::unused_argument, skill::unused_variable, skill::unused_parameter, \
                       skill::unused_interface, skill::never_final, skill::never_assigned)]";

/// The reason why a case cannot be expressed in the skill language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TranslateError {
    /// A machine that starts in FINAL or FAILED.
    StartsInExitState {
        /// The name of the machine.
        machine: String,
    },
    /// A machine that may take no transition.
    NoTransition {
        /// The name of the machine.
        machine: String,
        /// The limit of the machine.
        limit: u32,
    },
}

impl fmt::Display for TranslateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslateError::NoTransition { machine, limit } => write!(
                out,
                "machine `{machine}` with `limit {limit}` takes no transition, a skill at least one"
            ),
            TranslateError::StartsInExitState { machine } => {
                write!(out, "machine `{machine}` starts in FINAL or FAILED, which a skill cannot")
            }
        }
    }
}

/// Returns the inputs that any of the programs mentions: the fields of `Input`.
#[must_use]
pub fn input_fields<'a>(programs: impl Iterator<Item = &'a Program>) -> BTreeSet<u32> {
    let machines = programs.flat_map(|program| &program.machines);
    let mut fields: BTreeSet<u32> = machines.flat_map(Machine::inputs).collect();
    if fields.is_empty() {
        fields.insert(0);
    }
    fields
}

/// Returns the source of the module that all cases share.
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

/// Returns the source of the module of a case. Its function `run` returns the log.
///
/// # Errors
/// [`TranslateError`] if the case cannot be expressed in the skill language.
pub fn case(
    file: &str,
    program: &Program,
    fields: &BTreeSet<u32>,
) -> Result<String, TranslateError> {
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

/// Returns all cases as one source text to be included in a module: `support`, a module for
/// each case, and `CASES` with their names and functions.
///
/// # Errors
/// The name of a case that cannot be expressed in the skill language, and the reason.
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

/// Formats a Rust string literal.
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

/// Formats the values of the fields; an input without a value is 0.
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
    /// The identifier of the skill.
    skill: &'a str,
    /// The identifiers of the skills of all machines.
    skills: &'a [String],
    /// The identifiers of its states.
    states: Vec<String>,
}

impl SkillWriter<'_> {
    fn skill(&self, out: &mut String, file: &str) -> Result<(), TranslateError> {
        let machine = self.machine;
        let Place::State(start) = machine.start else {
            let machine = machine.name.clone();
            return Err(TranslateError::StartsInExitState { machine });
        };
        if machine.limit < 2 {
            let (machine, limit) = (machine.name.clone(), machine.limit);
            return Err(TranslateError::NoTransition { machine, limit });
        }
        let _ = writeln!(
            out,
            "skill_runtime::skill! {{\n    {ALLOWED}\n    /// {}\n    pub skill {}() {{",
            comment(&format!("fsm {} of {file}", machine.name)),
            self.skill
        );
        let _ = writeln!(out, "        max_transitions = {};", machine.limit - 1);
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
            out.push_str("        depends_interfaces { optional input: Input }\n");
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
        self.transitions(out, index, state);
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

    /// Writes the preconditions, the transitions on results of sub-skills, and the plain ones.
    fn transitions(&self, out: &mut String, index: usize, state: &State) {
        let transitions = || self.machine.transitions_of(index);
        for (id, transition) in transitions() {
            if let TransitionKind::Precond(_) | TransitionKind::Both(_) = transition.kind {
                let _ =
                    writeln!(out, "            precond {}", self.transition(id, transition, None));
            }
        }
        if let Some(subs) = &state.subs {
            for (target, exit) in [(subs.on_final, "FINAL"), (subs.on_failed, "FAILED")] {
                let _ = writeln!(out, "            -> {} on {exit};", self.place(target));
            }
        }
        let timer = self.machine.timer_of(index);
        for (id, transition) in transitions() {
            if !matches!(transition.kind, TransitionKind::Precond(_)) {
                let _ = writeln!(out, "            {}", self.transition(id, transition, timer));
            }
        }
    }

    /// Formats a transition; `timer` is the timeout of the state.
    fn transition(&self, id: usize, transition: &Transition, timer: Option<u32>) -> String {
        let to = self.place(transition.to);
        let machine = quoted(&self.machine.name);
        match (&transition.kind, timer) {
            (
                TransitionKind::Cond(guard)
                | TransitionKind::Precond(guard)
                | TransitionKind::Both(guard),
                _,
            ) => {
                format!("-> {to} when guard({machine}, {id}, {guard});")
            }
            // `after 0.0s` is a compile error.
            (TransitionKind::Timeout(_), None | Some(0)) => format!("-> {to} when at_once();"),
            (TransitionKind::Timeout(_), Some(ticks)) => format!("-> {to} after {ticks}.0s;"),
        }
    }

    fn place(&self, place: Place) -> &str {
        match place {
            Place::State(index) => &self.states[index],
            Place::Final => crate::fsm::FINAL,
            Place::Failed => crate::fsm::FAILED,
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

/// Escapes text for a one-line comment.
fn comment(text: &str) -> String {
    text.escape_debug().collect()
}

#[cfg(test)]
#[path = "translate_tests.rs"]
mod tests;
