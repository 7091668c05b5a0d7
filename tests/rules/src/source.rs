//! Skills as `skill!` source.

use std::fmt::Write as _;

use crate::failures;
use crate::pair;
use crate::random::{DEVICES, LAMP, PANEL};
use crate::skill::{
    Access, Action, Activity, Argument, BLOCKS, Block, Call, Comparison, Condition, Guard,
    Interface, Kind, MAX_RESULT, Memory, Message, NEVER, Name, Operator, Parameter, Resume, Skill,
    Target, Term, Transition,
};

/// The fields of the interface `panel`, by input.
const INPUTS: [&str; 2] = ["a", "n"];
/// The fields of the result of a skill that has more than one value.
const FIELDS: [&str; 2] = ["x", "y"];

/// Writes the call with which a block reports: of its state, the block, and the expressions
/// that it reports. An action has the number of blocks plus its place as the block.
pub type Report<'a> = &'a dyn Fn(usize, usize, &[String]) -> String;

/// Returns the source of a skill, and of the functions of its actions. `library` are the skills
/// that it may run; its inputs are the fields of an interface `panel: Panel`.
#[must_use]
pub fn skill(skill: &Skill, library: &[Skill], report: Report<'_>) -> String {
    pair(skill, None, library, report)
}

/// Returns the same of a block that declares a second skill, too.
#[must_use]
pub fn pair(
    skill: &Skill,
    second: Option<&Skill>,
    library: &[Skill],
    report: Report<'_>,
) -> String {
    let mut writer =
        Writer { skill, second, library, report, text: String::new(), functions: String::new() };
    [Some(skill), second].into_iter().flatten().for_each(|of| writer.base(&of.name));
    writer.functions += &failures::function(skill, second, library);
    writer.skill();
    writer.functions + &writer.text
}

/// Returns the name and the type of an interface of the blackboard.
#[must_use]
pub fn interface(on_board: usize) -> (String, &'static str) {
    match on_board {
        PANEL => ("panel".to_owned(), "Panel"),
        LAMP => ("lamp".to_owned(), "Lamp"),
        // The first has a shorter queue.
        device if device == DEVICES.start => (format!("d{device}"), "Slot"),
        device => (format!("d{device}"), "Device"),
    }
}

/// Returns the name of the type of a message.
#[must_use]
pub fn message(kind: Kind) -> &'static str {
    match kind {
        Kind::Note => "Note",
        Kind::Halt => "Halt",
        Kind::Go => "Go",
        Kind::Run => "Run",
        Kind::Turn => "Turn",
        Kind::Stop => "Stop",
        Kind::Rest => "Rest",
    }
}

struct Writer<'a> {
    skill: &'a Skill,
    second: Option<&'a Skill>,
    library: &'a [Skill],
    report: Report<'a>,
    text: String,
    /// The functions beside the skill.
    functions: String,
}

