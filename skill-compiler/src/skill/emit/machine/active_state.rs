//! Where a machine keeps what is active: an enum of the outermost states, and in the
//! variant of a state that has states inside it an enum of these.

use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, number, rt};
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `enum StandupActiveState` and those inside it, and `impl ActiveState`.
pub fn emit(names: &Names<'_>, from_call: &TokenStream) -> TokenStream {
    let (rt, vis, skill, states) = (rt(), &names.vis, &names.name, names.of_skill("State"));
    let (vars, name) = (names.of_skill("Vars"), names.of_skill("ActiveState"));
    let outermost: Vec<StateInstanceId> = names.outermost().collect();
    let (variants, arms) = (variants(names, &outermost), index_arms(names, &outermost));
    let written = names.instances.iter().map(|instance| &names.states[instance.state].name);
    let (depth, kind) = (number(names.machine.depth), names.kind());
    let inner = names.machine.states.iter().enumerate();
    let inner = inner.filter(|(_, state)| !state.children.is_empty());
    let inner = inner.map(|(instance, _)| inner_enum(names, instance));
    let visit = visit_arms(names, &outermost);
    let (fields, debug) = (debug_vars(names), debug_arms(names, &outermost));
    quote! {
        use #name as __ActiveState;

        #[repr(u16)] // a tag of its own: one jump where a niche takes three comparisons
        #vis enum #name {
            #variants
            __Inactive(#rt::Inactive),
        }
        #(#inner)*

        #[allow(unreachable_code)] // of no states at all
        impl #rt::ActiveState for __ActiveState {
            type Skill = #skill;
            const INFO: &'static #rt::SkillInfo = &#skill;
            type State = #states;
            type Vars = #vars;
            type Levels = [#rt::Activation; #depth];
            const STATES: &'static [#states] =
                &[#(#states::#written,)* #states::FINAL, #states::FAILED];
            #[inline]
            fn active(&self) -> #rt::Result<u16, &#rt::Inactive> {
                #rt::Ok(match self {
                    #arms
                    __ActiveState::__Inactive(place) => return #rt::Err(place),
                })
            }
            #[inline]
            fn visit_active(
                &self,
                __activations: &Self::Levels,
                __visitor: &mut #rt::ActiveVisitor<'_>,
            ) {
                let #rt::Ok(__state) = self.active() else { return };
                match self { #visit }
            }
            #[inline]
            fn debug_fields(
                &self,
                __vars: &#vars,
                __out: &mut #rt::core::fmt::DebugStruct<'_, '_>,
            ) {
                use #rt::NotShown as _;
                #fields
                match self { #debug }
            }
            #[inline(always)]
            fn problem(call: &#skill) -> #rt::Option<#rt::Failure> { #rt::#kind::problem(call) }
            #[inline]
            fn outside(place: #rt::Inactive) -> Self { __ActiveState::__Inactive(place) }
            #from_call
        }
    }
}

/// The enum of the states inside an instance.
fn inner_enum(names: &Names<'_>, instance: StateInstanceId) -> TokenStream {
    let of = &names.machine.states[instance];
    let (vis, name) = (&names.vis, names.active_enum(Some(instance)));
    let (variants, arms) = (variants(names, &of.children), index_arms(names, &of.children));
    let (depth, number) = (number(names.machine.depth), number(instance));
    let (nothing, itself, no_visit) = if of.innermost {
        let (itself, no_visit) =
            (quote!(#name::__Nothing => #number,), quote!(#name::__Nothing => {}));
        (Some(quote!(__Nothing)), Some(itself), Some(no_visit))
    } else {
        (None, None, None)
    };
    let rt = rt();
    let (visit, debug) = (visit_arms(names, &of.children), debug_arms(names, &of.children));
    quote! {
        #[repr(u16)]
        #vis enum #name { #variants #nothing }
        impl #name {
            #[inline]
            fn __active(&self) -> u16 {
                match self { #arms #itself }
            }
            #[inline]
            fn __visit(
                &self,
                __activations: &[#rt::Activation; #depth],
                __visitor: &mut #rt::ActiveVisitor<'_>,
            ) {
                let __state = self.__active();
                match self { #no_visit #visit }
            }
            #[inline]
            fn __debug(&self, __out: &mut #rt::core::fmt::DebugStruct<'_, '_>) {
                use #rt::NotShown as _;
                match self { #debug }
            }
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
            quote!(#field: #machine::Machine,)
        });
        let inside = (!of.children.is_empty()).then(|| {
            let inside = names.active_enum(Some(*instance));
            quote!(inside: #inside,)
        });
        let fields = quote!(#params #vars #(#subs)* #inside);
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

/// The arms that visit what is active: `rustc` takes its time for each, so states that hold
/// nothing active share two.
fn visit_arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let (skill, states) = (&names.name, &names.machine.states);
    let Some(first) = siblings.first() else { return quote!(_ => {}) };
    let place = number(states[*first].depth - 1);
    let is_own = |instance: &StateInstanceId| {
        let of = &states[*instance];
        !of.slots.is_empty() || !of.children.is_empty()
    };
    let own = siblings.iter().filter(|instance| is_own(instance)).map(|instance| {
        let (path, of) = (names.variant_path(*instance), &states[*instance]);
        let number = number(*instance);
        let since = if of.has_timer { quote!(timer_since()) } else { quote!(kept_since(#number)) };
        let subs =
            of.slots.iter().map(|slot| format_ident!("sub{}", names.machine.slots[*slot].place));
        let subs: Vec<_> = subs.collect();
        let (at, inside) = if of.children.is_empty() {
            (None, None)
        } else {
            (Some(quote!(inside,)), Some(quote!(inside.__visit(__activations, __visitor);)))
        };
        quote! {
            #path { #(#subs,)* #at .. } => {
                __visitor.state(&#skill, #number, __activations[#place].#since);
                #inside
                #(__visitor.sub_skill(#subs);)*
            }
        }
    });
    let timers =
        siblings.iter().filter(|instance| !is_own(instance) && states[**instance].has_timer);
    let timers: Vec<TokenStream> = timers.map(|instance| names.variant_path(*instance)).collect();
    let timers = (!timers.is_empty()).then(|| {
        quote! {
            #(#timers { .. })|* => {
                __visitor.state(&#skill, __state, __activations[#place].timer_since());
            }
        }
    });
    let rest = quote! {
        _ => __visitor.state(&#skill, __state, __activations[#place].kept_since(__state)),
    };
    quote!(#(#own)* #timers #rest)
}

/// Shows the arguments and variables of the skill.
fn debug_vars(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let args = names.args.iter().map(|arg| &arg.name);
    let args = args.chain(names.group.iter().map(|group| &group.name)).map(|name| {
        let (text, name) = (plain(name), without_span(name));
        quote!(__out.field(#text, #rt::Shown(&__vars.__args.#name).value());)
    });
    let vars = names.vars.iter().chain(&names.continuous).map(|var| {
        let (text, name) = (plain(&var.name), without_span(&var.name));
        quote!(__out.field(#text, #rt::Shown(&__vars.#name).value());)
    });
    quote!(#(#args)* #(#vars)*)
}

/// The arms that show what active states hold.
fn debug_arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let rt = rt();
    let arms = siblings.iter().filter_map(|instance| {
        let of = &names.machine.states[*instance];
        let (state, fields) = (&names.states[of.state], names.fields(*instance));
        if fields.is_empty() {
            return None;
        }
        let (path, fields) = (names.variant_path(*instance), fields.iter().map(|(field, _)| field));
        let shown = |name: &syn::Ident, holder: &str| {
            let text = format!("{}.{}", of.name, plain(name));
            let (holder, name) = (format_ident!("{holder}"), without_span(name));
            quote!(__out.field(#text, #rt::Shown(&#holder.#name).value());)
        };
        let params = state.params.iter().map(|param| shown(&param.name, "params"));
        let vars = state.vars.iter().map(|var| shown(&var.name, "vars"));
        let subs = of.slots.iter().map(|slot| {
            let slot = &names.machine.slots[*slot];
            let (text, field) =
                (format!("{}.{}", of.name, slot.skill), format_ident!("sub{}", slot.place));
            quote!(__out.field(#text, #rt::Shown(#field).value());)
        });
        let inside = (!of.children.is_empty()).then(|| quote!(inside.__debug(__out);));
        Some(quote!(#path { #(#fields),* } => { #(#params)* #(#vars)* #(#subs)* #inside }))
    });
    let arms: Vec<TokenStream> = arms.collect();
    quote!(#(#arms)* _ => {})
}
