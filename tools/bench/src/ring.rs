//! A cycle of states for each engine. Each state is left at an input of its own, and reports a
//! number of its own on entry.

use crate::engines::Engine;
use std::fmt::Write as _;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ring {
    pub states: u32,
    /// Cycles with different seeds have different inputs and report different numbers.
    pub seed: u32,
}

impl Ring {
    /// Returns the input at which `state` is left.
    pub const fn letter(self, state: u32) -> u32 {
        self.first() + (state * 7 + self.seed) % self.states
    }

    pub const fn first(self) -> u32 {
        self.seed * self.states
    }

    /// Returns the number that it reports on entry of `state`.
    const fn act(self, state: u32) -> u32 {
        self.first() + state + 1
    }

    const fn after(self, state: u32) -> u32 {
        (state + 1) % self.states
    }

    /// Repeats a line for each state. Replaces `$S` by the state, `$N` by the next state, `$L` by the
    /// input, `$A` by the number it reports, and `$B` by the number that the next state reports.
    fn lines(self, line: &str) -> String {
        let each = |state: u32| {
            let next = self.after(state);
            line.replace("$S", &state.to_string())
                .replace("$N", &next.to_string())
                .replace("$L", &self.letter(state).to_string())
                .replace("$A", &self.act(state).to_string())
                .replace("$B", &self.act(next).to_string())
        };
        (0..self.states).map(each).collect()
    }

    pub fn skill(self, name: &str) -> String {
        let rest = Self { ..self };
        let states =
            rest.lines("        state S$S { init { act($A); } -> S$N when signals.turn == $L; }\n");
        let states = states.replacen("        state", "        start state", 1);
        format!(
            "skill! {{\n    pub skill {name}() {{\n        \
             depends_interfaces {{ signals: Signals }}\n{states}    }}\n}}\n"
        )
    }

    /// Returns the source of a module with the type `Machine`; our machine is `ours`.
    pub fn module(self, engine: Engine, ours: &str) -> String {
        match engine {
            Engine::Ours => self.ours(),
            Engine::Floor => self.floor(ours),
            Engine::Statig => self.statig(),
            Engine::Smlang => self.smlang(),
            Engine::RustFsm => self.rust_fsm(),
            Engine::Hsmc => self.hsmc(),
            Engine::Cpp => String::new(),
        }
    }

