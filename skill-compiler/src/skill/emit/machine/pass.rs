//! `pass`: the match that steps. A transition enters its target and begins the match again,
//! which then checks guards alone; so each transition is here once.
//!
//! `rustc` compiles it twice: `FAST` is what each pass begins with, without a loop, and all
//! further rounds are one cold function.

use super::entries::EntryText;
use super::flow::FlowTexts;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{
    Names, leave_fast_pass, next_round, number, of_depth, ports_at, rt,
};
use crate::skill::lower::machine::{Alone, Arm, Check, Choice, Group, Moment, Round, Take};
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The function `pass`.
pub fn emit(
    names: &Names<'_>,
    entries: &[EntryText],
    transitions: &[TokenStream],
    flow: &FlowTexts,
) -> TokenStream {
    let texts = Texts { names, entries, transitions, flow };
    let (rt, open_run, plan) = (rt(), names.open_run(), &names.machine.pass);
    let arms = texts.arms(&plan.arms);
    let skill = &names.name;
    let entered = plan.start.map(|start| {
        let start = number(start);
        quote!(cx.record_entered(&#skill, #start);)
    });
    let begin = plan.start.map(|start| &entries[start].enter);
    let (restore, leave_fast_pass) = (names.restore_time(), leave_fast_pass());
    let begin_run = &flow.begin_run;
    let finished = names.result.is_some().then(|| quote!(| __ActiveState::__Finished(_)));
    let pass = quote! {
        match inside0 {
            #arms
            __ActiveState::__Inactive(#rt::Inactive::NotStarted) => {
                #leave_fast_pass
                #begin_run
                #entered
                mode = #rt::BEGUN;
                #begin
            }
            __ActiveState::__Inactive(_) #finished => { #restore return run.outside(cx); }
        }
    };
    let always = if plan.always.is_empty() {
        pass
    } else {
        let taken = texts.choices(&plan.always);
        quote! {
            let __always: u16 = '__always: { #pass };
            #open_run
            match __always { #taken _ => {} }
        }
    };
    quote! {
        #[inline(always)]
        fn pass<T: #rt::Tracer, const FAST: bool>(
            run: &mut #rt::Run<Self>,
            cx: &mut #rt::Context<'_, B, T>,
            mut mode: u8,
            mut left: u32,
            mut found: u16,
        ) -> #rt::Status {
            '__pass: loop {
                #open_run
                #always
            }
        }
    }
}

/// The texts that a pass is put together of.
struct Texts<'a> {
    names: &'a Names<'a>,
    entries: &'a [EntryText],
    transitions: &'a [TokenStream],
    flow: &'a FlowTexts,
}

