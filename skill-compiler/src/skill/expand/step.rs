//! One pass: the match that steps. A transition enters its target and begins the match
//! anew, which then asks the edges alone; so each edge stands here once.
//!
//! `rustc` compiles it twice: `FAST` is what each pass begins with, without a loop, and
//! all further rounds are one cold function.

use super::machine::{calls_of, has_results, has_timer, of_depth, offset, opened, ports_at, subs};
use super::take::{self, Here};
use super::view::{When, receiver};
use super::{enter, function, hybrid, index, number, phases, rt};
use crate::skill::ast::Runs;
use crate::skill::model::{EdgeId, Model, NodeId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `pass`.
pub fn pass(model: &Model) -> TokenStream {
    let (rt, opened) = (rt(), opened(model));
    let outermost: Vec<NodeId> = model.outermost().collect();
    let arms = arms(model, &outermost, &[]);
    let begin = model.start.map(|start| enter::enter(model, start));
    let (time_passes, restore) = (hybrid::begin(model), hybrid::restore(model));
    let fresh = hybrid::fresh(model);
    let again_first = again_first();
    let pass = quote! {
        match at0 {
            #arms
            __ActiveState::__Inactive(#rt::Inactive::NotStarted) => {
                #again_first
                #fresh
                mode = #rt::BEGUN;
                #begin
            }
            __ActiveState::__Inactive(_) => { #restore return run.outside(cx); }
        }
    };
    let always = if model.always.is_empty() {
        pass
    } else {
        let taken = take::arms(model, &model.always, None, Here::Skill);
        quote! {
            let __always: u16 = '__always: { #pass };
            #opened
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
            #time_passes
            '__pass: loop {
                #opened
                #always
            }
        }
    }
}

/// A further round of the pass.
pub fn again() -> TokenStream {
    let (rt, first) = (rt(), again_first());
    quote!(#first found = #rt::NONE; continue '__pass;)
}

/// What begins a run, or enters a state again, is none of the first round's business.
fn again_first() -> TokenStream {
    let rt = rt();
    quote!(if FAST { return #rt::pass_slow(run, cx, mode, left, #rt::NONE); })
}

/// The arms of nodes inside one another. `around` are those whose turn has not come: an
/// inner state may have to step, or be entered, before their edges are asked.
fn arms(model: &Model, nodes: &[NodeId], around: &[NodeId]) -> TokenStream {
    let arms = nodes.iter().map(|node| {
        let (pattern, entering) = (phases::pattern(model, *node), entering(model, *node));
        let body = body(model, *node, around);
        quote!(#entering #pattern => { #body })
    });
    arms.collect()
}

/// Rule 3 for a state with preconditions: they come first, then it is entered.
fn entering(model: &Model, node: NodeId) -> Option<TokenStream> {
    let state = model.state_of(node);
    if state.preconds.is_empty() {
        return None;
    }
    let (of, path) = (&model.nodes[node], phases::entering_path(model, node));
    let params = (!state.params.is_empty()).then(|| {
        let params = of_depth("p", of.depth);
        quote!({ p: #params })
    });
    let on = receiver(model, Some(node), When::Before);
    let (function, ports) = (function("precond", model, of.state), ports_at(of.depth));
    let taken = take::arms(model, &state.preconds, Some(node), Here::Entering(node));
    let enters = enter::resume(model, node);
    Some(quote! {
        #path #params => {
            let __found = #on.#function(&#ports);
            match __found { #taken _ => {} }
            #enters
        }
    })
}

fn body(model: &Model, node: NodeId, around: &[NodeId]) -> TokenStream {
    let of = &model.nodes[node];
    let mut waiting = around.to_vec();
    waiting.push(node);
    let own = || {
        let (steps, edges) = (steps(model, &waiting), edges(model, &waiting, node));
        let flow = hybrid::flow(model, node);
        quote!(#flow #steps #edges)
    };
    let end = model.is_innermost(node).then(|| end(model, node));
    if of.children.is_empty() {
        let own = own();
        return quote!(#own #end);
    }
    let at = of_depth("at", of.depth);
    let nothing = phases::nothing(model, node);
    if waits_for_inner(model, node) {
        let arms = arms(model, &of.children, &waiting);
        let itself = end.map(|end| {
            let own = own();
            quote!(#nothing => { #own #end })
        });
        return quote!(match &mut *#at { #arms #itself });
    }
    let (own, arms) = (own(), arms(model, &of.children, &[]));
    let itself = end.map(|end| quote!(#nothing => { #end }));
    quote!(#own match &mut *#at { #arms #itself })
}

/// Whether an inner state has something to do before the edges of this one are asked.
fn waits_for_inner(model: &Model, node: NodeId) -> bool {
    model.flows()
        || model.nodes[node].children.iter().any(|child| {
            let state = model.state_of(*child);
            steps_itself(model, *child)
                || !state.preconds.is_empty()
                || waits_for_inner(model, *child)
        })
}

/// Whether a state does something in each pass.
pub fn steps_itself(model: &Model, node: NodeId) -> bool {
    let state = model.state_of(node);
    state.loop_.is_some() || has_results(state)
}

/// Rule 2: `loop`s, then sub-skills and actions, outermost first; not when a state was
/// just entered.
fn steps(model: &Model, nodes: &[NodeId]) -> TokenStream {
    let rt = rt();
    let loops: Vec<TokenStream> = nodes.iter().filter_map(|node| looped(model, *node)).collect();
    let loops = (!loops.is_empty()).then(|| quote!(if mode == #rt::STEP { #(#loops)* }));
    let runs = nodes.iter().filter_map(|node| {
        let runs = runs(model, *node)?;
        let status = status(model, *node);
        Some(quote! {
            let #status = if mode == #rt::STEP { #runs } else { #rt::Status::Running };
        })
    });
    quote!(#loops #(#runs)*)
}

fn status(model: &Model, node: NodeId) -> syn::Ident {
    format_ident!("__status{}", model.nodes[node].depth)
}

fn looped(model: &Model, node: NodeId) -> Option<TokenStream> {
    let of = &model.nodes[node];
    model.state_of(node).loop_.as_ref().map(|_| {
        let (on, ports) = (receiver(model, Some(node), When::Active), ports_at(of.depth));
        let function = function("loop", model, of.state);
        quote!(#on.#function(&mut #ports);)
    })
}

/// What a state runs, as the status of it.
fn runs(model: &Model, node: NodeId) -> Option<TokenStream> {
    let rt = rt();
    let (of, state) = (&model.nodes[node], model.state_of(node));
    if let Runs::Action(_) = state.runs {
        let (on, ports) = (receiver(model, Some(node), When::Active), ports_at(of.depth));
        let function = function("action", model, of.state);
        return Some(quote!(#on.#function(&mut #ports)));
    }
    let calls = calls_of(state).len();
    let runs: Vec<TokenStream> = subs(model, node)
        .into_iter()
        .enumerate()
        .map(|(slot, sub)| {
            let offset = offset(model, node, slot);
            quote! {
                cx.tracer.descend(#offset);
                let status = if FAST {
                    #rt::Exec::exec(&mut *#sub, cx)
                } else {
                    #rt::Exec::exec_outlined(&mut *#sub, cx)
                };
                cx.tracer.ascend(#offset);
            }
        })
        .collect();
    match &runs[..] {
        [] => None,
        [run] if calls == 1 => Some(quote!({ #run status })),
        _ => Some(quote! {
            '__round: {
                let mut all = #rt::Status::Final;
                #(
                    #runs
                    match status {
                        #rt::Status::Final => {}
                        #rt::Status::Running => all = #rt::Status::Running,
                        #rt::Status::Failed => break '__round #rt::Status::Failed,
                    }
                )*
                all
            }
        }),
    }
}

/// The edges of `nodes`, outermost first, behind the root's; `here` is the innermost
/// whose names stand.
fn edges(model: &Model, nodes: &[NodeId], here: NodeId) -> TokenStream {
    let always = nodes.first().and_then(|first| always(model, *first));
    let edges = nodes.iter().map(|node| own_edges(model, *node, here));
    quote!(#always #(#edges)*)
}

/// The root's edges, if `node` is an outermost state.
fn always(model: &Model, node: NodeId) -> Option<TokenStream> {
    if model.always.is_empty() || model.nodes[node].parent.is_some() {
        return None;
    }
    let (rt, number, ports) = (rt(), number(node), ports_at(1));
    // The root's edges bear the first numbers.
    let roots = index(model.always.len());
    Some(quote! {
        if found == #rt::NONE { found = data.__always(&#ports, #number); }
        if found < #roots { break '__always found; }
    })
}

fn own_edges(model: &Model, node: NodeId, here: NodeId) -> TokenStream {
    let rt = rt();
    let state = model.state_of(node);
    let edges = state.on_final.iter().chain(&state.on_failed).chain(&state.plain);
    let edges: Vec<EdgeId> = edges.copied().collect();
    if edges.is_empty() {
        return TokenStream::new();
    }
    let status = match state.runs {
        Runs::Skills(_) | Runs::Action(_) => {
            let status = status(model, node);
            quote!(#status)
        }
        Runs::Nothing | Runs::Unknown => quote!(#rt::Status::Running),
    };
    let asked = asked(model, node, &status);
    let taken = take::arms(model, &edges, Some(node), Here::In(here));
    quote! {
        if found == #rt::NONE { found = #asked; }
        match found { #taken _ => {} }
    }
}

/// The edges of a node are asked: the number of the first that fires.
fn asked(model: &Model, node: NodeId, status: &TokenStream) -> TokenStream {
    let of = &model.nodes[node];
    let on = receiver(model, Some(node), When::Active);
    let (function, ports) = (function("edges", model, of.state), ports_at(of.depth));
    let level = of_depth("l", of.depth);
    let clock = has_timer(model, of.state).then(|| quote!(, #level.clock(cx.now)));
    let status = has_results(model.state_of(node)).then(|| quote!(, #status));
    quote!(#on.#function(&#ports #clock #status))
}

/// The edges that are asked when `leaf` has become the innermost active state.
pub fn asked_on_entry(model: &Model, leaf: NodeId) -> TokenStream {
    let rt = rt();
    let chain = model.chain(leaf);
    let always = (!model.always.is_empty()).then(|| {
        let (number, ports) = (number(chain[0]), ports_at(1));
        quote!(data.__always(&#ports, #number))
    });
    let running = quote!(#rt::Status::Running);
    let own = chain.into_iter().filter(|node| {
        let state = model.state_of(*node);
        !state.plain.is_empty()
    });
    let own = own.map(|node| asked(model, node, &running));
    let all: Vec<TokenStream> = always.into_iter().chain(own).collect();
    if let [one] = &all[..] {
        return quote!(#one);
    }
    quote! {
        '__asked: {
            #(
                let __found = #all;
                if __found != #rt::NONE { break '__asked __found; }
            )*
            #rt::NONE
        }
    }
}

/// What a pass does in which nothing fires. The first of a run steps once it has entered.
fn end(model: &Model, node: NodeId) -> TokenStream {
    let (rt, again) = (rt(), again());
    let steps = model.chain(node).into_iter().any(|node| steps_itself(model, node));
    let flows = model.flows().then(|| {
        quote! {
            if mode == #rt::FLOWING {
                mode = #rt::FLOW;
                #again
            }
        }
    });
    let begun = (steps || model.flows()).then(|| {
        quote! {
            if mode == #rt::BEGUN {
                mode = #rt::STEP;
                #again
            }
        }
    });
    quote!(#flows #begun return #rt::Status::Running;)
}
