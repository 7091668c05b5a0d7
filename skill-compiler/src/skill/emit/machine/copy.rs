//! A copy of a machine, to which a replay comes back: its variables, and what its active states hold.

use super::saved;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, rt};
use crate::syntax::rust_analyzer::{body, without_span};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The functions that copy what active states hold.
pub struct Copies {
    /// The functions `copy_active` and `copy_vars`, and those of `saved`; `None` if no tool comes back to a machine.
    pub outermost: Option<TokenStream>,
    /// The function `__copy` of the enum of the states inside each instance.
    pub inside: Vec<Option<TokenStream>>,
}

/// Prints the copies of all enums of active states.
pub fn emit(names: &Names<'_>) -> Copies {
    if !names.why {
        return Copies { outermost: None, inside: vec![None; names.machine.states.len()] };
    }
    let rt = rt();
    let outermost: Vec<StateInstanceId> = names.outermost().collect();
    let (data, arms, vars) = (names.of_skill("Vars"), arms(names, &outermost), vars(names));
    let (active, vars) = (
        body(&quote!(use #rt::CloneFallback as _; match self { #arms _ => #rt::None })),
        body(&quote!(use #rt::CloneFallback as _; #rt::Some(#vars))),
    );
    let saved = saved::emit(names);
    let outermost = quote! {
        #saved
        fn copy_active(&self) -> #rt::Option<Self> { #active }
        fn copy_vars(__vars: &#data) -> #rt::Option<#data> { #vars }
    };
    let inside = names.machine.states.iter().map(|of| {
        (!of.children.is_empty()).then(|| {
            let arms = self::arms(names, &of.children);
            let itself =
                of.can_be_alone().then(|| quote!(Self::__Nothing => #rt::Some(Self::__Nothing),));
            quote! {
                fn __copy(&self) -> #rt::Option<Self> {
                    use #rt::CloneFallback as _;
                    match self { #arms #itself }
                }
            }
        })
    });
    Copies { outermost: Some(outermost), inside: inside.collect() }
}

/// The variables of the skill, with its arguments.
fn vars(names: &Names<'_>) -> TokenStream {
    let (rt, data) = (rt(), names.of_skill("Vars"));
    let args = names.kept_args().map(|name| field(&quote!(&__vars.__args), name));
    let vars = names.vars.iter().chain(&names.continuous);
    let vars = vars.map(|var| field(&quote!(&__vars), &var.name));
    let clock = quote!(__flow_clock: #rt::core::clone::Clone::clone(&__vars.__flow_clock),);
    let clock = names.machine.flows.then_some(clock);
    let memories = (0..names.memories(None).len()).map(|place| {
        let name = Names::memory(place);
        quote!(#name: #rt::core::clone::Clone::clone(&__vars.#name),)
    });
    let remembered = quote!(__remembered: #rt::core::clone::Clone::clone(&__vars.__remembered),);
    let remembered = names.resumes().then_some(remembered);
    // The parameters are read again.
    let seen = (!names.params.is_empty()).then(|| quote!(__parameters: 0,));
    quote!(#data { #(#vars,)* #clock #(#memories)* #remembered __args: __Args { #(#args,)* #seen } })
}

/// The arms that copy what siblings hold.
fn arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let rt = rt();
    let arms = siblings.iter().map(|instance| {
        let of = &names.machine.states[*instance];
        let (written, path) = (&names.states[of.state], names.variant_path(*instance));
        let fields = names.fields(*instance).into_iter().map(|(field, _)| field);
        let params = of.has_params.then(|| {
            let params = written.params.iter().map(|param| &param.name);
            held(&format_ident!("params"), &names.params_struct(of.state), params)
        });
        let vars = of.has_vars.then(|| {
            let vars = written.vars.iter().map(|var| &var.name);
            held(&format_ident!("vars"), &names.vars_struct(of.state), vars)
        });
        let subs = of.slots.iter().map(|slot| {
            let sub = format_ident!("sub{}", names.machine.slots[*slot].place);
            quote!(#sub: #rt::ListActive::copy(#sub)?,)
        });
        let results = (0..of.kept_results).map(|place| {
            let kept = format_ident!("kept{place}");
            quote!(#kept: *#kept,)
        });
        let messages = (0..of.kept_messages()).map(|message| {
            let sent = format_ident!("sent{message}");
            quote!(#sent: *#sent,)
        });
        let failed = of.keeps_failure.then(|| quote!(failed: *failed,));
        let memories = (0..of.memories.len()).map(|place| {
            let memory = format_ident!("memory{place}");
            quote!(#memory: #rt::core::clone::Clone::clone(#memory),)
        });
        let inside = (!of.children.is_empty()).then(|| quote!(inside: inside.__copy()?,));
        let entering = of.has_preconditions.then(|| {
            let path = names.entering_path(*instance);
            let fields = of.has_params.then(|| quote!(params));
            quote!(#path { #fields } => #rt::Some(#path { #params }),)
        });
        quote! {
            #path { #(#fields),* } =>
                #rt::Some(#path { #params #vars #(#subs)* #(#results)* #(#messages)* #failed #(#memories)* #inside }),
            #entering
        }
    });
    arms.collect()
}

/// A copy of the parameters or of the variables of a state.
fn held<'a>(
    holder: &Ident,
    type_name: &Ident,
    fields: impl Iterator<Item = &'a Ident>,
) -> TokenStream {
    let fields = fields.map(|name| field(&quote!(&#holder), name));
    quote!(#holder: #type_name { #(#fields),* },)
}

/// A copy of a field of what `holder` refers to.
fn field(holder: &TokenStream, name: &Ident) -> TokenStream {
    let (rt, name) = (rt(), without_span(name));
    quote!(#name: #rt::MaybeClone(#holder.#name).copied()?)
}
