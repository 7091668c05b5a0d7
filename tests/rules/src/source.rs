//! A machine as a `skill!` block.

use super::machine::{Edge, Guard, Machine, Name, Param, Term, To, Value};
use std::fmt::Write as _;

/// The block; `skills` are the names of those it may run, `id` is told with each hook.
pub fn skill(machine: &Machine, id: usize, skills: &[String]) -> String {
    let mut text = String::new();
    let used: Vec<&str> = (0..skills.len())
        .filter(|skill| machine.states.iter().any(|state| state.runs.contains(skill)))
        .map(|skill| skills[skill].as_str())
        .collect();
    let name = &machine.name;
    let max = machine.max_transitions;
    let globals: Vec<String> = (0..machine.globals).map(|g| format!("g{g}: u32 = 0")).collect();
    let _ = writeln!(
        text,
        "skill! {{
    #[allow(skill::unreachable_state, skill::dead_end, skill::unconditional_ring)]
    pub skill {name}() {{
        depends_skills {{ {} }}
        depends_interfaces {{ panel: Panel }}
        max_transitions = {max};
        vars {{ {} }}",
        used.join(", "),
        globals.join(", ")
    );
    if !machine.always.is_empty() {
        let edges: Vec<String> = machine.always.iter().map(|edge| transition(edge, "")).collect();
        let _ = writeln!(text, "        always {{ {} }}", edges.join(" "));
    }
    for state in 0..machine.states.len() {
        if machine.states[state].parent.is_none() {
            print(machine, id, state, skills, &mut text);
        }
    }
    text.push_str("    }\n}\n");
    text
}

fn print(machine: &Machine, id: usize, state: usize, skills: &[String], text: &mut String) {
    let of = &machine.states[state];
    let start = match of.parent {
        None => machine.start == state,
        Some(parent) => machine.states[parent].start == Some(state),
    };
    let start = if start { "start " } else { "" };
    let params: Vec<String> = of
        .params
        .iter()
        .enumerate()
        .map(|(place, param)| format!("p{state}_{place}: {}", ty(param)))
        .collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    let calls: Vec<String> = of.runs.iter().map(|sub| format!("{} {{}}", skills[*sub])).collect();
    let runs = match &calls[..] {
        [] => String::new(),
        [call] => format!("= {call} "),
        calls => format!("= ({}) ", calls.join(", ")),
    };
    let _ = writeln!(text, "        {start}state S{state}{params} {runs}{{");
    if !of.vars.is_empty() {
        let vars = of.vars.iter().enumerate();
        let vars: Vec<String> =
            vars.map(|(place, first)| format!("v{state}_{place}: u32 = {}", term(first))).collect();
        let _ = writeln!(text, "            vars {{ {} }}", vars.join(", "));
    }
    let names: Vec<Name> = machine.names(Some(state));
    let seen: Vec<String> = names.iter().map(|seen| name(*seen)).collect();
    let changed: Vec<&String> = names
        .iter()
        .zip(&seen)
        .filter(|(name, _)| !matches!(name, Name::Param(..)))
        .map(|(_, text)| text)
        .collect();
    for (place, word) in ["init", "loop", "exit"].into_iter().enumerate() {
        if of.hooks[place] {
            let kind = state * 4 + place;
            // Each block changes a number that the state sees.
            let changed = changed[kind % changed.len()];
            let _ = writeln!(
                text,
                "            {word} {{ log({id}, {kind}, &[{}]); {changed} = {changed}.wrapping_add(1); }}",
                seen.join(", ")
            );
        }
    }
    for edge in &of.preconds {
        let _ = writeln!(text, "            {}", transition(edge, "precond "));
    }
    for (edge, word) in of.results.iter().zip(["FINAL", "FAILED"]) {
        let (to, values) = target(edge);
        let _ = writeln!(text, "            -> {to}{values} on {word};");
    }
    for edge in &of.edges {
        let _ = writeln!(text, "            {}", transition(edge, ""));
    }
    for inside in 0..machine.states.len() {
        if machine.states[inside].parent == Some(state) {
            print(machine, id, inside, skills, text);
        }
    }
    text.push_str("        }\n");
}

fn ty(param: &Param) -> String {
    match param {
        Param::Number => "u32".to_owned(),
        Param::State { by_ref, takes } => {
            let takes: Vec<String> = takes.iter().map(ty).collect();
            format!("{}state({})", if *by_ref { "ref " } else { "" }, takes.join(", "))
        }
    }
}

fn transition(edge: &Edge, word: &str) -> String {
    let (to, values) = target(edge);
    let guard = match edge.guard {
        Guard::A => "when panel.a".to_owned(),
        Guard::N(n) => format!("when panel.n == {n}"),
        Guard::Rest(of, divisor, rest) => format!("when {} % {divisor} == {rest}", name(of)),
        Guard::Ticks(ticks) => format!("after {ticks} ticks"),
        Guard::Millis(millis) => format!("after {millis}ms"),
        Guard::Otherwise => "otherwise".to_owned(),
        Guard::Result => String::new(),
    };
    format!("{word}-> {to}{values} {guard};")
}

fn target(edge: &Edge) -> (String, String) {
    let to = match edge.to {
        To::State(state) => format!("S{state}"),
        To::Held(state, place) => format!("self.p{state}_{place}"),
        To::Final => "FINAL".to_owned(),
        To::Failed(why) => format!("FAILED(\"{{}}\", {})", term(&why)),
    };
    let values: Vec<String> = edge
        .values
        .iter()
        .map(|value| match value {
            Value::Number(number) => term(number),
            Value::State(state) => format!("S{state}"),
            Value::Held(state, place) => format!("self.p{state}_{place}"),
        })
        .collect();
    (to, if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) })
}

fn term(term: &Term) -> String {
    match *term {
        Term::Constant(number) => format!("{number}"),
        Term::N => "panel.n".to_owned(),
        Term::Sum(of, more) => format!("{}.wrapping_add({more})", name(of)),
    }
}

fn name(name: Name) -> String {
    match name {
        Name::Global(place) => format!("self.g{place}"),
        Name::Param(state, place) => format!("self.p{state}_{place}"),
        Name::Var(state, place) => format!("self.v{state}_{place}"),
    }
}
