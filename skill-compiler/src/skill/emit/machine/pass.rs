//! `check`: the match over the active states that runs them and gives the transition that fires.
//!
//! `rustc` compiles it twice: inlined into each tick, and outlined for what comes after a
//! transition. So nothing is in it but what a tick without a transition needs.

use super::blocks::{self, Block};
use super::conditions;
use super::messages;
use super::transitions::taken;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{Activity, Arm, Check, Group, Moment, Round};
use crate::syntax::rust_analyzer::body;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The function `check`.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, open_run) = (rt(), names.open_run());
    // Each by its name: so the jump needs no comparison with the highest.
    let conditions = conditions::patterns(names);
    let all = &names.machine.pass.arms;
    let shared = all.iter().position(|arm| shares(names, arm));
    let arms = all
        .iter()
        .enumerate()
        .map(|(place, arm)| self::arm(names, arm, (Some(place) == shared).then_some(&conditions)));
    let hot = shared.map(|_| quote!(if __FAST));
    let body = body(&quote! {
        #open_run
        match inside0 {
            #conditions #hot => #rt::Outcome::INACTIVE,
            #(#arms)*
        }
    });
    quote! {
        #[inline(always)]
        fn check<__T: #rt::Tracer, const __FAST: bool>(
            run: &mut #rt::States<Self>,
            cx: &mut #rt::Context<'_, __B, __T>,
            failure: &mut #rt::FailureSlot,
            steps: bool,
        ) -> #rt::Outcome { #body }
    }
}

/// Whether the arm may cover the conditions in the outlined copy. No condition occurs there, so the
/// match becomes a table of the guards' constants where the guards are otherwise the same.
fn shares(names: &Names<'_>, arm: &Arm) -> bool {
    arm.inside.is_empty() && arm.preconditions.is_empty() && names.fields(arm.instance).is_empty()
}

fn arms(names: &Names<'_>, arms: &[Arm]) -> TokenStream {
    arms.iter().map(|arm| self::arm(names, arm, None)).collect()
}