impl Writer<'_> {
    /// Writes the function that returns a call of the skill with all arguments.
    fn base(&mut self, name: &str) {
        let arguments = 0..self.skill.arguments.len();
        let arguments = arguments.map(|place| format!("g{place}: Some(x.wrapping_add({place}))"));
        let arguments: Vec<String> = arguments.collect();
        if !arguments.is_empty() {
            let _ = writeln!(
                self.functions,
                "fn base_{}(x: u32) -> {name} {{ {name} {{ {} }} }}",
                name.to_lowercase(),
                arguments.join(", ")
            );
        }
    }

    fn skill(&mut self) {
        let Skill { max_transitions, .. } = self.skill;
        let name = pair::header(self.skill, self.second);
        let used = pair::sub_skills(self.skill, self.second, self.library);
        let arguments = self.skill.arguments.iter().enumerate().map(|(place, argument)| {
            let range = argument.max.map_or(String::new(), |max| format!(" in 0..={max}"));
            format!("g{place}: u32 = {}{range}", argument.default)
        });
        let arguments: Vec<String> = arguments.collect();
        let result = match self.skill.result {
            0 => "",
            1 => "-> u32 ",
            _ => "-> Pair ",
        };
        let seconds = &self.second.unwrap_or(self.skill).interfaces;
        let interfaces = self.skill.interfaces.iter().zip(seconds);
        let interfaces: Vec<String> =
            interfaces.map(|(one, other)| declaration(one, other)).collect();
        let first = self.skill.arguments.len();
        let variables =
            (first..first + self.skill.variables).map(|place| format!("g{place}: u32 = 0"));
        let variables: Vec<String> = variables.collect();
        let _ = write!(
            self.text,
            "skill! {{\n    \
             #[allow(skill::unreachable_state, skill::dead_end, skill::unconditional_cycle)]\n    \
             #[allow(skill::unchecked_optional, skill::redundant_check, skill::duplicate_call)]\n    \
             #[allow(skill::unused_argument, skill::unused_variable, skill::unused_parameter)]\n    \
             #[allow(skill::unused_interface, skill::unreachable_transition, skill::never_final)]\n    \
             #[allow(skill::unused_mut, skill::unused_result, skill::unused_writes, skill::never_assigned)]\n    \
             #[allow(skill::never_flows, skill::empty_reason, skill::no_effect)]\n    \
             pub skill {name}({}) {result}{{\n        \
             depends_skills {{ {} }}\n        \
             depends_interfaces {{ {} }}\n        \
             max_transitions = {max_transitions};\n",
            arguments.join(", "),
            used.join(", "),
            interfaces.join(", ")
        );
        if !variables.is_empty() {
            let _ = writeln!(self.text, "        vars {{ {} }}", variables.join(", "));
        }
        if !self.skill.always.is_empty() {
            self.text.push_str("        always {\n");
            for each in &self.skill.always {
                self.transition("", each);
            }
            self.text.push_str("        }\n");
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
        let required = state.parameters.len() - state.defaults.len();
        let parameters = parameters.map(|(place, each)| {
            let is_mut = state.assigns_parameters && *each == Parameter::Number;
            let keyword = if is_mut { "mut " } else { "" };
            let default = place.checked_sub(required).map(|place| &state.defaults[place]);
            let default = default.map_or(String::new(), |term| format!(" = {}", self.term(term)));
            format!("{keyword}p{index}_{place}: {}{default}", parameter(each))
        });
        let parameters = list(&parameters.collect::<Vec<_>>());
        let runs = self.runs(index);
        let tries = state.tries.as_ref().map_or(String::new(), |tries| {
            let via = tries.via.map_or(String::new(), |via| format!("via S{via} "));
            format!("tries {} {via}", self.term(&tries.count))
        });
        let _ = writeln!(self.text, "        {start}state S{index}{parameters} {runs}{tries}{{");
        if !state.variables.is_empty() {
            let variables = state.variables.iter().enumerate();
            let variables = variables
                .map(|(place, initial)| format!("v{index}_{place}: u32 = {}", self.term(initial)));
            let variables: Vec<String> = variables.collect();
            let _ = writeln!(self.text, "            vars {{ {} }}", variables.join(", "));
        }
        self.blocks(index);
        for each in &state.preconditions {
            self.transition("precond ", each);
        }
        let on_failed = &state.on_failed[..state.on_failed.len() - usize::from(state.passes_on)];
        let on_failed = on_failed.iter().map(|each| (each, "FAILED"));
        let by_result = state.on_final.iter().map(|each| (each, "FINAL")).chain(on_failed);
        for (each, result) in by_result {
            let labels = state.labels;
            let bound = each.binds.iter().map(|place| match &state.runs[..] {
                _ if labels => format!("e{place}: r{place}"),
                [_] => format!("r{place}"),
                runs => {
                    let Activity::Skill(call) = &runs[*place] else { return String::new() };
                    format!("{}: r{place}", self.library[call.skill].name.to_lowercase())
                }
            });
            let bound = bound.chain(each.finals.iter().map(|place| format!("e{place}: _")));
            let bound = bound.chain(each.names_failure.then(|| "why".to_owned()));
            let bound = list(&bound.collect::<Vec<_>>());
            let target = self.target(each);
            let when = self.also(each, each.guard.condition());
            self.documented("", &format!("-> {target} on {result}{bound}{when};"), each.label);
        }
        for each in &state.transitions {
            self.transition("", each);
        }
        self.states(Some(index));
        self.text.push_str("        }\n");
    }

    /// Returns what a state runs, and writes the functions of its actions.
    fn runs(&mut self, state: usize) -> String {
        let activities = self.skill.states[state].runs.iter().enumerate();
        let activities = activities.map(|(place, activity)| match activity {
            Activity::Skill(call) => self.call(call),
            Activity::Action(action) => self.action(state, place, action),
            Activity::Message(message, content) => {
                let (port, message) = self.send(*message, &self.term(content));
                format!("{port}.send({message})")
            }
        });
        let mut activities: Vec<String> = activities.collect();
        if self.skill.states[state].labels {
            for (place, activity) in activities.iter_mut().enumerate() {
                *activity = format!("e{place}: {activity}");
            }
        }
        let needs =
            self.skill.states[state].needs.map_or(String::new(), |needs| format!("{needs} of "));
        let passes_on = if self.skill.states[state].passes_on { "?" } else { "" };
        match &activities[..] {
            [] => String::new(),
            [activity] => format!("= {activity}{passes_on} "),
            activities => format!("= {needs}({}){passes_on} ", activities.join(", ")),
        }
    }

    fn call(&self, call: &Call) -> String {
        let called = &self.library[call.skill].name;
        let arguments = call.arguments.iter().map(|(place, term)| {
            let (name, term) = (format!("g{place}"), self.term(term));
            if term == format!("self.{name}") { name } else { format!("{name}: {term}") }
        });
        let mut arguments: Vec<String> = arguments.collect();
        if let Some(base) = &call.base {
            arguments.push(format!("..base_{}({})", called.to_lowercase(), self.term(base)));
        }
        format!("{called} {{ {} }}", arguments.join(", "))
    }

    /// Returns the use of an action, and writes its function.
    fn action(&mut self, state: usize, place: usize, action: &Action) -> String {
        let name = &self.skill.name;
        let function = format!("act_{}_{state}_{place}", name.to_lowercase());
        let report = (self.report)(state, BLOCKS.len() + place, &["x".to_owned()]);
        let sends = action.sends.iter().map(|message| {
            let (port, message) = self.send(*message, "x");
            format!("ports.{port}.send({message}); ")
        });
        let sends: String = sends.collect();
        let _ = writeln!(
            self.functions,
            "fn {function}(ports: &mut {name}Ports<'_>, x: u32) -> Status {{ {report} {sends}\
             match x % {} {{ 0 => Status::Final, 1 => Status::Failed, _ => Status::Running }} }}",
            action.divisor
        );
        format!("action {function}({})", self.term(&action.argument))
    }

    fn blocks(&mut self, state: usize) {
        let blocks = &self.skill.states[state].blocks;
        for (place, (block, keyword)) in blocks.iter().zip(BLOCKS).enumerate() {
            let Some(block) = block else { continue };
            let reported: Vec<String> = block.reported.iter().map(|each| name(*each)).collect();
            let report = (self.report)(state, place, &reported);
            let statements = self.statements(block);
            let _ = writeln!(self.text, "            {keyword} {{ {report}{statements} }}");
        }
    }

    /// Returns what a block does besides reporting.
    fn statements(&self, block: &Block) -> String {
        let mut text = String::new();
        for (to, value) in &block.assignments {
            let _ = write!(text, " {} = {};", name(*to), self.term(value));
        }
        for (place, (message, content)) in block.sends.iter().enumerate() {
            let (port, message) = self.send(*message, &name(*content));
            // Every second one by a function.
            let _ = match place % 2 {
                0 => write!(text, " {port}.send({message});"),
                _ => write!(text, " send({port}, {message});"),
            };
        }
        if let Some((interface, value)) = block.publishes {
            let _ = write!(text, " {}.n = {};", self.port(interface), name(value));
        }
        text
    }

    /// Returns the port to which a message is sent, and the message.
    fn send(&self, of: Message, content: &str) -> (String, String) {
        let (port, ty) = interface(self.skill.interfaces[of.interface].named);
        let content =
            if of.kind.ends().is_some() { String::new() } else { format!("n: {content}") };
        (port, format!("{}::{} {{ {content} }}", ty.to_lowercase(), message(of.kind)))
    }

    fn port(&self, place: usize) -> String {
        interface(self.skill.interfaces[place].named).0
    }

    fn transition(&mut self, keyword: &str, transition: &Transition) {
        let guard = match &transition.guard {
            Guard::When(when) => format!("when {}{}", self.lets(transition), self.condition(when)),
            Guard::Remembers(Memory { rising, millis }, when) => {
                let rising = if *rising { "rising " } else { "" };
                let lasts = millis.map_or(String::new(), |millis| format!(" for {millis}ms"));
                format!("when {rising}{}{}{lasts}", self.lets(transition), self.condition(when))
            }
            Guard::AfterTicks(ticks, when) => {
                format!("after {ticks} ticks{}", self.also(transition, when.as_ref()))
            }
            Guard::AfterMillis(millis, when) => {
                format!("after {millis}ms{}", self.also(transition, when.as_ref()))
            }
            Guard::Otherwise => "otherwise".to_owned(),
            // Under `always`.
            Guard::OnResult(when) => {
                let why = if transition.names_failure { "(why)" } else { "" };
                format!("on FAILED{why}{}", self.also(transition, when.as_ref()))
            }
        };
        let text = format!("-> {} {guard};", self.target(transition));
        self.documented(keyword, &text, transition.label);
    }

    /// Formats the guard of a transition that has another trigger, too.
    fn also(&self, of: &Transition, when: Option<&Condition>) -> String {
        let when = when.map(|when| format!(" when {}{}", self.lets(of), self.condition(when)));
        when.unwrap_or_default()
    }

    /// Formats the names that the guard of a transition binds, before its condition.
    fn lets(&self, of: &Transition) -> String {
        let lets = of.lets.iter().enumerate().map(|(place, of)| {
            let number = match of.number {
                Term::Number(number) => format!("{number}_u32"),
                ref number => self.term(number),
            };
            match of.multiple_of {
                None => format!("let b{place} = {number} && "),
                Some(by) => format!("let [b{place}, 0] = [{number}, {number} % {by}] && "),
            }
        });
        lets.collect()
    }

    /// Writes a transition with its label, if any, by which a trace names it.
    fn documented(&mut self, keyword: &str, text: &str, label: usize) {
        if label > 0 {
            let _ = writeln!(self.text, "            /// t{label}");
        }
        let _ = writeln!(self.text, "            {keyword}{text}");
    }

    /// Formats the target of a transition with its arguments.
    fn target(&self, transition: &Transition) -> String {
        let target = match &transition.target {
            Target::State(state) => {
                let resume = match transition.resume {
                    Some(Resume::Shallow) => "resume ",
                    Some(Resume::Deep) => "resume deep ",
                    None => "",
                };
                format!("{resume}S{state}")
            }
            Target::Held(state, place) => format!("self.p{state}_{place}"),
            Target::Final(values) => return format!("FINAL{}", self.result(values)),
            Target::PassOn if transition.names_failure => return "FAILED(why)".to_owned(),
            Target::Failed(None) | Target::PassOn => "FAILED".to_owned(),
            Target::Failed(Some(reason)) => {
                let kind =
                    failures::kind(transition).map_or(String::new(), |kind| format!("K{kind}: "));
                format!("FAILED({kind}\"{{}}\", {})", self.term(reason))
            }
        };
        let arguments = transition.arguments.iter().map(|argument| match argument {
            Argument::Number(number) => self.term(number),
            Argument::State(state) => format!("S{state}"),
            Argument::Held(state, place) => format!("self.p{state}_{place}"),
        });
        target + &list(&arguments.collect::<Vec<_>>())
    }

    /// Formats the values of a result, in parentheses.
    fn result(&self, values: &[Term]) -> String {
        // A constant outside the range would be an error of the block.
        let term = |value: &Term| match value {
            Term::Number(number) if *number > f64::from(MAX_RESULT) => format!("any({number})"),
            value => self.term(value),
        };
        let terms: Vec<String> = values.iter().map(term).collect();
        match &terms[..] {
            [] => String::new(),
            [term] => format!("({term})"),
            terms => {
                let fields = FIELDS.iter().zip(terms);
                let fields = fields.map(|(name, term)| format!("{name}: {term}"));
                format!("(Pair {{ {} }})", fields.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let joined = |parts: &[Condition], operator: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
            format!("({})", parts.join(operator))
        };
        match condition {
            Condition::Literal(value) => value.to_string(),
            Condition::Input(input) => format!("panel.{}", INPUTS[*input]),
            Condition::Not(inner) => format!("!({})", self.condition(inner)),
            Condition::All(parts) => joined(parts, " && "),
            Condition::Any(parts) => joined(parts, " || "),
            Condition::HasWriter(interface) => format!("{}.has_writer()", self.port(*interface)),
            Condition::Stale(interface) => format!("{}.stale()", self.port(*interface)),
            Condition::Refused(interface) => format!("{}.refused()", self.port(*interface)),
            Condition::Compare(comparison, left, right) => {
                let operator = match comparison {
                    Comparison::Less => "<",
                    Comparison::LessEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterEqual => ">=",
                    Comparison::Equal => "==",
                    Comparison::NotEqual => "!=",
                };
                let (left, right) = (self.term(left), self.term(right));
                // A guard may begin with what could be a statement.
                match comparison {
                    Comparison::Greater => format!("{{ {left} }} {operator} {right}"),
                    _ => format!("{left} {operator} {right}"),
                }
            }
        }
    }

    /// Formats a number of type `u32`.
    fn term(&self, term: &Term) -> String {
        match term {
            Term::Number(number) => number.to_string(),
            Term::Input(input) => format!("panel.{}", INPUTS[*input]),
            Term::Value(interface) => format!("{}.n", self.port(*interface)),
            Term::Elapsed => "(self.elapsed() * 1000.0).round() as u32".to_owned(),
            Term::Name(Name::Failure) => {
                format!("number_{}(why)", self.skill.name.to_lowercase())
            }
            Term::Name(of) => name(*of),
            Term::Arithmetic(operator, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                match operator {
                    Operator::Add => format!("{left}.wrapping_add({right})"),
                    Operator::Subtract => format!("{left}.wrapping_sub({right})"),
                    Operator::Multiply => format!("{left}.wrapping_mul({right})"),
                    Operator::Modulo => format!("{left} % {right}"),
                }
            }
        }
    }
}

fn name(name: Name) -> String {
    match name {
        Name::Skill(place) => format!("self.g{place}"),
        Name::Parameter(state, place) => format!("self.p{state}_{place}"),
        Name::State(state, place) => format!("self.v{state}_{place}"),
        Name::Failure => "why".to_owned(),
        Name::Bound(place) => format!("b{place}"),
        Name::Result(run, None) => format!("r{run}"),
        Name::Result(run, Some(value)) => format!("r{run}.{}", FIELDS[value]),
    }
}

/// Formats the declaration of an interface.
fn declaration(of: &Interface, second: &Interface) -> String {
    let (name, ty) = interface(of.named);
    let ids = match (of.on_board, second.on_board) {
        (one, other) if one == other => String::new(),
        (one, other) => format!(" = [\"{}\", \"{}\"]", interface(one).0, interface(other).0),
    };
    let keyword = match of.access {
        Access::Required => "",
        Access::Optional => "optional ",
        Access::Writes => "writes ",
    };
    let max_age = of.max_age.map(|age| match age {
        NEVER => "max_age = never".to_owned(),
        age => format!("max_age = {age}ms"),
    });
    let keeps = of.keeps_running.then(|| "keeps_running".to_owned());
    let options: Vec<String> = max_age.into_iter().chain(keeps).collect();
    let space = if options.is_empty() { "" } else { " " };
    format!("{keyword}{name}: {ty}{ids}{space}{}", list(&options))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{self, Profile};

    #[test]
    fn the_source_consists_of_rust_tokens() {
        let mut rng = fastrand::Rng::with_seed(5);
        let library = [random::skill("L0".to_owned(), Profile::Library, &[], &mut rng)];
        for profile in [Profile::Machine, Profile::Scxml] {
            for _ in 0..20 {
                let random = random::skill("M0".to_owned(), profile, &library, &mut rng);
                let report = |state, block, shown: &[String]| {
                    format!("log({state}, {block}, &[{}]);", shown.join(", "))
                };
                let text = skill(&random, &library, &report);
                let tokens: Result<proc_macro2::TokenStream, _> = text.parse();
                assert!(tokens.is_ok(), "{text}");
            }
        }
    }
}
