//! Skills as data.

pub use crate::lets::Let;

/// A skill. States are identified by their index in [`Skill::states`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skill {
    /// The name of the skill.
    pub name: String,
    /// Whether the block of the skill before it in a list declares it, too: see
    /// [`pair`](crate::pair).
    pub is_second: bool,
    /// The arguments of the skill.
    pub arguments: Vec<SkillArgument>,
    /// The number of its variables, which start with 0.
    pub variables: usize,
    /// The number of values of its result; 0 if it has none.
    pub result: usize,
    /// The interfaces of the skill.
    pub interfaces: Vec<Interface>,
    /// The maximum number of transitions in one call of `exec`.
    pub max_transitions: u32,
    /// The transitions of the block `always`; those with [`Guard::OnResult`] are `on FAILED`.
    pub always: Vec<Transition>,
    /// All states; each precedes the states inside it.
    pub states: Vec<State>,
    /// The outermost start state.
    pub start: usize,
}

/// The largest first value of a result that has several.
pub const MAX_RESULT: u32 = 6;

/// An argument of a skill: a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillArgument {
    /// The value of the argument if a call does not give it.
    pub default: u32,
    /// The largest value, if it has a range, which begins at 0.
    pub max: Option<u32>,
}

/// The age of a value that is never stale.
pub const NEVER: u32 = u32::MAX;

/// An interface of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interface {
    /// The interface of the blackboard, as an index of
    /// [`Context::board`](crate::context::Context::board).
    pub on_board: usize,
    /// The interface of the blackboard whose name the variable has: of the first skill of a pair, the
    /// same.
    pub named: usize,
    /// The access of the skill to the interface.
    pub access: Access,
    /// The age in milliseconds beyond which its value is stale, or [`NEVER`]; if there is none,
    /// the [`Cell`](crate::context::Cell) has it.
    pub max_age: Option<u32>,
    /// Whether the skill uses its value, and not only sends to it. Otherwise its age does not
    /// matter to a skill that says none.
    pub uses_value: bool,
    /// Whether what the skill has sent runs on when it ends.
    pub keeps_running: bool,
}

/// The access of a skill to an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The skill reads the interface and sends messages to its writer, which must exist.
    Required,
    /// The skill reads the interface and sends messages to its writer, if there is one.
    Optional,
    /// The skill is the writer of the interface.
    Writes,
}

/// A state of a skill.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// The state around it.
    pub parent: Option<usize>,
    /// The start state inside it.
    pub start: Option<usize>,
    /// The parameters of the state.
    pub parameters: Vec<Parameter>,
    /// The defaults of the last of them; those of a start state have all.
    pub defaults: Vec<Term>,
    /// Whether blocks may assign the numbers among them.
    pub assigns_parameters: bool,
    /// The initial values of its variables.
    pub variables: Vec<Term>,
    /// Its blocks `init`, `loop` and `exit`.
    pub blocks: [Option<Block>; 3],
    /// The sub-skills, actions and messages that it runs.
    pub runs: Vec<Activity>,
    /// The number of them that must be FINAL, if not all.
    pub needs: Option<usize>,
    /// Whether each of them has a label, `e` and its place.
    pub labels: bool,
    /// Its tries, if it is tried again.
    pub tries: Option<Tries>,
    /// Whether it passes a failure on with `?`, the last transition of [`State::on_failed`].
    pub passes_on: bool,
    /// The preconditions of the state.
    pub preconditions: Vec<Transition>,
    /// Its transitions `on FINAL`, in order; none if it runs nothing, and perhaps if only messages. The last has no condition.
    pub on_final: Vec<Transition>,
    /// Its transitions `on FAILED`, in order, for what it runs and for what states inside run. The
    /// last may have a condition where a state around, or the skill, handles the failure.
    pub on_failed: Vec<Transition>,
    /// The other transitions of the state, in order.
    pub transitions: Vec<Transition>,
}

/// The tries of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Tries {
    /// Their number, in the scope of the state.
    pub count: Term,
    /// The state beside it that leads to the next try.
    pub via: Option<usize>,
    /// The transition for a failure that nothing in the state handles.
    pub unhandled: Transition,
}

/// The names of the blocks, as indexes of [`State::blocks`].
pub const BLOCKS: [&str; 3] = ["init", "loop", "exit"];

/// A block: it reports the values of some names, assigns, sends and publishes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The names whose values it reports.
    pub reported: Vec<Name>,
    /// Its assignments, in order.
    pub assignments: Vec<(Name, Term)>,
    /// The messages that it sends, in order, with their contents.
    pub sends: Vec<(Message, Name)>,
    /// The interface to which it assigns the value of a name.
    pub publishes: Option<(usize, Name)>,
}

/// A message to an interface of the skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    /// The index of the interface in [`Skill::interfaces`].
    pub interface: usize,
    /// The message of the interface.
    pub kind: Kind,
}

