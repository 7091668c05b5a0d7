//! Calls of the users' blocks and actions. If a message was refused in one, a transition decides
//! what happens, or the skill fails at its end.

use crate::skill::ast::Code;
use crate::skill::check::{StateId, StateInstanceId};
use crate::skill::emit::naming::{Names, number, of_depth, rt};
use crate::skill::lower::machine::Moment;
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The block of a state.
#[derive(Clone, Copy)]
pub enum Block {
    Init,
    Loop,
    /// The action with this place among those of the state.
    Action(usize),
    /// The message with this place among those of the state.
    Send(usize),
    Exit,
}

impl Block {
    fn function(self, names: &Names<'_>, state: StateId) -> Ident {
        match self {
            Block::Init => names.function("init", state),
            Block::Loop => names.function("loop", state),
            Block::Action(place) => names.action_function(state, place),
            Block::Send(place) => names.send_function(state, place),
            Block::Exit => names.function("exit", state),
        }
    }
}

/// Calls a block.
pub fn call(names: &Names<'_>, instance: StateInstanceId, block: Block) -> TokenStream {
    let of = &names.machine.states[instance];
    let on = names.receiver(Some(instance), Moment::Active);
    let function = block.function(names, of.state);
    let (activation, decided) = (of_depth("activation", of.depth), number(of.decided as usize));
    let by = number(if let Block::Send(_) = block { of.depth } else { 0 });
    quote!(#on.#function(&mut __ports(cx, #activation, __running, #decided, #by)))
}

/// Returns the code after a block that can fail, if it may have sent a message: `fail` ends the
/// function because of the failure in `failure`.
pub fn refusal(
    names: &Names<'_>,
    instance: StateInstanceId,
    block: Block,
    fail: impl FnOnce() -> TokenStream,
) -> Option<TokenStream> {
    may_send(names, instance, block).then(|| {
        let (rt, skill, fail) = (rt(), &names.name, fail());
        let of = &names.machine.states[instance];
        let levels = (1..=of.depth).filter(|_| of.decided != 0);
        let levels = levels.map(|depth| of_depth("activation", depth));
        quote! {
            if cx.has_refusal() && #rt::refusal(cx, failure, &#skill, &[#(&*#levels),*]) { #fail }
        }
    })
}

/// Returns the code after an `exit` block, if it may have sent a message.
pub fn count_refusal(names: &Names<'_>, instance: StateInstanceId) -> Option<TokenStream> {
    may_send(names, instance, Block::Exit).then(|| {
        let (rt, skill) = (rt(), &names.name);
        quote!(if cx.has_refusal() { #rt::count_refusal(cx, &#skill, __refusals); })
    })
}

/// Returns whether a block can send a message: it names an interface, and an action gets all.
fn may_send(names: &Names<'_>, instance: StateInstanceId, block: Block) -> bool {
    let state = names.model.state_of(instance);
    let code = match block {
        Block::Init => &state.init,
        Block::Loop => &state.loop_,
        Block::Exit => &state.exit,
        Block::Action(_) => &None,
        Block::Send(_) => return true,
    };
    let mut interfaces = names.interfaces.iter().filter(|interface| !interface.writes);
    interfaces.any(|interface| {
        let names = |code: &Code| code.facts.names_interface(&plain(&interface.variable));
        matches!(block, Block::Action(_)) || code.as_ref().is_some_and(names)
    })
}
