//! The keywords of the language with their documentation, which an IDE shows on hover and in
//! completions.
#![allow(missing_docs)] // the macro documents each item

macro_rules! keywords {
    ($($(#[$docs:meta])* $word:ident)*) => {
        mod words {$(
            $(#[$docs])*
            pub mod $word {}
        )*}
    };
}

/// All keywords.
pub mod anywhere {
    pub use super::words::*;
}

/// The keywords of items of a skill.
pub mod in_skill {
    pub use super::words::{
        always, continuous, depends_interfaces, depends_skills, max_iterations, max_transitions,
        params, start, state, vars,
    };
}

/// The keywords before an interface that a skill depends on.
pub mod in_interfaces {
    pub use super::words::{optional, writes};
}

/// The keywords in parentheses after such an interface.
pub mod after_interface {
    pub use super::words::{keeps_running, max_age};
}

/// The keywords of items of a state.
pub mod in_state {
    pub use super::words::{exit, flow, init, r#loop, precond, start, state, vars};
}

/// The keyword between the head of a state and its body.
pub mod after_state {
    pub use super::words::tries;
}

/// The keyword after the number before a list.
pub mod after_number {
    pub use super::words::of;
}

/// The keyword after the number of tries.
pub mod after_tries {
    pub use super::words::via;
}

/// The keyword before the target of a transition: an IDE offers it with the states.
#[allow(non_upper_case_globals)]
pub trait BeforeTarget {
    /// `-> resume S when GUARD;`: enters the state `S` as it was left.
    const resume: () = ();
}

impl<S> BeforeTarget for S {}

/// The keyword after `resume`: an IDE offers it with the states.
#[allow(non_upper_case_globals)]
pub trait AfterResume {
    /// `-> resume deep S when GUARD;`: enters all states again that were active inside `S`.
    const deep: () = ();
}

impl<S> AfterResume for S {}

/// The keywords after the target of a transition.
pub mod in_edge {
    pub use super::words::{after, crossing, on, otherwise, rising, when};
}

/// The keyword after `on FINAL` or `on FAILED`.
pub mod after_outcome {
    pub use super::words::when;
}

keywords! {
    /// `skill NAME(arguments) { .. }`: a state machine with one purpose, which ends
    /// FINAL or FAILED.
    skill
    /// `agent NAME(arguments) { .. }`: the state machine that decides which skills the skiller
    /// runs.
    agent
    /// `depends_skills { A, path::B }`: the skills that this one can run.
    depends_skills
    /// `depends_interfaces { v: Type = "Id" }`: the blackboard interfaces that the skill reads,
    /// by variable, type and id. While one has no writer, the skill is FAILED; so it is while a
    /// value is older than its `max_age`. `optional v: Type` turns that off, `writes v: Type`
    /// makes the skill the writer.
    depends_interfaces
    /// `vars { x: Type = start_value }`: variables of the skill, which are reset with it, or of
    /// a state, which are initialized each time the state is entered.
    vars
    /// `params { x: Type = DEFAULT in LOW..=HIGH }`: constants that can be set while the robot runs,
    /// from a file or by a tool: `self.x`. A pass sees one value.
    params
    /// `continuous { x: f32 = start_value }`: variables that change continuously with time.
    continuous
    /// `flow { der(self.x) = RATE; }`: the differential equations of the state, which apply
    /// while it is active.
    flow
    /// `der(self.x) = RATE;`: the rate of a continuous variable, in its unit per second.
    der
    /// `-> T when crossing GUARD;`: fires when the guard becomes true between two passes, at
    /// the located time.
    crossing
    /// `-> T when rising GUARD;`: fires when the guard is true and was false when it was last
    /// checked. One that is true when the state is entered must first become false.
    rising
    /// `-> T when GUARD for 500ms;`: fires when the guard was true each time it was checked for
    /// this time; the time begins anew when it is false.
    r#for
    /// `max_transitions = 10;`: the maximum number of transitions in one `exec`.
    max_transitions
    /// `max_iterations = 1000;`: the maximum number of rounds that the loops of one block take
    /// together. A block that needs more is left, and the skill is FAILED.
    max_iterations
    /// `start state S { .. }`: the state in which a run begins. Every skill has one.
    start
    /// `state S { .. }`, `state S = Sub { arguments } { .. }`, `state S = action f(..) { .. }`,
    /// `state S = arm.send(arm::Open) { .. }`: a state, optionally with the sub-skill, action or
    /// message that it runs; several side by side are a list, `(A { .. }, action f(..))`.
    /// `state S(n: u32 = 0) { .. }` takes parameters, which may have defaults; a parameter of type
    /// `state(u32)` holds a state.
    state
    /// `state S = 1 of (A { .. }, left: B { .. }) { .. }`: how many of the list must be FINAL;
    /// `on FINAL(left: x)` is taken if what has this label is among them.
    of
    /// `state S(mut n: u32) { .. }`: blocks may assign the parameter.
    r#mut
    /// `next: ref state(u32)`: a state that keeps its place; without `ref` it is
    /// instantiated inside the state that receives it.
    r#ref
    /// `state S tries 3 { .. }`: a state that is entered again, with its parameters, in place of a
    /// transition to FAILED, and after a failure that nothing in it handles, until it has been tried
    /// so often. `tries 3 via PAUSE` leads to the next try through another state.
    tries
    /// `state S tries 3 via PAUSE { .. }`: the state beside `S` that leads to the next try of it.
    via
    /// `-> resume S when GUARD;`: enters the state `S` as it was left, with the state directly inside
    /// it that was active then, and with their parameters: its start state before it was first left.
    /// `-> resume deep S` enters all states inside it again.
    resume
    /// `-> resume deep S when GUARD;`: enters all states again that were active inside `S` when it
    /// was left.
    deep
    /// `always { -> T when GUARD; }`: transitions of every state except `T`, checked before
    /// the state's own; `-> T on FAILED;` handles failures that no state handles.
    always
    /// `init { .. }`: Rust statements that run when the state is entered.
    init
    /// `loop { .. }`: Rust statements that run in each `exec` while the state is active.
    r#loop
    /// `exit { .. }`: Rust statements that run when the state is left, also by a reset.
    exit
    /// `precond -> T when GUARD;`: checked before `init`; if it fires, `init` is skipped.
    precond
    /// `-> T when GUARD;`: a jump condition, a Rust expression of type `bool`. The first
    /// that is true wins. Also after `after TIME`, `on FINAL` and `on FAILED`: both must hold.
    /// `-> T(x) when let Some(x) = VALUE && x > 2.0;` binds names, also for the values of `T`.
    when
    /// `-> T otherwise;`: always fires; must be the last transition of a state.
    otherwise
    /// `-> T after 12.5s;`: fires when this time has passed since the state was entered:
    /// `500ms`, `25 ticks`, or an expression in seconds.
    after
    /// `-> T on FINAL;`, `-> T on FAILED;`: fires when all that the state runs is
    /// FINAL, or when one of them is FAILED. Of several, the first whose guard holds:
    /// `-> T on FINAL(x) when x > 2.0;`; the last has none. `on FAILED` of a state around, and under
    /// `always`, handles what is not handled inside.
    on
    /// `state S = action f(arguments) { .. }`: a Rust function
    /// `fn(&mut NAMEPorts, arguments) -> Status`, run in each `exec`. One of several,
    /// `state S = (A { .. }, action f(..)) { .. }`, does not run again once it is FINAL.
    action
    /// `depends_interfaces { writes v: Type }`: the skill is the interface's writer; in
    /// blocks its fields can be assigned.
    writes
    /// `messages { flush Stop }`: a message that discards the queued messages before it, so it is
    /// sent even if the queue is full.
    flush
    /// `messages { Drive { v: f32 } until Stop, flush Stop }`: the message that ends this one. It is sent
    /// when the state that runs this one is left, and when the skill that sent this one in a block
    /// ends, unless `keeps_running` says otherwise.
    until
    /// `depends_interfaces { v: Type (keeps_running) }`: what the skill has sent to the interface goes on
    /// when the skill ends, although it is declared `until` another message.
    keeps_running
    /// `v: Type (max_age = 40ms)`: the maximum age of a value, or `never`. While it is older, the
    /// skill is FAILED; if the interface is optional, `v.stale()` is true. `max_age = 40ms;` in
    /// `interface!` is that of each skill that says none; without it, 1 s.
    max_age
    /// `depends_interfaces { optional v: Type }`: the skill also runs without a writer of the
    /// interface. Check `v.has_writer()` or `v.stale()` before reading its fields.
    optional
}
