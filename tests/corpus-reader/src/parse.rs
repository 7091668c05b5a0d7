//! The parser of FSMT files.

use crate::error::{Malformed, MalformedLine};
use crate::fsm::{
    Action, FAILED, FINAL, Machine, Place, Program, State, Step, SubSkills, Transition,
    TransitionKind,
};
use crate::guard::{Guard, numbered};

/// The limit of transitions of a machine without `limit`, as in Fawkes.
const DEFAULT_LIMIT: u32 = 10;
/// The characters that separate names in the file and in its record.
const SEPARATORS: &[char] = &['.', ',', ':', '=', '>', '(', ')'];

type Parsed<T> = Result<T, Malformed>;

/// A line that is not empty.
struct Line<'a> {
    number: usize,
    words: Vec<&'a str>,
}

impl Program {
    /// Parses the text of an FSMT file.
    ///
    /// # Errors
    /// [`MalformedLine`] for the first malformed line.
    pub fn parse(text: &str) -> Result<Program, MalformedLine> {
        let mut lines = text.lines().enumerate().filter_map(|(index, line)| {
            let code = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = code.split_whitespace().collect();
            let number = index + 1;
            (!words.is_empty()).then_some(Line { number, words })
        });
        let missing = |what: &str| {
            let end = text.lines().count().max(1);
            Malformed::new("the end of the file", what).at(end)
        };

        let mut machines: Vec<Machine> = Vec::new();
        let mut named_top = None;
        loop {
            let line = lines.next().ok_or_else(|| missing("`fsm` or `trace`"))?;
            let at = |error: Malformed| error.at(line.number);
            match line.words[..] {
                ["fsm", name] => {
                    let name = new_machine(name, &machines).map_err(at)?;
                    let body = body(&mut lines).ok_or_else(|| missing("`end`"))?;
                    machines.push(machine(name, &line, &body, &machines)?);
                }
                ["top", name] if named_top.is_none() => {
                    named_top = Some((line.number, name.to_owned()));
                }
                ["trace"] => {
                    let steps = lines.map(|line| step(&line)).collect::<Result<_, _>>()?;
                    let top = top(&machines, named_top, line.number)?;
                    return Ok(Program { machines, top, steps });
                }
                _ => {
                    let expected = "`fsm NAME`, one `top NAME` or `trace`";
                    return Err(unexpected(&line, expected));
                }
            }
        }
    }
}

fn unexpected(line: &Line, expected: &str) -> MalformedLine {
    Malformed::word(&line.words.join(" "), expected).at(line.number)
}

fn new_machine(name: &str, earlier: &[Machine]) -> Parsed<String> {
    if earlier.iter().any(|machine| machine.name == name) {
        return Err(Malformed::word(name, "a machine name not used before"));
    }
    new_name(name)
}

fn new_name(name: &str) -> Parsed<String> {
    if name.contains(SEPARATORS) {
        let expected = "a name without any of `. , : = > ( )`";
        return Err(Malformed::word(name, expected));
    }
    Ok(name.to_owned())
}

/// Returns the lines up to `end`, or `None` if there is no `end`.
fn body<'a>(lines: &mut impl Iterator<Item = Line<'a>>) -> Option<Vec<Line<'a>>> {
    let mut found = Vec::new();
    for line in lines {
        if line.words == ["end"] {
            return Some(found);
        }
        found.push(line);
    }
    None
}

fn top(
    machines: &[Machine],
    named: Option<(usize, String)>,
    trace: usize,
) -> Result<usize, MalformedLine> {
    let Some((line, name)) = named else {
        let none = || Malformed::word("trace", "a machine before it").at(trace);
        return machines.len().checked_sub(1).ok_or_else(none);
    };
    machine_index(machines, &name).map_err(|error| error.at(line))
}

fn machine_index(machines: &[Machine], name: &str) -> Parsed<usize> {
    let found = machines.iter().position(|machine| machine.name == name);
    found.ok_or_else(|| Malformed::word(name, "a machine that is declared before"))
}

