//! The lowered machine: plain data that says all that the generated code does.

use crate::skill::check::scope::Scope;
use crate::skill::check::{StateId, StateInstanceId, TransitionId, TransitionInstanceId};
use std::collections::BTreeMap;

/// A skill or agent as it runs.
#[derive(Debug)]
pub struct Machine {
    pub name: String,
    /// How many states are active at once at most.
    pub depth: usize,
    /// Whether variables flow while time passes.
    pub flows: bool,
    /// Whether a pass must know that it has just entered a state: then nothing steps or
    /// flows in the rounds after.
    pub marks_entries: bool,
    pub max_transitions: u32,
    /// The code of each state as written, by [`StateId`].
    pub code: Vec<StateCode>,
    /// The states as they run, by [`StateInstanceId`].
    pub states: Vec<StateInstance>,
    /// The transitions as they run, by [`TransitionInstanceId`].
    pub transitions: Vec<TransitionInstance>,
    /// The machines of sub-skills, in the order in which the trace numbers them.
    pub slots: Vec<Slot>,
    /// The places at which transitions are taken.
    pub sites: Vec<Site>,
    pub pass: Pass,
    /// Leaves all that is active; `None` if that runs nothing.
    pub leave: Option<ExitMatch>,
    pub bounds: Bounds,
}

/// The code of a state as written.
#[derive(Debug)]
pub struct StateCode {
    /// `None` if `self` is the variables of the skill and nothing else.
    pub view: Option<View>,
}

/// What `self` is in the code of a state that has parameters or variables, or lies in one
/// that has: references to all that the code names.
#[derive(Debug)]
pub struct View {
    /// What the code names while the state is active, the skill's aside.
    pub active: Vec<Scope>,
    /// The same before the variables of the state have their first values; `None` if it
    /// has no variables.
    pub before: Option<Vec<Scope>>,
    /// Through which field each name is reached.
    pub paths: BTreeMap<String, Scope>,
    /// All that is visible while the state is active, innermost first.
    pub visible: Vec<Scope>,
    /// The same before its variables have their first values.
    pub visible_before: Vec<Scope>,
}

/// When the code of a state runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before its variables have their first values.
    Before,
    /// While it is active.
    Active,
}

/// A state at its place in the tree.
#[derive(Debug)]
pub struct StateInstance {
    pub state: StateId,
    /// Tells it from its siblings: the state's name, and for a state that is passed by
    /// value the parameter's, too.
    pub name: String,
    pub parent: Option<StateInstanceId>,
    pub children: Vec<StateInstanceId>,
    /// Whether it can be the innermost active state.
    pub innermost: bool,
    /// The number of active states when it is the innermost.
    pub depth: usize,
    pub has_params: bool,
    pub has_vars: bool,
    /// Its sub-skills: indices of [`Machine::slots`].
    pub slots: Vec<usize>,
    pub has_loop: bool,
    pub has_action: bool,
    /// Whether its transitions ask how long it is active.
    pub has_timer: bool,
    /// Whether its transitions ask for the result of what it runs.
    pub has_result: bool,
    pub has_preconditions: bool,
    /// What its code is called on.
    pub receiver: Receiver,
    /// How variables flow while it is the innermost active state.
    pub flow: Option<Flow>,
    /// What enters it; with preconditions, what begins to.
    pub entry: Entry,
    /// What enters it once its preconditions have let it.
    pub resume: Option<Entry>,
}

/// What the code of a state is called on.
#[derive(Debug)]
pub enum Receiver {
    /// The variables of the skill.
    Skill,
    /// A view made for the call.
    View {
        /// Where each field of the view is, by the depth of the state that holds it.
        active: Vec<(Scope, usize)>,
        /// The same before the state's variables have their first values.
        before: Vec<(Scope, usize)>,
    },
}

/// The machine of a sub-skill.
#[derive(Debug)]
pub struct Slot {
    pub owner: StateInstanceId,
    /// Its place among the sub-skills of its state.
    pub place: usize,
    pub skill: String,
}

/// A transition between instances.
#[derive(Debug)]
pub struct TransitionInstance {
    /// As it is written.
    pub transition: TransitionId,
    /// The instance it leaves; those under `always` leave any.
    pub from: Option<StateInstanceId>,
    pub to: End,
    /// What is evaluated before anything is left.
    pub evaluates: Evaluates,
    /// When it fires, as its documentation or its trigger says.
    pub label: String,
}

/// Where a transition ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    State(StateInstanceId),
    Final,
    Failed,
}

/// What a transition evaluates before anything is left.
#[derive(Debug)]
pub enum Evaluates {
    Nothing,
    /// The values of the target's parameters.
    Params(Moment),
    /// The same as a tuple: which state is held is known at run time only.
    ParamsOfHeld(Moment, StateId),
    /// The numbers of the reason.
    Reason(Moment),
    /// A failure that carries nothing.
    Failure,
    /// The failure of the first of these sub-skills that has failed.
    FailureOfSub(Vec<usize>),
}

/// A place at which a transition is taken: what is active there decides what is left.
#[derive(Debug)]
pub struct Site {
    pub transition: TransitionInstanceId,
    pub source: Source,
    pub exits: Exits,
}