    fn ours(self) -> String {
        let skill = self.skill("Ring");
        format!(
            "use crate::*;\n{skill}
pub struct Machine(<Ring as Skill>::Machine);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ Machine(Ring::default().start()) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{ self.0.exec(&mut pass.cx) }}
}}
"
        )
    }

    fn floor(self, ours: &str) -> String {
        let names = self.lines("S$S, ");
        let arms = self.lines(
            "            Machine::S$S => if pass.input.turn == $L {
                pass.took(INFO, $S, $S);
                act($B);
                *self = Machine::S$N;
            }\n",
        );
        let act = self.act(0);
        format!(
            "use crate::*;
static INFO: &SkillInfo = &{ours};
pub enum Machine {{ {names} }}
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ act({act}); Machine::S0 }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        match self {{
{arms}        }}
        Status::Running
    }}
}}
"
        )
    }

    fn statig(self) -> String {
        let states = self.lines(
            "    #[action]
    fn enter_s$S() {{ act($A); }}
    #[state(entry_action = \"enter_s$S\")]
    fn s$S(event: &u32) -> Outcome<State> {{
        if *event == $L {{ Transition(State::s$N()) }} else {{ Handled }}
    }}\n",
        );
        let states = states.replace("{{", "{").replace("}}", "}");
        format!(
            "use crate::*;
use statig::blocking::{{InitializedStateMachine, IntoStateMachineExt as _}};
use statig::prelude::*;
#[derive(Default)]
pub struct Ring;
#[state_machine(initial = \"State::s0()\")]
impl Ring {{
{states}}}
pub struct Machine(InitializedStateMachine<Ring>);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ Machine(Ring.uninitialized_state_machine().init()) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        self.0.handle(&pass.input.turn);
        Status::Running
    }}
}}
"
        )
    }

    fn smlang(self) -> String {
        let transitions = self.lines("        S$S + T$L / a$B = S$N,\n");
        let transitions = transitions.replacen("S0", "*S0", 1);
        let actions = self.lines("    fn a$A(&mut self) -> Result<(), ()> { act($A); Ok(()) }\n");
        let arms = self.lines("            $L => RingEvents::T$L,\n");
        let act = self.act(0);
        format!(
            "use crate::*;
use smlang::statemachine;
statemachine! {{
    name: Ring,
    transitions: {{
{transitions}    }}
}}
pub struct Body;
impl RingStateMachineContext for Body {{
{actions}}}
pub struct Machine(RingStateMachine<Body>);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ act({act}); Machine(RingStateMachine::new(Body)) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        let _ = self.0.process_event(match pass.input.turn {{
{arms}            _ => return Status::Running,
        }});
        Status::Running
    }}
}}
"
        )
    }

    fn rust_fsm(self) -> String {
        let transitions = self.lines("    S$S(T$L) => S$N [A$B],\n");
        let actions = self.lines("            Ok(Some(ring::Output::A$A)) => act($A),\n");
        let arms = self.lines("            $L => ring::Input::T$L,\n");
        let act = self.act(0);
        format!(
            "use crate::*;
use rust_fsm::state_machine;
state_machine! {{
    pub ring(S0)
{transitions}}}
pub struct Machine(ring::StateMachine);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ act({act}); Machine(ring::StateMachine::new()) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        match self.0.consume(&match pass.input.turn {{
{arms}            _ => return Status::Running,
        }}) {{
{actions}            _ => {{}}
        }}
        Status::Running
    }}
}}
"
        )
    }

    fn hsmc(self) -> String {
        let states = self.lines("        state S$S { entry: a$A; on(T$L) => S$N; }\n");
        let actions = self.lines("    fn a$A(&mut self) { act($A); }\n");
        let names = self.lines("T$L, ");
        let arms = self.lines("            $L => Letter::T$L,\n");
        format!(
            "use crate::*;
use hsmc::{{statechart, Duration}};
#[derive(Debug, Clone)]
pub enum Letter {{ {names} }}
pub struct Body;
statechart! {{
    Ring {{
        context: Body;
        events: Letter;
        default(S0);
{states}    }}
}}
impl RingActions for RingActionContext<'_> {{
{actions}}}
pub struct Machine(Ring<1>);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{
        let mut ring = Ring::with_queue_capacity::<1>(Body);
        ring.step(Duration::ZERO);
        Machine(ring)
    }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        let _ = self.0.send(match pass.input.turn {{
{arms}            _ => return Status::Running,
        }});
        self.0.step(Duration::ZERO);
        Status::Running
    }}
}}
"
        )
    }

    /// Returns the struct `name` in C++.
    pub fn cpp(self, name: &str) -> String {
        let arms =
            self.lines("        case $S: if (input.turn == $L) { act($B); state = $N; } break;\n");
        let mut text = format!("struct {name} {{\n    uint16_t state;\n");
        let _ = write!(
            text,
            "    Status step(const Input& input) {{\n        switch (state) {{\n{arms}        \
             default: __builtin_unreachable();\n        }}\n        return Running;\n    }}\n}};\n"
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;

    #[test]
    fn each_input_leaves_one_state() {
        for ring in [Ring { states: 10, seed: 57 }, Ring { states: 100, seed: 0 }] {
            let mut letters: Vec<u32> = (0..ring.states).map(|state| ring.letter(state)).collect();
            letters.sort_unstable();
            assert!(letters.into_iter().eq(ring.first()..ring.first() + ring.states));
        }
    }
}
