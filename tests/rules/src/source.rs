//! Skills as `skill!` source.

use std::fmt::Write as _;

use crate::skill::{
    Argument, BLOCKS, Comparison, Condition, Guard, Name, Operator, Parameter, Skill, Target, Term,
    Transition,
};

/// The fields of the interface `panel`, by input.
const INPUTS: [&str; 2] = ["a", "n"];

/// Writes the call with which a block reports: of its state, the block, and the expressions
/// that it reports.
pub type Report<'a> = &'a dyn Fn(usize, usize, &[String]) -> String;

/// Returns the source of a skill. `library` are the names of the skills that it may run; its
/// inputs are the fields of an interface `panel: Panel`.
#[must_use]
pub fn skill(skill: &Skill, library: &[String], report: Report<'_>) -> String {
    let mut writer = Writer { skill, library, report, text: String::new() };
    writer.skill();
    writer.text
}

struct Writer<'a> {
    skill: &'a Skill,
    library: &'a [String],
    report: Report<'a>,
    text: String,
}

impl Writer<'_> {
    fn skill(&mut self) {
        let Skill { name, max_transitions, .. } = self.skill;
        let runs =
            |index: &usize| self.skill.states.iter().any(|state| state.sub_skills.contains(index));
        let used = (0..self.library.len()).filter(runs).map(|index| self.library[index].as_str());
        let used: Vec<&str> = used.collect();
        let variables = (0..self.skill.variables).map(|place| format!("g{place}: u32 = 0"));
        let variables: Vec<String> = variables.collect();
        let _ = write!(
            self.text,
            "skill! {{\n    \
             #[allow(skill::unreachable_state, skill::dead_end, skill::unconditional_cycle)]\n    \
             pub skill {name}() {{\n        \
             depends_skills {{ {} }}\n        \
             depends_interfaces {{ panel: Panel }}\n        \
             max_transitions = {max_transitions};\n",
            used.join(", ")
        );
        if !variables.is_empty() {
            let _ = writeln!(self.text, "        vars {{ {} }}", variables.join(", "));
        }
        if !self.skill.always.is_empty() {
            let always = self.skill.always.iter().map(|each| transition(each, ""));
            let always: Vec<String> = always.collect();
            let _ = writeln!(self.text, "        always {{ {} }}", always.join(" "));
        }
        self.states(None);
        self.text.push_str("    }\n}\n");
    }

    /// Writes the states inside a state.
    fn states(&mut self, parent: Option<usize>) {
        for index in 0..self.skill.states.len() {
            if self.skill.states[index].parent == parent {
                self.state(index);
            }
        }
    }

    fn state(&mut self, index: usize) {
        let state = &self.skill.states[index];
        let is_start = match state.parent {
            None => self.skill.start == index,
            Some(parent) => self.skill.states[parent].start == Some(index),
        };
        let start = if is_start { "start " } else { "" };
        let parameters = state.parameters.iter().enumerate();
        let parameters =
            parameters.map(|(place, each)| format!("p{index}_{place}: {}", parameter(each)));
        let parameters = list(&parameters.collect::<Vec<_>>());
        let calls = state.sub_skills.iter().map(|index| format!("{} {{}}", self.library[*index]));
        let runs = match &calls.collect::<Vec<_>>()[..] {
            [] => String::new(),
            [call] => format!("= {call} "),
            calls => format!("= ({}) ", calls.join(", ")),
        };
        let _ = writeln!(self.text, "        {start}state S{index}{parameters} {runs}{{");
        if !state.variables.is_empty() {
            let variables = state.variables.iter().enumerate();
            let variables = variables
                .map(|(place, initial)| format!("v{index}_{place}: u32 = {}", term(initial)));
            let variables: Vec<String> = variables.collect();
            let _ = writeln!(self.text, "            vars {{ {} }}", variables.join(", "));
        }
        self.blocks(index);
        for each in &state.preconditions {
            let _ = writeln!(self.text, "            {}", transition(each, "precond "));
        }
        for (each, result) in state.on_result.iter().zip(["FINAL", "FAILED"]) {
            let _ = writeln!(self.text, "            -> {} on {result};", target(each));
        }
        for each in &state.transitions {
            let _ = writeln!(self.text, "            {}", transition(each, ""));
        }
        self.states(Some(index));
        self.text.push_str("        }\n");
    }

    fn blocks(&mut self, state: usize) {
        let blocks = &self.skill.states[state].blocks;
        for (place, (block, keyword)) in blocks.iter().zip(BLOCKS).enumerate() {
            let Some(block) = block else { continue };
            let reported: Vec<String> = block.reported.iter().map(|each| name(*each)).collect();
            let report = (self.report)(state, place, &reported);
            let assignments = block.assignments.iter();
            let assignments =
                assignments.map(|(to, value)| format!(" {} = {};", name(*to), term(value)));
            let assignments: String = assignments.collect();
            let _ = writeln!(self.text, "            {keyword} {{ {report}{assignments} }}");
        }
    }
}

