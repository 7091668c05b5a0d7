//! Faults of the interpreter, one for each part of the newer rules: a comparison that misses one of
//! them compares too little.

/// A fault that the interpreter can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Rule 12: it is not checked whether interfaces have writers.
    WritersUnchecked,
    /// Rule 12: optional interfaces must have writers, too.
    OptionalChecked,
    /// Rule 12: the age of values is not checked.
    AgesUnchecked,
    /// Rule 12: the age of values is checked before the writers.
    AgesFirst,
    /// Rule 12: inputs are checked after the `loop` blocks of the first state.
    ChecksAfterLoop,
    /// Rule 13: a message that is refused is ignored.
    RefusalIgnored,
    /// Rule 13: no transition decides.
    NothingDecides,
    /// Rule 13: the transitions of states around the one that sent do not decide.
    OuterUndecided,
    /// Rule 13: transitions under `always` decide in their target, too.
    TargetDecides,
    /// Rule 13: only the state that sent sees the refusal.
    OuterUnseen,
    /// Rule 13: the last refusal of a block is the reason, not the first.
    LastRefusal,
    /// Rule 13: a refusal in an `exit` is not counted.
    ExitUncounted,
    /// Rule 13: a `flush` message does not empty the queue.
    FlushKeeps,
    /// Rule 4: a parameter without a value is 0.
    DefaultIgnored,
    /// A block that assigns a parameter leaves it as it is.
    ParameterKept,
    /// Rule 6: a failure that is passed on is one of the caller.
    FailureOfCaller,
    /// Rule 6: a transition on FAILED sees a failure of its own skill.
    FailureUnseen,
    /// Rule 2: the states around handle a failure outermost first.
    HandlersOutermostFirst,
    /// Rule 2: the states around handle a failure after all transitions of the state.
    HandlersLast,
    /// Rule 6: the failure that a state around passes on is that of its own activities.
    FailureOfHandler,
    /// Rule 7: an action of several that is FINAL is run again.
    ActionAgain,
    /// Rule 7: what is after a failure in the list is run.
    RoundGoesOn,
    /// Rule 7: all of a list must be FINAL.
    ListNeedsAll,
    /// Rule 7: what comes after the last that is needed in the list is run.
    ListGoesOn,
    /// Rule 7: a list of which not all must be FINAL is FAILED when one is.
    ListSparesNone,
    /// Rule 6: the failure of a list is that of the first that is FAILED.
    FirstFailure,
    /// Rule 7: what a state runs is sent before its `init`.
    RunsSentFirst,
    /// Rule 7: a refused message that a state runs is ignored.
    RunsUnrefused,
    /// Rule 7: a message is done when the writer has done any.
    AnyMessageDone,
    /// Rule 7: a message that is done runs again when the writer has taken another one.
    MessageForgotten,
    /// Rule 7: a message that is never done counts among those that can be FINAL.
    NeverDoneSpared,
    /// Rule 2: a transition on FINAL is taken whatever of a list it names.
    NamesUnchecked,
    /// Rule 7: the base of a call wins over its arguments.
    BaseWins,
    /// Rule 2: `after` ignores the guard after `when`.
    GuardOfTimerIgnored,
    /// Rule 15: a guard that holds at the entry counts as rising.
    RisesAtOnce,
    /// Rule 15: a guard that has risen, and holds, rises again.
    RisesAgain,
    /// Rule 15: the time of `for` does not begin anew where the guard is false.
    TimeKept,
    /// Rule 15: the memory of a guard under `always` outlives its target.
    AlwaysRemembers,
    /// Rule 2: `on FINAL` and `on FAILED` ignore the guard after `when`.
    GuardOfResultIgnored,
    /// Rule 2: a `let` holds also where its pattern does not match.
    LetAlwaysBinds,
    /// Rule 16: each try is the second one.
    TriesUncounted,
    /// Rule 16: `via` is ignored.
    TriedDirectly,
    /// Rule 16: the state between two tries leads to the first one.
    TriesForgotten,
    /// Rule 17: a resume enters the start state.
    ResumesNothing,
    /// Rule 17: other transitions enter what is remembered, too.
    ResumesAlways,
    /// Rule 17: `deep` is ignored.
    ResumesShallow,
    /// Rule 17: all states inside are entered again without `deep`, too.
    ResumesDeep,
    /// Rule 17: the parameters of the state itself have their defaults.
    ResumesDefaults,
    /// Rule 17: the parameters of the state inside are those before its `exit`.
    RemembersBeforeExit,
    /// Rule 17: a state that was to be entered is not remembered.
    RemembersEntered,
    /// Rule 17: a state is remembered once only.
    RemembersFirst,
    /// Rule 17: the memory outlives a reset.
    RemembersReset,
    /// Rule 14: the range of a result is not checked.
    ResultUnchecked,
    /// Rule 14: the result is evaluated after the states were left.
    ResultAfterExits,
    /// Rule 19: what a state runs goes on when the state is left.
    RunsOnWithoutState,
    /// Rule 19: what runs goes on when a transition ends the skill.
    RunsOnAtTheEnd,
    /// Rule 19: what runs goes on after a refusal or a lost input.
    RunsOnAfterFailure,
    /// Rule 19: what runs goes on after a reset, and when a caller leaves the skill.
    RunsOnAfterReset,
    /// Rule 19: what a state runs ends before its `exit`.
    EndsBeforeExit,
    /// Rule 19: what a block has ended is ended again.
    EndsUnnoticed,
    /// Rule 19: what another sender has replaced is ended.
    OthersUnseen,
    /// Rule 19: `keeps_running` is ignored.
    KeepsNothing,
}