impl Texts<'_> {
    fn arms(&self, arms: &[Arm]) -> TokenStream {
        arms.iter().map(|arm| self.arm(arm)).collect()
    }

    fn arm(&self, arm: &Arm) -> TokenStream {
        let entering = self.entering(arm);
        let pattern = self.names.pattern(arm.instance);
        let first = arm.first.as_ref().map(|round| self.round(round));
        let alone = arm.alone.as_ref().map(|alone| self.alone(alone));
        let body = if arm.inside.is_empty() {
            quote!(#first #alone)
        } else {
            let at = of_depth("inside", self.names.machine.states[arm.instance].depth);
            let nothing = self.names.active_enum(Some(arm.instance));
            let arms = self.arms(&arm.inside);
            let alone = alone.map(|alone| quote!(#nothing::__Nothing => { #alone }));
            quote!(#first match &mut *#at { #arms #alone })
        };
        quote!(#entering #pattern => { #body })
    }

    /// Rule 3 for a state with preconditions: they come first, then it is entered.
    fn entering(&self, arm: &Arm) -> Option<TokenStream> {
        if arm.preconditions.is_empty() {
            return None;
        }
        let (names, instance) = (self.names, arm.instance);
        let of = &names.machine.states[instance];
        let path = names.entering_path(instance);
        let params = of.has_params.then(|| {
            let params = of_depth("params", of.depth);
            quote!({ params: #params })
        });
        let on = names.receiver(Some(instance), Moment::Before);
        let (function, ports) = (names.function("preconditions", of.state), ports_at(of.depth));
        let taken = self.choices(&arm.preconditions);
        let resume = &self.entries[instance].resume;
        Some(quote! {
            #path #params => {
                let __found = #on.#function(&#ports);
                match __found { #taken _ => {} }
                #resume
            }
        })
    }

    fn round(&self, round: &Round) -> TokenStream {
        let (rt, names) = (rt(), self.names);
        let flow = round.flow.map(|instance| &self.flow.states[instance]);
        let loops = round.loops.iter().map(|instance| {
            let of = &names.machine.states[*instance];
            let on = names.receiver(Some(*instance), Moment::Active);
            let (function, ports) = (names.function("loop", of.state), ports_at(of.depth));
            let refusal = names.record_refusal();
            quote!(#on.#function(&mut #ports); #refusal)
        });
        // Rule 2: blocks, then what states run; not when a state was just entered.
        let loops = (!round.loops.is_empty()).then(|| quote!(if mode == #rt::STEP { #(#loops)* }));
        let runs = round.runs.iter().map(|instance| {
            let (status, runs) = (self.status(*instance), self.runs(*instance));
            quote! {
                let #status = if mode == #rt::STEP { #runs } else { #rt::Status::Running };
            }
        });
        let groups = round.groups.iter().map(|group| self.group(group));
        quote!(#flow #loops #(#runs)* #(#groups)*)
    }

    fn status(&self, instance: StateInstanceId) -> Ident {
        format_ident!("__status{}", self.names.machine.states[instance].depth)
    }

    /// Emits the calls of what a state runs; their value is the status.
    fn runs(&self, instance: StateInstanceId) -> TokenStream {
        let (rt, names) = (rt(), self.names);
        let of = &names.machine.states[instance];
        if of.has_action {
            let on = names.receiver(Some(instance), Moment::Active);
            let (function, ports) = (names.function("action", of.state), ports_at(of.depth));
            let refusal = names.record_refusal();
            return quote!({ let status = #on.#function(&mut #ports); #refusal status });
        }
        let runs = of.slots.iter().map(|slot| {
            let (sub, offset) = (names.slot(*slot), names.offset(*slot));
            quote! {
                cx.tracer.descend(#offset);
                let status = if FAST {
                    #rt::Exec::exec_inner(&mut *#sub, cx)
                } else {
                    #rt::Exec::exec_outlined(&mut *#sub, cx)
                };
                cx.tracer.ascend(#offset);
            }
        });
        if of.slots.len() == 1 {
            return quote!({ #(#runs)* status });
        }
        quote! {
            '__skills: {
                let mut all = #rt::Status::Final;
                #(
                    #runs
                    match status {
                        #rt::Status::Final => {}
                        #rt::Status::Running => all = #rt::Status::Running,
                        #rt::Status::Failed => break '__skills #rt::Status::Failed,
                    }
                )*
                all
            }
        }
    }

    fn group(&self, group: &Group) -> TokenStream {
        let (rt, names) = (rt(), self.names);
        match group.check {
            Check::Always(_) => {
                let check = names.check(group.check, &TokenStream::new());
                // The transitions under `always` have the first numbers.
                let count = names.machine.pass.always.last().map_or(0, |last| last.transition + 1);
                let count = number(count);
                quote! {
                    if found == #rt::NONE { found = #check; }
                    if found < #count { break '__always found; }
                }
            }
            Check::Own(instance) => {
                let of = &names.machine.states[instance];
                let status = if of.has_action || !of.slots.is_empty() {
                    let status = self.status(instance);
                    quote!(#status)
                } else {
                    quote!(#rt::Status::Running)
                };
                let check = names.check(group.check, &status);
                let taken = self.choices(&group.choices);
                quote! {
                    if found == #rt::NONE { found = #check; }
                    match found { #taken _ => {} }
                }
            }
        }
    }

    /// The arms that take each transition, and go on with the pass or end it.
    fn choices(&self, choices: &[Choice]) -> TokenStream {
        let arms = choices.iter().map(|choice| {
            let (number, taken) = (number(choice.transition), self.take(&choice.take));
            quote!(#number => { #taken })
        });
        arms.collect()
    }

    fn take(&self, take: &Take) -> TokenStream {
        let names = self.names;
        match take {
            Take::Nothing => TokenStream::new(),
            Take::At(site) => self.transitions[*site].clone(),
            Take::ByHeld { owner, param, sites } => {
                let of = &names.machine.states[*owner];
                let (params, states) =
                    (of_depth("params", of.depth), without_span(&names.of_skill("State")));
                let param = without_span(&names.states[of.state].params[*param].name);
                let arms = sites.iter().map(|(state, site)| {
                    let held = without_span(&names.states[*state].name);
                    let taken = &self.transitions[*site];
                    quote!(#states::#held => { #taken })
                });
                // It holds none but these.
                quote!(match #params.#param { #(#arms)* _ => {} })
            }
        }
    }

    /// Emits the end of a pass in which nothing fires. The first of a run steps once it has
    /// entered.
    fn alone(&self, alone: &Alone) -> TokenStream {
        let (rt, next_round) = (rt(), next_round());
        let round = alone.round.as_ref().map(|round| self.round(round));
        let flows = self.names.machine.flows.then(|| {
            quote! {
                if mode == #rt::FLOWING {
                    mode = #rt::FLOW;
                    #next_round
                }
            }
        });
        let begun = alone.steps_after_begin.then(|| {
            quote! {
                if mode == #rt::BEGUN {
                    mode = #rt::STEP;
                    #next_round
                }
            }
        });
        quote!(#round #flows #begun return #rt::Status::Running;)
    }
}