/// The messages of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One that begins and ends nothing.
    Note,
    /// One that empties the queue first, and ends nothing.
    Halt,
    /// One until [`Kind::Stop`].
    Go,
    /// Another one until [`Kind::Stop`].
    Run,
    /// One until [`Kind::Rest`].
    Turn,
    /// One that empties the queue first, and ends others. It has no content.
    Stop,
    /// The same for others.
    Rest,
}

impl Kind {
    /// The messages that end others.
    pub const ENDS: [Self; 2] = [Self::Stop, Self::Rest];

    /// Returns whether it empties the queue first.
    #[must_use]
    pub fn flushes(self) -> bool {
        matches!(self, Self::Halt | Self::Stop | Self::Rest)
    }

    /// Returns the place in [`Kind::ENDS`] of the message until which it runs.
    #[must_use]
    pub fn until(self) -> Option<usize> {
        match self {
            Self::Go | Self::Run => Some(0),
            Self::Turn => Some(1),
            _ => None,
        }
    }

    /// Returns its place in [`Kind::ENDS`].
    #[must_use]
    pub fn ends(self) -> Option<usize> {
        Self::ENDS.iter().position(|of| *of == self)
    }
}

/// A sub-skill, an action or a message of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Activity {
    /// The call of a sub-skill.
    Skill(Call),
    /// The call of an action.
    Action(Action),
    /// A message, with its content.
    Message(Message, Term),
}

/// The call of a sub-skill.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Call {
    /// The index of the skill.
    pub skill: usize,
    /// The given arguments: index and value.
    pub arguments: Vec<(usize, Term)>,
    /// `..base`: gives each argument that is not in the list this number plus its index.
    pub base: Option<Term>,
}

/// An action with one argument: it reports the argument and sends it in messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// The argument of the action.
    pub argument: Term,
    /// The messages that it sends, in order; their content is the argument.
    pub sends: Vec<Message>,
    /// The argument modulo this number is 0 if the action is FINAL, 1 if it is FAILED.
    pub divisor: u32,
}

/// A parameter of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A parameter that is a number.
    Number,
    /// A state that takes such arguments.
    State {
        /// Whether it is passed by reference.
        by_ref: bool,
        /// The parameters of the state.
        takes: Vec<Parameter>,
    },
}

/// A transition to a state, FINAL or FAILED.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// If set, each evaluation of a [`Guard::When`] is an event with this id.
    pub id: Option<usize>,
    /// The number by which it is documented; 0 if it is not.
    pub label: usize,
    /// The names that its guard binds, before its condition.
    pub lets: Vec<Let>,
    /// The guard of the transition.
    pub guard: Guard,
    /// The target of the transition.
    pub target: Target,
    /// The arguments of the target.
    pub arguments: Vec<Argument>,
    /// The places in [`State::runs`] whose results it binds; only `on FINAL`.
    pub binds: Vec<usize>,
    /// The places in [`State::runs`] that it names without their results.
    pub finals: Vec<usize>,
    /// Whether it names the failure; only `on FAILED`.
    pub names_failure: bool,
    /// Whether it enters the states that its target, [`Target::State`], remembers.
    pub resume: Option<Resume>,
}

/// The states that a state remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resume {
    /// `resume`: the state directly inside it.
    Shallow,
    /// `resume deep`: all states inside it.
    Deep,
}

/// The guard of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Guard {
    /// `when` and a condition.
    When(Condition),
    /// `when` and a condition with a memory.
    Remembers(Memory, Condition),
    /// `after` a number of ticks since the entry of the state, and `when`.
    AfterTicks(u32, Option<Condition>),
    /// `after` a number of milliseconds since the entry of the state, and `when`.
    AfterMillis(u32, Option<Condition>),
    /// `otherwise`: always.
    Otherwise,
    /// The result of the state's sub-skills and actions, see [`State::on_final`], and `when`.
    OnResult(Option<Condition>),
}

/// The memory of a guard: when its condition counts as true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// `rising`: when it has become true.
    pub rising: bool,
    /// `for`: when it was true for so many milliseconds.
    pub millis: Option<u32>,
}

/// A condition of a guard.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `true` or `false`.
    Literal(bool),
    /// A Boolean input: not 0.
    Input(usize),
    /// The negation of a condition.
    Not(Box<Condition>),
    /// The conjunction of conditions.
    All(Vec<Condition>),
    /// The disjunction of conditions.
    Any(Vec<Condition>),
    /// A comparison of numbers.
    Compare(Comparison, Term, Term),
    /// Whether an interface of the skill has a writer.
    HasWriter(usize),
    /// Whether the value of an interface of the skill is stale, or there is no writer.
    Stale(usize),
    /// Whether an interface of the skill refused a message.
    Refused(usize),
}

/// A comparison of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

