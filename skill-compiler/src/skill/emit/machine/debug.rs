//! `Debug` of a machine: its arguments and variables, and what its active states hold.

use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, rt};
use crate::syntax::names::{plain, shown};
use crate::syntax::rust_analyzer::{body, without_span};
use crate::syntax::types::{is_exact, is_floating};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

/// The functions that print what active states hold, for `Debug`.
pub struct DebugTexts {
    /// The function `debug_fields`; `None` if the machine holds nothing.
    pub outermost: Option<TokenStream>,
    /// The function `__debug` of the enum of the states inside each instance.
    pub inside: Vec<Option<TokenStream>>,
}

/// Prints `Debug` of all enums of active states.
pub fn emit(names: &Names<'_>) -> DebugTexts {
    let rt = rt();
    let outermost: Vec<StateInstanceId> = names.outermost().collect();
    let (data, vars) = (names.of_skill("Vars"), vars(names));
    let outermost = arms(names, &outermost).or_else(|| (!vars.is_empty()).then(|| quote!(_ => {})));
    let outermost = outermost.map(|arms| {
        let body = body(&quote!(use #rt::DebugFallback as _; #vars match self { #arms }));
        quote! {
            #[inline]
            fn debug_fields(
                &self,
                __vars: &#data,
                __out: &mut dyn #rt::Fields,
            ) { #body }
        }
    });
    let inside = names.machine.states.iter().map(|of| {
        arms(names, &of.children).map(|arms| {
            quote! {
                #[inline]
                fn __debug(&self, __out: &mut dyn #rt::Fields) {
                    use #rt::DebugFallback as _;
                    match self { #arms }
                }
            }
        })
    });
    DebugTexts { outermost, inside: inside.collect() }
}

/// Shows the arguments and variables of the skill.
fn vars(names: &Names<'_>) -> TokenStream {
    let args = names.kept_args().map(|name| {
        let ty = names.args.iter().find(|arg| arg.name == *name).map(|arg| &arg.ty);
        show(ty, &quote!(&__vars.__args), name)
    });
    let vars = names.vars.iter().chain(&names.continuous);
    let vars = vars.map(|var| show(Some(&var.ty), &quote!(&__vars), &var.name));
    let all = args.chain(vars);
    quote!(#(#all;)*)
}

/// The arms that show what siblings hold; `None` if nothing, nor any state inside them.
fn arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> Option<TokenStream> {
    let rt = rt();
    let arms = siblings.iter().filter(|instance| holds(names, **instance)).map(|instance| {
        let of = &names.machine.states[*instance];
        let (written, path) = (&names.states[of.state], names.variant_path(*instance));
        // Memories of guards are not shown.
        let fields = names.fields(*instance).into_iter().map(|(field, _)| field);
        let fields = fields.filter(|field| !field.to_string().starts_with("memory"));
        let held = |holder: &str, name: &Ident| {
            let (text, holder) =
                (format!("{}.{}", of.name, shown(name)), format_ident!("{holder}"));
            field(&text, &quote!(&#holder), name)
        };
        let params = written.params.iter().map(|param| held("params", &param.name));
        let vars = written.vars.iter().map(|var| held("vars", &var.name));
        let calls = written.runs.iter().filter(|of| of.skill().is_some());
        let subs = of.slots.iter().zip(calls).map(|(slot, call)| {
            let slot = &names.machine.slots[*slot];
            let sub = format_ident!("sub{}", slot.place);
            let label = call.label.as_ref().map_or_else(|| slot.skill.clone(), plain);
            let text = format!("{}.{label}", of.name);
            quote!(__out.sub_machine(#text, #rt::MaybeDebug(#sub).value()))
        });
        let actions = written.runs.iter().filter(|of| of.action().is_some()).enumerate();
        let results = actions.take(of.kept_results).map(|(place, action)| {
            let (text, kept) =
                (format!("{}.{}", of.name, action.name()), format_ident!("kept{place}"));
            quote!(if *#kept != #rt::Status::Running { __out.field(#text, #kept) })
        });
        let messages = written.runs.iter().filter(|of| of.message().is_some()).enumerate();
        let messages = messages.take(of.kept_messages()).map(|(place, message)| {
            let (text, sent) =
                (format!("{}.{}", of.name, message.name()), format_ident!("sent{place}"));
            quote!(if #sent.is_done() { __out.field(#text, &#rt::Status::Final) })
        });
        let inside = of.children.iter().any(|child| holds(names, *child));
        let inside = inside.then(|| quote!(inside.__debug(__out)));
        let held = params.chain(vars).chain(subs).chain(results).chain(messages).chain(inside);
        quote!(#path { #(#fields,)* .. } => { #(#held);* })
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| quote!(#(#arms)* _ => {}))
}

/// Whether an instance or one inside it holds anything.
fn holds(names: &Names<'_>, instance: StateInstanceId) -> bool {
    let of = &names.machine.states[instance];
    let inside = of.children.iter().any(|child| holds(names, *child));
    inside
        || of.has_params
        || of.has_vars
        || !of.slots.is_empty()
        || of.kept_results + of.kept_messages() > 0
}

/// Shows a field, of which numbers are known to be `Debug`: `rustc` need not find out.
fn show(ty: Option<&Type>, holder: &TokenStream, name: &Ident) -> TokenStream {
    let text = plain(name);
    if ty.is_some_and(|ty| is_exact(ty) || is_floating(ty)) {
        let name = without_span(name);
        return quote!(__out.field(#text, #holder.#name));
    }
    field(&text, holder, name)
}

/// Shows a field of what `holder` refers to.
fn field(text: &str, holder: &TokenStream, name: &Ident) -> TokenStream {
    let (rt, name) = (rt(), without_span(name));
    quote!(__out.field(#text, #rt::MaybeDebug(#holder.#name).value()))
}
