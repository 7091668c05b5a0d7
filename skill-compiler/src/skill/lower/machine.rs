//! The lowered machine: plain data that describes all that the generated code does.

use crate::skill::ast;
use crate::skill::check::Scope;
use crate::skill::check::{StateId, StateInstanceId, TransitionId, TransitionInstanceId};
use std::collections::{BTreeMap, BTreeSet};

/// A skill or agent as it runs.
#[derive(Debug)]
pub struct Machine {
    pub name: String,
    /// The greatest number of states that are active at once.
    pub depth: usize,
    /// Whether variables flow while time passes.
    pub flows: bool,
    /// Whether something runs in a pass: `loop` blocks, sub-skills or actions.
    pub steps: bool,
    pub max_transitions: u32,
    /// The states whose transitions on FAILED are checked for what states inside run, too.
    pub handlers: BTreeSet<StateId>,
    /// The memories of the guards under `always`.
    pub memories: Vec<(TransitionId, Memory)>,
    /// The code of each state as written, by [`StateId`].
    pub code: Vec<StateCode>,
    /// The states as they run, by [`StateInstanceId`].
    pub states: Vec<StateInstance>,
    /// The transitions as they run, by [`TransitionInstanceId`].
    pub transitions: Vec<TransitionInstance>,
    /// The machines of sub-skills, in the order in which the trace numbers them.
    pub slots: Vec<Slot>,
    pub pass: Pass,
    /// Leaves what is active; `None` if that runs nothing.
    pub leave: Option<ExitMatch>,
    pub bounds: Bounds,
}

/// The code of a state as written.
#[derive(Debug)]
pub struct StateCode {
    /// `None` if `self` is the variables of the skill and nothing else.
    pub view: Option<View>,
}

/// The type of `self` in the code of a state that has parameters or variables, or lies in
/// one that has: references to all that the code names.
#[derive(Debug)]
pub struct View {
    /// The scopes that the code names while the state is active, the skill's aside.
    pub active: Vec<Scope>,
    /// The same before the variables of the state have their first values; `None` if it
    /// has no variables.
    pub before: Option<Vec<Scope>>,
    /// Through which field each name is reached.
    pub paths: BTreeMap<String, Scope>,
    /// The scopes that the defaults of its parameters name; `None` if no parameter has one.
    pub around: Option<Vec<Scope>>,
    /// All that is visible while the state is active, innermost first.
    pub visible: Vec<Scope>,
    /// The same before its variables have their first values.
    pub visible_before: Vec<Scope>,
    /// The same around the state.
    pub visible_around: Vec<Scope>,
}

/// When the code of a state runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before it is entered, in the scope around it: the defaults of its parameters.
    Around,
    /// Before its variables have their first values.
    Before,
    /// While it is active.
    Active,
}

/// A state at its place in the tree.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent facts, each read by one part of emit
pub struct StateInstance {
    pub state: StateId,
    /// A unique name among its siblings: the state's name, and for a state that is passed by
    /// value the parameter's, too.
    pub name: String,
    pub parent: Option<StateInstanceId>,
    pub children: Vec<StateInstanceId>,
    /// Whether it can be the innermost active state.
    pub innermost: bool,
    /// The memory of the states inside it, if transitions resume it or a state around it.
    pub remembers: Option<Remembers>,
    /// The number of active states when it is the innermost.
    pub depth: usize,
    pub has_params: bool,
    pub has_vars: bool,
    /// Its sub-skills: indices of [`Machine::slots`].
    pub slots: Vec<usize>,
    /// The sub-skills, actions and messages that it runs, in order.
    pub runs: Vec<Activity>,
    /// The number of messages that it sends when it is entered.
    pub messages: usize,
    /// The number of them that must be FINAL.
    pub needs: usize,
    /// The number of actions that are not run again once they have ended: its actions, if it runs
    /// anything else.
    pub kept_results: usize,
    /// Whether it keeps the failure for which what it runs is FAILED: it may stay active for further
    /// passes then, in which others that fail share the memory.
    pub keeps_failure: bool,
    pub has_loop: bool,
    /// The memories of the guards of its transitions, by [`TransitionId`].
    pub memories: Vec<(TransitionId, Memory)>,
    /// Whether its code checks how long it is active.
    pub uses_elapsed: bool,
    /// Whether its transitions depend on how long it is active.
    pub has_timer: bool,
    /// Whether it waits for what it runs: its transitions depend on the result.
    pub has_result: bool,
    pub has_preconditions: bool,
    /// The bit set of the interfaces whose refusal of a message its transitions decide, or those
    /// of a state around it, or those under `always`: they check `refused()`.
    pub decided: u32,
    /// The value that its code is called on.
    pub receiver: Receiver,
    /// The flow of variables while it is the innermost active state.
    pub flow: Option<Flow>,
    /// The steps that enter it; with preconditions, those that begin to.
    pub entry: Entry,
    /// The steps that enter it once its preconditions have let it.
    pub resume: Option<Entry>,
}