/// The arm of a state, and of `others`.
fn arm(names: &Names<'_>, arm: &Arm, others: Option<&TokenStream>) -> TokenStream {
    let (rt, entering, pattern) = (rt(), entering(names, arm), names.pattern(arm.instance));
    let others = others.map(|others| quote!(| #others));
    let pattern = quote!(#pattern #others);
    let alone = arm.alone.as_ref().map_or(quote!(#rt::Outcome::NONE), |of| round(names, of, true));
    if arm.inside.is_empty() {
        return quote!(#entering #pattern => { #alone });
    }
    let first = arm.first.as_ref().map(|of| round(names, of, false));
    let of = &names.machine.states[arm.instance];
    let (at, nothing) = (of_depth("inside", of.depth), names.active_enum(Some(arm.instance)));
    let arms = arms(names, &arm.inside);
    let alone = of.can_be_alone().then(|| quote!(#nothing::__Nothing => { #alone }));
    quote!(#entering #pattern => { #first match &mut *#at { #arms #alone } })
}

/// Rule 3 for a state with preconditions: they come first, then it is entered.
fn entering(names: &Names<'_>, arm: &Arm) -> Option<TokenStream> {
    if arm.preconditions.is_empty() {
        return None;
    }
    let (rt, instance) = (rt(), arm.instance);
    let of = &names.machine.states[instance];
    let path = names.entering_path(instance);
    let params = of.has_params.then(|| {
        let params = of_depth("params", of.depth);
        quote!({ params: #params })
    });
    let on = names.receiver(Some(instance), Moment::Before);
    let (function, ports) = (names.function("preconditions", of.state), ports_at(of.depth));
    let taken = taken(names, &arm.preconditions);
    let why = names.why.then(|| {
        let function = names.function("why_preconditions", of.state);
        let (state, on) = (number(instance), names.receiver(Some(instance), Moment::Before));
        let transitions = arm.preconditions.iter().map(|choice| number(choice.transition));
        let ports = ports_at(of.depth);
        let group = quote!(#state, &[#(#transitions),*], &[]);
        let decided = quote! {
            break '__group if __decided.is_none() { #rt::Outcome::ENTER_PENDING } else { __decided };
        };
        explained(names, &group, &quote!(#on.#function(&#ports, __why)), &taken, &decided)
    });
    let label = names.why.then(|| quote!('__group:));
    Some(quote! {
        #path #params => #label {
            #why
            let __outcome = #on.#function(&#ports);
            if __outcome.is_none() { #rt::Outcome::ENTER_PENDING } else { #taken }
        }
    })
}

/// Rule 2: blocks, then what states run; not when a state was just entered. Then the transitions;
/// if it `ends` the pass, its value says that none fires.
fn round(names: &Names<'_>, round: &Round, ends: bool) -> TokenStream {
    let rt = rt();
    let loops = round.loops.iter().map(|instance| {
        let call = blocks::call(names, *instance, Block::Loop);
        let refusal =
            blocks::refusal(names, *instance, Block::Loop, || quote!(return #rt::Outcome::ABORT;));
        quote!(#call; #refusal)
    });
    let loops = (!round.loops.is_empty()).then(|| quote!(if steps { #(#loops)* }));
    let runs = round.runs.iter().map(|instance| {
        let (status, runs) = (status(names, *instance), runs(names, *instance));
        quote!(let #status = if steps { #runs } else { #rt::Status::Running };)
    });
    // That of an outer state, whose `on FAILED` is checked first, comes last.
    let restored = round.runs.iter().rev().filter_map(|instance| {
        let (status, failed) = (status(names, *instance), failed(names, *instance)?);
        Some(quote!(if #status == #rt::Status::Failed { failure.stored = *#failed; }))
    });
    let groups = round.groups.iter().map(|of| group(names, of));
    let none = ends.then(|| quote!(#rt::Outcome::NONE));
    quote!(#loops #(#runs)* #(#restored)* #(#groups)* #none)
}

/// The failure that an instance keeps, if it keeps one.
fn failed(names: &Names<'_>, instance: StateInstanceId) -> Option<Ident> {
    let of = &names.machine.states[instance];
    of.keeps_failure.then(|| of_depth("failed", of.depth))
}

fn status(names: &Names<'_>, instance: StateInstanceId) -> Ident {
    format_ident!("__status{}", names.machine.states[instance].depth)
}

/// The calls of what a state runs; their value is the status.
fn runs(names: &Names<'_>, instance: StateInstanceId) -> TokenStream {
    let rt = rt();
    let of = &names.machine.states[instance];
    if let [activity] = of.runs[..] {
        let (run, status) = activity_run(names, instance, activity);
        return quote!(#run #status);
    }
    if of.needs_some() {
        return some_of(names, instance);
    }
    let runs = of.runs.iter().map(|activity| {
        let (run, status) = activity_run(names, instance, *activity);
        // Rule 7: an action that is FINAL is not run again.
        let (is_over, keep) = match activity {
            Activity::Sub(_) | Activity::Message(_) => (None, None),
            Activity::Action(action) => {
                let kept = names.kept_result(instance, *action);
                let is_running = quote!(if *#kept == #rt::Status::Running);
                (Some(is_running), Some(quote!(*#kept = #rt::Status::Final)))
            }
        };
        let counted = quote! {
            #run
            match #status {
                #rt::Status::Final => { #keep }
                #rt::Status::Running => all = #rt::Status::Running,
                #rt::Status::Failed => break '__runs #rt::Status::Failed,
            }
        };
        match is_over {
            None => counted,
            Some(condition) => quote!(#condition { #counted }),
        }
    });
    quote! {
        '__runs: {
            let mut all = #rt::Status::Final;
            #(#runs)*
            all
        }
    }
}

/// The calls of a list of which not all must be FINAL: what has ended counts in its turn.
fn some_of(names: &Names<'_>, instance: StateInstanceId) -> TokenStream {
    let rt = rt();
    let of = &names.machine.states[instance];
    let runs = of.runs.iter().map(|activity| {
        let (run, status) = activity_run(names, instance, *activity);
        let (run, status) = match activity {
            Activity::Sub(_) | Activity::Message(_) => (run, status),
            Activity::Action(action) => {
                let kept = names.kept_result(instance, *action);
                let run = quote! {
                    if *#kept == #rt::Status::Running {
                        #run
                        *#kept = #status;
                        // The failure is the caller's own.
                        if *#kept == #rt::Status::Failed { failure.stored = #rt::None; }
                    }
                };
                (run, quote!(*#kept))
            }
        };
        quote! {
            #run
            match #status {
                #rt::Status::Running => {}
                #rt::Status::Final if __needed == 1 => break '__runs #rt::Status::Final,
                #rt::Status::Final => __needed -= 1,
                #rt::Status::Failed if __spare == 0 => break '__runs #rt::Status::Failed,
                #rt::Status::Failed => __spare -= 1,
            }
        }
    });
    let (needs, spare) = (number(of.needs), number(of.runs.len().saturating_sub(of.needs)));
    let never = messages::never_done(names, instance);
    quote! {
        '__runs: {
            let (mut __needed, mut __spare) = (#needs, #spare #never);
            #(#runs)*
            #rt::Status::Running
        }
    }
}

/// The statements that run one of the things that a state runs, and its status.
fn activity_run(
    names: &Names<'_>,
    instance: StateInstanceId,
    activity: Activity,
) -> (TokenStream, TokenStream) {
    let rt = rt();
    match activity {
        Activity::Message(message) => {
            (TokenStream::new(), messages::status(names, instance, message))
        }
        Activity::Action(action) => {
            let block = Block::Action(action);
            let call = blocks::call(names, instance, block);
            let refusal =
                blocks::refusal(names, instance, block, || quote!(return #rt::Outcome::ABORT;));
            let forget = failed(names, instance)
                .map(|failed| quote!(if status == #rt::Status::Failed { *#failed = #rt::None; }));
            (quote!(let status = #call; #refusal #forget), quote!(status))
        }
        Activity::Sub(slot) => {
            let (sub, offset) = (names.slot(slot), Names::offset(slot));
            let step = quote!(step_at::<__T, __FAST>(&mut *#sub, cx, failure, #offset));
            match failed(names, instance) {
                None => (TokenStream::new(), quote!(#rt::SubExec::#step)),
                Some(failed) => {
                    let keep = quote! {
                        let __had_failed = #rt::SubExec::<__B>::has_failed(&*#sub);
                        let status = #rt::SubExec::#step;
                        if status == #rt::Status::Failed && !__had_failed {
                            *#failed = failure.stored;
                        }
                    };
                    (keep, quote!(status))
                }
            }
        }
    }
}

/// Returns from the pass if one of a group fires.
fn group(names: &Names<'_>, group: &Group) -> TokenStream {
    let (check, taken) = (check(names, group), taken(names, &group.choices));
    let own_failure = own_failure(names, group.check);
    // Guards that name it need it before.
    let (before, after) =
        if takes_failure(names, group.check) { (own_failure, None) } else { (None, own_failure) };
    let checked = quote! {
        let __outcome = #check;
        if !__outcome.is_none() {
            #after
            return #taken;
        }
    };
    let checked = if names.why {
        let why = why(names, group, &taken);
        quote!('__group: { #before #why #checked })
    } else {
        quote!(#before #checked)
    };
    match group.check {
        Check::Handler { of, .. } | Check::AlwaysHandler { of, .. } => {
            let (rt, status) = (rt(), status(names, of));
            quote!(if #status == #rt::Status::Failed { #checked })
        }
        Check::Always(_) | Check::Own(_) => checked,
    }
}

/// Removes the failure of a sub-skill if what has FAILED is an action, for a transition that may
/// pass on either.
fn own_failure(names: &Names<'_>, check: Check) -> Option<TokenStream> {
    let of = match check {
        Check::Handler { of, .. } | Check::AlwaysHandler { of, .. } => of,
        Check::Own(of)
            if names.machine.handlers.contains(&names.machine.states[of].state)
                || names.names_failure(names.machine.states[of].state) =>
        {
            of
        }
        Check::Always(_) | Check::Own(_) => return None,
    };
    let state = &names.machine.states[of];
    // There, the failure is that of what was FAILED last.
    if state.needs_some() || state.keeps_failure {
        return None;
    }
    let has_action = state.runs.iter().any(|of| matches!(of, Activity::Action(_)));
    has_action.then(|| {
        let (rt, status) = (rt(), status(names, of));
        let subs = state.slots.iter().map(|slot| names.slot(*slot));
        let failed = quote!(#status == #rt::Status::Failed);
        let by_sub = quote!(#(&& !#rt::SubExec::<__B>::has_failed(&*#subs))*);
        quote!(if #failed #by_sub { failure.stored = #rt::None; })
    })
}

/// Whether guards of a group name the failure.
fn takes_failure(names: &Names<'_>, check: Check) -> bool {
    match check {
        Check::Own(of) | Check::Handler { by: of, .. } => {
            names.takes_failure(Some(names.machine.states[of].state))
        }
        Check::AlwaysHandler { .. } => names.takes_failure(None),
        Check::Always(_) => false,
    }
}

/// Explains the guards of a group, if the tracer is interested.
fn why(names: &Names<'_>, group: &Group, taken: &TokenStream) -> TokenStream {
    let check = names.why_check(group.check, &group_status(names, group));
    let state = match group.check {
        Check::Always(state) | Check::Own(state) | Check::Handler { by: state, .. } => state,
        Check::AlwaysHandler { top, .. } => top,
    };
    let state = number(state);
    let transitions = group.choices.iter().map(|choice| choice.transition);
    let unwritten = transitions.clone().filter(|of| names.is_unwritten(*of)).map(number);
    let transitions = transitions.map(number);
    // Guards remember this pass, whatever a debugger decides.
    let remembers = match group.check {
        Check::Always(_) => !names.memories(None).is_empty(),
        Check::Own(instance) => !names.machine.states[instance].memories.is_empty(),
        Check::Handler { .. } | Check::AlwaysHandler { .. } => false,
    };
    let remembers = remembers.then(|| {
        let check = self::check(names, group);
        quote!(let _ = #check;)
    });
    let decided = quote! {
        #remembers
        if __decided.is_none() { break '__group; }
        return __decided;
    };
    let shown = quote!(#state, &[#(#transitions),*], &[#(#unwritten),*]);
    explained(names, &shown, &check, taken, &decided)
}

/// Has `check` record the guards of the transitions of a state in `__why`; `taken` is the
/// transition of the machine that `__outcome` is. `decided` takes the transition `__decided` of a
/// debugger that forces or suppresses some of them.
fn explained(
    names: &Names<'_>,
    group: &TokenStream,
    check: &TokenStream,
    taken: &TokenStream,
    decided: &TokenStream,
) -> TokenStream {
    let (rt, skill) = (rt(), &names.name);
    quote! {
        if __T::WHY {
            if let #rt::Some(__why) = cx.tracer.why() {
                let __why = &mut *__why.borrow_mut();
                __why.state(cx.now, &#skill, #group);
                #check;
                if let #rt::Some(__decided) = __why.decide(|__outcome| #taken) { #decided }
            }
        }
    }
}

/// The check of a group: the number of the first transition that fires.
fn check(names: &Names<'_>, group: &Group) -> TokenStream {
    names.check(group.check, &group_status(names, group))
}

/// The result of what the state of a group runs.
fn group_status(names: &Names<'_>, group: &Group) -> TokenStream {
    match group.check {
        Check::Own(instance) if names.machine.states[instance].has_result => {
            let status = status(names, instance);
            quote!(#status)
        }
        _ => {
            let rt = rt();
            quote!(#rt::Status::Running)
        }
    }
}
