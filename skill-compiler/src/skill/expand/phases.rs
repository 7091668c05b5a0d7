//! Where a machine keeps what is active: an enum of the outermost states, and in the
//! variant of a state that has states inside it an enum of these.

use super::machine::{of_depth, sub, sub_machines_of};
use super::{data, level, named, number, rt};
use crate::skill::model::{Model, NodeId};
use crate::syntax::names::plain;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// `enum StandupPhase` and those inside it, and `impl ActiveState`.
pub fn expand(model: &Model) -> TokenStream {
    let (rt, vis, skill, states) = (rt(), &model.vis, &model.name, named(model, "State"));
    let (vars, name) = (named(model, "Vars"), named(model, "Phase"));
    let outermost: Vec<NodeId> = model.outermost().collect();
    let variants = variants(model, &outermost);
    let arms = numbers(model, &outermost);
    let names = model.nodes.iter().map(|node| &model.states[node.state].name);
    let depth = proc_macro2::Literal::usize_unsuffixed(model.depth());
    let (functions, level) = (data::functions(model), level(model));
    let inner = (0..model.nodes.len()).filter(|node| !model.nodes[*node].children.is_empty());
    let inner = inner.map(|node| inner_enum(model, node));
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
                &[#(#states::#names,)* #states::FINAL, #states::FAILED];
            #[inline]
            fn active(&self) -> #rt::Result<u16, &#rt::Inactive> {
                #rt::Ok(match self {
                    #arms
                    __ActiveState::__Inactive(place) => return #rt::Err(place),
                })
            }
            #[inline(always)]
            fn problem(call: &#skill) -> #rt::Option<#rt::Failure> { #rt::#level::problem(call) }
            #[inline]
            fn outside(place: #rt::Inactive) -> Self { __ActiveState::__Inactive(place) }
            #functions
        }
    }
}

