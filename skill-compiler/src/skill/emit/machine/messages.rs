//! Whether the messages that states run are done.

use crate::skill::check::{Place, StateInstanceId};
use crate::skill::emit::naming::{Names, ports_at, rt};
use crate::syntax::at::inferred as inferred_at;
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The status of a message that a state runs.
pub fn status(names: &Names<'_>, instance: StateInstanceId, message: usize) -> TokenStream {
    let (rt, of) = (rt(), &names.machine.states[instance]);
    let written = names.states[of.state].messages().nth(message);
    // What is no interface to send to is reported.
    let Some(written) = written.filter(|written| is_sent_to(names, &written.port)) else {
        return quote!(#rt::Status::Running);
    };
    let (sent, ports, port) =
        (names.sent_message(instance, message), ports_at(of.depth), &written.port);
    let read = quote!(&#ports.#port);
    // An interface that does not report it is an error at its variable; in a list of which a part is
    // wrong, it need not be.
    let is_whole = !names.hints.order.get(of.state).is_some_and(|order| order.runs_unknown);
    let of = inferred_at(port.span());
    let read = if is_whole && must_be_done(names, instance, message) {
        quote!(<#of as #rt::ReportsDone>::port(#read))
    } else {
        read
    };
    quote!(#sent.status(#read))
}

/// Whether a name is that of an interface to which the skill can send.
fn is_sent_to(names: &Names<'_>, port: &Ident) -> bool {
    let mut interfaces = names.interfaces.iter().filter(|of| !of.writes);
    interfaces.any(|of| plain(&of.variable) == plain(port))
}

/// Whether the list may wait for this message: all of it must be FINAL, or more than the rest of
/// it, or a transition names it.
fn must_be_done(names: &Names<'_>, instance: StateInstanceId, message: usize) -> bool {
    let of = &names.machine.states[instance];
    let state = &names.states[of.state];
    let others = of.runs.len() - of.messages;
    let mut named = state.on_final.iter().flat_map(|of| names.bindings(*of));
    of.needs > others || named.any(|of| of.place == Place::Message(message))
}

/// Returns the terms that subtract the messages of a list that can never be done from the number of
/// entries that may be FAILED.
pub fn never_done(names: &Names<'_>, instance: StateInstanceId) -> Option<TokenStream> {
    let (rt, of) = (rt(), &names.machine.states[instance]);
    let messages = names.states[of.state].messages().enumerate();
    let messages = messages.filter(|(place, _)| !must_be_done(names, instance, *place));
    let terms = messages.filter_map(|(_, message)| {
        let port = plain(&message.port);
        let interface = names.interfaces.iter().find(|of| plain(&of.variable) == port)?;
        let ty = &interface.ty;
        Some(quote!(- !<#ty as #rt::Interface>::REPORTS_DONE as usize))
    });
    let terms: TokenStream = terms.collect();
    (!terms.is_empty()).then_some(terms)
}
