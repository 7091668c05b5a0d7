//! The static description of a skill.

use super::naming::{Names, argument_type, import_rt, number, rt};
use super::{params, range};
use crate::skill::ast::{ActivityKind, Call, MachineKind, MaxAge, Resume, Trigger};
use crate::skill::check::{
    Arg, Interface, State, StateInstanceId, Target, TransitionInstance, Value, print_param, sends,
    uses_value,
};
use crate::syntax::errors::UNKNOWN;
use crate::syntax::names::{plain, shown, snake};
use crate::syntax::types::{is_exact, is_floating};
use crate::syntax::{docs, label, units};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// `static NAME: SkillInfo`, in the value namespace under the skill's own name:
/// so other blocks can refer to it wherever they can name the skill.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, import_rt) = (rt(), import_rt());
    let (vis, name) = (&names.vis, &names.name);
    let type_name = plain(name);
    let text_name = snake(&type_name);
    let docs = docs::text(&names.attrs);
    let mut initial = [0; 8];
    initial.iter_mut().zip(type_name.bytes()).for_each(|(place, byte)| *place = byte);
    let initial = u64::from_be_bytes(initial);
    let args = names.args.iter().map(argument);
    let group = match &names.group {
        None => quote!(#rt::None),
        Some(group) => {
            let ty = &group.ty;
            quote!(#rt::Some(<#ty as #rt::ArgumentGroup>::OF.args))
        }
    };
    let result = match names.result_type() {
        Some(ty) => {
            let ty = label::print_type(ty);
            quote!(#rt::Some(#rt::ResultInfo {
                type_name: #ty,
                fields: #rt::result_fields::<#name>(),
            }))
        }
        None => quote!(#rt::None),
    };
    let deps = names.skills.iter().map(|skill| names.info_of(skill));
    let interfaces = names.interfaces.iter().map(|of| interface_use(names, of));
    let (states, transitions) = (states(names), transitions(names));
    let params = params::in_info(names);
    let vars = names.why.then(|| variables(names));
    let source = names.why.then(|| {
        quote! {
            source: #rt::SourcePlace::new(
                #rt::core::option_env!("CARGO_MANIFEST_DIR"),
                #rt::core::file!(),
                #rt::core::line!(),
            ),
        }
    });
    let start = u16::try_from(names.start.unwrap_or(0)).unwrap_or(0);
    let max = names.max_transitions;
    // By this others know it as a skill.
    let allow = names.allow_deprecated();
    let known = (names.model.kind == MachineKind::Skill).then(|| {
        quote! {
            #allow
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
        #allow
        #[allow(non_upper_case_globals)]
        #vis static #name: ::skill_runtime::SkillInfo = { #import_rt #rt::SkillInfo {
            name: #text_name,
            type_name: #type_name,
            path: #rt::core::module_path!(),
            id: #rt::skill_id(#rt::core::module_path!(), #type_name),
            initial: #initial,
            docs: #docs,
            args: &[#(#args),*],
            group: #group,
            params: #params,
            #vars
            #source
            result: #result,
            deps: &[#(#deps),*],
            interfaces: &[#(#interfaces),*],
            graph: #rt::Graph {
                states: &#states,
                transitions: &#transitions,
                start: #start,
            },
            max_transitions: #max,
        } };
        #known
    }
}

/// The use of an interface, with what the skill does with it.
fn interface_use(names: &Names<'_>, interface: &Interface) -> TokenStream {
    let rt = rt();
    let variable = plain(&interface.variable);
    let (ty, id) = (label::print_type(&interface.ty), &interface.id);
    // What is checked of the skill is no further error, then.
    let ty =
        if ty.ends_with(UNKNOWN) { interface.ty.to_token_stream() } else { ty.to_token_stream() };
    let kind = if interface.writes {
        quote!(writes)
    } else {
        match (uses_value(names.model, interface), sends(names.model, interface)) {
            (true, true) => quote!(uses),
            (true, false) => quote!(reads),
            (false, true) => quote!(sends),
            (false, false) => quote!(without_value),
        }
    };
    let optional = interface.optional.then(|| quote!(.optional()));
    let max_age = match interface.max_age {
        MaxAge::OfInterface => None,
        MaxAge::Never => Some(quote!(.max_age(#rt::MaxAge::Never))),
        MaxAge::Micros(micros) => Some(quote!(.max_age(#rt::MaxAge::Micros(#micros)))),
    };
    quote!(#rt::InterfaceUse::#kind(#variable, #ty, #id) #optional #max_age)
}

/// The names of the variables of the skill and of its states.
fn variables(names: &Names<'_>) -> TokenStream {
    let own = names.vars.iter().chain(&names.continuous).map(|var| plain(&var.name));
    let held = names.states.iter().flat_map(|state| {
        let params = state.params.iter().map(|param| &param.name);
        let vars = state.vars.iter().map(|var| &var.name);
        params.chain(vars).map(|name| format!("{}.{}", plain(&state.name), shown(name)))
    });
    let all = own.chain(held);
    quote!(vars: &[#(#all),*],)
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
    let name = plain(&arg.name);
    let (type_name, docs, unit) = (label::print_type(ty), &arg.docs, units::of_name(&name));
    let default = optional(arg.default.as_ref().map(label::print));
    let inner = arg.inner.as_ref().unwrap_or(ty);
    // Those of numbers are written: each function that `rustc` evaluates takes its time.
    let (choices, single) = if is_exact(inner) || is_floating(inner) {
        (quote!(&[]), (label::print_type(inner) == "f32").to_token_stream())
    } else {
        let of = argument_type(arg);
        (quote!(#of.choices), quote!(#of.single))
    };
    let range = range::tokens(&rt, arg.range.as_ref(), inner);
    quote! {
        #rt::ArgInfo {
            name: #name,
            type_name: #type_name,
            choices: #choices,
            docs: #docs,
            default: #default,
            range: #range,
            unit: #unit,
            single: #single,
        }
    }
}

/// Returns all instances, FINAL and FAILED.
fn states(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let texts = (0..names.instances.len()).map(|instance| {
        let state = names.state_of(instance);
        let (name, docs) = (plain(&state.name), &state.docs);
        quote!((#name, #docs))
    });
    let others = (0..names.instances.len()).filter_map(|instance| {
        let (fields, place) = (fields(names, instance)?, number(instance));
        Some(quote!((#place, #rt::StateInfo { #fields ..#rt::StateInfo::PLAIN })))
    });
    // FINAL takes the result, as a state takes its parameters.
    let result = names.result_type().map(|ty| {
        let (place, ty) = (number(names.instances.len()), label::print_type(ty));
        let fields = quote!(params: &[("result", #ty)], ..#rt::StateInfo::FINAL);
        quote!((#place, #rt::StateInfo { #fields }))
    });
    let others = others.chain(result);
    quote!(#rt::states([#(#texts,)* ("FINAL", ""), ("FAILED", "")], &[#(#others),*]))
}

/// Returns the fields of an instance besides its name and documentation, if it has any: states
/// that run something, and those with nesting, parameters or flow.
fn fields(names: &Names<'_>, instance: StateInstanceId) -> Option<TokenStream> {
    let rt = rt();
    let (of, state) = (&names.instances[instance], names.state_of(instance));
    let kind = kind(names, state);
    let kind = kind.map(|kind| quote!(kind: #kind,));
    let place = |instance: Option<StateInstanceId>, field: TokenStream| {
        instance.map(|instance| {
            let number = u16::try_from(instance).unwrap_or(u16::MAX);
            quote!(#field: #rt::Some(#number),)
        })
    };
    let (parent, start) = (place(of.parent, quote!(parent)), place(of.start, quote!(start)));
    let through = of.through.zip(of.parent).map(|(through, parent)| {
        let name = plain(&names.state_of(parent).params[through].name);
        quote!(through: #rt::Some(#name),)
    });
    let written = state.params.iter().filter(|param| !param.counts);
    let params = written.clone().next().is_some().then(|| {
        let params = written.map(|param| {
            let default = param.default.as_ref();
            let default = default.map(|code| format!(" = {}", label::print(&code.tokens)));
            let ty = print_param(&param.ty) + &default.unwrap_or_default();
            let name = plain(&param.name);
            quote!((#name, #ty))
        });
        quote!(params: &[#(#params),*],)
    });
    let tries = state.tries.as_ref().map(|tries| {
        let via = tries.via.as_ref().map(|via| format!(" via {}", plain(via)));
        let count = tries.count.as_ref().map(|count| label::print(&count.tokens));
        let text = count.unwrap_or_default() + &via.unwrap_or_default();
        quote!(tries: #rt::Some(#text),)
    });
    let flow = (!state.flow.is_empty()).then(|| {
        let flow = state.flow.iter().map(|(variable, rate)| {
            let name = plain(&names.continuous[*variable].name);
            let rate = label::print(&rate.tokens);
            quote!((#name, #rate))
        });
        quote!(flow: &[#(#flow),*],)
    });
    let needs = state.needs.map(number);
    let needs = needs.map(|needs| quote!(needs: #rt::Some(#needs),));
    let labels =
        state.runs.iter().map(|activity| activity.label.as_ref().map_or_else(String::new, plain));
    let labels: Vec<_> = labels.collect();
    let labels =
        labels.iter().any(|label| !label.is_empty()).then(|| quote!(labels: &[#(#labels),*],));
    let fields = quote!(#kind #parent #start #through #params #labels #needs #tries #flow);
    (!fields.is_empty()).then_some(fields)
}

/// Returns what a state runs, if anything.
fn kind(names: &Names<'_>, state: &State) -> Option<TokenStream> {
    let rt = rt();
    let runs = state.runs.iter().map(|activity| match &activity.kind {
        ActivityKind::Skill(call) => {
            let (skill, args) = (names.info_of(&call.skill), arguments_text(call));
            quote!(#rt::sub_skill(#skill, #args))
        }
        ActivityKind::Action(action) => {
            let args = action.args.iter().map(|arg| &arg.tokens);
            let function = &action.function;
            let text = label::print(&quote!(#function(#(#args),*)));
            quote!(#rt::Activity::Action(#text))
        }
        ActivityKind::Message(message) => {
            let text = label::print(&message.whole.tokens);
            quote!(#rt::Activity::Message(#text))
        }
    });
    (!state.runs.is_empty()).then(|| quote!(#rt::StateKind::Runs(&[#(#runs),*])))
}

/// `name: value, .., ..base`
fn arguments_text(call: &Call) -> String {
    let args = call.args.iter().map(|arg| {
        let value = arg.value.as_ref().map(|value| label::print(&value.tokens));
        format!("{}: {}", arg.name, value.unwrap_or_default())
    });
    let base = call.base.iter().map(|base| format!("..{}", label::print(&base.tokens)));
    args.chain(base).collect::<Vec<_>>().join(", ")
}

/// Returns all transitions.
fn transitions(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let all = names.transition_instances.iter();
    let others = all.clone().enumerate().filter_map(|(index, of)| {
        let (fields, place) = (more(names, of)?, number(index));
        Some(quote!((#place, #rt::TransitionInfo { #fields ..#rt::TransitionInfo::PLAIN })))
    });
    let plain = all.map(|of| transition(names, of));
    quote!(#rt::transitions([#(#plain),*], &[#(#others),*]))
}

/// Returns the source, target, trigger and label of a transition.
fn transition(names: &Names<'_>, of: &TransitionInstance) -> TokenStream {
    let rt = rt();
    let transition = &names.transitions[&of.transition];
    let from = of.from.map_or(quote!(#rt::ANY_STATE), |state| number(state).to_token_stream());
    let to = number(names.end_index(of.to));
    let trigger = match &transition.trigger {
        _ if transition.precond => quote!(Precondition),
        Trigger::When(..) | Trigger::Remembers(..) => quote!(When),
        Trigger::Crossing(_) => quote!(Crossing),
        Trigger::Otherwise => quote!(Otherwise),
        Trigger::After(..) => quote!(After),
        Trigger::OnFinal(..) => quote!(OnFinal),
        Trigger::OnFailed(..) => quote!(OnFailed),
    };
    let label = &transition.label;
    quote!((#from, #to, #rt::Trigger::#trigger, #label))
}

/// Returns the other fields of a transition, if it has any.
fn more(names: &Names<'_>, of: &TransitionInstance) -> Option<TokenStream> {
    let rt = rt();
    let transition = &names.transitions[&of.transition];
    let reason = transition.reason.as_ref().map(|reason| {
        let text = reason.text.value();
        let values = reason.values.iter().map(|value| label::print(&value.tokens));
        let values = (names.why && !reason.values.is_empty())
            .then(|| quote!(reason_values: &[#(#values),*],));
        quote!(reason: #rt::Some(#text), #values)
    });
    let held = match transition.to {
        Target::Held((state, param)) => {
            let name = plain(&names.states[state].params[param].name);
            Some(quote!(held: #rt::Some(#name),))
        }
        _ => None,
    };
    let counts = |place: usize| match transition.to {
        Target::State(to) => names.states[to].params[place].counts,
        _ => false,
    };
    let written = transition.values.iter().enumerate();
    // Nobody has written the number of the try.
    let written =
        written.filter(|(place, _)| !counts(*place)).filter_map(|(_, value)| match value {
            Value::Code(code) => Some(label::print(&code.tokens)),
            Value::State(_, name) => Some(plain(name)),
            Value::Held(_, name) => Some(format!("self.{}", plain(name))),
            Value::Kept((state, param)) => {
                Some(format!("self.{}", plain(&names.states[*state].params[*param].name)))
            }
            Value::Default => None,
        });
    let values = written.collect::<Vec<_>>().join(", ");
    let values = (!values.is_empty()).then(|| quote!(values: #values,));
    let implied = transition.implied.then(|| quote!(implied: true,));
    let resume = transition.resume.map(|resume| match resume {
        Resume::Shallow => quote!(resume: #rt::Some(#rt::Resume::Shallow),),
        Resume::Deep => quote!(resume: #rt::Some(#rt::Resume::Deep),),
    });
    let more = quote!(#reason #held #values #implied #resume);
    (!more.is_empty()).then_some(more)
}
