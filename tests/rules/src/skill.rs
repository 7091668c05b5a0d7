//! Skills as data.

/// A skill. States are identified by their index in [`Skill::states`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// The number of its variables, which start with 0.
    pub variables: usize,
    /// The maximum number of transitions in one call of `exec`.
    pub max_transitions: u32,
    /// The transitions of the block `always`.
    pub always: Vec<Transition>,
    /// All states; each precedes the states inside it.
    pub states: Vec<State>,
    /// The outermost start state.
    pub start: usize,
}

/// A state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// The state around it.
    pub parent: Option<usize>,
    /// The start state inside it.
    pub start: Option<usize>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The initial values of its variables.
    pub variables: Vec<Term>,
    /// Its blocks `init`, `loop` and `exit`.
    pub blocks: [Option<Block>; 3],
    /// The indexes of the skills that it runs.
    pub sub_skills: Vec<usize>,
    /// Its preconditions.
    pub preconditions: Vec<Transition>,
    /// Its transitions `on FINAL` and `on FAILED`; none if it runs no skills.
    pub on_result: Vec<Transition>,
    /// Its other transitions.
    pub transitions: Vec<Transition>,
}

/// The names of the blocks, as indexes of [`State::blocks`].
pub const BLOCKS: [&str; 3] = ["init", "loop", "exit"];

/// A block: it reports the values of some names, then assigns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The names whose values it reports.
    pub reported: Vec<Name>,
    /// Its assignments, in order.
    pub assignments: Vec<(Name, Term)>,
}

/// A parameter of a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A number.
    Number,
    /// A state that takes such arguments.
    State {
        /// Whether it is passed by reference.
        by_ref: bool,
        /// The parameters of the state.
        takes: Vec<Parameter>,
    },
}

/// A transition.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// If set, each evaluation of a [`Guard::When`] is an event with this id.
    pub id: Option<usize>,
    /// Its guard.
    pub guard: Guard,
    /// Its target.
    pub target: Target,
    /// The arguments of the target.
    pub arguments: Vec<Argument>,
}

/// The guard of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Guard {
    /// `when`
    When(Condition),
    /// `after` a number of ticks since the entry of the state.
    AfterTicks(u32),
    /// `after` a number of milliseconds since the entry of the state.
    AfterMillis(u32),
    /// `otherwise`
    Otherwise,
    /// The result of the sub-skills, see [`State::on_result`].
    OnResult,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `true` or `false`.
    Literal(bool),
    /// A Boolean input: not 0.
    Input(usize),
    /// A negation.
    Not(Box<Condition>),
    /// A conjunction.
    All(Vec<Condition>),
    /// A disjunction.
    Any(Vec<Condition>),
    /// A comparison of numbers.
    Compare(Comparison, Term, Term),
}

/// A comparison.
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

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A literal.
    Number(f64),
    /// An input.
    Input(usize),
    /// The value of a name.
    Name(Name),
    /// An operation.
    Arithmetic(Operator, Box<Term>, Box<Term>),
}

/// An arithmetic operator.
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
    /// A variable of the skill.
    Skill(usize),
    /// A parameter of a state: state and index.
    Parameter(usize, usize),
    /// A variable of a state: state and index.
    State(usize, usize),
}

/// The target of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A state.
    State(usize),
    /// The state that a parameter holds: state and index.
    Held(usize, usize),
    /// FINAL.
    Final,
    /// FAILED, with a number as its reason.
    Failed(Option<Term>),
}

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A number.
    Number(Term),
    /// A state.
    State(usize),
    /// The state that a parameter holds: state and index.
    Held(usize, usize),
}

impl Skill {
    /// Returns a state and the states around it, innermost first.
    pub fn ancestors(&self, state: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(state, |state| self.states[*state].parent)
    }

    /// Returns the names that are visible in a state, outermost first; `None` is the skill.
    #[must_use]
    pub fn names(&self, state: Option<usize>) -> Vec<Name> {
        let mut chain: Vec<usize> = self.ancestors(state).collect();
        chain.reverse();
        let mut names: Vec<Name> = (0..self.variables).map(Name::Skill).collect();
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
            Term::Number(_) | Term::Input(_) => false,
            Term::Name(name) => is(*name),
            Term::Arithmetic(_, left, right) => left.mentions(is) || right.mentions(is),
        }
    }
}