/// The extent to which a state remembers the states inside it when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembers {
    /// Whether it remembers its parameters.
    pub params: bool,
    /// Whether the states inside it remember those inside them.
    pub deep: bool,
}

/// The memory of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// `rising`
    Rising,
    /// `for`, with `rising` or not.
    Lasting { rising: bool },
}

impl Memory {
    /// Returns the memory that a guard needs.
    pub fn of(memory: &ast::Memory) -> Self {
        match (memory.rising, &memory.time) {
            (_, None) => Memory::Rising,
            (rising, Some(_)) => Memory::Lasting { rising },
        }
    }
}

/// The value that the code of a state is called on.
#[derive(Debug)]
pub enum Receiver {
    /// The variables of the skill.
    Skill,
    /// A view made for the call.
    View {
        /// The fields of the view, each with the depth of the state that holds it.
        active: Vec<(Scope, usize)>,
        /// The same before the state's variables have their first values.
        before: Vec<(Scope, usize)>,
        /// The same around the state.
        around: Vec<(Scope, usize)>,
    },
}

/// One of the things that a state runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// The sub-skill of this slot.
    Sub(usize),
    /// The action with this place among the actions of the state.
    Action(usize),
    /// The message with this place among the messages of the state.
    Message(usize),
}

/// The machine of a sub-skill.
#[derive(Debug)]
pub struct Slot {
    pub owner: StateInstanceId,
    /// Its place among the sub-skills of its state.
    pub place: usize,
    pub skill: String,
    /// The unique name of the dependency.
    pub key: String,
}

/// A transition between instances.
#[derive(Debug)]
pub struct TransitionInstance {
    /// As it is written.
    pub transition: TransitionId,
    /// The instance it leaves; those under `always` leave any.
    pub from: Option<StateInstanceId>,
    pub to: End,
    /// Whether it enters the states that its target remembers.
    pub resume: Option<ast::Resume>,
    /// The evaluation that precedes the exits.
    pub evaluates: Evaluates,
    /// Whether it uses names of the guard, so that there is nothing to carry if the guard does not
    /// hold then.
    pub may_decline: bool,
    /// The parameters of its target that have their defaults.
    pub defaults: Vec<usize>,
    /// The sub-skills whose results it is given: indices of [`Machine::slots`].
    pub results: Vec<usize>,
    /// When it fires: its documentation, or its trigger as text.
    pub label: String,
}

/// The end of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    State(StateInstanceId),
    Final,
    Failed,
}

/// The evaluation that precedes the exits of a transition.
#[derive(Debug)]
pub enum Evaluates {
    Nothing,
    /// The values of the target's parameters.
    Params(Moment),
    /// The same as a tuple: which state is held is known at run time only.
    ParamsOfHeld(Moment, StateId),
    /// The result of the skill.
    Result(Moment),
    /// The numbers of the reason.
    Reason(Moment),
    /// A failure that is there already.
    Given(Moment),
    /// A failure that carries nothing.
    Failure,
    /// The failure of the sub-skill that has failed.
    FailureOfSub,
    /// The same, or its own failure that carries nothing if an action has failed.
    FailureOfSubOrOwn,
    /// The same of an instance inside, for which the failure is set or removed before.
    FailureOfInner,
}

/// The exit of an active state.
#[derive(Debug)]
pub struct Exits {
    /// First what is active inside is left.
    pub inside: Option<ExitMatch>,
    /// Then the state itself, unless the target of the transition lies in it.
    pub steps: Vec<Step>,
}

/// Leaves whichever of some siblings is active, with what is active inside it.
#[derive(Debug)]
pub struct ExitMatch {
    /// The depth of the state around them.
    pub depth: usize,
    pub arms: Vec<(StateInstanceId, Exits)>,
}

impl StateInstance {
    /// Returns the number of messages of which it keeps whether they are done.
    pub fn kept_messages(&self) -> usize {
        if self.has_result { self.messages } else { 0 }
    }

    /// Returns whether not all that it runs must be FINAL.
    pub fn needs_some(&self) -> bool {
        self.needs < self.runs.len()
    }

    /// Returns whether nothing inside it may be active, also while it is entered.
    pub fn can_be_alone(&self) -> bool {
        self.innermost || self.remembers.is_some()
    }
}

