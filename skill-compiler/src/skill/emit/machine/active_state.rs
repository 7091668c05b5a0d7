//! The active states with what they hold: an enum of the outermost states, and in the
//! variant of a state that has states inside it an enum of these.

use super::conditions::{self, ConditionTexts};
use super::copy::Copies;
use super::debug::DebugTexts;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::call;
use crate::skill::emit::naming::{Names, number, rt};
use crate::syntax::rust_analyzer::{body, without_span};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `enum StandupActiveState` and those inside it, and `impl ActiveState`.
pub fn emit(
    names: &Names<'_>,
    from_call: &TokenStream,
    debug: &DebugTexts,
    copies: &Copies,
) -> TokenStream {
    let (rt, vis, skill, states) = (rt(), &names.vis, &names.name, names.of_skill("State"));
    let (vars, name) = (names.of_skill("Vars"), names.of_skill("ActiveState"));
    let outermost: Vec<StateInstanceId> = names.outermost().collect();
    let (variants, arms) = (variants(names, &outermost), index_arms(names, &outermost));
    let written = names.instances.iter().map(|instance| &names.states[instance.state].key);
    let state_alias = without_span(&states);
    let (depth, kind) = (number(names.machine.depth), names.kind());
    let inner = names.machine.states.iter().enumerate();
    let inner = inner.filter(|(_, state)| !state.children.is_empty());
    let inner = inner.map(|(instance, _)| {
        let functions = [&debug.inside[instance], &copies.inside[instance]];
        inner_enum(names, instance, functions)
    });
    let timed = names.machine.states.iter().enumerate().filter(|(_, of)| of.has_timer);
    let timed: Vec<_> = timed.map(|(instance, _)| number(instance)).collect();
    let timed = (!timed.is_empty()).then(|| quote!(const TIMED: &'static [u16] = &[#(#timed),*];));
    let sub_machines = visit_sub_machines(names, &outermost, &quote!(fn visit_sub_machines));
    let (outermost_debug, copy) = (&debug.outermost, &copies.outermost);
    let (values, values_enum) = values(names);
    let running = running(names);
    let ConditionTexts { variants: conditions, items } = conditions::emit(names, &arms);
    let checks = call::checks(names);
    let activations = (0..names.machine.depth).map(|_| quote!(#rt::Activation::new()));
    let steps = names.machine.steps.then(|| {
        quote!(
            const STEPS: bool = true;
        )
    });
    let flows = names.machine.flows.then(|| {
        let clock = body(&quote!(#rt::Some(&mut vars.__flow_clock)));
        quote! {
            const FLOWS: bool = true;
            #[inline]
            fn flow_clock(vars: &mut #vars) -> #rt::Option<&mut #rt::FlowClock> { #clock }
        }
    });
    quote! {
        use {#name as __ActiveState, #state_alias as __State};
        #values_enum
        #running

        #[repr(u16)] // a tag of its own: one jump where a niche takes three comparisons
        #vis enum #name {
            #variants
            #conditions
        }
        #(#inner)*

        #[allow(unreachable_code)] // of no states at all
        impl #rt::ActiveState for __ActiveState {
            type Skill = #skill;
            const INFO: &'static #rt::SkillInfo = &#skill;
            type State = #states;
            type Vars = #vars;
            type Levels = [#rt::Activation; #depth];
            type Values = #values;
            type Running = __Running;
            #[inline(always)]
            fn levels() -> [#rt::Activation; #depth] { [#(#activations),*] }
            const STATES: &'static [__State] =
                &[#(__State::#written,)* __State::FINAL, __State::FAILED];
            #items
            #timed
            #steps
            #flows
            #sub_machines
            #outermost_debug
            #copy
            #[inline(always)]
            fn check_arguments(call: &#skill) -> #rt::Option<#rt::InvalidCall> {
                #rt::#kind::check_arguments(call)
            }
            #checks
            #from_call
        }
    }
}

/// The type of what runs, by interface.
fn running(names: &Names<'_>) -> TokenStream {
    let (rt, noted) = (rt(), names.noted());
    let all = noted.iter().rev().fold(quote!(()), |rest, place| {
        let ty = &names.interfaces[*place].ty;
        quote!((<#ty as #rt::Interface>::Running, #rest))
    });
    quote!(type __Running = #all;)
}

/// The type of the values that a transition carries, and its declaration: an enum of the
/// parameters of each state that has any, and of the result.
fn values(names: &Names<'_>) -> (TokenStream, Option<TokenStream>) {
    let states = names.states.iter().enumerate().filter(|(_, state)| !state.params.is_empty());
    let all: Vec<_> = states.map(|(state, _)| names.params_struct(state)).collect();
    if !names.has_values() {
        return (quote!(()), None);
    }
    let (rt, vis, skill) = (rt(), &names.vis, &names.name);
    let result = names.result.as_ref().map(|_| quote!(__Result(<#skill as #rt::Skill>::Output),));
    (quote!(__Values), Some(quote!(#vis enum __Values { __Nothing, #result #(#all(#all)),* })))
}

/// The enum of the states inside an instance.
fn inner_enum(
    names: &Names<'_>,
    instance: StateInstanceId,
    functions: [&Option<TokenStream>; 2],
) -> TokenStream {
    let of = &names.machine.states[instance];
    let (vis, name) = (&names.vis, names.active_enum(Some(instance)));
    let (variants, arms) = (variants(names, &of.children), index_arms(names, &of.children));
    let number = number(instance);
    let (nothing, itself) = if of.can_be_alone() {
        (Some(quote!(__Nothing)), Some(quote!(#name::__Nothing => #number,)))
    } else {
        (None, None)
    };
    let sub_machines = visit_sub_machines(names, &of.children, &quote!(fn __visit_sub_machines));
    quote! {
        #[repr(u16)]
        #vis enum #name { #variants #nothing }
        impl #name {
            #[inline]
            fn __active(&self) -> u16 {
                match self { #arms #itself }
            }
            #sub_machines
            #(#functions)*
        }
    }
}

/// The variants of siblings, with what each holds.
fn variants(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let variants = siblings.iter().map(|instance| {
        let (name, of) = (names.variant(*instance), &names.machine.states[*instance]);
        let params = of.has_params.then(|| {
            let params = names.params_struct(of.state);
            quote!(params: #params,)
        });
        let vars = of.has_vars.then(|| {
            let vars = names.vars_struct(of.state);
            quote!(vars: #vars,)
        });
        let subs = of.slots.iter().map(|slot| {
            let machine = names.sub_machine(*slot);
            let field = format_ident!("sub{}", names.machine.slots[*slot].place);
            quote!(#field: #machine::Sub,)
        });
        let results = (0..of.kept_results).map(|action| {
            let (rt, field) = (rt(), format_ident!("kept{action}"));
            quote!(#field: #rt::Status,)
        });
        let messages = (0..of.kept_messages()).map(|message| {
            let (rt, field) = (rt(), format_ident!("sent{message}"));
            quote!(#field: #rt::SentMessage,)
        });
        let failed = of.keeps_failure.then(|| {
            let rt = rt();
            quote!(failed: #rt::Option<#rt::StoredFailure>,)
        });
        let memories = of.memories.iter().enumerate().map(|(place, (_, memory))| {
            let (field, ty) = (format_ident!("memory{place}"), Names::memory_type(*memory));
            quote!(#field: #ty,)
        });
        let inside = (!of.children.is_empty()).then(|| {
            let inside = names.active_enum(Some(*instance));
            quote!(inside: #inside,)
        });
        let fields = quote!(#params #vars #(#subs)* #(#results)* #(#messages)* #failed #(#memories)* #inside);
        let fields = (!fields.is_empty()).then(|| quote!({ #fields }));
        let entering = of.has_preconditions.then(|| {
            let name = names.entering_variant(*instance);
            let params = params.map(|params| quote!({ #params }));
            quote!(#name #params,)
        });
        quote!(#name #fields, #entering)
    });
    variants.collect()
}

/// The arms that give the index of the innermost active instance.
fn index_arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let arms = siblings.iter().map(|instance| {
        let (path, number) = (names.variant_path(*instance), number(*instance));
        let of = &names.machine.states[*instance];
        let entering = of.has_preconditions.then(|| {
            let path = names.entering_path(*instance);
            quote!(#path { .. } => #number,)
        });
        if of.children.is_empty() {
            quote!(#path { .. } => #number, #entering)
        } else {
            quote!(#path { inside, .. } => inside.__active(), #entering)
        }
    });
    arms.collect()
}

/// The function that visits the machines of the sub-skills that run; `None` if none of the
/// siblings, nor any state inside one, has sub-skills.
fn visit_sub_machines(
    names: &Names<'_>,
    siblings: &[StateInstanceId],
    function: &TokenStream,
) -> Option<TokenStream> {
    let rt = rt();
    let visited: Vec<_> =
        siblings.iter().filter(|instance| runs_sub_skills(names, **instance)).collect();
    let arms = visited.iter().map(|instance| {
        let (path, of) = (names.variant_path(**instance), &names.machine.states[**instance]);
        let depth = number(of.depth);
        let fields =
            of.slots.iter().map(|slot| format_ident!("sub{}", names.machine.slots[*slot].place));
        let visits = of.slots.iter().zip(fields.clone()).map(|(slot, field)| {
            let offset = Names::offset(*slot);
            quote!(#rt::ListActive::visit_active(#field, at.below(#offset, #depth), visit))
        });
        let inside = of.children.iter().any(|child| runs_sub_skills(names, *child));
        let within = inside.then(|| quote!(inside.__visit_sub_machines(at, visit)));
        let inner = inside.then(|| quote!(inside,));
        let mut visits: Vec<_> = visits.chain(within).collect();
        let last = visits.pop();
        quote!(#path { #(#fields,)* #inner .. } => { #(#visits?;)* #last })
    });
    let arms: TokenStream = arms.collect();
    (!visited.is_empty()).then(|| {
        quote! {
            #[inline] // no code where nothing lists the states
            #function(
                &self,
                at: #rt::ActiveParent,
                visit: &mut #rt::Visit<'_>,
            ) -> #rt::core::ops::ControlFlow<()> {
                match self {
                    #arms
                    _ => #rt::core::ops::ControlFlow::Continue(()),
                }
            }
        }
    })
}

/// Whether a state or one inside it runs sub-skills.
fn runs_sub_skills(names: &Names<'_>, instance: StateInstanceId) -> bool {
    let of = &names.machine.states[instance];
    !of.slots.is_empty() || of.children.iter().any(|child| runs_sub_skills(names, *child))
}
