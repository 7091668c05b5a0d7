//! The guards in their parts, for [`Why`]: for each function that checks transitions one that
//! records what each guard, its parts and the names in them are. Only with the feature `why` of the
//! runtime.
//!
//! It is a copy that rust-analyzer does not see. A guard has no effect, so it can be evaluated
//! twice; the copy ends where the guards do, at the first transition that fires.
//!
//! [`Why`]: https://docs.rs/robot-skill-runtime/latest/skill_runtime/why/struct.Why.html

use super::{guards, resumed, values, views};
use crate::skill::ast::{Code, Memory, Time, Trigger};
use crate::skill::check::{Again, StateId, TransitionId};
use crate::skill::emit::naming::{Names, number, rt};
use crate::skill::facts::{Facts, in_block, lets};
use crate::skill::lower::machine::Moment;
use crate::syntax::label;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::rustc;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprClosure, Member, PatIdent, UnOp};

/// The functions of all states, and of `always`.
pub fn emit(names: &Names<'_>) -> TokenStream {
    if !names.why {
        return TokenStream::new();
    }
    let of_states = (0..names.states.len()).map(|state| of_state(names, state));
    let (vars, always) = (names.of_skill("Vars"), always(names));
    rustc(&quote! { const _: () = { #(#of_states)* impl #vars { #always } }; })
}

fn of_state(names: &Names<'_>, state: StateId) -> TokenStream {
    let order = &names.hints.order[state];
    let before = (!order.preconds.is_empty()).then(|| {
        let function = function(names, ("why_preconditions", state), &order.preconds, None);
        let at = receiver(names, state, Moment::Before);
        quote!(impl #at { #function })
    });
    let at = receiver(names, state, Moment::Active);
    let rt = rt();
    let clock = names.takes_clock(state).then(|| quote!(, __clock: #rt::Clock));
    let status = names.takes_status(state).then(|| quote!(, __status: #rt::Status));
    let results = values::results_for_guards(names, state);
    let memories = names.memory_params(Some(state));
    let failure = names.failure_param(Some(state));
    let more = quote!(#clock #status #results #memories #failure);
    let inside = names.handles_inside(state);
    let (failed, own): (Vec<_>, Vec<_>) =
        order.active.iter().copied().partition(|number| inside && names.is_on_failed(*number));
    let failed = (!failed.is_empty()).then(|| {
        let function = function(names, ("why_failed", state), &failed, failure.as_ref());
        quote!(impl #at { #function })
    });
    // Where it runs something itself, its own are checked as they are written.
    let own = if names.takes_status(state) { order.active.clone() } else { own };
    let active = function(names, ("why_transitions", state), &own, Some(&more));
    let before = quote!(#before #failed);
    views::qualify_self(names, state, quote!(#before impl #at { #active }))
}

/// The type of `self` in the code of a state.
fn receiver(names: &Names<'_>, state: StateId, moment: Moment) -> TokenStream {
    let vars = names.of_skill("Vars");
    match &names.machine.code[state].view {
        Some(_) => {
            let view = names.view_struct(state, moment);
            quote!(#view<'_>)
        }
        None => quote!(#vars),
    }
}

fn function(
    names: &Names<'_>,
    (what, state): (&str, StateId),
    transitions: &[TransitionId],
    more: Option<&TokenStream>,
) -> TokenStream {
    let (name, bind, ports) =
        (names.function(what, state), names.bind_interfaces(), names.of_skill("Ports"));
    let rt = rt();
    // What the state runs is FAILED, and states around it handle that.
    let stops = what == "why_transitions"
        && names.states[state].can_fail()
        && !names.handles_all(&names.states[state].on_failed);
    let stop = stops.then(|| quote!(if __status == #rt::Status::Failed { return; }));
    let outcomes = transitions.iter().filter(|number| names.is_on_outcome(**number)).count();
    let mut checks: Vec<_> = transitions.iter().map(|number| check(names, *number)).collect();
    checks.insert(outcomes, quote!(#stop));
    // They are checked if something is FAILED.
    let known =
        (what == "why_failed").then(|| quote!(const __status: #rt::Status = #rt::Status::Failed;));
    quote! {
        #[allow(unused)]
        fn #name(&self, __ports: &#ports<'_> #more, __why: &mut #rt::Why) {
            use #rt::{DebugFallback as _, GuardFallback as _};
            #known
            #bind
            #(#checks)*
        }
    }
}

/// The transitions under `always`.
fn always(names: &Names<'_>) -> TokenStream {
    let (failed, others): (Vec<TransitionId>, Vec<TransitionId>) =
        names.hints.always.iter().copied().partition(|transition| names.is_on_failed(*transition));
    let check = |transition: &TransitionId| {
        guards::unless_own(names, *transition, check(names, *transition), None)
    };
    let (rt, bind, ports) = (rt(), names.bind_interfaces(), names.of_skill("Ports"));
    let failure = names.failure_param(None);
    let failed = (!failed.is_empty()).then(|| {
        let checks = failed.iter().map(check);
        quote! {
            #[allow(unused)]
            fn __why_always_failed(
                &self, __ports: &#ports<'_>, __state: u16 #failure, __why: &mut #rt::Why,
            ) {
                use #rt::{DebugFallback as _, GuardFallback as _};
                const __status: #rt::Status = #rt::Status::Failed;
                #bind
                #(#checks)*
            }
        }
    });
    if others.is_empty() {
        return quote!(#failed);
    }
    let checks = others.iter().map(check);
    let memories = names.memory_params(None);
    quote! {
        #failed
        #[allow(unused)]
        fn __why_always(
            &self, __ports: &#ports<'_>, __state: u16 #memories, __why: &mut #rt::Why,
        ) {
            use #rt::{DebugFallback as _, GuardFallback as _};
            #bind
            #(#checks)*
        }
    }
}

/// One transition: returns if it fires.
fn check(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let rt = rt();
    let Some(trigger) = names.trigger(transition) else { return TokenStream::new() };
    if matches!(names.again(transition), Some(Again::Fired(_))) {
        return TokenStream::new();
    }
    let fires = match trigger {
        // What nobody has written is not explained.
        Trigger::When(code, _) if names.is_unwritten(transition) => quote!({ #code }),
        Trigger::When(code, _) => guard(code),
        Trigger::Remembers(code, Memory { time, .. }) => {
            let is_whole = trigger.codes().all(|code| !code.half_typed);
            let memory = guards::memory_of(names, transition).filter(|_| is_whole);
            let Some(memory) = memory else { return TokenStream::new() };
            let holds = if code.is_true() { quote!(true) } else { guard(code) };
            let now = guards::now(names, transition);
            let held = match time {
                None => {
                    let text = format!("rising {}", label::print(&code.tokens));
                    quote!(__why.rising(#text, #memory.was_false(), __holds))
                }
                Some(Time::Literal(_, micros)) => {
                    quote!(__why.lasting(#memory.held_us(__holds, #now), #micros))
                }
                Some(Time::Seconds(time)) => {
                    let timeout = guards::timeout(time);
                    quote!({ #timeout __why.lasting(#memory.held_us(__holds, #now), __timeout) })
                }
                Some(Time::Ticks(_)) => return TokenStream::new(),
            };
            quote!({ let __holds: bool = #holds; let __counts: bool = #held; __counts && __holds })
        }
        Trigger::Otherwise => quote!(true),
        Trigger::After(time, code) => {
            let elapsed = match time {
                Time::Ticks(ticks) => quote!(__why.ticks(__clock.ticks(), #ticks)),
                Time::Literal(_, micros) => quote!(__why.micros(__clock.micros(), #micros)),
                Time::Seconds(time) if time.half_typed => return TokenStream::new(),
                Time::Seconds(time) => {
                    let timeout = guards::timeout(time);
                    quote!({ #timeout __why.micros(__clock.micros(), __timeout) })
                }
            };
            match code {
                None => elapsed,
                Some((code, _)) => {
                    let guard = guard(code);
                    quote!(#elapsed && #guard)
                }
            }
        }
        Trigger::OnFinal(_, code) => {
            let holds = code.as_ref().map_or(quote!(true), |(code, _)| guard(code));
            let holds = values::with_results(names, transition, &quote!(break '__guard #holds;));
            let named = values::final_results(names, transition)
                .into_iter()
                .map(|(text, is_final)| quote!(&& { __why.begin(#text); __why.end(#is_final) }));
            quote!(__why.status(__status, #rt::Status::Final) #(#named)* && '__guard: { #holds false })
        }
        Trigger::OnFailed(_, code) => {
            let guard = code.as_ref().map(|(code, _)| {
                let named = guards::named_failure(names, transition);
                let holds = match names.again(transition) {
                    Some(Again::Alone) => alone(code),
                    _ => guard(code),
                };
                quote!(&& { #named #holds })
            });
            let is_failed = match names.failure(transition) {
                Some(name) if names.takes_failure(names.from(transition)) => {
                    let (skill, text) = (&names.name, plain(name));
                    let failure = quote!(#rt::StoredFailure::or_own(__failure, #skill.key()));
                    quote!(__why.failed(__status, #text, &#failure.of(&#skill)))
                }
                _ => quote!(__why.status(__status, #rt::Status::Failed)),
            };
            quote!(#is_failed #guard)
        }
        // A crossing is looked for while time passes.
        Trigger::Crossing(_) => return TokenStream::new(),
    };
    let agains = names.transitions.get(&transition).into_iter().flat_map(|of| &of.agains);
    let agains = agains.filter_map(|(again, left)| {
        let ([tried, count], again) = (sides(left)?, number(*again));
        Some(quote!(if __fires && __why.again(#again, #left, #tried, #count) { return; }))
    });
    let (number, resumed) = (number(transition), resumed::emit(names, transition));
    quote! {
        __why.transition(#number);
        let __fires: bool = #fires;
        #(#agains)*
        #resumed
        if __why.fires(__fires) { return; }
    }
}

/// The condition that there are tries left, the only one of a transition.
fn alone(left: &Code) -> TokenStream {
    let sides = sides(&left.tokens);
    let holds =
        sides.map(|[tried, count]| quote!(__why.tries("tries left", #left, #tried, #count)));
    holds.unwrap_or_else(|| guard(left))
}

/// The number of the try, and a reference to that of all tries.
fn sides(left: &TokenStream) -> Option<[TokenStream; 2]> {
    let Expr::Binary(of) = syn::parse2(left.clone()).ok()? else { return None };
    Some([of.left.to_token_stream(), reference(&of.right)])
}

/// The value of a guard, of which each part is recorded.
fn guard(code: &Code) -> TokenStream {
    if code.half_typed {
        return quote!(false);
    }
    match syn::parse2::<Expr>(code.tokens.clone()) {
        Ok(expr) if code.facts.returns.is_empty() => match lets::parts(&expr) {
            Some(parts) => chain(&expr, &parts),
            None => part(&expr, &[]),
        },
        // The value of a guard with `return` is what it returns.
        _ => {
            let (rt, text) = (rt(), label::print(&code.tokens));
            quote!({
                __why.begin(#text);
                let __value = #rt::GuardValue(&{ #code }).holds();
                __why.end(__value)
            })
        }
    }
}

/// A guard with `let`: each part is recorded where the names of those before it are bound.
fn chain(guard: &Expr, parts: &[&Expr]) -> TokenStream {
    // What is evaluated once more must not move a name.
    let bound: Vec<_> = lets::names(guard).into_iter().flatten().map(|name| plain(&name)).collect();
    let value = parts.iter().rev().fold(quote!(true), |then, each| match each {
        Expr::Let(of) => {
            let (pattern, value) = (&of.pat, &of.expr);
            let (text, used) = (text(each), values(value));
            let names = lets::bound(pattern).into_iter().map(|name| {
                let (rt, text) = (rt(), plain(&name));
                quote!(__why.value(#text, #rt::MaybeDebug(&#name).value());)
            });
            quote!({
                __why.begin(#text);
                #used
                if let #pattern = #value { #(#names)* __why.end(true); #then } else { __why.end(false) }
            })
        }
        other => {
            let part = part(other, &bound);
            quote!(if #part { #then } else { false })
        }
    });
    let value = quote!({
        #[allow(irrefutable_let_patterns)]
        let __value: bool = #value;
        __value
    });
    if parts.len() == 1 {
        return value;
    }
    let (whole, texts) = (text(guard), parts.iter().map(|part| text(part)));
    quote!({ __why.begin(#whole); let __value = #value; __why.end_of(__value, &[#(#texts),*]) })
}

/// A part of a guard, in which `bound` are names of `let`.
fn part(expr: &Expr, bound: &[String]) -> TokenStream {
    match expr {
        Expr::Paren(inner) => part(&inner.expr, bound),
        Expr::Group(inner) => part(&inner.expr, bound),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            let (text, inside, op) = (text(expr), part(&unary.expr, bound), &unary.op);
            quote!({ __why.begin(#text); let __value = #op #inside; __why.end(__value) })
        }
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
            let (mut parts, text) = (Vec::new(), text(expr));
            joined(expr, &binary.op, &mut parts);
            let texts = parts.iter().map(|part| self::text(part));
            let mut parts = parts.iter().map(|inner| part(inner, bound));
            let (op, first) = (&binary.op, parts.next());
            quote!({
                __why.begin(#text);
                let __value = #first #(#op #parts)*;
                __why.end_of(__value, &[#(#texts),*])
            })
        }
        Expr::Binary(binary) if is_comparison(&binary.op) => {
            let sides = [&binary.left, &binary.right].into_iter();
            let sides = sides.filter(|side| !is_literal(side) && field(side).is_none());
            let sides = sides.filter(|side| {
                let facts = Facts::of_expr(side);
                matches!(***side, Expr::Path(_))
                    || !bound.iter().any(|of| facts.names_interface(of))
            });
            let shown = sides.map(|side| record_value(side));
            leaf(expr, &quote!(#(#shown)*))
        }
        _ => leaf(expr, &TokenStream::new()),
    }
}

/// An expression that is not split, with the fields and variables in it.
fn leaf(expr: &Expr, shown: &TokenStream) -> TokenStream {
    let (rt, text, values, value) = (rt(), text(expr), values(expr), reference(expr));
    // As it is written and of any type: what is wrong in it is the same error as in the guard.
    quote!({
        __why.begin(#text);
        #shown
        #values
        let __value = #rt::GuardValue(#value).holds();
        __why.end(__value)
    })
}

/// A reference to the value of an expression. Not in parentheses: with these, `rustc` takes the block
/// for the place of an operand, so that it would report an error of the guard once more.
fn reference(expr: &Expr) -> TokenStream {
    use Expr::{Assign, Binary, Cast, Closure, Let, Range};
    match expr {
        Assign(_) | Binary(_) | Cast(_) | Closure(_) | Let(_) | Range(_) => {
            let value = in_block(expr);
            quote!(&{ #value })
        }
        _ => quote!(&#expr),
    }
}

/// The operands of equal operators: `a`, `b` and `c` of `a && b && c`.
fn joined<'a>(expr: &'a Expr, op: &BinOp, parts: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(binary)
            if std::mem::discriminant(&binary.op) == std::mem::discriminant(op) =>
        {
            joined(&binary.left, op, parts);
            joined(&binary.right, op, parts);
        }
        other => parts.push(other),
    }
}

fn is_comparison(op: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Paren(inner) => is_literal(&inner.expr),
        _ => false,
    }
}

fn text(expr: &Expr) -> String {
    label::print(&expr.to_token_stream())
}

fn record_value(expr: &Expr) -> TokenStream {
    let (rt, text, value) = (rt(), text(expr), reference(expr));
    quote!(__why.value(#text, #rt::MaybeDebug(#value).value());)
}

/// Records the fields and variables in an expression.
fn values(expr: &Expr) -> TokenStream {
    let mut fields = Fields::default();
    fields.visit_expr(expr);
    let Fields { found, bound } = fields;
    let mut seen = BTreeSet::new();
    let free = found.iter().filter(|(root, expr)| !bound.contains(root) && seen.insert(text(expr)));
    free.map(|(_, expr)| record_value(expr)).collect()
}

/// The fields in an expression, each with the name that it begins with, and the names that patterns
/// bind.
#[derive(Default)]
struct Fields {
    found: Vec<(String, Expr)>,
    bound: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Fields {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match field(expr) {
            Some(root) => self.found.push((root, expr.clone())),
            None => visit::visit_expr(self, expr),
        }
    }
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.bound.insert(plain(&pattern.ident));
    }
    // A value there may not exist yet.
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

/// Returns the name that `name.field.field` begins with.
fn field(expr: &Expr) -> Option<String> {
    let Expr::Field(field) = expr else { return None };
    match (&*field.base, &field.member) {
        (Expr::Path(path), Member::Named(_)) => path.path.get_ident().map(plain),
        (base, _) => self::field(base),
    }
}