/// The innermost active state where a transition is taken.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// This one.
    State(StateInstanceId),
    /// This one, or any inside it.
    Inside(StateInstanceId),
    /// Any.
    Any,
}

/// What is left, in order.
#[derive(Debug)]
pub struct Exits {
    /// First what is active inside.
    pub inside: Option<ExitMatch>,
    pub steps: Vec<Step>,
}

/// Leaves whichever of some siblings is active, with all inside it.
#[derive(Debug)]
pub struct ExitMatch {
    /// The depth of the state around them.
    pub depth: usize,
    pub arms: Vec<(StateInstanceId, Exits)>,
}

/// A thing that is done while states are entered and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Takes the parameters that the instance was given when it began to be entered.
    KeepParams(StateInstanceId),
    /// What it sends has not been refused yet.
    ForgetRefusals(StateInstanceId),
    /// The parameters have been evaluated and may be read.
    Params(StateInstanceId),
    /// The variables get their first values.
    Vars(StateInstanceId),
    /// Runs the `init` block.
    Init(StateInstanceId),
    /// Remembers the time.
    Timer(StateInstanceId),
    /// Remembers the time if a trace is kept: no transition asks for it.
    Time(StateInstanceId),
    /// Calls the sub-skill of this slot.
    Start(usize),
    /// Runs the `exit` block.
    Exit(StateInstanceId),
    /// Resets the sub-skill of this slot.
    Reset(usize),
}

/// How an instance is entered, with the start states inside it.
#[derive(Debug)]
pub struct Entry {
    pub steps: Vec<Step>,
    /// The instances that are active then, outermost first.
    pub states: Vec<StateInstanceId>,
    /// The one inside them, or the entered one itself, whose preconditions are asked first.
    pub waits: Option<StateInstanceId>,
    pub then: Then,
}

/// What follows on an entry.
#[derive(Debug)]
pub enum Then {
    /// A further round of the pass.
    Round,
    /// Nothing: no guard can hold so soon.
    Settled,
    /// These guards are asked at once, which may save the further round.
    Check(Vec<Check>),
}

/// Guards that are asked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Those under `always`, while this outermost instance is active.
    Always(StateInstanceId),
    /// Those of an instance.
    Own(StateInstanceId),
}

/// A pass: the match over the active states.
#[derive(Debug)]
pub struct Pass {
    /// The instance that a run begins with.
    pub start: Option<StateInstanceId>,
    pub arms: Vec<Arm>,
    /// Transitions under `always`, taken wherever the machine is.
    pub always: Vec<Choice>,
}

/// What a pass does while an instance is active.
#[derive(Debug)]
pub struct Arm {
    pub instance: StateInstanceId,
    /// Its preconditions, asked while it is being entered.
    pub preconditions: Vec<Choice>,
    /// What is done before the states inside it have their turn.
    pub first: Option<Round>,
    /// The states inside it.
    pub inside: Vec<Arm>,
    /// What is done while no state inside it is active; `None` if one always is.
    pub alone: Option<Alone>,
}

/// What a pass does while an instance is the innermost.
#[derive(Debug)]
pub struct Alone {
    pub round: Option<Round>,
    /// Whether a run's first pass steps once it has entered its states.
    pub steps_after_begin: bool,
}

/// One round over an instance and those around it whose turn has not come, outermost first.
#[derive(Debug)]
pub struct Round {
    /// The innermost active state, while which variables flow.
    pub flow: Option<StateInstanceId>,
    /// Whose `loop` blocks run.
    pub loops: Vec<StateInstanceId>,
    /// Whose actions or sub-skills run.
    pub runs: Vec<StateInstanceId>,
    /// Guards, in the order in which they are asked, with what they lead to.
    pub groups: Vec<Group>,
}

/// Guards that are asked together, with their transitions.
#[derive(Debug)]
pub struct Group {
    pub check: Check,
    /// Empty for those under `always`: these are taken in one place for all.
    pub choices: Vec<Choice>,
}

/// What is done if a transition fires.
#[derive(Debug)]
pub struct Choice {
    pub transition: TransitionId,
    pub take: Take,
}

/// How a transition that fires is taken.
#[derive(Debug)]
pub enum Take {
    /// It leads nowhere, which was reported.
    Nothing,
    /// At this site.
    At(usize),
    /// By the state that the parameter of an instance holds.
    ByHeld { owner: StateInstanceId, param: usize, sites: Vec<(StateId, usize)> },
}

/// How variables flow while an instance is the innermost.
#[derive(Debug)]
pub struct Flow {
    /// Whose equations apply, outermost first.
    pub rates: Vec<StateInstanceId>,
    /// Whose crossings are looked for, with the bit of the first of each.
    pub crossings: Vec<(StateInstanceId, usize)>,
    /// The transition of each bit.
    pub transitions: Vec<TransitionId>,
}

/// What is known of the machine at compile time.
#[derive(Debug)]
pub struct Bounds {
    pub states: u32,
    pub transitions: u32,
    /// How many guards are evaluated in one pass at most, those of sub-skills aside.
    pub guards: u32,
    /// Slots that are active together.
    pub parallel: Vec<Vec<usize>>,
}
