//! The words of the language, each with its documentation: what an IDE shows when
//! the mouse rests on one, and offers while one is typed.
#![allow(missing_docs)] // each item is its documentation

macro_rules! keywords {
    ($($(#[$docs:meta])* $word:ident)*) => {
        mod words {$(
            $(#[$docs])*
            pub mod $word {}
        )*}
    };
}

/// Every word.
pub mod anywhere {
    pub use super::words::*;
}

/// What can stand directly in a skill.
pub mod in_skill {
    pub use super::words::{
        always, continuous, depends_interfaces, depends_skills, max_transitions, start, state, vars,
    };
}

/// What can stand in a state.
pub mod in_state {
    pub use super::words::{exit, flow, init, r#loop, precond, start, state, vars};
}

/// What can stand behind the target of a transition.
pub mod in_edge {
    pub use super::words::{after, crossing, on, otherwise, when};
}

keywords! {
    /// `skill NAME(arguments) { .. }`: a state machine with one purpose, that ends
    /// FINAL or FAILED.
    skill
    /// `agent NAME(arguments) { .. }`: the machine above the skills, which has them run by the
    /// skiller.
    agent
    /// `depends_skills { A, path::B }`: the skills this one may execute.
    depends_skills
    /// `depends_interfaces { v: Type = "Id" }`: the blackboard interfaces it reads, by
    /// variable, type and id. `(max_age = 40ms)` lets `v.stale()` tell; `writes v: Type`
    /// makes it the writer.
    depends_interfaces
    /// `vars { x: Type = start_value }`: variables of the skill, reset with it, or of a
    /// state, which begin each time it is entered.
    vars
    /// `continuous { x: f32 = start_value }`: variables that flow while time passes.
    continuous
    /// `flow { der(self.x) = RATE; }`: how fast variables change while the state is active.
    flow
    /// `der(self.x) = RATE;`: the rate of a continuous variable, in its unit per second.
    der
    /// `-> T when crossing GUARD;`: fires when the guard becomes true while time passes; the
    /// time is found between two passes.
    crossing
    /// `max_transitions = 10;`: how many transitions one `exec` takes at the most.
    max_transitions
    /// `start state S { .. }`: the state in which a run begins. Every skill has one.
    start
    /// `state S { .. }`, `state S = Sub { arguments } { .. }`, `state S = action f(..) { .. }`:
    /// a state, perhaps with what it runs. `state S(n: u32) { .. }` takes parameters; a
    /// parameter of type `state(u32)` holds a state.
    state
    /// `next: ref state(u32)`: a state that keeps its place; without `ref` it is
    /// instantiated inside the state that receives it.
    r#ref
    /// `always { -> T when GUARD; }`: edges of every state but `T`, checked before its own.
    always
    /// `init { .. }`: Rust statements that run when the state is entered.
    init
    /// `loop { .. }`: Rust statements that run in each `exec` while the state is active.
    r#loop
    /// `exit { .. }`: Rust statements that run when the state is left, by a reset too.
    exit
    /// `precond -> T when GUARD;`: checked before `init`; if it fires, `init` is skipped.
    precond
    /// `-> T when GUARD;`: a jump condition, a Rust expression of type `bool`. The first
    /// that is true wins.
    when
    /// `-> T otherwise;`: always fires; the last edge of a state.
    otherwise
    /// `-> T after 12.5s;`: a time since the state was entered: `500ms`, `25 ticks`, or an
    /// expression of seconds.
    after
    /// `-> T on FINAL;`, `-> T on FAILED;`: the result of what the state runs.
    on
    /// `state S = action f(arguments) { .. }`: a Rust function
    /// `fn(&mut NAMEPorts, arguments) -> Status`, run in each `exec`.
    action
    /// `depends_interfaces { writes v: Type }`: the skill is the interface's writer; in
    /// blocks its fields can be assigned.
    writes
    /// `v: Type (max_age = 40ms)`: how old a value may be before `v.stale()` says so.
    max_age
}