/// The enum of the states inside a node.
fn inner_enum(model: &Model, node: NodeId) -> TokenStream {
    let (vis, name, children) = (&model.vis, inner(model, node), &model.nodes[node].children);
    let (variants, arms) = (variants(model, children), numbers(model, children));
    let number = number(node);
    let (nothing, itself) = if model.is_innermost(node) {
        (Some(quote!(__Nothing)), Some(quote!(#name::__Nothing => #number,)))
    } else {
        (None, None)
    };
    quote! {
        #[repr(u16)]
        #vis enum #name { #variants #nothing }
        impl #name {
            #[inline]
            fn __active(&self) -> u16 {
                match self { #arms #itself }
            }
        }
    }
}

/// No state inside a node: it is the innermost.
pub fn nothing(model: &Model, node: NodeId) -> TokenStream {
    let name = inner(model, node);
    quote!(#name::__Nothing)
}

/// `StandupPhase3`
fn inner(model: &Model, node: NodeId) -> Ident {
    format_ident!("{}Phase{}", plain(&model.name), node)
}

/// The enum that the nodes inside `parent` are variants of.
fn enum_of(model: &Model, parent: Option<NodeId>) -> Ident {
    parent.map_or(Ident::new("__ActiveState", Span::call_site()), |parent| inner(model, parent))
}

/// The variant of a node; the same state may be instantiated through two parameters.
fn variant(model: &Model, node: NodeId) -> Ident {
    let of = &model.nodes[node];
    let state = &model.states[of.state];
    match (of.through, of.parent) {
        (Some(through), Some(parent)) => {
            let param = &model.state_of(parent).params[through].name;
            format_ident!("{}_{}", plain(&state.name), plain(param))
        }
        _ => state.name.clone(),
    }
}

/// The variant of a node that is being entered: its preconditions come first.
fn entering(model: &Model, node: NodeId) -> Ident {
    format_ident!("__Entering_{}", plain(&variant(model, node)))
}

/// Where a node is, as its variant's path.
pub fn path(model: &Model, node: NodeId) -> TokenStream {
    let (of, variant) = (enum_of(model, model.nodes[node].parent), variant(model, node));
    quote!(#of::#variant)
}

/// The same while it is being entered.
pub fn entering_path(model: &Model, node: NodeId) -> TokenStream {
    let (of, variant) = (enum_of(model, model.nodes[node].parent), entering(model, node));
    quote!(#of::#variant)
}

/// What a node holds: `p`, `v`, `s0`, .., `at`, with the names they have in code.
fn fields(model: &Model, node: NodeId) -> Vec<(Ident, Ident)> {
    let (of, state) = (&model.nodes[node], model.state_of(node));
    let depth = of.depth;
    let field = |name: &str| Ident::new(name, Span::call_site());
    let mut fields = Vec::new();
    if !state.params.is_empty() {
        fields.push((field("p"), of_depth("p", depth)));
    }
    if !state.vars.is_empty() {
        fields.push((field("v"), of_depth("v", depth)));
    }
    for slot in 0..sub_machines_of(model, node).len() {
        fields.push((format_ident!("s{slot}"), sub(depth, slot)));
    }
    if !of.children.is_empty() {
        fields.push((field("at"), of_depth("at", depth)));
    }
    fields
}

/// The pattern of a node that gives what it holds its names.
pub fn pattern(model: &Model, node: NodeId) -> TokenStream {
    let path = path(model, node);
    let (fields, names): (Vec<Ident>, Vec<Ident>) = fields(model, node).into_iter().unzip();
    if fields.is_empty() { path } else { quote!(#path { #(#fields: #names),* }) }
}

/// A node as a value: of what has its names with `__` in front, and `at` inside it.
pub fn value(model: &Model, node: NodeId, at: Option<TokenStream>) -> TokenStream {
    let path = path(model, node);
    let fields = fields(model, node);
    if fields.is_empty() {
        return path;
    }
    let own = fields.iter().filter(|(field, _)| field != "at").map(|(field, name)| {
        let name = format_ident!("__{name}");
        quote!(#field: #name,)
    });
    let at = at.map(|at| quote!(at: #at));
    quote!(#path { #(#own)* #at })
}

/// The fields of the variants of nodes.
fn variants(model: &Model, nodes: &[NodeId]) -> TokenStream {
    let variants = nodes.iter().map(|node| {
        let (name, of) = (variant(model, *node), &model.nodes[*node]);
        let state = model.state_of(*node);
        let params = (!state.params.is_empty()).then(|| {
            let params = data::params(model, of.state);
            quote!(p: #params,)
        });
        let vars = (!state.vars.is_empty()).then(|| {
            let vars = data::vars(model, of.state);
            quote!(v: #vars,)
        });
        let subs = sub_machines_of(model, *node).into_iter().enumerate().map(|(slot, machine)| {
            let slot = format_ident!("s{slot}");
            quote!(#slot: #machine::Machine,)
        });
        let at = (!of.children.is_empty()).then(|| {
            let at = inner(model, *node);
            quote!(at: #at,)
        });
        let fields = quote!(#params #vars #(#subs)* #at);
        let fields = (!fields.is_empty()).then(|| quote!({ #fields }));
        let entering = (!state.preconds.is_empty()).then(|| {
            let name = entering(model, *node);
            let params = params.map(|params| quote!({ #params }));
            quote!(#name #params,)
        });
        quote!(#name #fields, #entering)
    });
    variants.collect()
}

/// The arms that answer which node is active.
fn numbers(model: &Model, nodes: &[NodeId]) -> TokenStream {
    let arms = nodes.iter().map(|node| {
        let (path, number) = (path(model, *node), number(*node));
        let entering = (!model.state_of(*node).preconds.is_empty()).then(|| {
            let path = entering_path(model, *node);
            quote!(#path { .. } => #number,)
        });
        if model.nodes[*node].children.is_empty() {
            quote!(#path { .. } => #number, #entering)
        } else {
            quote!(#path { at, .. } => at.__active(), #entering)
        }
    });
    arms.collect()
}