/// A thing that is done while states are entered and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Takes the parameters that the instance was given when it began to be entered.
    KeepParams(StateInstanceId),
    /// Evaluates the defaults of the parameters of a start state.
    Defaults(StateInstanceId),
    /// Forgets which interfaces refused a message of the state.
    ForgetRefusals(StateInstanceId),
    /// The parameters have been evaluated and may be read.
    Params(StateInstanceId),
    /// The variables get their first values.
    Vars(StateInstanceId),
    /// Runs the `init` block.
    Init(StateInstanceId),
    /// Sends the message with this place among those that the state runs.
    Send(StateInstanceId, usize),
    /// Remembers the time.
    Timer(StateInstanceId),
    /// Remembers the time if the tracer keeps times: no transition needs it.
    Time(StateInstanceId),
    /// No action is FINAL yet, and nothing has failed.
    KeptResults(StateInstanceId),
    /// The memories of its guards begin.
    Memories(StateInstanceId),
    /// Calls the sub-skill of this slot.
    Start(usize),
    /// Runs the `exit` block.
    Exit(StateInstanceId),
    /// Leaves the sub-skill of this slot.
    Leave(usize),
    /// Ends the messages that the state runs.
    Stop(StateInstanceId),
    /// Remembers the state inside the instance, and its parameters.
    Remember(StateInstanceId),
}

/// The entry of an instance, with the start states inside it.
#[derive(Debug)]
pub struct Entry {
    pub steps: Vec<Step>,
    /// The instances that are active then, outermost first.
    pub states: Vec<StateInstanceId>,
    /// The one inside them, or the entered one itself, whose preconditions are checked first.
    pub waits: Option<StateInstanceId>,
    /// The last of `states`, if it may remember the one that is entered inside it next.
    pub goes_on: Option<StateInstanceId>,
    /// The steps that leave all active states if a message of an instance was refused, of its `init`
    /// or one that it runs.
    pub refused: Vec<(StateInstanceId, Vec<Step>)>,
}

/// Guards that are checked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Those under `always`, while this outermost instance is active.
    Always(StateInstanceId),
    /// Those of an instance.
    Own(StateInstanceId),
    /// Those on FAILED of the instance `by`, if what `of`, inside it, runs is FAILED.
    Handler { of: StateInstanceId, by: StateInstanceId },
    /// Those on FAILED under `always`, if what `of` runs is FAILED; the outermost instance is `top`.
    AlwaysHandler { of: StateInstanceId, top: StateInstanceId },
}

/// The check of a pass: a match over the active states that gives the transition that fires.
#[derive(Debug)]
pub struct Pass {
    /// The instance that a run begins with.
    pub start: Option<StateInstanceId>,
    pub arms: Vec<Arm>,
}

/// The part of a pass for an active instance.
#[derive(Debug)]
pub struct Arm {
    pub instance: StateInstanceId,
    /// Its preconditions, checked while it is being entered.
    pub preconditions: Vec<Choice>,
    /// The round that precedes those of the states inside it.
    pub first: Option<Round>,
    /// The states inside it.
    pub inside: Vec<Arm>,
    /// The round while no state inside it is active.
    pub alone: Option<Round>,
}

/// One round over an instance and those around it whose turn has not come, outermost first.
#[derive(Debug)]
pub struct Round {
    /// The instances whose `loop` blocks run.
    pub loops: Vec<StateInstanceId>,
    /// The instances whose actions or sub-skills run.
    pub runs: Vec<StateInstanceId>,
    /// Guards, in the order in which they are checked.
    pub groups: Vec<Group>,
}

/// Guards that are checked together, with their transitions.
#[derive(Debug)]
pub struct Group {
    pub check: Check,
    pub choices: Vec<Choice>,
}

/// A transition that can fire, and what is taken then.
#[derive(Debug)]
pub struct Choice {
    pub transition: TransitionId,
    pub take: Take,
}

/// The consequence of a transition that fires.
#[derive(Debug)]
pub enum Take {
    /// Its target has an error, which is already reported.
    Nothing,
    /// The same one, whatever is held.
    One(TransitionInstanceId),
    /// One for each state that the parameter of an instance can hold.
    ByHeld { owner: StateInstanceId, param: usize, each: Vec<(StateId, TransitionInstanceId)> },
}

/// The flow of variables while an instance is the innermost.
#[derive(Debug)]
pub struct Flow {
    /// The instances whose equations apply, outermost first.
    pub rates: Vec<StateInstanceId>,
    /// The instances whose crossings are searched for, with the bit of the first crossing of each.
    pub crossings: Vec<(StateInstanceId, usize)>,
    /// The transition of each bit.
    pub transitions: Vec<Choice>,
}

/// The bounds of the machine that are known at compile time.
#[derive(Debug)]
pub struct Bounds {
    pub states: u32,
    pub transitions: u32,
    /// The greatest number of guards evaluated in one pass, those of sub-skills aside.
    pub guards: u32,
    /// Slots that are active together.
    pub parallel: Vec<Vec<usize>>,
}
