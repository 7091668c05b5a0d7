//! Checks that `rustc` evaluates, for they concern other skills: dependency cycles,
//! arguments of sub-skills, interfaces that two write at once.

use super::naming::{Names, rt, span_of};
use crate::skill::ast::{Call, Code, MachineKind, ParamType};
use crate::skill::check::{Arg, Interface, StateId, Target, Value};
use crate::skill::lower::calls;
use crate::syntax::at::{call as call_at, const_error};
use crate::syntax::constant::{Constant, constant, is_number as is_literal, literal};
use crate::syntax::label;
use crate::syntax::names::{self, plain};
use crate::syntax::rust_analyzer;
use crate::syntax::types::{is_floating, is_plain};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprPath, ExprStruct, Ident, Member};

/// The checks of a skill, and `__Choice`, which depends on them.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, name, kind) = (rt(), &names.name, names.kind());
    // A base may give what is not written, unless it is the default.
    let is_whole =
        |call: &&Call| !call.lost && call.base.as_ref().is_none_or(|base| is_default(call, base));
    let whole = calls(names.model).filter(is_whole);
    let mut missing: Vec<(Ident, TokenStream)> =
        whole.map(|call| (names.dependency(&call.skill), missing_argument(names, call))).collect();
    // Each constant adds to the compile time: a dependency's also checks its first call, and the
    // first dependency's also the depth of the whole chain.
    let dependencies: Vec<TokenStream> = names
        .skills
        .iter()
        .enumerate()
        .map(|(index, skill)| {
            let (dependency, span) = (names.dependency(skill), span_of(skill));
            let cycle = quote!(#rt::cycle_through(&#name, __Choice::CYCLIC, #index));
            let no_cycle = call_at(span, quote!(#rt::const_error), cycle);
            let depth = (index == 0).then(|| {
                let depth = quote!(#rt::too_deep(&#name, <#name as #rt::#kind>::BOUNDS.depth));
                call_at(name.span(), quote!(#rt::const_error), depth)
            });
            let first = missing.iter().position(|(of, _)| *of == dependency);
            let missing = first.map(|first| missing.remove(first).1);
            quote!(const _: () = { #no_cycle; #depth; #missing; };)
        })
        .collect();
    let further = missing.iter().map(|(_, check)| quote!(const _: () = { #check; };));
    let ranges = calls(names.model).map(|call| ranges(names, call));
    let declarations = declarations(names);
    let parallel = (0..names.states.len()).map(|state| parallel_checks(names, state));
    let choice = match names.model.kind {
        MachineKind::Skill => quote!(Select),
        MachineKind::Agent => quote!(ViaSkiller),
    };
    // One constant argument for all of the expansion: each costs `rustc` time.
    let choice = (!names.skills.is_empty()).then(|| {
        let compiled = quote!(#rt::#choice<{ #rt::begins_cycle(&#name) }>);
        let choice_name = Ident::new("__Choice", proc_macro2::Span::call_site());
        rust_analyzer::alias(&choice_name, &compiled, &quote!(#rt::#choice<false>))
    });
    let (results, tries) = (results(names), tries(names));
    let keeps = keeps_running(names);
    quote! {
        #choice #(#dependencies)* #(#further)* #(#ranges)* #results #tries #keeps #declarations #(#parallel)*
    }
}

/// Whether the base of a call is `Default::default()`, or that of its skill.
fn is_default(call: &Call, base: &Code) -> bool {
    let Ok(Expr::Call(of)) = syn::parse2(base.tokens.clone()) else { return false };
    let Expr::Path(ExprPath { qself: None, path, .. }) = &*of.func else { return false };
    match &names::words(path)[..] {
        [.., of, function] => {
            function == "default" && (of == "Default" || *of == names::last(&call.skill))
        }
        _ => false,
    }
}

/// Sub-skills that write the same interface and run in parallel: of one state, or of a
/// state and one around it.
fn parallel_checks(names: &Names<'_>, state: StateId) -> TokenStream {
    let rt = rt();
    let own: Vec<&Call> = names.states[state].calls().collect();
    let around: Vec<&Call> = names
        .around(names.states[state].parent)
        .flat_map(|around| names.states[around].calls())
        .collect();
    let pairs = own.iter().enumerate().flat_map(|(place, second)| {
        let firsts = around.iter().chain(&own[..place]);
        firsts.map(move |first| (first, second))
    });
    let parallel = pairs.map(|(first, second)| {
        let (one, other) = (names.info_of(&first.skill), names.info_of(&second.skill));
        const_error(span_of(&second.skill), quote!(#rt::both_write(#one, #other)))
    });
    let written = names.interfaces.iter().filter(|interface| is_written(names, state, interface));
    let written: Vec<&String> = written.map(|interface| &interface.id).collect();
    let itself = own.iter().flat_map(|call| written.iter().map(move |id| (call, id)));
    let (rt, name) = (&rt, &names.name);
    let itself = itself.map(|(call, id)| {
        let info = names.info_of(&call.skill);
        let message = quote!(#rt::sub_skill_writes(&#name, #info, #id));
        const_error(span_of(&call.skill), message)
    });
    parallel.chain(itself).collect()
}

/// Whether the code of a state, or of one around it, may write an interface.
fn is_written(names: &Names<'_>, state: StateId, interface: &Interface) -> bool {
    let variable = plain(&interface.variable);
    let writes = |code: &Code| {
        let mut members = code.facts.members.iter();
        code.facts.names.contains(&variable)
            || members.any(|used| {
                plain(&used.owner) == variable && (used.change.is_some() || used.is_method)
            })
    };
    interface.writes
        && names.around(Some(state)).any(|around| {
            let of = &names.states[around];
            let blocks = [&of.init, &of.loop_, &of.exit];
            of.has_action() || blocks.into_iter().flatten().any(writes)
        })
}

/// Arguments that a call must give and does not.
fn missing_argument(names: &Names<'_>, call: &Call) -> TokenStream {
    let rt = rt();
    let info = names.info_of(&call.skill);
    let given = call.args.iter().map(|arg| plain(&arg.name));
    let message = quote!(#rt::missing_argument(#info, &[#(#given),*]));
    call_at(span_of(&call.skill), quote!(#rt::const_error), message)
}

/// Constants outside their range.
fn ranges(names: &Names<'_>, call: &Call) -> TokenStream {
    let rt = rt();
    let info = names.info_of(&call.skill);
    let checks = call.args.iter().filter_map(|arg| {
        let value = &arg.value.as_ref().filter(|value| !value.half_typed)?.tokens;
        let (name, of) = (plain(&arg.name), constant(value)?);
        let (text, number) = (label::print(value), number_of(&of));
        let message = quote!(#rt::out_of_range(#info, #name, #number, #text));
        Some(const_error(value.span(), message))
    });
    checks.collect()
}

/// Constants outside their range in the results of FINAL.
fn results(names: &Names<'_>) -> TokenStream {
    let finals = names.transitions.values().filter(|transition| transition.to == Target::Final);
    let values = finals.flat_map(|transition| &transition.values).filter_map(|value| match value {
        Value::Code(code) if !code.half_typed => syn::parse2(code.tokens.clone()).ok(),
        _ => None,
    });
    values
        .map(|value: Expr| match &value {
            Expr::Struct(value) => result(names, value),
            value => finite_result(names, value),
        })
        .collect()
}

/// A constant that is not a finite number, as a result that is one.
fn finite_result(names: &Names<'_>, value: &Expr) -> TokenStream {
    let (rt, tokens) = (rt(), value.to_token_stream());
    let is_float = matches!(&names.result, Some(ParamType::Value(ty)) if is_floating(ty));
    let of = constant(&tokens).filter(|of| is_float && !is_literal(&of.tokens));
    let Some(of) = of else { return TokenStream::new() };
    let (number, text, skill) = (number_of(&of), label::print(&tokens), plain(&names.name));
    const_error(tokens.span(), quote!(#rt::result_not_finite(#number, #text, #skill)))
}

/// `keeps_running` where nothing runs.
fn keeps_running(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let kept = names.interfaces.iter().filter_map(|of| Some((of.keeps_running?, &of.ty)));
    kept.map(|(span, ty)| const_error(span, quote!(#rt::nothing_runs::<#ty>()))).collect()
}

/// Constants that are too small as a number of tries.
fn tries(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let counts = names.states.iter().filter_map(|state| state.tries.as_ref()?.count.as_ref());
    let checks = counts.filter(|count| !count.half_typed).filter_map(|count| {
        let number = number_of(&constant(&count.tokens)?);
        Some(const_error(count.tokens.span(), quote!(#rt::too_few_tries(#number))))
    });
    checks.collect()
}

/// Constants outside their range in a result that is written as a struct.
fn result(names: &Names<'_>, value: &ExprStruct) -> TokenStream {
    let (rt, skill, type_name) = (rt(), &names.name, names::last(&value.path));
    let checks = value.fields.iter().filter_map(|field| {
        let Member::Named(name) = &field.member else { return None };
        let tokens = field.expr.to_token_stream();
        let (name, text, of) = (plain(name), label::print(&tokens), constant(&tokens)?);
        let (fields, number) = (quote!(<#skill as #rt::WithResult>::OF.fields), number_of(&of));
        let message = quote!(#rt::result_out_of_range(#fields, #type_name, #name, #number, #text));
        Some(const_error(tokens.span(), message))
    });
    checks.collect()
}

/// The number of a constant, as an `Option<f64>`.
fn number_of(Constant { tokens, is_number }: &Constant) -> TokenStream {
    let rt = rt();
    if *is_number {
        quote!(#rt::Some((#tokens) as f64))
    } else {
        quote!(#rt::kind_of(#tokens).number(#tokens))
    }
}

/// Returns whether a default is certainly in the range of an argument: a check by `rustc` takes longer.
#[allow(clippy::cast_possible_truncation)] // the value that an `f32` gets
fn is_inside(arg: &Arg, default: &TokenStream) -> bool {
    let Some(value) = literal(default) else { return false };
    let Some(range) = &arg.range else { return (value as f32).is_finite() };
    let bound = |of: &Option<TokenStream>, open| of.as_ref().map_or(Some(open), literal);
    let bounds = bound(&range.low, f64::MIN).zip(bound(&range.high, f64::INFINITY));
    bounds.is_some_and(|(low, high)| {
        let is_below = if range.inclusive { value <= high } else { (value as f32) < high as f32 };
        low <= value && is_below && (value as f32).is_finite()
    })
}

/// Checks the arguments of the skill itself, in one constant: constant defaults
/// outside the range of the argument or its type, empty ranges, names that the struct of arguments
/// has, too.
fn declarations(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, info) = (rt(), &names.name);
    let defaults = names.args.iter().filter_map(|arg| {
        let default = arg.default.as_ref().filter(|default| !is_inside(arg, default))?;
        let (name, text, of) = (plain(&arg.name), label::print(default), constant(default)?);
        let ty = arg.inner.as_ref().unwrap_or(&arg.ty);
        let number = if is_literal(&of.tokens) {
            number_of(&of)
        } else if is_plain(ty) && (arg.range.is_some() || is_floating(ty)) {
            // A default of another type than the argument is an error elsewhere.
            number_of(&of)
        } else {
            return None;
        };
        let message = quote!(#rt::out_of_range(&#info, #name, #number, #text));
        Some(call_at(default.span(), quote!(#rt::const_error), message))
    });
    let ranges = names.args.iter().enumerate().filter_map(|(index, arg)| {
        let range = arg.range.as_ref()?;
        let (low, high) = (range.low.as_ref()?, range.high.as_ref()?);
        // An empty range of literals is already reported.
        if literal(low).is_some() && literal(high).is_some() {
            return None;
        }
        let message = quote!(#rt::empty_range(#info.args, #index));
        Some(call_at(range.tokens.span(), quote!(#rt::const_error), message))
    });
    let grouped = names.args.iter().filter(|_| names.group.is_some()).map(|arg| {
        let name = plain(&arg.name);
        let message = quote!(#rt::argument_twice(&#info, #name));
        call_at(arg.name.span(), quote!(#rt::const_error), message)
    });
    let checks: Vec<_> = defaults.chain(ranges).chain(grouped).collect();
    (!checks.is_empty()).then(|| quote!(const _: () = { #(#checks;)* };))
}