/// An expression for a number.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A literal number.
    Number(f64),
    /// The value of an input.
    Input(usize),
    /// The value of an interface of the skill.
    Value(usize),
    /// `self.elapsed()`, in milliseconds; only in guards of active states.
    Elapsed,
    /// The value of a name.
    Name(Name),
    /// An operation on two numbers.
    Arithmetic(Operator, Box<Term>, Box<Term>),
}

/// An arithmetic operator on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `%`: the result has the sign of the divisor.
    Modulo,
}

/// The name of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// An argument or a variable of the skill; the arguments come first.
    Skill(usize),
    /// A parameter of a state: state and index.
    Parameter(usize, usize),
    /// A variable of a state: state and index.
    State(usize, usize),
    /// The result that the transition binds: place in [`State::runs`], and which of its values if
    /// there are several.
    Result(usize, Option<usize>),
    /// The number of the failure that the transition names.
    Failure,
    /// A name that the guard of the transition binds: place in [`Transition::lets`].
    Bound(usize),
}

/// The target of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The state at this index.
    State(usize),
    /// The state that a parameter holds: state and index.
    Held(usize, usize),
    /// FINAL, with the values of the result.
    Final(Vec<Term>),
    /// FAILED, with a number as its reason.
    Failed(Option<Term>),
    /// FAILED with the failure of the sub-skill; only `on FAILED`.
    PassOn,
}

/// An argument for a parameter of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The value of a number.
    Number(Term),
    /// The state at this index.
    State(usize),
    /// The state that a parameter holds: state and index.
    Held(usize, usize),
}

impl State {
    /// Returns its transitions, but for the preconditions, in the order in which they are checked.
    pub fn leaving(&self) -> impl Iterator<Item = &Transition> {
        self.on_final.iter().chain(&self.on_failed).chain(&self.transitions)
    }

    /// Returns whether it runs something that can be FAILED: messages cannot.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        !self.runs.iter().all(|activity| matches!(activity, Activity::Message(..)))
    }
}

impl Skill {
    /// Returns the transitions of all states, those under `always` and preconditions included.
    pub fn all_transitions(&self) -> impl Iterator<Item = &Transition> {
        let of_states = |of| State::leaving(of).chain(&of.preconditions);
        self.always.iter().chain(self.states.iter().flat_map(of_states))
    }

    /// Returns whether a transition enters what a state remembers in this way.
    #[must_use]
    pub fn is_resumed(&self, state: usize, resume: Resume) -> bool {
        let resumes =
            |of: &Transition| of.resume == Some(resume) && of.target == Target::State(state);
        self.all_transitions().any(resumes)
    }

    /// Returns a state and the states around it, innermost first.
    pub fn ancestors(&self, state: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(state, |state| self.states[*state].parent)
    }

    /// Returns the names that are visible in a state, outermost first; `None` is the skill.
    #[must_use]
    pub fn names(&self, state: Option<usize>) -> Vec<Name> {
        let mut chain: Vec<usize> = self.ancestors(state).collect();
        chain.reverse();
        let mut names: Vec<Name> =
            (0..self.arguments.len() + self.variables).map(Name::Skill).collect();
        for index in chain {
            let state = &self.states[index];
            let numbers = state.parameters.iter().enumerate();
            let numbers = numbers.filter(|(_, parameter)| **parameter == Parameter::Number);
            names.extend(numbers.map(|(place, _)| Name::Parameter(index, place)));
            names.extend((0..state.variables.len()).map(|place| Name::State(index, place)));
        }
        names
    }
}

impl Guard {
    /// Returns the condition, if it has one.
    #[must_use]
    pub fn condition(&self) -> Option<&Condition> {
        match self {
            Guard::When(condition) | Guard::Remembers(_, condition) => Some(condition),
            Guard::AfterTicks(_, condition)
            | Guard::AfterMillis(_, condition)
            | Guard::OnResult(condition) => condition.as_ref(),
            Guard::Otherwise => None,
        }
    }
}

impl Condition {
    /// Returns whether the condition is `part`, or contains it.
    #[must_use]
    pub fn contains(&self, part: &Condition) -> bool {
        self == part
            || match self {
                Condition::Not(inner) => inner.contains(part),
                Condition::All(parts) | Condition::Any(parts) => {
                    parts.iter().any(|inner| inner.contains(part))
                }
                _ => false,
            }
    }
}

impl Term {
    /// Returns the sum of a name and a number.
    #[must_use]
    pub fn sum(name: Name, number: u32) -> Self {
        let number = Term::Number(number.into());
        Term::Arithmetic(Operator::Add, Box::new(Term::Name(name)), Box::new(number))
    }

    /// Returns whether a name for which `is` holds occurs in it.
    pub fn mentions(&self, is: &impl Fn(Name) -> bool) -> bool {
        match self {
            Term::Number(_) | Term::Input(_) | Term::Value(_) | Term::Elapsed => false,
            Term::Name(name) => is(*name),
            Term::Arithmetic(_, left, right) => left.mentions(is) || right.mentions(is),
        }
    }
}
