//! The static description, and the checks that `rustc` evaluates over it.

use super::machine::{calls, calls_of};
use super::rt;
use crate::skill::ast::{ArgRange, Call, Level, Runs, Trigger};
use crate::skill::model::{Arc, Arg, Model, NodeId, State, StateId, Target, Value, print_param};
use crate::syntax::at::{call as call_at, refuse};
use crate::syntax::{docs, label, names};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Ident, Type};

/// `static NAME: SkillInfo`, in the value namespace under the skill's own name:
/// so other blocks can refer to it wherever they can name the skill.
pub fn expand(model: &Model) -> TokenStream {
    let (rt, bring_rt) = (rt(), super::bring_rt());
    let (vis, name) = (&model.vis, &model.name);
    let type_name = names::plain(name);
    let text_name = names::snake(&type_name);
    let docs = docs::text(&model.attrs);
    let mut initial = [0; 8];
    initial.iter_mut().zip(type_name.bytes()).for_each(|(place, byte)| *place = byte);
    let initial = u64::from_be_bytes(initial);
    let args = model.args.iter().map(argument);
    let group = match &model.group {
        None => quote!(#rt::None),
        Some(group) => {
            let ty = &group.ty;
            quote!(#rt::Some(#rt::group::<#ty>().args))
        }
    };
    let deps = model.skills.iter().map(|skill| info_of(model, skill));
    let interfaces = model.interfaces.iter().map(|interface| {
        let variable = names::plain(&interface.variable);
        let (ty, id, writes) = (label::print_type(&interface.ty), &interface.id, interface.writes);
        quote!(#rt::InterfaceUse { variable: #variable, type_name: #ty, id: #id, writes: #writes })
    });
    let states = (0..model.nodes.len()).map(|node| state(model, node));
    let edges = model.arcs.iter().map(|arc| edge(model, arc));
    let start = u16::try_from(model.start.unwrap_or(0)).unwrap_or(0);
    let max = model.max_transitions;
    // By this others know it as a skill.
    let known = (model.level == Level::Skill).then(|| {
        quote! {
            impl #name {
                #[doc(hidden)]
                pub const fn __info() -> &'static ::skill_runtime::SkillInfo {
                    &#name
                }
            }
        }
    });
    quote! {
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #vis static #name: ::skill_runtime::SkillInfo = { #bring_rt #rt::SkillInfo {
            name: #text_name,
            type_name: #type_name,
            path: #rt::core::module_path!(),
            id: #rt::skill_id(#rt::core::module_path!(), #type_name),
            initial: #initial,
            docs: #docs,
            args: &[#(#args),*],
            group: #group,
            deps: &[#(#deps),*],
            interfaces: &[#(#interfaces),*],
            graph: #rt::Graph {
                states: &[
                    #(#states,)*
                    #rt::StateInfo::FINAL,
                    #rt::StateInfo::FAILED,
                ],
                edges: &[#(#edges),*],
                start: #start,
            },
            max_transitions: #max,
        } };
        #known
    }
}

/// The static of another skill. Through a function: an associated constant would make
/// `rustc` evaluate the statics of a dependency cycle in a ring.
fn info_of(model: &Model, skill: &syn::Path) -> TokenStream {
    let name = super::dependency(model, skill);
    quote!(#name())
}

/// An `Option` of a text.
fn optional(text: Option<String>) -> TokenStream {
    let rt = rt();
    match text {
        Some(text) => quote!(#rt::Some(#text)),
        None => quote!(#rt::None),
    }
}

fn argument(arg: &Arg) -> TokenStream {
    let (rt, ty) = (rt(), &arg.ty);
    let name = names::plain(&arg.name);
    let (type_name, docs, unit) = (label::print_type(ty), &arg.docs, unit_of(&name));
    let default = optional(arg.default.as_ref().map(label::print));
    let of = super::call::of_type(arg);
    let range = range(&rt, arg.range.as_ref(), arg.inner.as_ref().unwrap_or(ty));
    quote! {
        #rt::ArgInfo {
            name: #name,
            type_name: #type_name,
            choices: #of.choices,
            docs: #docs,
            default: #default,
            range: #range,
            unit: #unit,
        }
    }
}

/// A range in the argument's own type: the bounds of an `f32` are `f32`s.
pub fn range(rt: &TokenStream, range: Option<&ArgRange>, ty: &Type) -> TokenStream {
    let Some(range) = range else {
        return quote!(#rt::None);
    };
    let bound = |bound: &Option<TokenStream>| match bound {
        Some(bound) => quote!(#rt::Some((#bound) as #ty as f64)),
        None => quote!(#rt::None),
    };
    let (low, high) = (bound(&range.low), bound(&range.high));
    let (inclusive, text) = (range.inclusive, label::print(&range.tokens));
    quote! {
        #rt::Some(#rt::Range {
            low: #low, high: #high, inclusive: #inclusive, text: #text,
        })
    }
}

/// The unit that an argument's name tells.
pub fn unit_of(name: &str) -> &'static str {
    const UNITS: [(&str, &str); 11] = [
        ("_sec", "s"),
        ("_ms", "ms"),
        ("_rad_per_sec", "rad/s"),
        ("_m_per_sec", "m/s"),
        ("_rad", "rad"),
        ("_deg", "deg"),
        ("_m", "m"),
        ("_mm", "mm"),
        ("_kg", "kg"),
        ("_percent", "%"),
        ("_hz", "Hz"),
    ];
    let longest =
        UNITS.iter().filter(|(end, _)| name.ends_with(end)).max_by_key(|(end, _)| end.len());
    longest.map_or("", |(_, unit)| unit)
}

/// A node; what only states that nest, take parameters or flow have is said of them
/// alone, since `rustc` takes its time for all of it.
fn state(model: &Model, node: NodeId) -> TokenStream {
    let rt = rt();
    let (of, state) = (&model.nodes[node], model.state_of(node));
    let (name, docs) = (names::plain(&state.name), &state.docs);
    let kind = kind(model, state);
    let kind = kind.map(|kind| quote!(kind: #kind,));
    let place = |node: Option<NodeId>, field: TokenStream| {
        node.map(|node| {
            let number = u16::try_from(node).unwrap_or(u16::MAX);
            quote!(#field: #rt::Some(#number),)
        })
    };
    let (parent, start) = (place(of.parent, quote!(parent)), place(of.start, quote!(start)));
    let through = of.through.zip(of.parent).map(|(through, parent)| {
        let name = names::plain(&model.state_of(parent).params[through].name);
        quote!(through: #rt::Some(#name),)
    });
    let params = (!state.params.is_empty()).then(|| {
        let params = state.params.iter().map(|param| {
            let (name, ty) = (names::plain(&param.name), print_param(&param.ty));
            quote!((#name, #ty))
        });
        quote!(params: &[#(#params),*],)
    });
    let flow = (!state.flow.is_empty()).then(|| {
        let flow = state.flow.iter().map(|(variable, rate)| {
            let name = names::plain(&model.continuous[*variable].name);
            let rate = label::print(&rate.tokens);
            quote!((#name, #rate))
        });
        quote!(flow: &[#(#flow),*],)
    });
    quote! {
        #rt::StateInfo {
            name: #name, docs: #docs, #kind #parent #start #through #params #flow
            ..#rt::StateInfo::PLAIN
        }
    }
}

/// What a state runs, if anything.
fn kind(model: &Model, state: &State) -> Option<TokenStream> {
    let rt = rt();
    match &state.runs {
        Runs::Nothing | Runs::Unknown => None,
        Runs::Action(action) => {
            let args = action.args.iter().map(|arg| &arg.tokens);
            let function = &action.function;
            let text = label::print(&quote!(#function(#(#args),*)));
            Some(quote!(#rt::StateKind::Action(#text)))
        }
        Runs::Skills(calls) => {
            let subs = calls.iter().map(|call| {
                let (skill, args) = (info_of(model, &call.skill), arguments_text(call));
                quote!(#rt::SubSkill { skill: #skill, args: #args })
            });
            Some(quote!(#rt::StateKind::Skills(&[#(#subs),*])))
        }
    }
}

/// `name: value, ..`
fn arguments_text(call: &Call) -> String {
    let args: Vec<String> = call
        .args
        .iter()
        .map(|arg| {
            format!(
                "{}: {}",
                arg.name,
                arg.value.as_ref().map_or(String::new(), |value| label::print(&value.tokens))
            )
        })
        .collect();
    args.join(", ")
}

fn edge(model: &Model, arc: &Arc) -> TokenStream {
    let rt = rt();
    let edge = &model.edges[arc.edge];
    let number = |state: usize| u16::try_from(state).unwrap_or(u16::MAX);
    let from = match arc.from {
        Some(state) => {
            let state = number(state);
            quote!(#rt::Some(#state))
        }
        None => quote!(#rt::None),
    };
    let to = number(model.end_index(arc.to));
    let trigger = match &edge.trigger {
        _ if edge.precond => quote!(Precondition),
        Trigger::When(_) | Trigger::HalfTyped(_) => quote!(When),
        Trigger::Crossing(_) => quote!(Crossing),
        Trigger::Otherwise => quote!(Otherwise),
        Trigger::AfterTicks(_) | Trigger::After(..) | Trigger::HalfTypedTime(_) => quote!(After),
        Trigger::OnFinal => quote!(OnFinal),
        Trigger::OnFailed | Trigger::Broken => quote!(OnFailed),
    };
    let label = &edge.label;
    let reason = edge.reason.as_ref().map(|reason| {
        let text = reason.text.value();
        quote!(reason: #rt::Some(#text),)
    });
    let held = match edge.to {
        Target::Held((state, param)) => {
            let name = names::plain(&model.states[state].params[param].name);
            Some(quote!(held: #rt::Some(#name),))
        }
        _ => None,
    };
    let values = (!edge.values.is_empty()).then(|| {
        let values = edge.values.iter().map(|value| match value {
            Value::Code(code) | Value::Wrong(code, _) => label::print(&code.tokens),
            Value::State(_, name) => names::plain(name),
            Value::Held(_, name) => format!("self.{}", names::plain(name)),
        });
        let values = values.collect::<Vec<_>>().join(", ");
        quote!(values: #values,)
    });
    quote! {
        #rt::EdgeInfo {
            from: #from, to: #to, trigger: #rt::Trigger::#trigger, label: #label,
            #reason #held #values
            ..#rt::EdgeInfo::PLAIN
        }
    }
}

/// What concerns other blocks: dependency cycles, arguments of sub-skills.
pub fn checks(model: &Model) -> TokenStream {
    let (rt, name, level) = (rt(), &model.name, super::level(model));
    let mut missing: Vec<(Ident, TokenStream)> = calls(model)
        .map(|call| (super::dependency(model, &call.skill), missing_argument(model, call)))
        .collect();
    // `rustc` takes its time for each constant: a dependency's has what is wrong with its
    // first call, and the first dependency's the depth of the whole chain.
    let dependencies: Vec<TokenStream> = model
        .skills
        .iter()
        .enumerate()
        .map(|(index, skill)| {
            let (dependency, span) = (super::dependency(model, skill), super::span_of(skill));
            let ring = quote!(#rt::ring_through(&#name, __Choice::CYCLIC, #index));
            let no_ring = call_at(span, quote!(#rt::refuse), ring);
            let depth = (index == 0).then(|| {
                let depth = quote!(#rt::too_deep(&#name, <#name as #rt::#level>::BOUNDS.depth));
                call_at(name.span(), quote!(#rt::refuse), depth)
            });
            let first = missing.iter().position(|(of, _)| *of == dependency);
            let missing = first.map(|first| missing.remove(first).1);
            quote!(const _: () = { #no_ring; #depth; #missing; };)
        })
        .collect();
    let further = missing.iter().map(|(_, check)| quote!(const _: () = { #check; };));
    let ranges = calls(model).map(|call| ranges(model, call));
    let parallel = (0..model.states.len()).map(|state| parallel_checks(model, state));
    let choice = match model.level {
        Level::Skill => quote!(Select),
        Level::Agent => quote!(ViaSkiller),
    };
    let ring = (!model.skills.is_empty()).then(|| {
        quote! {
            // One constant argument for all of the expansion: each costs `rustc` time.
            #[cfg(not(rust_analyzer))]
            type __Choice = #rt::#choice<{ #rt::begins_ring(&#name) }>;
            // An IDE has no need of it, and may stumble over it.
            #[cfg(rust_analyzer)]
            type __Choice = #rt::#choice<false>;
        }
    });
    quote! { #ring #(#dependencies)* #(#further)* #(#ranges)* #(#parallel)* }
}

/// Sub-skills that write the same interface and run in parallel: of one state, or of a
/// state and one around it.
fn parallel_checks(model: &Model, state: StateId) -> TokenStream {
    let rt = rt();
    let own = calls_of(&model.states[state]);
    let around: Vec<&Call> = model
        .around(model.states[state].parent)
        .flat_map(|around| calls_of(&model.states[around]))
        .collect();
    let pairs = own.iter().enumerate().flat_map(|(place, second)| {
        let firsts = around.iter().copied().chain(&own[..place]);
        firsts.map(move |first| (first, second))
    });
    pairs
        .map(|(first, second)| {
            let (one, other) = (info_of(model, &first.skill), info_of(model, &second.skill));
            refuse(super::span_of(&second.skill), quote!(#rt::both_write(#one, #other)))
        })
        .collect()
}

/// Arguments that a call must give and does not.
fn missing_argument(model: &Model, call: &Call) -> TokenStream {
    let rt = rt();
    let info = info_of(model, &call.skill);
    let given = call.args.iter().map(|arg| names::plain(&arg.name));
    let message = quote!(#rt::missing_argument(#info, &[#(#given),*]));
    call_at(super::span_of(&call.skill), quote!(#rt::refuse), message)
}

/// Literals outside their range.
fn ranges(model: &Model, call: &Call) -> TokenStream {
    let rt = rt();
    let info = info_of(model, &call.skill);
    let numbers = call.args.iter().filter_map(|arg| {
        let value = &arg.value.as_ref()?.tokens;
        is_number(value).then(|| (names::plain(&arg.name), value))
    });
    numbers
        .map(|(name, value)| {
            let text = label::print(value);
            let message = quote!(#rt::out_of_range(#info, #name, (#value) as f64, #text));
            refuse(syn::spanned::Spanned::span(value), message)
        })
        .collect()
}

/// Whether tokens are a number, perhaps with a sign.
fn is_number(tokens: &TokenStream) -> bool {
    fn number(expr: &Expr) -> bool {
        match expr {
            Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Int(_) | syn::Lit::Float(_)),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && number(&unary.expr),
            _ => false,
        }
    }
    syn::parse2::<Expr>(tokens.clone()).is_ok_and(|expr| number(&expr))
}
