//! Transitions: targets exist, triggers fit, results of sub-skills are handled.

use super::outcomes::{Outcome, Seen, names};
use super::targets::{TargetValues, leads_inside, target, values_of};
use super::{
    Analysis, Draft, DraftValue, Lost, MAX_TRANSITIONS, State, StateId, TransitionId, Value, args,
    hybrid, reasons, results, resumes,
};
use crate::skill::ast::{self, Code, Memory, Time, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::names::{is_made_up, plain};
use crate::syntax::{docs, label};
use proc_macro2::Span;
use syn::Ident;

/// Numbers the transitions: the root's first, then each state's in order, with the position of its
/// `?` if it has one.
pub fn check(
    analysis: &mut Analysis,
    transitions_of: Vec<(Vec<ast::Transition>, Option<Span>)>,
    always: Vec<ast::Transition>,
    errors: &mut Errors,
) {
    let is_failed = |of: &ast::Transition| matches!(of.trigger, Some(Trigger::OnFailed(..)));
    let always_handles = always.iter().any(is_failed) || errors.lost.always;
    let is_final = |of: &ast::Transition| matches!(of.trigger, Some(Trigger::OnFinal(..)));
    let handles_final = always.iter().any(is_final);
    let mut on_failed = Outcome::default();
    for mut transition in always {
        since_the_beginning(&mut transition);
        let Some(trigger) = &transition.trigger else {
            target(analysis, None, &transition.target, errors);
            continue;
        };
        let fits =
            matches!(trigger, Trigger::When(..) | Trigger::Remembers(..) | Trigger::OnFailed(..));
        if !fits || transition.precond.is_some() {
            let help = match trigger {
                Trigger::After(Time::Ticks(_), _) => "write a time, such as `10s`",
                Trigger::After(_, Some(_)) => {
                    "remove the guard, or write the transition in a state around the others: `start state NAME { .. }`"
                }
                Trigger::After(..) | Trigger::Crossing(_) => {
                    "write it in a state around the others: `start state NAME { .. }`"
                }
                _ => "write `-> TARGET when GUARD;`",
            };
            let message = "only `when` and `on FAILED` transitions, and `after` to FINAL or FAILED, are allowed in `always`";
            let (at, message, help) = match (transition.precond, trigger) {
                (Some(at), _) => (
                    at,
                    "`precond` in `always`",
                    "remove `precond`, or move the transition into the state that it guards",
                ),
                (None, Trigger::OnFinal(..)) => (
                    transition.arrow,
                    "`on FINAL` in `always`",
                    "move it into the state that runs the sub-skill",
                ),
                (None, _) => (transition.arrow, message, help),
            };
            let before = errors.count();
            if let Some(to) = target(analysis, None, &transition.target, errors) {
                analysis.drop_transition(None, Some(to));
            }
            // `after` to a target that does not exist may be right.
            if errors.count() == before || !matches!(trigger, Trigger::After(..)) {
                errors.span(at, format!("{message}\nhelp: {help}"));
            }
            continue;
        }
        if is_failed(&transition) {
            let mut states = analysis.states.iter().zip(&analysis.lost);
            if !states.any(|(state, lost)| state.can_fail() || lost.runs) {
                errors.span(transition.arrow, "`on FAILED` in `always`, but no state runs a sub-skill\nhelp: use another trigger, or write `state NAME = Skill { .. }`");
                let to = target(analysis, None, &transition.target, errors);
                analysis.drop_transition(None, to);
                continue;
            }
            if !on_failed.adds("FAILED", &transition, false, errors) {
                continue;
            }
        }
        if let Some(id) = add(analysis, None, transition, errors) {
            analysis.always.push(id);
        }
    }
    for (state, (transitions, _)) in transitions_of.iter().enumerate() {
        analysis.lost[state].written.on_failed = transitions.iter().any(is_failed);
    }
    let mut all_seen = Vec::new();
    for (state, (transitions, question)) in transitions_of.into_iter().enumerate() {
        let mut seen = Seen::default();
        for transition in transitions {
            check_one(analysis, state, transition, &mut seen, errors);
        }
        if let Some(question) = question {
            pass_failure(analysis, state, question, &mut seen, errors);
        }
        analysis.states[state].has_on_final = analysis.lost[state].written.on_final;
        all_seen.push(seen);
    }
    for (state, mut seen) in all_seen.into_iter().enumerate() {
        let mut around = analysis.around(analysis.states[state].parent);
        let handled_around = always_handles
            || analysis.states[state].tries.is_some()
            || around.any(|around| {
                analysis.lost[around].written.on_failed || analysis.states[around].tries.is_some()
            })
            || is_passed_by_value(analysis, state);
        let runs_none = !analysis.states[state].can_fail();
        // A transition that could not be read may handle it.
        seen.unknown |= analysis.lost[state].targets.contains(&None);
        seen.report_guarded(handled_around || runs_none, errors);
        if !analysis.lost[state].runs && !seen.unknown && !handles_final {
            check_results(analysis, state, handled_around, errors);
        }
    }
    if analysis.drafts.len() > MAX_TRANSITIONS {
        errors.at(&analysis.name, "too many transitions\nhelp: a skill can have at most 65500");
    }
}

/// Under `always`, `after TIME` into FINAL or FAILED counts from the beginning of the run: the time for
/// which a guard holds that is always true.
fn since_the_beginning(transition: &mut ast::Transition) {
    if let (
        ast::Target::Final(..) | ast::Target::Failed(..) | ast::Target::FailedWith(..),
        Some(Trigger::After(time @ (Time::Literal(..) | Time::Seconds(_)), None)),
    ) = (&transition.target, &transition.trigger)
    {
        let memory = Memory { rising: false, time: Some(time.clone()) };
        let guard = Code::generated(quote::quote!(true));
        transition.trigger = Some(Trigger::Remembers(guard, memory));
    }
}

/// One transition of a state; sorted in where it is checked.
fn check_one(
    analysis: &mut Analysis,
    state: StateId,
    transition: ast::Transition,
    seen: &mut Seen,
    errors: &mut Errors,
) {
    let arrow = transition.arrow;
    let Some(trigger) = &transition.trigger else {
        seen.unknown = true;
        left_out(analysis, state, &transition, errors);
        return;
    };
    if let Some(precond) = transition.precond {
        if let Trigger::Remembers(guard, memory) = trigger {
            let word = if memory.rising { "rising" } else { "for" };
            errors.at(&guard.tokens, format!("`{word}` in a precondition, which has no memory\nhelp: write `precond -> TARGET when GUARD;`"));
            left_out(analysis, state, &transition, errors);
            return;
        }
        if !matches!(trigger, Trigger::When(..) | Trigger::Otherwise) {
            errors.span(precond, "invalid trigger of a precondition\nhelp: a precondition is checked before the state is entered, write `precond -> TARGET when GUARD;`");
            left_out(analysis, state, &transition, errors);
            return;
        }
        if let Some(id) = add(analysis, Some(state), transition, errors) {
            analysis.states[state].preconds.push(id);
        }
        return;
    }
    let on = match trigger {
        Trigger::OnFinal(..) => Some("FINAL"),
        Trigger::OnFailed(..) => Some("FAILED"),
        _ => None,
    };
    if let Some(on) = on {
        let of = &analysis.states[state];
        let runs_inside = runs_inside(analysis, state);
        if of.runs.is_empty() && !analysis.lost[state].runs && !(on == "FAILED" && runs_inside) {
            let name = &of.name;
            let help = if runs_inside {
                "write it in each state inside that runs one".to_owned()
            } else {
                format!("write `state {name} = Skill {{ .. }}`, or use another trigger")
            };
            errors.span(
                arrow,
                format!("`on {on}` in state `{name}`, which runs no sub-skill\nhelp: {help}"),
            );
            left_out(analysis, state, &transition, errors);
            return;
        }
        if on == "FAILED" && !analysis.lost[state].runs && !runs_inside && !of.can_fail() {
            // One that is being typed may become a sub-skill.
            if !of.messages().any(|message| message.whole.half_typed) {
                sends_only(of, &transition, errors);
            }
            left_out(analysis, state, &transition, errors);
            return;
        }
        let written = &mut analysis.lost[state].written;
        *(if on == "FINAL" { &mut written.on_final } else { &mut written.on_failed }) = true;
        let outcome = if on == "FINAL" { &mut seen.on_final } else { &mut seen.on_failed };
        seen.unknown |= trigger.guard().is_some_and(|guard| guard.half_typed);
        let lost = &analysis.lost[state];
        let has_some = analysis.states[state].needs.is_some() || lost.needs || lost.runs;
        let is_all = analysis.states[state].needs.is_none();
        let is_unknown = (lost.needs || lost.runs && is_all) && names(&transition);
        let adds = outcome.adds(on, &transition, has_some, errors);
        seen.unknown |= is_unknown;
        if !adds {
            return;
        }
        if let Some(id) = add(analysis, Some(state), transition, errors) {
            let of = &mut analysis.states[state];
            (if on == "FINAL" { &mut of.on_final } else { &mut of.on_failed }).push(id);
        }
        return;
    }
    if seen.otherwise.is_some() {
        errors.span(
            arrow,
            "unreachable transition after `otherwise`\nhelp: move it before the `otherwise` transition",
        );
    }
    if matches!(trigger, Trigger::Otherwise) {
        seen.otherwise = Some(arrow);
    }
    if let Trigger::Crossing(guard) = trigger
        && (hybrid::crosses_nothing(analysis, state, guard, errors)
            || hybrid::crosses_equal(guard, errors))
    {
        left_out(analysis, state, &transition, errors);
        return;
    }
    if let Some(id) = add(analysis, Some(state), transition, errors) {
        analysis.states[state].plain.push(id);
    }
}

/// Reports a transition on FAILED, or `?`, of a state that runs messages alone.
fn sends_only(of: &State, transition: &ast::Transition, errors: &mut Errors) {
    let port = of.messages().next().map_or_else(String::new, |message| plain(&message.port));
    let (what, help) = if transition.implied {
        (
            "`?`",
            format!(
                "remove it; a refused message fails the skill, unless a transition checks `{port}.refused()`"
            ),
        )
    } else {
        (
            "`on FAILED`",
            format!("check whether the message was refused: `-> TARGET when {port}.refused();`"),
        )
    };
    let name = &of.name;
    errors.span(
        transition.arrow,
        format!("{what} in state `{name}`, which only sends messages\nhelp: {help}"),
    );
}

/// Adds the transition `-> FAILED on FAILED` that `?` is short for.
fn pass_failure(
    analysis: &mut Analysis,
    state: StateId,
    question: Span,
    seen: &mut Seen,
    errors: &mut Errors,
) {
    if seen.on_failed.handled {
        errors.span(question, "`?` in a state with an `on FAILED` transition without a guard\nhelp: remove the `?`, or the transition");
        analysis.drop_transition(Some(state), Some(super::Target::Failed));
        return;
    }
    let failed = ast::Target::Failed(Ident::new("FAILED", question), None);
    let transition = ast::Transition {
        attrs: Vec::new(),
        precond: None,
        arrow: question,
        implied: true,
        resume: None,
        target: failed,
        trigger: Some(Trigger::OnFailed(None, None)),
    };
    check_one(analysis, state, transition, seen, errors);
}

/// A transition that is wrong otherwise, and reported: its target is looked at all the same,
/// and an IDE is shown its values.
fn left_out(
    analysis: &mut Analysis,
    state: StateId,
    transition: &ast::Transition,
    errors: &mut Errors,
) {
    let Some(to) = target(analysis, Some(state), &transition.target, errors) else { return };
    analysis.drop_transition(Some(state), Some(to));
    let mut quiet = Errors::default();
    let resume = resumes::check(analysis, Some(state), to, transition, &mut quiet);
    let TargetValues { values, .. } =
        values_of(analysis, Some(state), to, &transition.target, &mut quiet);
    let number = analysis.drafts.len();
    analysis.states[state].plain.push(number);
    let of = Draft::of(Some(state));
    analysis.drafts.push(Draft { to: Some(to), resume, values, wrong: true, ..of });
}

/// Adds a transition whose target exists.
fn add(
    analysis: &mut Analysis,
    from: Option<StateId>,
    transition: ast::Transition,
    errors: &mut Errors,
) -> Option<TransitionId> {
    args::only_docs(&transition.attrs, errors);
    if resumes::is_without_state(analysis, &transition, errors) {
        analysis.drop_transition(from, None);
        return guard_alone(analysis, from, transition.trigger, errors);
    }
    let Some(to) = target(analysis, from, &transition.target, errors) else {
        return guard_alone(analysis, from, transition.trigger, errors);
    };
    let before = errors.count();
    let resume = resumes::check(analysis, from, to, &transition, errors);
    let mut quiet = Errors::default();
    let of_values = if errors.count() > before { &mut quiet } else { &mut *errors };
    let TargetValues { values, mut wrong } =
        values_of(analysis, from, to, &transition.target, of_values);
    let bindings = match (&transition.trigger, from) {
        (Some(Trigger::OnFinal(names, _)), Some(from)) => {
            results::bindings(analysis, from, names, errors)
        }
        _ => Some(Vec::new()),
    };
    wrong |= bindings.is_none();
    if let Some(name) = transition.trigger.as_ref().and_then(Trigger::failure) {
        if let (super::Target::State(to), ast::Target::State(_, codes)) = (to, &transition.target) {
            let params = analysis.states[to].params.iter().map(|param| (&param.name, &param.ty));
            let params: Vec<_> = params.collect();
            wrong |= !wrong && super::given::failure(name, (&params, codes), errors);
        }
        wrong |= !results::failure(analysis, name, errors);
    }
    let bindings = bindings.unwrap_or_default();
    if let ast::Target::State(name, _) | ast::Target::Held(name, _) = &transition.target
        && transition.precond.is_some()
        && leads_inside(analysis, from, to)
    {
        errors.at(name, "precondition leads into the state that it guards\nhelp: lead to a state outside of it, or remove `precond`");
        analysis.drop_transition(from, None);
        return guard_alone(analysis, from, transition.trigger, errors);
    }
    let reason = match transition.target {
        ast::Target::Failed(_, reason) => reason.and_then(|reason| reasons::check(reason, errors)),
        _ => None,
    };
    hybrid::check_rising(analysis, transition.trigger.as_ref(), errors);
    let documented = docs::text(&transition.attrs);
    let label = if documented.is_empty() {
        transition.trigger.as_ref().map_or(String::new(), describe)
    } else {
        documented
    };
    let label = resume.iter().fold(label, |label, of| format!("{label}, {}", of.words()));
    let precond = transition.precond.is_some();
    let trigger = transition.trigger;
    analysis.drafts.push(Draft {
        arrow: transition.arrow,
        to: Some(to),
        resume,
        values,
        bindings,
        wrong,
        trigger,
        precond,
        implied: transition.implied,
        label,
        reason,
        ..Draft::of(from)
    });
    Some(analysis.drafts.len() - 1)
}

/// Adds the trigger of a transition without a target: what is wrong in it is reported, too.
fn guard_alone(
    analysis: &mut Analysis,
    from: Option<StateId>,
    trigger: Option<Trigger>,
    errors: &mut Errors,
) -> Option<TransitionId> {
    let bindings = match (&trigger, from) {
        (Some(Trigger::OnFinal(names, Some(_))), Some(from)) => {
            results::bindings(analysis, from, names, errors)
        }
        (Some(trigger), _) if trigger.codes().next().is_some() => None,
        _ => return None,
    };
    let bindings = bindings.unwrap_or_default();
    analysis.drafts.push(Draft { bindings, wrong: true, trigger, ..Draft::of(from) });
    Some(analysis.drafts.len() - 1)
}

/// The label of a transition without a doc comment.
fn describe(trigger: &Trigger) -> String {
    match trigger {
        _ if trigger.codes().any(|code| code.half_typed) => String::new(),
        Trigger::When(guard, _) => label::print(&guard.tokens),
        Trigger::Remembers(guard, Memory { rising: false, time: Some(time) })
            if guard.is_true() =>
        {
            format!("after {}", in_words(time))
        }
        Trigger::Remembers(guard, Memory { rising, time }) => {
            let rising = if *rising { "rising " } else { "" };
            let lasts =
                time.as_ref().map_or(String::new(), |time| format!(" for {}", in_words(time)));
            format!("{rising}{}{lasts}", label::print(&guard.tokens))
        }
        Trigger::Crossing(guard) => format!("crossing {}", label::print(&guard.tokens)),
        Trigger::Otherwise => "otherwise".to_owned(),
        Trigger::After(time, _) => format!("after {}{}", in_words(time), also(trigger)),
        Trigger::OnFinal(names, _) => {
            format!("on FINAL{}{}", results::list(names), also(trigger))
        }
        Trigger::OnFailed(name, _) => {
            let name = name.as_ref().map_or(String::new(), |name| format!("({name})"));
            format!("on FAILED{name}{}", also(trigger))
        }
    }
}

fn in_words(time: &Time) -> String {
    match time {
        Time::Ticks(1) => "1 tick".to_owned(),
        Time::Ticks(ticks) => format!("{ticks} ticks"),
        Time::Literal(tokens, _) | Time::Seconds(Code { tokens, .. }) => label::print(tokens),
    }
}

/// Prints ` when GUARD` after another trigger.
fn also(trigger: &Trigger) -> String {
    let guard = trigger.guard();
    guard.map_or(String::new(), |guard| format!(" when {}", label::print(&guard.tokens)))
}

/// Returns whether a state, or one around it, may be passed by value: where it is held, a state around
/// it may handle what it runs.
fn is_passed_by_value(analysis: &Analysis, state: StateId) -> bool {
    let around: Vec<StateId> = analysis.around(Some(state)).collect();
    let mut values = analysis.drafts.iter().flat_map(|draft| &draft.values);
    let is_passed = |value: &DraftValue| matches!(value, DraftValue::Right(Value::State(of, _)) if around.contains(of));
    analysis.states.iter().any(State::holds_by_value) && values.any(is_passed)
}

/// Returns whether a state inside one may run something: those that it is passed by value, too.
fn runs_inside(analysis: &Analysis, state: StateId) -> bool {
    let mut inside = (0..analysis.states.len()).filter(|of| analysis.lies_in(*of, state));
    inside.any(|of| {
        let runs = analysis.states[of].can_fail() || analysis.lost[of].runs;
        (runs && of != state) || analysis.states[of].holds_by_value()
    })
}

/// FINAL and FAILED of what a state runs must both be handled; FAILED may be `handled_around`.
fn check_results(analysis: &Analysis, state: StateId, handled_around: bool, errors: &mut Errors) {
    let Lost { targets, written, .. } = &analysis.lost[state];
    // A part that could not be read may handle it.
    if targets.contains(&None) || is_made_up(&analysis.states[state].name) {
        return;
    }
    let state = &analysis.states[state];
    let what = match (state.calls().count(), state.actions().count()) {
        (0, 0) => return,
        (1, 0) => "the sub-skill",
        (_, 0) => "the sub-skills",
        (0, 1) => "the action",
        (0, _) => "the actions",
        (_, _) => "the sub-skills and actions",
    };
    let missing = match (written.on_final, written.on_failed || handled_around) {
        (true, true) => return,
        (false, true) => "add `-> TARGET on FINAL;`",
        (true, false) => {
            "add `-> TARGET on FAILED;`, or write `?` before the body of the state to fail with the same reason"
        }
        (false, false) => {
            "add `-> TARGET on FINAL;`, and `-> TARGET on FAILED;` or `?` before the body of the state to fail with the same reason"
        }
    };
    errors.at(
        &state.name,
        format!("state `{}` does not handle every result of {what}\nhelp: {missing}", state.name),
    );
}