fn step(line: &Line) -> Result<Step, MalformedLine> {
    match line.words[..] {
        ["!", "reset"] => Ok(Step::Reset),
        ["!", "stall"] => Ok(Step::Stall),
        _ => {
            let inputs: Parsed<_> = line.words.iter().map(|word| int(word)).collect();
            inputs.map(Step::Loop).map_err(|error| error.at(line.number))
        }
    }
}

fn int(word: &str) -> Parsed<i64> {
    let value = word.parse();
    value.map_err(|_| Malformed::word(word, "an integer"))
}

fn count(word: &str) -> Parsed<u32> {
    let value = word.parse();
    value.map_err(|_| Malformed::word(word, "a number from 0 to 4294967295"))
}

fn reference(word: &str, letter: char) -> Parsed<u32> {
    let expected = || Malformed::word(word, &format!("`{letter}` with a number"));
    numbered(word, letter).ok_or_else(expected)
}

fn machine(
    name: String,
    head: &Line,
    body: &[Line],
    earlier: &[Machine],
) -> Result<Machine, MalformedLine> {
    let mut builder = Builder {
        earlier,
        start: None,
        limit: None,
        trace_limit: None,
        machine: Machine {
            name,
            start: Place::Final,
            limit: DEFAULT_LIMIT,
            states: declared_states(body)?,
            transitions: Vec::new(),
            exit_state_actions: Vec::new(),
        },
    };
    for line in body {
        builder.line(&line.words).map_err(|error| error.at(line.number))?;
    }
    let no_start = || Malformed::word(&head.words.join(" "), "a `start` line in its block");
    builder.finish().ok_or_else(|| no_start().at(head.number))
}

/// Reads the names of all states first, since every other line may refer to them.
fn declared_states(body: &[Line]) -> Result<Vec<State>, MalformedLine> {
    let mut states: Vec<State> = Vec::new();
    let mut first_transition = None;
    for line in body {
        match line.words[..] {
            ["state", name, ..] => {
                let known = states.iter().any(|state| state.name == name);
                if known || name == FINAL || name == FAILED {
                    let expected = "a state name not used before, nor FINAL, nor FAILED";
                    return Err(Malformed::word(name, expected).at(line.number));
                }
                if let Some(transition) = first_transition {
                    let expected = format!("all states before the transition in line {transition}");
                    return Err(unexpected(line, &expected));
                }
                let name = new_name(name).map_err(|error| error.at(line.number))?;
                states.push(State { name, ..State::default() });
            }
            ["trans" | "default", ..] => first_transition = first_transition.or(Some(line.number)),
            _ => {}
        }
    }
    Ok(states)
}

struct Builder<'a> {
    earlier: &'a [Machine],
    start: Option<Place>,
    limit: Option<u32>,
    trace_limit: Option<u32>,
    machine: Machine,
}