/// Joins parameters or arguments; nothing if there are none.
fn list(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) }
}

fn parameter(parameter_: &Parameter) -> String {
    match parameter_ {
        Parameter::Number => "u32".to_owned(),
        Parameter::State { by_ref, takes } => {
            let takes: Vec<String> = takes.iter().map(parameter).collect();
            format!("{}state({})", if *by_ref { "ref " } else { "" }, takes.join(", "))
        }
    }
}

fn transition(transition: &Transition, keyword: &str) -> String {
    let guard = match &transition.guard {
        Guard::When(when) => format!("when {}", condition(when)),
        Guard::AfterTicks(ticks) => format!("after {ticks} ticks"),
        Guard::AfterMillis(millis) => format!("after {millis}ms"),
        Guard::Otherwise => "otherwise".to_owned(),
        Guard::OnResult => String::new(),
    };
    format!("{keyword}-> {} {guard};", target(transition))
}

/// Formats the target of a transition with its arguments.
fn target(transition: &Transition) -> String {
    let target = match &transition.target {
        Target::State(state) => format!("S{state}"),
        Target::Held(state, place) => format!("self.p{state}_{place}"),
        Target::Final => "FINAL".to_owned(),
        Target::Failed(None) => "FAILED".to_owned(),
        Target::Failed(Some(reason)) => format!("FAILED(\"{{}}\", {})", term(reason)),
    };
    let arguments = transition.arguments.iter().map(|argument| match argument {
        Argument::Number(number) => term(number),
        Argument::State(state) => format!("S{state}"),
        Argument::Held(state, place) => format!("self.p{state}_{place}"),
    });
    target + &list(&arguments.collect::<Vec<_>>())
}

fn condition(condition_: &Condition) -> String {
    let joined = |parts: &[Condition], operator: &str| {
        let parts: Vec<String> = parts.iter().map(condition).collect();
        format!("({})", parts.join(operator))
    };
    match condition_ {
        Condition::Literal(value) => value.to_string(),
        Condition::Input(input) => format!("panel.{}", INPUTS[*input]),
        Condition::Not(inner) => format!("!({})", condition(inner)),
        Condition::All(parts) => joined(parts, " && "),
        Condition::Any(parts) => joined(parts, " || "),
        Condition::Compare(comparison, left, right) => {
            let operator = match comparison {
                Comparison::Less => "<",
                Comparison::LessEqual => "<=",
                Comparison::Greater => ">",
                Comparison::GreaterEqual => ">=",
                Comparison::Equal => "==",
                Comparison::NotEqual => "!=",
            };
            format!("{} {operator} {}", term(left), term(right))
        }
    }
}

/// Formats a number of type `u32`.
fn term(term_: &Term) -> String {
    match term_ {
        Term::Number(number) => number.to_string(),
        Term::Input(input) => format!("panel.{}", INPUTS[*input]),
        Term::Name(of) => name(*of),
        Term::Arithmetic(operator, left, right) => {
            let (left, right) = (term(left), term(right));
            match operator {
                Operator::Add => format!("{left}.wrapping_add({right})"),
                Operator::Subtract => format!("{left}.wrapping_sub({right})"),
                Operator::Multiply => format!("{left}.wrapping_mul({right})"),
                Operator::Modulo => format!("{left} % {right}"),
            }
        }
    }
}

fn name(name: Name) -> String {
    match name {
        Name::Skill(place) => format!("self.g{place}"),
        Name::Parameter(state, place) => format!("self.p{state}_{place}"),
        Name::State(state, place) => format!("self.v{state}_{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Profile};

    #[test]
    fn the_source_consists_of_rust_tokens() {
        let mut rng = fastrand::Rng::with_seed(5);
        for profile in [Profile::Full(1), Profile::Scxml] {
            for _ in 0..20 {
                let random = random::skill("M0".to_owned(), profile, &mut rng);
                let report = |state, block, shown: &[String]| {
                    format!("log({state}, {block}, &[{}]);", shown.join(", "))
                };
                let text = skill(&random, &["L0".to_owned()], &report);
                let tokens: Result<proc_macro2::TokenStream, _> = text.parse();
                assert!(tokens.is_ok(), "{text}");
            }
        }
    }
}