impl Fault {
    /// All faults, in order of the rules.
    pub const ALL: [Self; 62] = [
        Self::WritersUnchecked,
        Self::OptionalChecked,
        Self::AgesUnchecked,
        Self::AgesFirst,
        Self::ChecksAfterLoop,
        Self::RefusalIgnored,
        Self::NothingDecides,
        Self::OuterUndecided,
        Self::TargetDecides,
        Self::OuterUnseen,
        Self::LastRefusal,
        Self::ExitUncounted,
        Self::FlushKeeps,
        Self::DefaultIgnored,
        Self::ParameterKept,
        Self::FailureOfCaller,
        Self::FailureUnseen,
        Self::HandlersOutermostFirst,
        Self::HandlersLast,
        Self::FailureOfHandler,
        Self::ActionAgain,
        Self::RoundGoesOn,
        Self::ListNeedsAll,
        Self::ListGoesOn,
        Self::ListSparesNone,
        Self::FirstFailure,
        Self::RunsSentFirst,
        Self::RunsUnrefused,
        Self::AnyMessageDone,
        Self::MessageForgotten,
        Self::NeverDoneSpared,
        Self::NamesUnchecked,
        Self::BaseWins,
        Self::GuardOfTimerIgnored,
        Self::RisesAtOnce,
        Self::RisesAgain,
        Self::TimeKept,
        Self::AlwaysRemembers,
        Self::GuardOfResultIgnored,
        Self::LetAlwaysBinds,
        Self::TriesUncounted,
        Self::TriedDirectly,
        Self::TriesForgotten,
        Self::ResumesNothing,
        Self::ResumesAlways,
        Self::ResumesShallow,
        Self::ResumesDeep,
        Self::ResumesDefaults,
        Self::RemembersBeforeExit,
        Self::RemembersEntered,
        Self::RemembersFirst,
        Self::RemembersReset,
        Self::ResultUnchecked,
        Self::ResultAfterExits,
        Self::RunsOnWithoutState,
        Self::RunsOnAtTheEnd,
        Self::RunsOnAfterFailure,
        Self::RunsOnAfterReset,
        Self::EndsBeforeExit,
        Self::EndsUnnoticed,
        Self::OthersUnseen,
        Self::KeepsNothing,
    ];
}