impl Builder<'_> {
    fn finish(mut self) -> Option<Machine> {
        self.machine.start = self.start?;
        self.machine.limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        Some(self.machine)
    }

    fn line(&mut self, words: &[&str]) -> Parsed<()> {
        match *words {
            ["start", state] => {
                let place = self.place(state)?;
                once(&mut self.start, words, place)
            }
            ["limit", number] => once(&mut self.limit, words, count(number)?),
            ["maxtrace", number] => once(&mut self.trace_limit, words, count(number)?),
            ["state", _] => Ok(()),
            ["state", name, "skill", machines, on_final, on_failed] => {
                self.sub_skills(name, machines, on_final, on_failed)
            }
            ["default", to, ref rest @ ..] => {
                let to = self.place(to)?;
                let (guard, rest) = Guard::parse(rest)?;
                end_of_line(&rest)?;
                self.push(None, to, TransitionKind::Cond(guard), None);
                Ok(())
            }
            ["trans", from, to, kind, ref rest @ ..] => self.transition(from, to, kind, rest),
            ["on", state, block, ref action @ ..] => self.action(state, block, action),
            _ => {
                let expected = "a complete `start`, `limit`, `maxtrace`, `state`, `default`, \
                                `trans` or `on` line, or `end`";
                Err(Malformed::word(&words.join(" "), expected))
            }
        }
    }

    fn place(&self, name: &str) -> Parsed<Place> {
        let mut states = self.machine.states.iter();
        match name {
            FINAL => Ok(Place::Final),
            FAILED => Ok(Place::Failed),
            _ => states
                .position(|state| state.name == name)
                .map(Place::State)
                .ok_or_else(|| Malformed::word(name, "a state of this machine")),
        }
    }

    fn sub_skills(
        &mut self,
        name: &str,
        machines: &str,
        on_final: &str,
        on_failed: &str,
    ) -> Parsed<()> {
        let machines = machines.split(',');
        let subs = SubSkills {
            machines: machines
                .map(|machine| machine_index(self.earlier, machine))
                .collect::<Parsed<_>>()?,
            on_final: self.place(on_final)?,
            on_failed: self.place(on_failed)?,
        };
        if let Place::State(index) = self.place(name)? {
            self.machine.states[index].subs = Some(subs);
        }
        Ok(())
    }

    fn transition(&mut self, from: &str, to: &str, kind: &str, rest: &[&str]) -> Parsed<()> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        let wrapped = match kind {
            "cond" => TransitionKind::Cond,
            "precond" => TransitionKind::Precond,
            "both" => TransitionKind::Both,
            "timeout" => {
                let (ticks, rest) = rest
                    .split_first()
                    .ok_or_else(|| Malformed::new("the end of the line", "a number of ticks"))?;
                let kind = TransitionKind::Timeout(count(ticks)?);
                let error = error_word(rest)?;
                self.push(Some(from), to, kind, error);
                return Ok(());
            }
            _ => {
                let expected = "`cond`, `precond`, `both` or `timeout`";
                return Err(Malformed::word(kind, expected));
            }
        };
        let (guard, rest) = Guard::parse(rest)?;
        let error = error_word(&rest)?;
        self.push(Some(from), to, wrapped(guard), error);
        Ok(())
    }

    fn push(
        &mut self,
        from: Option<Place>,
        to: Place,
        kind: TransitionKind,
        error: Option<String>,
    ) {
        self.machine.transitions.push(Transition { from, to, kind, error });
    }

    fn action(&mut self, state: &str, block: &str, words: &[&str]) -> Parsed<()> {
        let place = self.place(state)?;
        let action = match *words {
            ["set", variable, value] => Action::Set(reference(variable, 'v')?, int(value)?),
            ["inc", variable] => Action::Inc(reference(variable, 'v')?),
            ["copy", variable, input] => {
                Action::Copy(reference(variable, 'v')?, reference(input, 'x')?)
            }
            _ => {
                let expected = "`set vN INT`, `inc vN` or `copy vN xM`";
                return Err(Malformed::word(&words.join(" "), expected));
            }
        };
        let machine = &mut self.machine;
        let blocks = match place {
            Place::State(index) => Some(&mut machine.states[index]),
            Place::Final | Place::Failed => None,
        };
        let actions = match (block, blocks) {
            ("init" | "loop" | "exit", None) => &mut machine.exit_state_actions,
            ("init", Some(state)) => &mut state.init,
            ("loop", Some(state)) => &mut state.loop_actions,
            ("exit", Some(state)) => &mut state.exit,
            _ => return Err(Malformed::word(block, "`init`, `loop` or `exit`")),
        };
        actions.push(action);
        Ok(())
    }
}

fn once<T>(slot: &mut Option<T>, words: &[&str], value: T) -> Parsed<()> {
    if slot.replace(value).is_some() {
        let expected = format!("only one `{}` line in this block", words[0]);
        return Err(Malformed::word(&words.join(" "), &expected));
    }
    Ok(())
}

fn end_of_line<W: AsRef<str>>(words: &[W]) -> Parsed<()> {
    words.first().map_or(Ok(()), |word| Err(Malformed::word(word.as_ref(), "the end of the line")))
}

/// Parses `error WORD` or nothing.
fn error_word<W: AsRef<str>>(words: &[W]) -> Parsed<Option<String>> {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [] => Ok(None),
        ["error", word] => Ok(Some(word.to_owned())),
        ["error"] => Err(Malformed::new("the end of the line", "the error's word")),
        ["error", _, extra, ..] => Err(Malformed::word(extra, "the end of the line")),
        [other, ..] => Err(Malformed::word(other, "`error WORD` or the end of the line")),
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
